// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosAxis/impl/algorithm/sort/launch.hpp>
#include <KokkosAxis/impl/layout/sort_data.hpp>
#include <KokkosAxis/impl/primitive/portable/divisor.hpp>
#include <KokkosAxis/impl/primitive/portable/team.hpp>
#include <KokkosAxis/impl/primitive/portable/team_rank.hpp>

#include <Kokkos_Core.hpp>

#include <cstdint>
#include <type_traits>

namespace KokkosAxis::Impl::algorithm {

/// A slice sorted in the scratch of one team. What the radix passes move are words of 32 bits: 16 bits of a key's code
/// above the key's 16-bit place; longer codes take a round of passes for each 16 bits, lowest first. Only digits in
/// which the slice's codes differ take a pass. Keys are read again by place at the end, so stored bits need not be
/// decoded. Where slices are interleaved in memory a team takes several neighbours, which keeps loads and stores
/// coalesced.
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
    std::int64_t const teams = (data.count() + tuning.slices - 1) / tuning.slices;
    launch_teams("KokkosAxis::sort::team_radix", exec, teams, tuning, TeamRadix(data, tuning));
  }

  KOKKOS_FUNCTION void operator()(Member const& team) const {
    std::int64_t const first = static_cast<std::int64_t>(team.league_rank()) * m_slices;
    std::int64_t const left  = m_data.source.keys_at.count - first;
    std::uint32_t const here = left < m_slices ? static_cast<std::uint32_t>(left) : m_slices;

    std::uint32_t* const words = primitive::team_array<std::uint32_t>(team, m_slices * m_length);
    std::uint32_t* const spare = primitive::team_array<std::uint32_t>(team, m_slices * m_length);
    Rank const rank(team);

    Bits const differing = load(team, first, here, words);
    for (std::uint32_t s = 0; s < here; ++s)
      sort(team, rank, first + s, differing, words + s * m_length, spare + s * m_length);
    write(team, first, here, words, spare);
  }

 private:
  TeamRadix(layout::SortData<Codec> const& data, tuning::SortTuning const& tuning)
      : m_data(data),
        m_length(static_cast<std::uint32_t>(data.length())),
        m_slices(static_cast<std::uint32_t>(tuning.slices)),
        m_by_slices(m_slices) {}

  KOKKOS_FORCEINLINE_FUNCTION static std::uint32_t word(Bits code, int round, std::uint32_t place) {
    return static_cast<std::uint32_t>(code >> (round * round_bits) & place_mask) << place_bits | place;
  }

  /// Words of the lowest round; returns the bits in which codes of a slice differ, in any slice of the team.
  KOKKOS_FUNCTION Bits load(Member const& team, std::int64_t first, std::uint32_t here, std::uint32_t* words) const {
    auto const& source      = m_data.source;
    std::uint64_t differing = 0;
    Kokkos::parallel_reduce(
        Kokkos::TeamThreadRange(team, team.team_size()),
        [&](int, std::uint64_t& sum) {
          each(team, here, source.keys_at.interleaved(), [&](std::uint32_t s, std::uint32_t i) {
            std::int64_t const at   = source.keys_at.offset(first + s);
            Bits const code         = m_data.codec.encode(source.template key<Bits>(at, i));
            Bits const previous     = m_data.codec.encode(source.template key<Bits>(at, i == 0 ? 0 : i - 1));
            words[s * m_length + i] = word(code, 0, i);
            sum |= static_cast<Bits>(code ^ previous);
          });
        },
        Kokkos::BOr<std::uint64_t>(differing));
    team.team_barrier();
    return static_cast<Bits>(differing);
  }

  /// words = the places of a slice in the order of their codes.
  KOKKOS_FUNCTION void sort(Member const& team, Rank const& rank, std::int64_t slice, Bits differing,
                            std::uint32_t* words, std::uint32_t* spare) const {
    std::uint32_t *from = words, *to = spare;
    for (int round = 0; round < rounds; ++round) {
      std::uint32_t const digits = word(differing, round, 0);
      if (round > 0 && digits != 0) {
        std::int64_t const at = m_data.source.keys_at.offset(slice);
        primitive::team_for(
            team, m_length, [&](std::uint32_t p) { return m_data.source.template key<Bits>(at, from[p] & place_mask); },
            [&](std::uint32_t p, Bits key) { from[p] = word(m_data.codec.encode(key), round, from[p] & place_mask); });
        team.team_barrier();
      }
      for (int shift = place_bits; shift < place_bits + round_bits; shift += Rank::digit_bits) {
        if ((digits >> shift & Rank::digit_mask) == 0) continue;
        rank(from, to, m_length, shift);
        Kokkos::kokkos_swap(from, to);
      }
    }
    if (from == words) return;
    primitive::team_for(team, m_length, [&](std::uint32_t i) { words[i] = spare[i]; });
    team.team_barrier();
  }

  /// Keys pass through scratch in parts of up to 32 bits, so that an in-place call reads a part of all keys before it
  /// overwrites that part of any.
  KOKKOS_FUNCTION void write(Member const& team, std::int64_t first, std::uint32_t here, std::uint32_t const* words,
                             std::uint32_t* spare) const {
    using Part          = std::conditional_t<sizeof(Bits) == 8, std::uint32_t, Bits>;
    constexpr int parts = sizeof(Bits) / sizeof(Part);
    auto const& source  = m_data.source;
    auto const& sink    = m_data.sink;
    for (int part = 0; sink.keys != nullptr && part < parts; ++part) {
      for (std::uint32_t s = 0; s < here; ++s) {
        std::int64_t const at = source.keys_at.offset(first + s);
        primitive::team_for(
            team, m_length,
            [&](std::uint32_t p) {
              std::int64_t const place = words[s * m_length + p] & place_mask;
              return layout::load<Part>(source.keys, (at + place * source.keys_at.stride) * parts + part);
            },
            [&](std::uint32_t p, Part key) { spare[s * m_length + p] = key; });
      }
      team.team_barrier();
      each(team, here, sink.keys_at.interleaved(), [&](std::uint32_t s, std::uint32_t p) {
        layout::store<Part>(sink.keys, (sink.keys_at.offset(first + s) + p * sink.keys_at.stride) * parts + part,
                            static_cast<Part>(spare[s * m_length + p]));
      });
      team.team_barrier();
    }
    if (sink.index.data != nullptr)
      each(team, here, sink.index_at.interleaved(), [&](std::uint32_t s, std::uint32_t p) {
        sink.index.put(sink.index_at.offset(first + s) + p * sink.index_at.stride,
                       words[s * m_length + p] & place_mask);
      });
  }

  /// f(slice, position) for all elements of the team, neighbours in memory by neighbouring threads.
  template <class F>
  KOKKOS_FORCEINLINE_FUNCTION void each(Member const& team, std::uint32_t here, bool interleaved, F&& f) const {
    if (interleaved && m_slices > 1) {
      primitive::team_for(team, m_slices * m_length, [&](std::uint32_t t) {
        std::uint32_t const i = m_by_slices(t), s = t - i * m_slices;
        if (s < here) f(s, i);
      });
    } else {
      for (std::uint32_t s = 0; s < here; ++s) primitive::team_for(team, m_length, [&](std::uint32_t i) { f(s, i); });
    }
  }

  layout::SortData<Codec> m_data;
  std::uint32_t m_length;
  std::uint32_t m_slices;
  primitive::Divisor m_by_slices;
};

}  // namespace KokkosAxis::Impl::algorithm
