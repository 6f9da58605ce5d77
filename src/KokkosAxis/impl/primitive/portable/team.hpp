// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>

#include <cstdint>

namespace KokkosAxis::Impl::primitive {

/// Calls f(i) for i in [0, n), the threads of the team side by side.
template <class Member, class F>
KOKKOS_FORCEINLINE_FUNCTION void team_for(Member const& team, std::uint32_t n, F&& f) {
  for (std::uint32_t i = team.team_rank(); i < n; i += team.team_size()) f(i);
}

/// A piece of team scratch.
template <class T, class Member>
KOKKOS_FORCEINLINE_FUNCTION T* team_array(Member const& team, std::int64_t n) {
  return static_cast<T*>(team.team_scratch(0).get_shmem_aligned(n * sizeof(T), alignof(T)));
}

}  // namespace KokkosAxis::Impl::primitive
