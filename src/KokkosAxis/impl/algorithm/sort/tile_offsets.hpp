// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosAxis/impl/algorithm/sort/launch.hpp>
#include <KokkosAxis/impl/layout/arena.hpp>
#include <KokkosAxis/impl/tuning/sort.hpp>

#include <Kokkos_Core.hpp>

#include <cstdint>

namespace KokkosAxis::Impl::algorithm {

/// Where the elements of a (tile, digit) go in their slice. Tiles of a slice are grouped into spans: one thread a
/// (span, digit) scans the tiles of its span, then one team a slice scans spans and digits, so neither step is long.
struct TileOffsets {
  static constexpr std::int64_t tiles_a_span = 64;
  static constexpr int bins                  = tuning::digit_bins;

  std::int64_t count = 0;  // slices
  std::int64_t tiles = 0;  // of a slice
  std::int64_t spans = 0;  // of a slice

  std::uint32_t* tile_digit = nullptr;  // [slice][tile][digit] count, then position within the span
  std::uint32_t* span_digit = nullptr;  // [slice][span][digit] count, then position within the slice
  std::uint32_t* one_digit  = nullptr;  // [slice] do all elements share the digit

  static TileOffsets carve(layout::Arena& arena, std::int64_t length, std::int64_t count, std::int64_t tile) {
    TileOffsets o;
    o.count      = count;
    o.tiles      = (length + tile - 1) / tile;
    o.spans      = (o.tiles + tiles_a_span - 1) / tiles_a_span;
    o.tile_digit = arena.take<std::uint32_t>(count * o.tiles * bins);
    o.span_digit = arena.take<std::uint32_t>(count * o.spans * bins);
    o.one_digit  = arena.take<std::uint32_t>(count);
    return o;
  }

  KOKKOS_FUNCTION std::uint32_t& at_tile(std::int64_t slice, std::int64_t tile, std::int64_t digit) const {
    return tile_digit[(slice * tiles + tile) * bins + digit];
  }
  KOKKOS_FUNCTION std::uint32_t& at_span(std::int64_t slice, std::int64_t span, std::int64_t digit) const {
    return span_digit[(slice * spans + span) * bins + digit];
  }
  KOKKOS_FUNCTION std::uint32_t first(std::int64_t slice, std::int64_t tile, std::int64_t digit) const {
    return at_span(slice, tile / tiles_a_span, digit) + at_tile(slice, tile, digit);
  }
};

struct ScanTiles {
  TileOffsets o;

  KOKKOS_FUNCTION void operator()(std::int64_t item) const {
    std::int64_t const digit = item % o.bins, span = item / o.bins % o.spans, slice = item / o.bins / o.spans;
    std::int64_t const begin = span * o.tiles_a_span;
    std::int64_t const end   = begin + o.tiles_a_span < o.tiles ? begin + o.tiles_a_span : o.tiles;
    constexpr int batch      = 8;  // loads in flight: a store between them would make each wait for the last
    std::uint32_t sum        = 0;
    for (std::int64_t first = begin; first < end; first += batch) {
      std::uint32_t count[batch];
      for (int b = 0; b < batch; ++b) count[b] = first + b < end ? o.at_tile(slice, first + b, digit) : 0;
      for (int b = 0; b < batch && first + b < end; ++b) {
        o.at_tile(slice, first + b, digit) = sum;
        sum += count[b];
      }
    }
    o.at_span(slice, span, digit) = sum;
  }
};

template <class Exec>
struct ScanSpans {
  TileOffsets o;
  std::uint32_t length;

  KOKKOS_FUNCTION void operator()(typename Kokkos::TeamPolicy<Exec>::member_type const& team) const {
    std::int64_t const slice = team.league_rank();
    Kokkos::parallel_scan(Kokkos::TeamThreadRange(team, TileOffsets::bins),
                          [&](int digit, std::uint32_t& before, bool final) {
                            std::uint32_t total = 0;
                            for (std::int64_t span = 0; span < o.spans; ++span) {
                              std::uint32_t& here       = o.at_span(slice, span, digit);
                              std::uint32_t const count = here;
                              if (final) here = before + total;
                              total += count;
                            }
                            before += total;
                            if (final && total == length) o.one_digit[slice] = 1;
                          });
  }
};

/// Counts to positions, for slices of `length` elements.
template <class Exec>
void scan_offsets(Exec const& exec, TileOffsets const& o, std::int64_t length, int team_size) {
  launch_range("KokkosAxis::sort::tile_radix::scan_tiles", exec, o.count * o.spans * o.bins, ScanTiles{o});
  launch_teams("KokkosAxis::sort::tile_radix::scan_spans", exec, o.count,
               tuning::SortTuning{.team_size = team_size, .slices = 1, .tile = 0, .scratch = 0},
               ScanSpans<Exec>{o, static_cast<std::uint32_t>(length)});
}

}  // namespace KokkosAxis::Impl::algorithm
