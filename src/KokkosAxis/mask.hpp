// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosAxis/impl/layout/strided.hpp>

#include <Kokkos_Core.hpp>

#include <concepts>

namespace KokkosAxis {

/// Which elements of an input count: a View of bool with the input's extents.
///
/// A handle, as Workspace: the View it was made from must outlive the work of the call. It is read by the kernels and
/// not before.
class Mask {
 public:
  Mask() = default;

  template <class View>
    requires(Kokkos::is_view_v<View> && std::same_as<typename View::non_const_value_type, bool>)
  Mask(View const& view)
      : m_given(true),
        m_where(Impl::layout::describe(view)),
        m_host(reachable<Kokkos::DefaultHostExecutionSpace, View>),
        m_device(reachable<Kokkos::DefaultExecutionSpace, View>) {}

  bool given() const { return m_given; }
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

  bool m_given = false;
  Impl::layout::Strided m_where{};
  bool m_host   = true;
  bool m_device = true;
};

}  // namespace KokkosAxis
