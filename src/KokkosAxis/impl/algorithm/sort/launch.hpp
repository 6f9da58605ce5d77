// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosAxis/impl/tuning/sort.hpp>

#include <Kokkos_Core.hpp>

#include <cstdint>
#include <string>

namespace KokkosAxis::Impl::algorithm {

/// Kokkos passes a functor by one of several ways; those for large ones make the host wait for the device, and cannot
/// be captured in a graph. This hint passes any functor that fits them as the kernel's arguments.
template <class Policy, class Kernel>
void launch(char const* label, Policy const& policy, Kernel const& kernel) {
  static_assert(sizeof(Kernel) < 4096 - 256, "a kernel's arguments are at most 4 KB, some of which Kokkos takes");
  using Kokkos::Experimental::WorkItemProperty;
  Kokkos::parallel_for(label, Kokkos::Experimental::require(policy, WorkItemProperty::HintLightWeight), kernel);
}

/// Runs `kernel`, a functor over teams, on the caller's instance. Bounds for a team of 1024 make the compiler save
/// registers: 64 a thread, with which scratch and not registers limits how many teams share a multiprocessor.
template <class Exec, class Kernel>
void launch_teams(char const* label, Exec const& exec, std::int64_t teams, tuning::SortTuning const& t,
                  Kernel const& kernel) {
  if (teams == 0) return;
  Kokkos::TeamPolicy<Exec, Kokkos::LaunchBounds<1024, 1>> policy(exec, static_cast<int>(teams), t.team_size);
  policy.set_scratch_size(0, Kokkos::PerTeam(static_cast<int>(t.scratch)));
  launch(label, policy, kernel);
}

/// Runs `kernel(i)` for i in [0, n).
template <class Exec, class Kernel>
void launch_range(char const* label, Exec const& exec, std::int64_t n, Kernel const& kernel) {
  if (n == 0) return;
  launch(label, Kokkos::RangePolicy<Exec, Kokkos::IndexType<std::int64_t>>(exec, 0, n), kernel);
}

/// The same where every item is the work of a whole host thread.
template <class Exec, class Kernel>
void launch_workers(char const* label, Exec const& exec, std::int64_t n, Kernel const& kernel) {
  if (n == 0) return;
  Kokkos::RangePolicy<Exec, Kokkos::IndexType<std::int64_t>> policy(exec, 0, n, Kokkos::ChunkSize(1));
  launch(label, policy, kernel);
}

}  // namespace KokkosAxis::Impl::algorithm
