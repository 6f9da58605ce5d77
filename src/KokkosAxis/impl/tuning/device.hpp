// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosAxis/impl/primitive/simt/simt.hpp>

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <cstdint>

namespace KokkosAxis::Impl::tuning {

/// What routes and tuning need to know of an execution space instance.
struct Device {
  bool host            = true;
  int threads          = 1;          // how many work at once
  int max_team         = 1;          // threads of a team
  std::int64_t scratch = 32 * 1024;  // bytes of level 0 scratch a team can have
  int warp             = 0;          // lanes of a warp; 0 where there are no native kernels
  std::int64_t shared  = 0;          // bytes of shared memory a native block can have
  bool look_back       = false;      // may blocks wait for others that have begun
  int clustered        = 0;          // how many blocks can reach each other's shared memory

  friend bool operator==(Device const&, Device const&) = default;
};

template <class Exec>
inline constexpr bool is_host =
    Kokkos::SpaceAccessibility<Exec, Kokkos::HostSpace>::accessible &&
    Kokkos::SpaceAccessibility<Kokkos::DefaultHostExecutionSpace, typename Exec::memory_space>::accessible;

/// Scratch is asked of Kokkos, whose releases differ; what a kernel has measured well with is at most 48 KB. A team on
/// a host space is one thread: slices are the parallel unit there, and barriers of threads that share a core cost more
/// than they could win.
template <class Exec>
Device device_of(Exec const& exec) {
  constexpr bool host = is_host<Exec>;
  Device device{.host     = host,
                .threads  = static_cast<int>(exec.concurrency()),
                .max_team = host ? 1 : 256,
                .scratch  = std::min(Kokkos::TeamPolicy<Exec>::scratch_size_max(0), 48 * 1024)};
  if constexpr (primitive::has_simt<Exec>) {
    using Simt       = primitive::simt_of_t<Exec>;
    device.warp      = Simt::has_lanes(exec) ? Simt::lanes : 0;
    device.shared    = Simt::shared_bytes(exec);
    device.look_back = Simt::makes_progress;
    device.clustered = Simt::most_clustered(exec);
  }
  return device;
}

}  // namespace KokkosAxis::Impl::tuning
