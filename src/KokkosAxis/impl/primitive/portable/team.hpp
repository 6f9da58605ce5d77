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

/// The same as use(i, load(i)), with several loads under way before the first use: a load cannot pass the stores of a
/// use.
template <class Member, class Load, class Use>
KOKKOS_FORCEINLINE_FUNCTION void team_for(Member const& team, std::uint32_t n, Load&& load, Use&& use) {
  constexpr std::uint32_t batch = 4;
  std::uint32_t const step      = team.team_size();
  std::uint32_t i               = team.team_rank();
  for (; i + (batch - 1) * step < n; i += batch * step) {
    decltype(load(i)) loaded[batch];
    for (std::uint32_t b = 0; b < batch; ++b) loaded[b] = load(i + b * step);
    for (std::uint32_t b = 0; b < batch; ++b) use(i + b * step, loaded[b]);
  }
  for (; i < n; i += step) use(i, load(i));
}

/// A piece of team scratch.
template <class T, class Member>
KOKKOS_FORCEINLINE_FUNCTION T* team_array(Member const& team, std::int64_t n) {
  return static_cast<T*>(team.team_scratch(0).get_shmem_aligned(n * sizeof(T), alignof(T)));
}

}  // namespace KokkosAxis::Impl::primitive
