// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosAxis/options.hpp>

#include <string>

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

}  // namespace kaxis
