// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosAxis/impl/algorithm/sort/launch.hpp>
#include <KokkosAxis/impl/algorithm/sort/tile_offsets.hpp>
#include <KokkosAxis/impl/layout/sort_data.hpp>
#include <KokkosAxis/impl/primitive/portable/team.hpp>
#include <KokkosAxis/impl/primitive/portable/team_rank.hpp>

#include <Kokkos_Core.hpp>

#include <cstdint>

namespace KokkosAxis::Impl::algorithm {

/// One pass of tile_radix: `source` to `sink`, stably ordered by one digit of the codes.
template <class Exec, class Codec>
class TilePass {
  using Bits   = typename Codec::Bits;
  using Member = typename Kokkos::TeamPolicy<Exec>::member_type;

  // words in scratch: a digit above the 16-bit place of its key in the tile
  static constexpr int place_bits           = 16;
  static constexpr std::uint32_t place_mask = 0xFFFF;

 public:
  static void run(Exec const& exec, layout::SortData<Codec> const& data, int shift, tuning::SortTuning const& tuning,
                  TileOffsets const& offsets) {
    TilePass const pass(data, shift, tuning, offsets);
    std::int64_t const teams        = offsets.count * offsets.tiles;
    tuning::SortTuning const counts = tuning::tile_count(tuning, tuning::device_of(exec));
    launch_teams("KokkosAxis::sort::tile_radix::count", exec, teams, counts, Count{pass});
    scan_offsets(exec, offsets, data.length(), tuning.team_size);
    launch_teams("KokkosAxis::sort::tile_radix::scatter", exec, teams, tuning, Scatter{pass});
  }

 private:
  TilePass(layout::SortData<Codec> const& data, int shift, tuning::SortTuning const& tuning, TileOffsets const& offsets)
      : m_data(data), m_offsets(offsets), m_tile(static_cast<std::uint32_t>(tuning.tile)), m_shift(shift) {}

  /// The tile of a team.
  struct Tile {
    std::int64_t slice, number, begin;
    std::uint32_t size;
  };

  KOKKOS_FUNCTION Tile tile_of(Member const& team) const {
    std::int64_t const slice = team.league_rank() / m_offsets.tiles;
    std::int64_t const tile  = team.league_rank() - slice * m_offsets.tiles;
    std::int64_t const begin = tile * m_tile, left = m_data.source.keys_at.length - begin;
    return {slice, tile, begin, left < m_tile ? static_cast<std::uint32_t>(left) : m_tile};
  }

  KOKKOS_FORCEINLINE_FUNCTION std::uint32_t digit(Bits bits) const {
    return static_cast<std::uint32_t>(m_data.codec.encode(bits) >> m_shift) & (tuning::digit_bins - 1);
  }

  // Kernels are public: nvcc names them outside of the class.
 public:
  struct Count {
    TilePass pass;

    KOKKOS_FUNCTION void operator()(Member const& team) const {
      Tile const tile            = pass.tile_of(team);
      std::uint32_t* const table = primitive::team_array<std::uint32_t>(team, tuning::digit_bins);
      primitive::team_for(team, tuning::digit_bins, [&](std::uint32_t d) { table[d] = 0; });
      team.team_barrier();

      layout::Column<Bits> const source(pass.m_data.source, tile.slice);
      primitive::team_for(
          team, tile.size, [&](std::uint32_t i) { return pass.digit(source.key(tile.begin + i)); },
          [&](std::uint32_t, std::uint32_t digit) { Kokkos::atomic_add(&table[digit], 1u); });
      team.team_barrier();

      primitive::team_for(team, tuning::digit_bins,
                          [&](std::uint32_t d) { pass.m_offsets.at_tile(tile.slice, tile.number, d) = table[d]; });
      if (tile.number == 0 && team.team_rank() == 0) pass.m_offsets.one_digit[tile.slice] = 0;
    }
  };

  struct Scatter {
    TilePass pass;

    KOKKOS_FUNCTION void operator()(Member const& team) const {
      Tile const tile = pass.tile_of(team);
      layout::Column<Bits> const source(pass.m_data.source, tile.slice), sink(pass.m_data.sink, tile.slice);

      if (pass.m_offsets.one_digit[tile.slice] != 0) {  // nothing to order: the tile moves as it is
        primitive::team_for(
            team, tile.size, [&](std::uint32_t i) { return get(source, tile.begin + i); },
            [&](std::uint32_t i, Element const& element) { put(sink, tile.begin + i, element); });
        return;
      }

      std::uint32_t* const words = primitive::team_array<std::uint32_t>(team, pass.m_tile);
      std::uint32_t* const spare = primitive::team_array<std::uint32_t>(team, pass.m_tile);
      std::uint32_t* const base  = primitive::team_array<std::uint32_t>(team, tuning::digit_bins);
      primitive::TeamRank<Member> const rank(team);

      primitive::team_for(
          team, tile.size, [&](std::uint32_t i) { return pass.digit(source.key(tile.begin + i)); },
          [&](std::uint32_t i, std::uint32_t digit) { words[i] = digit << place_bits | i; });
      primitive::team_for(team, tuning::digit_bins,
                          [&](std::uint32_t d) { base[d] = pass.m_offsets.first(tile.slice, tile.number, d); });
      team.team_barrier();
      rank(words, spare, tile.size, place_bits);
      rank(spare, words, tile.size, place_bits + rank.digit_bits);

      // position of an element = first position of its digit + place among the tile's elements of that digit
      primitive::team_for(team, tile.size, [&](std::uint32_t p) {
        std::uint32_t const d = words[p] >> place_bits;
        if (p == 0 || words[p - 1] >> place_bits != d) base[d] -= p;
      });
      team.team_barrier();
      primitive::team_for(
          team, tile.size, [&](std::uint32_t p) { return get(source, tile.begin + (words[p] & place_mask)); },
          [&](std::uint32_t p, Element const& element) { put(sink, base[words[p] >> place_bits] + p, element); });
    }
  };

 private:
  struct Element {
    Bits key;
    std::uint32_t index;
  };
  KOKKOS_FORCEINLINE_FUNCTION static Element get(layout::Column<Bits> const& source, std::int64_t i) {
    return {source.key(i), source.index(i)};
  }
  KOKKOS_FORCEINLINE_FUNCTION static void put(layout::Column<Bits> const& sink, std::int64_t to,
                                              Element const& element) {
    if (sink.has_keys()) sink.put_key(to, element.key);
    if (sink.has_index()) sink.put_index(to, element.index);
  }

  layout::SortData<Codec> m_data;
  TileOffsets m_offsets;
  std::uint32_t m_tile;
  int m_shift;
};

}  // namespace KokkosAxis::Impl::algorithm
