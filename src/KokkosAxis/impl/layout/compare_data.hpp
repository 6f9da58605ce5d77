// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosAxis/impl/layout/bits.hpp>
#include <KokkosAxis/impl/layout/slices.hpp>

#include <Kokkos_Core.hpp>

#include <cstdint>

namespace KokkosAxis::Impl::layout {

/// What the comparator routes work on: the elements stay where the caller has them and are only ever read; what is
/// sorted and written are their positions. Equal elements are ordered by position, so every such sort is stable.
template <class T, class Before>
struct CompareData {
  T const* elements;
  Slices elements_at;
  IndexArray index;
  Slices index_at;
  Before before;

  std::int64_t length() const { return elements_at.length; }
  std::int64_t count() const { return elements_at.count; }

  KOKKOS_FORCEINLINE_FUNCTION T const& element(std::int64_t slice_offset, std::uint32_t i) const {
    return elements[slice_offset + i * elements_at.stride];
  }

  /// Does position i come before position j?
  KOKKOS_FORCEINLINE_FUNCTION bool precedes(std::int64_t slice_offset, std::uint32_t i, std::uint32_t j) const {
    T const &a = element(slice_offset, i), &b = element(slice_offset, j);
    return i < j ? !before(b, a) : before(a, b);
  }
};

}  // namespace KokkosAxis::Impl::layout
