// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosAxis/impl/layout/strided.hpp>

#include <Kokkos_Core.hpp>

#include <concepts>
#include <type_traits>

namespace KokkosAxis {

/// Where rows begin or end along the axis of a call: a View of integers with the extents of the input without that axis
/// (rank 0 for an input of rank 1).
///
/// A handle, as Workspace: the View it was made from must outlive the work of the call. Its numbers are read by the
/// kernels and not before; those below 0 count as 0, those past the axis as its length, and a row that ends before it
/// begins is empty.
class RowBounds {
 public:
  RowBounds() = default;

  template <class View>
    requires(Kokkos::is_view_v<View> && std::integral<typename View::non_const_value_type> &&
             !std::same_as<typename View::non_const_value_type, bool> && View::rank() < Impl::layout::max_rank)
  RowBounds(View const& view)
      : m_given(true),
        m_signed(std::is_signed_v<typename View::non_const_value_type>),
        m_where(Impl::layout::describe(view)),
        m_host(reachable<Kokkos::DefaultHostExecutionSpace, View>),
        m_device(reachable<Kokkos::DefaultExecutionSpace, View>) {}

  bool given() const { return m_given; }
  bool has_sign() const { return m_signed; }
  Impl::layout::Strided const& where() const { return m_where; }

  /// Can kernels of this execution space read it?
  template <class Exec>
  bool accessible_from() const {
    constexpr bool host = Kokkos::SpaceAccessibility<Exec, Kokkos::HostSpace>::accessible;
    return host ? m_host : m_device;
  }

 private:
  template <class Exec, class View>
  static constexpr bool reachable = Kokkos::SpaceAccessibility<Exec, typename View::memory_space>::accessible;

  bool m_given  = false;
  bool m_signed = false;
  Impl::layout::Strided m_where{};
  bool m_host   = true;
  bool m_device = true;
};

}  // namespace KokkosAxis
