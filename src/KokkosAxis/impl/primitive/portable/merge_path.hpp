// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>

#include <cstdint>

namespace KokkosAxis::Impl::primitive {

/// How many of the first `diagonal` merged items come from a. (Merge path: Odeh, Green, Mwassi, Shmueli, Birk, 2012.)
template <class Item, class Precedes>
KOKKOS_FUNCTION std::int64_t merge_path(Item const* a, std::int64_t size_a, Item const* b, std::int64_t size_b,
                                        std::int64_t diagonal, Precedes&& precedes) {
  std::int64_t low  = diagonal > size_b ? diagonal - size_b : 0;
  std::int64_t high = diagonal < size_a ? diagonal : size_a;
  while (low < high) {
    std::int64_t const middle = low + (high - low) / 2;
    if (precedes(a[middle], b[diagonal - 1 - middle]))
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

/// Calls put(p, item) for the merged items p in [begin, end) of the sorted lists a and b. Items are distinct.
template <class Item, class Precedes, class Put>
KOKKOS_FUNCTION void merge_part(Item const* a, std::int64_t size_a, Item const* b, std::int64_t size_b,
                                std::int64_t begin, std::int64_t end, Precedes&& precedes, Put&& put) {
  std::int64_t i = merge_path(a, size_a, b, size_b, begin, precedes);
  std::int64_t j = begin - i;
  for (std::int64_t p = begin; p < end; ++p) {
    bool const take_a = j >= size_b || (i < size_a && precedes(a[i], b[j]));
    put(p, take_a ? a[i++] : b[j++]);
  }
}

}  // namespace KokkosAxis::Impl::primitive
