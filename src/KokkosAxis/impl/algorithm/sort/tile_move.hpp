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
  using Member                        = typename Kokkos::TeamPolicy<Exec>::member_type;
  static constexpr std::uint32_t side = 32;

 public:
  static void run(Exec const& exec, layout::KeysAndIndex const& source, layout::KeysAndIndex const& sink) {
    TileMove const move{.m_source = source, .m_sink = sink};
    std::int64_t const teams   = move.tiles_along() * ((move.at().count + side - 1) / side);
    std::int64_t const scratch = side * (side + 1) * static_cast<std::int64_t>(sizeof(Bits) + 4);
    int const team_size        = tuning::device_of(exec).max_team;
    launch_teams(
        "KokkosAxis::sort::turn", exec, teams,
        tuning::SortTuning{
            .team_size = team_size, .slices = side, .tile = side * side, .scratch = scratch + tuning::scratch_slack},
        move);
  }

  KOKKOS_FUNCTION void operator()(Member const& team) const {
    std::int64_t const block = team.league_rank() / tiles_along(), along = team.league_rank() - block * tiles_along();
    Part const part{block * side, along * side, at().count, at().length};
    if (m_sink.keys != nullptr) {
      Bits* const tile = primitive::team_array<Bits>(team, side * (side + 1));
      each(team, part, m_source.keys_at, [&](std::uint32_t s, std::uint32_t i, std::int64_t at) {
        tile[s * (side + 1) + i] = layout::load<Bits>(m_source.keys, at);
      });
      team.team_barrier();
      each(team, part, m_sink.keys_at, [&](std::uint32_t s, std::uint32_t i, std::int64_t at) {
        layout::store<Bits>(m_sink.keys, at, tile[s * (side + 1) + i]);
      });
    }
    if (m_sink.index.data != nullptr) {
      std::uint32_t* const tile = primitive::team_array<std::uint32_t>(team, side * (side + 1));
      each(team, part, m_source.index_at, [&](std::uint32_t s, std::uint32_t i, std::int64_t at) {
        tile[s * (side + 1) + i] = layout::load<std::uint32_t>(m_source.index.data, at);
      });
      team.team_barrier();
      each(team, part, m_sink.index_at,
           [&](std::uint32_t s, std::uint32_t i, std::int64_t at) { m_sink.index.put(at, tile[s * (side + 1) + i]); });
    }
  }

  layout::KeysAndIndex m_source;
  layout::KeysAndIndex m_sink;

 private:
  struct Part {
    std::int64_t first_slice, begin, count, length;
  };

  KOKKOS_FUNCTION layout::Slices const& at() const {
    return m_source.keys != nullptr ? m_source.keys_at : m_source.index_at;
  }
  KOKKOS_FUNCTION std::int64_t tiles_along() const { return (at().length + side - 1) / side; }

  /// f(slice of the tile, position in the tile, offset in memory), neighbours in memory by neighbouring threads.
  template <class F>
  KOKKOS_FORCEINLINE_FUNCTION static void each(Member const& team, Part const& part, layout::Slices const& where,
                                               F&& f) {
    bool const interleaved = where.interleaved();
    primitive::team_for(team, side * side, [&](std::uint32_t t) {
      std::uint32_t const major = t / side, minor = t % side;
      std::uint32_t const s = interleaved ? minor : major, i = interleaved ? major : minor;
      if (part.first_slice + s < part.count && part.begin + i < part.length)
        f(s, i, where.offset(part.first_slice + s) + (part.begin + i) * where.stride);
    });
  }
};

}  // namespace KokkosAxis::Impl::algorithm
