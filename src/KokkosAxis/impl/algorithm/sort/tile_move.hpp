// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosAxis/impl/algorithm/sort/launch.hpp>
#include <KokkosAxis/impl/layout/sort_data.hpp>
#include <KokkosAxis/impl/primitive/portable/team.hpp>

#include <Kokkos_Core.hpp>

#include <cstdint>

namespace KokkosAxis::Impl::algorithm {

/// Copies slices from one stride to another through square tiles in team scratch, so that both sides are coalesced.
template <class Exec, class Bits>
class TileMove {
  using Member                             = typename Kokkos::TeamPolicy<Exec>::member_type;
  static constexpr std::uint32_t side      = sizeof(Bits) == 8 ? 32 : 64;
  static constexpr std::uint32_t pitch     = side + 1;  // against bank conflicts where a tile is read across
  static constexpr std::int64_t tile_bytes = side * pitch * (sizeof(Bits) > 4 ? sizeof(Bits) : 4);
  static_assert(tile_bytes + tuning::scratch_slack <= 32 * 1024, "host spaces have 32 KB of team scratch");

 public:
  static void run(Exec const& exec, layout::KeysAndIndex const& source, layout::KeysAndIndex const& sink) {
    TileMove const move{.m_source = source, .m_sink = sink};
    std::int64_t const teams = move.tiles_along() * ((move.at().count + side - 1) / side);
    launch_teams("KokkosAxis::sort::turn", exec, teams,
                 {.team_size = tuning::device_of(exec).max_team,
                  .slices    = side,
                  .tile      = side * side,
                  .scratch   = tile_bytes + tuning::scratch_slack},
                 move);
  }

  KOKKOS_FUNCTION void operator()(Member const& team) const {
    std::int64_t const block = team.league_rank() / tiles_along(), along = team.league_rank() - block * tiles_along();
    Part const part{block * side, along * side, at().count, at().length};
    void* const tile = primitive::team_array<std::uint64_t>(team, tile_bytes / 8);
    if (m_sink.keys != nullptr) {
      turn<Bits>(team, part, m_source.keys, m_source.keys_at, static_cast<Bits*>(tile), m_sink.keys_at,
                 [&](std::int64_t to, Bits key) { layout::store<Bits>(m_sink.keys, to, key); });
      team.team_barrier();
    }
    if (m_sink.index.data != nullptr)
      turn<std::uint32_t>(team, part, m_source.index.data, m_source.index_at, static_cast<std::uint32_t*>(tile),
                          m_sink.index_at, [&](std::int64_t to, std::uint32_t index) { m_sink.index.put(to, index); });
  }

  layout::KeysAndIndex m_source;
  layout::KeysAndIndex m_sink;

 private:
  struct Part {
    std::int64_t first_slice, begin, count, length;
  };
  struct Place {
    std::uint32_t slice, i;
    bool inside;
  };

  KOKKOS_FUNCTION layout::Slices const& at() const {
    return m_source.keys != nullptr ? m_source.keys_at : m_source.index_at;
  }
  KOKKOS_FUNCTION std::int64_t tiles_along() const { return (at().length + side - 1) / side; }

  /// Neighbours in the memory of `where` are neighbouring t.
  KOKKOS_FORCEINLINE_FUNCTION static Place place(Part const& part, layout::Slices const& where, std::uint32_t t) {
    std::uint32_t const major = t / side, minor = t % side;
    std::uint32_t const s = where.interleaved() ? minor : major, i = where.interleaved() ? major : minor;
    return {s, i, part.first_slice + s < part.count && part.begin + i < part.length};
  }
  KOKKOS_FORCEINLINE_FUNCTION static std::int64_t offset(Part const& part, layout::Slices const& where,
                                                         Place const& p) {
    return where.offset(part.first_slice + p.slice) + (part.begin + p.i) * where.stride;
  }

  template <class T, class Put>
  KOKKOS_FORCEINLINE_FUNCTION static void turn(Member const& team, Part const& part, void const* from,
                                               layout::Slices const& from_at, T* tile, layout::Slices const& to_at,
                                               Put&& put) {
    primitive::team_for(
        team, side * side,
        [&](std::uint32_t t) {
          Place const p = place(part, from_at, t);
          return p.inside ? layout::load<T>(from, offset(part, from_at, p)) : T{};
        },
        [&](std::uint32_t t, T value) {
          Place const p               = place(part, from_at, t);
          tile[p.slice * pitch + p.i] = value;
        });
    team.team_barrier();
    primitive::team_for(team, side * side, [&](std::uint32_t t) {
      Place const p = place(part, to_at, t);
      if (p.inside) put(offset(part, to_at, p), tile[p.slice * pitch + p.i]);
    });
  }
};

}  // namespace KokkosAxis::Impl::algorithm
