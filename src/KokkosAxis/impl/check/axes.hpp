// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosAxis/error.hpp>

#include <string_view>

namespace KokkosAxis::Impl::check {

/// The axis as 0 .. rank - 1; negative ones count from the end.  (-1, 3) -> 2   (0, 3) -> 0   (3, 3) -> Error
inline int axis(std::string_view verb, int axis, int rank) {
  expects(-rank <= axis && axis < rank, verb, "axis ", axis, " is out of range for rank ", rank, "; allowed are ",
          -rank, " to ", rank - 1);
  return axis < 0 ? axis + rank : axis;
}

}  // namespace KokkosAxis::Impl::check
