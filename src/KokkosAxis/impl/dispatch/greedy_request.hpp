// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosAxis/impl/layout/greedy_data.hpp>
#include <KokkosAxis/impl/layout/slices.hpp>
#include <KokkosAxis/impl/layout/strided.hpp>
#include <KokkosAxis/key.hpp>
#include <KokkosAxis/options.hpp>

#include <cstdint>
#include <optional>
#include <type_traits>

namespace KokkosAxis::Impl::dispatch {

/// Rows are cut along the last axis and numbered in C order, the last of the other axes fastest: a functor sees these
/// numbers.
inline layout::OuterOrder c_order(int rank) {
  layout::OuterOrder order;
  for (int d = rank - 2; d >= 0; --d) order.axes[order.size++] = d;
  return order;
}
inline layout::Slices cut_rows(layout::Strided const& s) { return layout::cut(s, s.rank - 1, c_order(s.rank)); }

/// One element a row.
inline layout::Slices cut_per_row(layout::Strided const& s) { return cut_rows(layout::with_axis(s, s.rank)); }

/// Boxes of each row of scores: the axis of their numbers taken off, and one of step 0 put in where rows share them.
inline layout::Slices cut_boxes(layout::Strided boxes, layout::Strided const& scores) {
  bool const shared = boxes.rank == scores.rank;
  --boxes.rank;
  if (shared) {
    boxes                        = layout::with_axis(boxes, boxes.rank - 1);
    boxes.extent[boxes.rank - 2] = scores.extent[scores.rank - 2];
  }
  return cut_rows(boxes);
}

/// What kernels hold the code of a score in.
template <class T>
using score_code_t = std::conditional_t<sizeof(T) == 8, std::uint64_t, std::uint32_t>;

/// What all greedy calls have: scores and bounds.
template <RadixKey T, class Options>
layout::GreedyData greedy_data(layout::Strided const& scores, std::int64_t most,
                               std::optional<double> const& score_threshold, Options const& options) {
  layout::Slices const at = cut_rows(scores);
  layout::GreedyData data;
  data.scores = layout::scores_of<T>(scores.data, at, score_threshold);
  data.begin  = layout::per_slice(options.row_begin, cut_per_row);
  data.end    = layout::per_slice(options.row_end, cut_per_row);
  data.length = static_cast<std::uint32_t>(at.length);
  data.count  = at.count;
  data.most   = static_cast<std::uint32_t>(most);
  return data;
}

inline layout::ClassArray class_array(Integers const& classes) {
  if (!classes.given()) return {};
  return {.numbers = {classes.where().data, static_cast<int>(classes.where().element_bytes)},
          .at      = cut_rows(classes.where())};
}

inline void give_outputs(layout::GreedyData& data, layout::Strided const& keep, layout::Strided const& count) {
  data.keep    = {keep.data, static_cast<int>(keep.element_bytes)};
  data.keep_at = cut_rows(keep);
  data.kept    = {count.data, static_cast<int>(count.element_bytes)};
  data.kept_at = cut_per_row(count);
}

}  // namespace KokkosAxis::Impl::dispatch
