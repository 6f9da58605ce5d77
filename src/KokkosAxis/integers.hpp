// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosAxis/impl/layout/strided.hpp>

#include <Kokkos_Core.hpp>

#include <concepts>
#include <type_traits>

namespace KokkosAxis {

/// A View of integers that an option carries, its types taken off: how many elements rows have, which classes boxes
/// are of.
///
/// A handle, as Workspace: the View it was made from must outlive the work of the call. Its numbers are read by the
/// kernels and not before.
class Integers {
 public:
  Integers() = default;

  template <class View>
    requires(Kokkos::is_view_v<View> && std::integral<typename View::non_const_value_type> &&
             !std::same_as<typename View::non_const_value_type, bool> && View::rank() <= Impl::layout::max_rank)
  Integers(View const& view)
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
