// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosAxis/impl/algorithm/sort/launch.hpp>
#include <KokkosAxis/impl/layout/compare_data.hpp>

#include <Kokkos_Core.hpp>

#include <cstdint>

namespace KokkosAxis::Impl::algorithm {

/// Short slices under any comparator: the place of an element is the number of elements that come before it.
template <class Exec, class T, class Before>
class CompareRank {
 public:
  static void run(Exec const& exec, layout::CompareData<T, Before> const& data) {
    launch_range("KokkosAxis::sort::compare_rank", exec, data.count() * data.length(), CompareRank{data});
  }

  KOKKOS_FUNCTION void operator()(std::int64_t item) const {
    std::int64_t const n     = m_data.elements_at.length;
    std::int64_t const slice = item / n, at = m_data.elements_at.offset(slice);
    std::uint32_t const i = static_cast<std::uint32_t>(item - slice * n);
    std::int64_t place    = 0;
    for (std::uint32_t j = 0; j < n; ++j)
      if (j != i && m_data.precedes(at, j, i)) ++place;
    m_data.index.put(m_data.index_at.offset(slice) + place * m_data.index_at.stride, i);
  }

  layout::CompareData<T, Before> m_data;
};

}  // namespace KokkosAxis::Impl::algorithm
