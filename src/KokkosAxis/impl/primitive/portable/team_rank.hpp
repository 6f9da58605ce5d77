// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosAxis/impl/primitive/portable/team.hpp>

#include <Kokkos_Core.hpp>

#include <cstdint>

namespace KokkosAxis::Impl::primitive {

/// Stable counting sort of a list of places by a digit of 4 bits, in team scratch.
///
/// Each thread counts a run of consecutive places into counters of its own, one a digit; a scan over (digit, thread)
/// turns them into first positions; each thread then places its run in order. No atomics, so the order is the same on
/// every run. Runs have odd length and a thread's share of the table is padded, which keeps lanes on different banks of
/// scratch. (Counters a thread: Satish, Harris, Garland, "Designing efficient sorting algorithms for manycore GPUs",
/// 2009.)
template <class Member, int Bins, int Stride>
class TeamRank {
 public:
  /// `table` holds Stride * team_size counters of 16 bits.
  KOKKOS_FUNCTION TeamRank(Member const& team, std::uint16_t* table) : m_team(team), m_table(table) {}

  /// to[...] = from[0, n) ordered by digit(place); n < 2^16. All of the team calls; `to` can be read on return.
  template <class Digit>
  KOKKOS_FUNCTION void operator()(std::uint16_t const* from, std::uint16_t* to, std::uint32_t n, Digit&& digit) const {
    std::uint32_t const threads = m_team.team_size(), me = m_team.team_rank();
    std::uint32_t const run   = ((n + threads - 1) / threads) | 1;
    std::uint32_t const begin = me * run < n ? me * run : n;
    std::uint32_t const end   = n - begin < run ? n : begin + run;

    for (std::uint32_t d = 0; d < Bins; ++d) m_table[slot(d * threads + me)] = 0;
    for (std::uint32_t k = begin; k < end; ++k) ++m_table[slot(digit(from[k]) * threads + me)];
    m_team.team_barrier();
    scan(me);
    for (std::uint32_t k = begin; k < end; ++k) {
      std::uint16_t const place                        = from[k];
      to[m_table[slot(digit(place) * threads + me)]++] = place;
    }
    m_team.team_barrier();
  }

 private:
  KOKKOS_FORCEINLINE_FUNCTION static std::uint32_t slot(std::uint32_t entry) {
    return entry + entry / Bins * (Stride - Bins);
  }

  /// Thread t scans entries [Bins * t, Bins * (t + 1)) of the table in (digit, thread) order.
  KOKKOS_FUNCTION void scan(std::uint32_t me) const {
    std::uint16_t* const mine = m_table + me * Stride;
    std::uint32_t sum         = 0;
    for (int k = 0; k < Bins; ++k) sum += mine[k];
    std::uint32_t before = m_team.team_scan(sum);
    for (int k = 0; k < Bins; ++k) {
      std::uint32_t const here = mine[k];
      mine[k]                  = static_cast<std::uint16_t>(before);
      before += here;
    }
    m_team.team_barrier();
  }

  Member const& m_team;
  std::uint16_t* m_table;
};

}  // namespace KokkosAxis::Impl::primitive
