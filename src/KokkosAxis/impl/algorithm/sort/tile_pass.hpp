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
  using Rank   = primitive::TeamRank<Member, tuning::rank_bins, tuning::rank_stride>;

 public:
  static void run(Exec const& exec, layout::SortData<Codec> const& data, int shift, tuning::SortTuning const& tuning,
                  TileOffsets const& offsets) {
    TilePass const pass(data, shift, tuning, offsets);
    std::int64_t const teams = offsets.count * offsets.tiles;
    launch_teams("KokkosAxis::sort::tile_radix::count", exec, teams, tuning, Count{pass});
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

  struct Count {
    TilePass pass;

    KOKKOS_FUNCTION void operator()(Member const& team) const {
      Tile const tile            = pass.tile_of(team);
      std::uint32_t* const table = primitive::team_array<std::uint32_t>(team, tuning::digit_bins);
      primitive::team_for(team, tuning::digit_bins, [&](std::uint32_t d) { table[d] = 0; });
      team.team_barrier();

      auto const& source    = pass.m_data.source;
      std::int64_t const at = source.keys_at.offset(tile.slice);
      primitive::team_for(team, tile.size, [&](std::uint32_t i) {
        Kokkos::atomic_inc(&table[pass.digit(source.template key<Bits>(at, tile.begin + i))]);
      });
      team.team_barrier();

      primitive::team_for(team, tuning::digit_bins,
                          [&](std::uint32_t d) { pass.m_offsets.at_tile(tile.slice, tile.number, d) = table[d]; });
      if (tile.number == 0 && team.team_rank() == 0) pass.m_offsets.one_digit[tile.slice] = 0;
    }
  };

  struct Scatter {
    TilePass pass;

    KOKKOS_FUNCTION void operator()(Member const& team) const {
      Tile const tile            = pass.tile_of(team);
      auto const& source         = pass.m_data.source;
      std::int64_t const keys_at = source.keys_at.offset(tile.slice), index_at = source.index_at.offset(tile.slice);
      auto const position = [&](std::uint32_t i) {
        std::int64_t const at = tile.begin + i;
        return source.index.data == nullptr ? static_cast<std::uint32_t>(at)
                                            : layout::load<std::uint32_t>(source.index.data, index_at + at);
      };

      if (pass.m_offsets.one_digit[tile.slice] != 0) {  // nothing to order: the tile moves as it is
        primitive::team_for(team, tile.size, [&](std::uint32_t i) {
          pass.put(tile.slice, static_cast<std::uint32_t>(tile.begin) + i,
                   source.template key<Bits>(keys_at, tile.begin + i), position(i));
        });
        return;
      }

      Bits* const bits           = primitive::team_array<Bits>(team, pass.m_tile);
      std::uint16_t* const from  = primitive::team_array<std::uint16_t>(team, pass.m_tile);
      std::uint16_t* const to    = primitive::team_array<std::uint16_t>(team, pass.m_tile);
      std::uint16_t* const table = primitive::team_array<std::uint16_t>(team, tuning::rank_stride * team.team_size());
      std::uint32_t* const base  = primitive::team_array<std::uint32_t>(team, tuning::digit_bins);

      primitive::team_for(team, tile.size, [&](std::uint32_t i) {
        bits[i] = source.template key<Bits>(keys_at, tile.begin + i);
        from[i] = static_cast<std::uint16_t>(i);
      });
      primitive::team_for(team, tuning::digit_bins,
                          [&](std::uint32_t d) { base[d] = pass.m_offsets.first(tile.slice, tile.number, d); });
      team.team_barrier();

      Rank const rank(team, table);
      rank(from, to, tile.size, [&](std::uint16_t i) { return pass.digit(bits[i]) & (tuning::rank_bins - 1); });
      rank(to, from, tile.size, [&](std::uint16_t i) { return pass.digit(bits[i]) >> tuning::rank_bits; });

      // position of an element = first position of its digit + place among the tile's elements of that digit
      primitive::team_for(team, tile.size, [&](std::uint32_t p) {
        std::uint32_t const d = pass.digit(bits[from[p]]);
        if (p == 0 || pass.digit(bits[from[p - 1]]) != d) base[d] -= p;
      });
      team.team_barrier();
      primitive::team_for(team, tile.size, [&](std::uint32_t p) {
        std::uint32_t const i = from[p];
        pass.put(tile.slice, base[pass.digit(bits[i])] + p, bits[i], position(i));
      });
    }
  };

  KOKKOS_FORCEINLINE_FUNCTION void put(std::int64_t slice, std::uint32_t to, Bits bits, std::uint32_t index) const {
    auto const& sink = m_data.sink;
    if (sink.keys != nullptr)
      layout::store<Bits>(sink.keys, sink.keys_at.offset(slice) + to * sink.keys_at.stride, bits);
    if (sink.index.data != nullptr) sink.index.put(sink.index_at.offset(slice) + to * sink.index_at.stride, index);
  }

  layout::SortData<Codec> m_data;
  TileOffsets m_offsets;
  std::uint32_t m_tile;
  int m_shift;
};

}  // namespace KokkosAxis::Impl::algorithm
