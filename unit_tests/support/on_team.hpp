// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <cstdint>
#include <vector>

namespace KokkosAxis::Test {

/// Copies of host arrays in an execution space's memory, and back.
template <class Exec, class T>
Kokkos::View<T*, typename Exec::memory_space> to_device(std::vector<T> const& host) {
  Kokkos::View<T*, typename Exec::memory_space> device("to_device", host.size());
  Kokkos::View<T const*, Kokkos::HostSpace, Kokkos::MemoryTraits<Kokkos::Unmanaged>> const view(host.data(),
                                                                                                host.size());
  Kokkos::deep_copy(device, view);
  return device;
}

template <class View>
auto to_host(View const& device) {
  using T = typename View::non_const_value_type;
  Kokkos::fence("results of a test kernel");
  std::vector<T> host(device.extent(0));
  Kokkos::View<T*, Kokkos::HostSpace, Kokkos::MemoryTraits<Kokkos::Unmanaged>> const view(host.data(), host.size());
  Kokkos::deep_copy(view, device);
  return host;
}

/// The sizes of team that a space can run, up to 256.
template <class Exec>
std::vector<int> team_sizes() {
  bool const host = Kokkos::SpaceAccessibility<Kokkos::HostSpace, typename Exec::memory_space>::accessible;
  std::vector<int> sizes;
  for (int size : {1, 2, 3, 8, 32, 64, 128, 256})
    if (!host || size <= std::min(Exec().concurrency(), 8)) sizes.push_back(size);
  return sizes;
}

/// Runs one team of `size` threads with `scratch` bytes.
template <class Exec, class Kernel>
void run_team(int size, std::int64_t scratch, Kernel const& kernel) {
  Kokkos::TeamPolicy<Exec> policy(1, size);
  policy.set_scratch_size(0, Kokkos::PerTeam(static_cast<int>(scratch)));
  Kokkos::parallel_for("one team", policy, kernel);
}

}  // namespace KokkosAxis::Test
