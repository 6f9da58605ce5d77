// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "support/axes.hpp"

#include <Kokkos_Core.hpp>

#include <cstdint>

namespace perf {

/// Counts what is wrong with a sorted output, so that a fast wrong sort is no result: neighbours out of order; and,
/// where there are positions, keys that are not those at their positions, and ties out of order. (That nothing else is
/// wrong is for the unit tests.) Elements are visited in memory order; `index` may be null.
template <class T>
struct CountFaults {
  T const* keys;
  T const* sorted;
  std::int64_t const* index;
  std::int64_t count, length;
  int axis;

  KOKKOS_FUNCTION void operator()(std::int64_t e, std::int64_t& faults) const {
    std::int64_t const stride   = axis == 1 ? 1 : count;
    std::int64_t const position = axis == 1 ? e % length : e / count;
    std::int64_t const begin    = e - position * stride;
    if (index != nullptr) {
      std::int64_t const from = index[e];
      if (from < 0 || from >= length || !(keys[begin + from * stride] == sorted[e])) ++faults;
    }
    if (position + 1 == length) return;
    std::int64_t const next = e + stride;
    if (sorted[next] < sorted[e]) ++faults;
    if (index != nullptr && sorted[next] == sorted[e] && index[next] <= index[e]) ++faults;
  }
};

template <class T, class Space>
std::int64_t faults(Space const& exec, Case const& c, T const* keys, T const* sorted, std::int64_t const* index) {
  std::int64_t found = 0;
  Kokkos::parallel_reduce("perf::verify",
                          Kokkos::RangePolicy<Space, Kokkos::IndexType<std::int64_t>>(exec, 0, c.elements()),
                          CountFaults<T>{keys, sorted, index, c.count, c.length, c.axis}, found);
  return found;
}

}  // namespace perf
