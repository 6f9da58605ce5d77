// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>

namespace KokkosAxis::Impl::layout {

/// Which kernels can use memory, of a View whose type has been taken off.
class Reach {
 public:
  Reach() = default;

  template <class View>
  static constexpr Reach of() {
    return Reach(reachable<Kokkos::DefaultHostExecutionSpace, View>, reachable<Kokkos::DefaultExecutionSpace, View>);
  }

  /// Those of this execution space?
  template <class Exec>
  bool from() const {
    constexpr bool host = Kokkos::SpaceAccessibility<Exec, Kokkos::HostSpace>::accessible;
    return host ? m_host : m_device;
  }

 private:
  template <class Exec, class View>
  static constexpr bool reachable = Kokkos::SpaceAccessibility<Exec, typename View::memory_space>::accessible;

  constexpr Reach(bool host, bool device) : m_host(host), m_device(device) {}

  bool m_host   = true;
  bool m_device = true;
};

}  // namespace KokkosAxis::Impl::layout
