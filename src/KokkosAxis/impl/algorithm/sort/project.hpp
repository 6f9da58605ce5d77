// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosAxis/impl/algorithm/sort/launch.hpp>
#include <KokkosAxis/impl/layout/before.hpp>
#include <KokkosAxis/impl/layout/slices.hpp>

#include <Kokkos_Core.hpp>

#include <cstdint>

namespace KokkosAxis::Impl::algorithm {

/// Writes by(element) of every element, slice after slice, for the radix routes to sort by.
template <class Exec, class T, class By>
class Project {
  using Key = layout::projected_t<By, T>;

 public:
  static void run(Exec const& exec, T const* elements, layout::Slices const& at, By const& by, Key* keys) {
    launch_range("KokkosAxis::sort::project", exec, at.count * at.length, Project{elements, at, by, keys});
  }

  KOKKOS_FUNCTION void operator()(std::int64_t item) const {
    std::int64_t const slice = item / m_at.length, i = item - slice * m_at.length;
    m_keys[item] = m_by(m_elements[m_at.offset(slice) + i * m_at.stride]);
  }

  T const* m_elements;
  layout::Slices m_at;
  By m_by;
  Key* m_keys;
};

}  // namespace KokkosAxis::Impl::algorithm
