// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosAxis/options.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace kaxis {

/// Flags of every verb that calls the library.
struct RunFlags {
  std::string space;
  bool explain = false;
  bool time    = false;
};

/// Flags of the sorting verbs.
struct SortFlags {
  int axis                    = -1;
  KokkosAxis::Order order     = KokkosAxis::Order::ascending;
  KokkosAxis::Nan nan         = KokkosAxis::Nan::greatest;
  KokkosAxis::Zeros zeros     = KokkosAxis::Zeros::equal;
  bool unstable               = false;
  KokkosAxis::SortRoute route = KokkosAxis::SortRoute::automatic;

  KokkosAxis::SortOptions<> options(int counted_from_0, KokkosAxis::Workspace workspace = {}) const {
    return {.axis      = counted_from_0,
            .order     = order,
            .nan       = nan,
            .zeros     = zeros,
            .stable    = !unstable,
            .route     = route,
            .workspace = workspace};
  }
};

/// Flags of the selecting verbs.
struct TopkFlags {
  int axis                    = -1;
  std::int64_t k              = 0;
  bool smallest               = false;
  KokkosAxis::TopkOrder order = KokkosAxis::TopkOrder::sorted;
  KokkosAxis::Ties ties       = KokkosAxis::Ties::lowest_index;
  KokkosAxis::Nan nan         = KokkosAxis::Nan::greatest;
  KokkosAxis::Zeros zeros     = KokkosAxis::Zeros::equal;
  std::string row_begin, row_end;  // files, empty where not given
  KokkosAxis::TopkRoute route = KokkosAxis::TopkRoute::automatic;

  bool has_bounds() const { return !row_begin.empty() || !row_end.empty(); }

  KokkosAxis::TopkOptions options(int counted_from_0, KokkosAxis::RowBounds const& begin,
                                  KokkosAxis::RowBounds const& end, KokkosAxis::Workspace workspace = {}) const {
    return {.axis      = counted_from_0,
            .largest   = !smallest,
            .order     = order,
            .ties      = ties,
            .nan       = nan,
            .zeros     = zeros,
            .row_begin = begin,
            .row_end   = end,
            .route     = route,
            .workspace = workspace};
  }
};

/// Flags of nms.
struct NmsFlags {
  double iou = 0.5;
  std::optional<double> score;
  std::optional<std::int64_t> max_output;
  KokkosAxis::BoxFormat format = KokkosAxis::BoxFormat::corners;
  std::string classes;  // a file, empty where not given
  KokkosAxis::GreedyRoute route = KokkosAxis::GreedyRoute::automatic;

  KokkosAxis::NmsOptions<> options(KokkosAxis::Integers const& of_classes, KokkosAxis::Workspace workspace = {}) const {
    return {.iou_threshold   = iou,
            .score_threshold = score,
            .max_output      = max_output,
            .format          = format,
            .classes         = of_classes,
            .route           = route,
            .workspace       = workspace};
  }
};

/// Flags of reduce.
struct ReduceFlags {
  std::optional<std::vector<int>> axes;  // not given: all
  double ddof                    = 0;
  bool keep_dims                 = false;
  KokkosAxis::NanInReduction nan = KokkosAxis::NanInReduction::propagate;
  KokkosAxis::ReduceRoute route  = KokkosAxis::ReduceRoute::automatic;

  KokkosAxis::ReduceOptions<> options(KokkosAxis::Workspace workspace = {}) const {
    return {.keep_dims = true, .nan = nan, .route = route, .workspace = workspace};
  }
};

/// Flags of softmax.
struct SoftmaxFlags {
  std::optional<std::vector<int>> axes;  // not given: all
  bool log                      = false;
  KokkosAxis::ReduceRoute route = KokkosAxis::ReduceRoute::automatic;

  KokkosAxis::SoftmaxOptions<> options(KokkosAxis::Workspace workspace = {}) const {
    return {.route = route, .workspace = workspace};
  }
};

/// Flags of cumulative.
struct CumulativeFlags {
  int axis                          = -1;
  bool exclusive                    = false;
  bool reverse                      = false;
  KokkosAxis::NanInReduction nan    = KokkosAxis::NanInReduction::propagate;
  KokkosAxis::CumulativeRoute route = KokkosAxis::CumulativeRoute::automatic;

  KokkosAxis::CumulativeOptions<> options(KokkosAxis::Workspace workspace = {}) const {
    return {.exclusive = exclusive, .reverse = reverse, .nan = nan, .route = route, .workspace = workspace};
  }
};

}  // namespace kaxis
