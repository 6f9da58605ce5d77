// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosAxis/impl/algorithm/sort/launch.hpp>
#include <KokkosAxis/impl/layout/sort_data.hpp>
#include <KokkosAxis/impl/primitive/portable/team.hpp>
#include <KokkosAxis/impl/primitive/portable/team_rank.hpp>

#include <Kokkos_Core.hpp>

#include <cstdint>
#include <type_traits>

namespace KokkosAxis::Impl::algorithm {

/// A slice sorted in the scratch of one team. What the radix passes move are words of 32 bits: 16 bits of a key's code
/// above the key's 16-bit place; longer codes take a round of passes for each 16 bits, lowest first. Only digits in
/// which the slice's codes differ take a pass. Keys are read again by place at the end, so stored bits need not be
/// decoded.
template <class Exec, class Codec>
class TeamRadix {
  using Bits   = typename Codec::Bits;
  using Member = typename Kokkos::TeamPolicy<Exec>::member_type;
  using Rank   = primitive::TeamRank<Member>;

  static constexpr int place_bits           = 16;
  static constexpr std::uint32_t place_mask = 0xFFFF;
  static constexpr int round_bits           = sizeof(Bits) == 1 ? 8 : 16;
  static constexpr int rounds               = 8 * sizeof(Bits) / round_bits;

 public:
  static void run(Exec const& exec, layout::SortData<Codec> const& data, tuning::SortTuning const& tuning) {
    launch_teams("KokkosAxis::sort::team_radix", exec, data.count(), tuning, TeamRadix{data});
  }

  KOKKOS_FUNCTION void operator()(Member const& team) const {
    std::uint32_t const n = static_cast<std::uint32_t>(m_data.source.keys_at.length);
    std::uint32_t* words  = primitive::team_array<std::uint32_t>(team, n);
    std::uint32_t* spare  = primitive::team_array<std::uint32_t>(team, n);
    Rank const rank(team);
    layout::Column<Bits> const source(m_data.source, team.league_rank()), sink(m_data.sink, team.league_rank());

    Bits const differing = load(team, source, n, words);
    for (int round = 0; round < rounds; ++round) {
      std::uint32_t const digits = word(differing, round, 0);
      if (round > 0 && digits != 0) next_round(team, source, n, round, words);
      for (int shift = place_bits; shift < place_bits + round_bits; shift += Rank::digit_bits) {
        if ((digits >> shift & Rank::digit_mask) == 0) continue;
        rank(words, spare, n, shift);
        Kokkos::kokkos_swap(words, spare);
      }
    }
    write(team, source, sink, n, words, spare);
  }

  layout::SortData<Codec> m_data;

 private:
  KOKKOS_FORCEINLINE_FUNCTION static std::uint32_t word(Bits code, int round, std::uint32_t place) {
    return static_cast<std::uint32_t>(code >> (round * round_bits) & place_mask) << place_bits | place;
  }

  /// Words of the lowest round; returns the bits in which codes of the slice differ.
  KOKKOS_FUNCTION Bits load(Member const& team, layout::Column<Bits> const& source, std::uint32_t n,
                            std::uint32_t* words) const {
    Bits const first        = m_data.codec.encode(source.key(0));
    std::uint64_t differing = 0;
    Kokkos::parallel_reduce(
        Kokkos::TeamThreadRange(team, team.team_size()),
        [&](int, std::uint64_t& sum) {
          primitive::team_for(
              team, n, [&](std::uint32_t i) { return source.key(i); },
              [&](std::uint32_t i, Bits key) {
                Bits const code = m_data.codec.encode(key);
                words[i]        = word(code, 0, i);
                sum |= static_cast<Bits>(code ^ first);
              });
        },
        Kokkos::BOr<std::uint64_t>(differing));
    team.team_barrier();
    return static_cast<Bits>(differing);
  }

  KOKKOS_FUNCTION void next_round(Member const& team, layout::Column<Bits> const& source, std::uint32_t n, int round,
                                  std::uint32_t* words) const {
    primitive::team_for(
        team, n, [&](std::uint32_t p) { return source.key(words[p] & place_mask); },
        [&](std::uint32_t p, Bits key) { words[p] = word(m_data.codec.encode(key), round, words[p] & place_mask); });
    team.team_barrier();
  }

  /// Keys pass through scratch in parts of up to 32 bits, so that an in-place call reads a part of all keys before it
  /// overwrites that part of any.
  KOKKOS_FUNCTION void write(Member const& team, layout::Column<Bits> const& source, layout::Column<Bits> const& sink,
                             std::uint32_t n, std::uint32_t const* words, std::uint32_t* spare) const {
    using Part          = std::conditional_t<sizeof(Bits) == 8, std::uint32_t, Bits>;
    constexpr int parts = sizeof(Bits) / sizeof(Part);
    for (int part = 0; sink.has_keys() && part < parts; ++part) {
      primitive::team_for(
          team, n,
          [&](std::uint32_t p) {
            return layout::load<Part>(source.keys(), source.key_offset(words[p] & place_mask) * parts + part);
          },
          [&](std::uint32_t p, Part key) { spare[p] = key; });
      team.team_barrier();
      primitive::team_for(team, n, [&](std::uint32_t p) {
        layout::store<Part>(sink.keys(), sink.key_offset(p) * parts + part, static_cast<Part>(spare[p]));
      });
      team.team_barrier();
    }
    if (sink.has_index())
      primitive::team_for(team, n, [&](std::uint32_t p) { sink.put_index(p, words[p] & place_mask); });
  }
};

}  // namespace KokkosAxis::Impl::algorithm
