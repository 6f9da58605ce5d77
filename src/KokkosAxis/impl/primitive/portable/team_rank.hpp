// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosAxis/impl/primitive/portable/team.hpp>

#include <Kokkos_Core.hpp>

#include <cstdint>

namespace KokkosAxis::Impl::primitive {

/// Stable counting sort of 32-bit words by a digit of 4 bits, in team scratch.
///
/// Each thread counts a run of consecutive words into counters of its own, one a digit; a scan over (digit, thread)
/// turns them into first positions; each thread then places its run in order. No atomics, so the order is the same on
/// every run. Runs have odd length, which keeps the lanes of a warp on different banks of scratch. (Counters a thread:
/// Satish, Harris, Garland, "Designing efficient sorting algorithms for manycore GPUs", 2009.)
template <class Member>
class TeamRank {
 public:
  static constexpr int digit_bits           = 4;
  static constexpr std::uint32_t bins       = 1 << digit_bits;
  static constexpr std::uint32_t digit_mask = bins - 1;

  /// Bytes of team scratch for the counters.
  static constexpr std::int64_t table_bytes(int team_size) { return std::int64_t{2} * bins * team_size; }

  /// Takes its counters from the team's scratch.
  KOKKOS_FUNCTION explicit TeamRank(Member const& team)
      : m_team(team), m_table(team_array<Share>(team, team.team_size())) {}

  /// to[...] = from[0, n) in the order of bits [shift, shift + 4); n < 2^16. All of the team calls; `to` can be read on
  /// return.
  KOKKOS_FUNCTION void operator()(std::uint32_t const* from, std::uint32_t* to, std::uint32_t n, int shift) const {
    std::uint32_t const threads = m_team.team_size(), me = m_team.team_rank();
    std::uint32_t const run   = ((n + threads - 1) / threads) | 1;
    std::uint32_t const begin = me * run < n ? me * run : n;
    std::uint32_t const end   = n - begin < run ? n : begin + run;
    std::uint16_t* const mine = m_table->count + me;  // counters of a digit lie side by side, thread by thread
    auto const counter        = [&](std::uint32_t word) -> std::uint16_t& {
      return mine[(word >> shift & digit_mask) * threads];
    };

    for (std::uint32_t d = 0; d < bins; ++d) mine[d * threads] = 0;
    in_batches(from, begin, end, [&](std::uint32_t word) { ++counter(word); });
    m_team.team_barrier();
    scan(me);
    in_batches(from, begin, end, [&](std::uint32_t word) { to[counter(word)++] = word; });
    m_team.team_barrier();
  }

 private:
  /// What one thread scans: as many counters as there are digits, moved as whole vectors.
  struct alignas(16) Share {
    std::uint16_t count[bins];
  };

  /// f(word) in order; words are loaded ahead of their use, since a load cannot pass the stores of f.
  template <class F>
  KOKKOS_FORCEINLINE_FUNCTION static void in_batches(std::uint32_t const* words, std::uint32_t begin, std::uint32_t end,
                                                     F&& f) {
    constexpr int batch = 4;
    std::uint32_t k     = begin;
    for (; k + batch <= end; k += batch) {
      std::uint32_t word[batch];
      for (int b = 0; b < batch; ++b) word[b] = words[k + b];
      for (int b = 0; b < batch; ++b) f(word[b]);
    }
    for (; k < end; ++k) f(words[k]);
  }

  KOKKOS_FUNCTION void scan(std::uint32_t me) const {
    Share share       = m_table[me];
    std::uint32_t sum = 0;
    for (std::uint32_t k = 0; k < bins; ++k) sum += share.count[k];
    std::uint32_t before = m_team.team_scan(sum);
    for (std::uint32_t k = 0; k < bins; ++k) {
      std::uint32_t const here = share.count[k];
      share.count[k]           = static_cast<std::uint16_t>(before);
      before += here;
    }
    m_table[me] = share;
    m_team.team_barrier();
  }

  Member const& m_team;
  Share* m_table;
};

}  // namespace KokkosAxis::Impl::primitive
