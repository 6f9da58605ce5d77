// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosAxis/integers.hpp>

#include <concepts>

namespace KokkosAxis {

/// Where rows begin or end along the axis of a call: a View of integers with the extents of the input without that axis
/// (rank 0 for an input of rank 1).
///
/// Numbers below 0 count as 0, those past the axis as its length, and a row that ends before it begins is empty.
class RowBounds : public Integers {
 public:
  RowBounds() = default;

  template <class View>
    requires(std::constructible_from<Integers, View const&> && Kokkos::is_view_v<View> &&
             View::rank() < Impl::layout::max_rank)
  RowBounds(View const& view) : Integers(view) {}
};

}  // namespace KokkosAxis
