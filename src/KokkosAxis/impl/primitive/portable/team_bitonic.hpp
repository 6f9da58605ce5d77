// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosAxis/impl/primitive/portable/team.hpp>

#include <Kokkos_Core.hpp>

#include <cstdint>

namespace KokkosAxis::Impl::primitive {

/// Sorts n items in team scratch by a bitonic network. In the reflected form of the network every comparator puts the
/// smaller item first, so a partner past the end can be left out, as if it were a largest item that never moves: any n,
/// no padding, no sentinel. `precedes` must order distinct items totally. All of the team calls; items can be read on
/// return. (Batcher, "Sorting networks and their applications", 1968.)
template <class Member, class Item, class Precedes>
KOKKOS_FUNCTION void team_bitonic(Member const& team, Item* items, std::uint32_t n, Precedes&& precedes) {
  auto const compare_exchange = [&](std::uint32_t low, std::uint32_t high) {
    if (high >= n) return;
    Item const a = items[low], b = items[high];
    if (precedes(b, a)) {
      items[low]  = b;
      items[high] = a;
    }
  };
  std::uint32_t padded = 1;
  while (padded < n) padded *= 2;
  for (std::uint32_t block = 2; block <= padded; block *= 2) {
    team_for(team, padded / 2, [&](std::uint32_t c) {
      std::uint32_t const start = c / (block / 2) * block, i = c % (block / 2);
      compare_exchange(start + i, start + block - 1 - i);
    });
    team.team_barrier();
    for (std::uint32_t half = block / 4; half > 0; half /= 2) {
      team_for(team, padded / 2, [&](std::uint32_t c) {
        std::uint32_t const low = c / half * 2 * half + c % half;
        compare_exchange(low, low + half);
      });
      team.team_barrier();
    }
  }
}

}  // namespace KokkosAxis::Impl::primitive
