// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <bit>
#include <cstdint>
#include <string>

namespace KokkosAxis::Impl::tuning {

/// What the tree of a reduction depends on: nothing of the device, the route or addresses.
struct ReduceShape {
  std::int64_t outputs = 1;
  std::int64_t rows    = 1;      // of a slice
  std::int64_t width   = 1;      // elements a row, neighbours in memory
  int vector           = 1;      // elements that a thread reads at once, where they lie dense
  bool dense_width     = true;   // are the elements of a row dense
  int state_bytes      = 4;      // of a reducer's state
  bool ordered         = false;  // may only neighbouring stretches be merged
  int least_run        = 16;     // steps that are accumulated one by one whatever their number

  friend bool operator==(ReduceShape const&, ReduceShape const&) = default;
};

/// In which order a slice is added up, the same by every route and on every device. A slice is cut into pieces:
/// stretches of rows, or of columns of one row. A piece has lanes: `row_lanes` times `columns`. A lane takes every
/// row_lanes-th row (ordered: neighbouring rows), and of that every columns-th element: its steps. Runs of steps,
/// `run_rows` times `run_steps`, are accumulated one by one, and merged in turn. Then neighbouring columns are merged,
/// pair by pair, then neighbouring row lanes, then neighbouring pieces.
struct ReduceTree {
  std::int64_t outputs = 1, rows = 1, width = 1;
  std::int32_t column_bits = 0, row_lane_bits = 0;  // their numbers are powers of two, as devices divide slowly
  std::int64_t piece_rows = 1, piece_width = 1;     // fit 31 bits
  std::uint32_t pieces_down = 1, pieces_across = 1;
  std::int32_t run_rows = 1, run_steps = 1;
  bool ordered = false;

  KOKKOS_FORCEINLINE_FUNCTION std::int32_t columns() const { return 1 << column_bits; }
  KOKKOS_FORCEINLINE_FUNCTION std::int32_t row_lanes() const { return 1 << row_lane_bits; }
  /// Is a reduced axis innermost?
  KOKKOS_FORCEINLINE_FUNCTION bool across() const { return column_bits > 0; }
  std::int64_t pieces() const { return std::int64_t{pieces_down} * pieces_across; }
  /// Steps along so many elements of a row, and along so many rows.
  template <class I>
  KOKKOS_FORCEINLINE_FUNCTION I steps(I elements) const {
    return (elements + columns() - 1) >> column_bits;
  }
  template <class I>
  KOKKOS_FORCEINLINE_FUNCTION I lane_rows(I n) const {
    return (n + row_lanes() - 1) >> row_lane_bits;
  }

  friend bool operator==(ReduceTree const&, ReduceTree const&) = default;
};

inline std::string to_string(ReduceTree const& t) {
  return std::to_string(t.row_lanes()) + " x " + std::to_string(t.columns()) + " lanes, runs of " +
         std::to_string(std::int64_t{t.run_rows} * t.run_steps) + ", " + std::to_string(t.pieces()) + " pieces";
}

// The numbers suit a large device: a tile of 256 threads, and as many tiles as keep it busy.
inline constexpr std::int64_t reduce_tile      = 256;        // lanes of a piece times outputs, at most
inline constexpr std::int64_t reduce_busy      = 1 << 18;    // threads that keep a device busy
inline constexpr std::int64_t most_teams       = 1 << 13;    // before these do several tiles each
inline constexpr std::int64_t reduce_most_kept = 32 * 1024;  // bytes of the states that a team merges
inline constexpr std::int64_t reduce_slack     = 32;         // of them lost to alignment

inline std::int64_t up_to_power(std::int64_t n) {
  return static_cast<std::int64_t>(std::bit_ceil(static_cast<std::uint64_t>(std::max<std::int64_t>(n, 1))));
}
inline std::int64_t down_to_power(std::int64_t n) {
  return static_cast<std::int64_t>(std::bit_floor(static_cast<std::uint64_t>(std::max<std::int64_t>(n, 1))));
}
constexpr std::int64_t quotient_up(std::int64_t a, std::int64_t b) { return (a + b - 1) / b; }

/// Threads side by side along a row: so few that each has four vectors to read at once, or eight, as merging their
/// lanes costs barriers; but a whole block for long rows.
inline std::int64_t threads_across(std::int64_t vectors) {
  if (vectors <= 32) return up_to_power(quotient_up(vectors, 4));
  return vectors >= 2048 ? reduce_tile : std::min<std::int64_t>(up_to_power(quotient_up(vectors, 8)), 32);
}

constexpr int bits_of(std::int64_t power) { return std::countr_zero(static_cast<std::uint64_t>(power)); }

inline ReduceTree reduce_tree(ReduceShape const& s) {
  bool const across         = s.width > 1;
  std::int64_t const vector = !across || s.dense_width ? s.vector : 1;
  std::int64_t const room   = std::max<std::int64_t>(reduce_most_kept / 2 / s.state_bytes, 2);
  std::int64_t const tile   = std::min(reduce_tile, down_to_power(across ? room : room / vector));
  std::int64_t const threads =
      across ? std::clamp<std::int64_t>(threads_across(quotient_up(s.width, vector)), 1 + (vector == 1), tile) : 1;
  std::int64_t const side       = std::max<std::int64_t>(across ? s.outputs : quotient_up(s.outputs, vector), 1);
  std::int64_t const free_lanes = tile / threads;  // of a tile, for outputs and row lanes

  // row lanes fill a tile that outputs leave empty; where outputs lie side by side, also where they are few in all
  std::int64_t const taken     = std::min(up_to_power(side), free_lanes);
  std::int64_t const few       = across ? 1 : std::clamp<std::int64_t>(down_to_power(reduce_busy / side), 1, 8);
  std::int64_t const enough    = across ? up_to_power(s.rows) : down_to_power(s.rows / 4);
  std::int64_t const row_lanes = std::min({std::max(free_lanes / taken, few), enough, free_lanes});

  ReduceTree t{.outputs       = s.outputs,
               .rows          = s.rows,
               .width         = s.width,
               .column_bits   = across ? bits_of(threads * vector) : 0,
               .row_lane_bits = bits_of(row_lanes),
               .piece_rows    = std::max<std::int64_t>(s.rows, 1),
               .piece_width   = std::max<std::int64_t>(s.width, 1),
               .ordered       = s.ordered};
  std::int64_t const tiles = quotient_up(side, std::min(free_lanes / row_lanes, up_to_power(side)));
  std::int64_t const steps = t.lane_rows(s.rows) * t.steps(s.width);
  std::int64_t const pieces =
      std::min({down_to_power(reduce_busy / reduce_tile / tiles), down_to_power(steps / 16), down_to_power(room)});
  if (pieces > 1) {
    if (s.rows >= pieces * row_lanes) {
      t.piece_rows = t.lane_rows(quotient_up(s.rows, pieces)) * row_lanes;
    } else {
      t.piece_rows               = row_lanes;
      std::int64_t const a_piece = std::max<std::int64_t>(pieces / quotient_up(s.rows, row_lanes), 1);
      t.piece_width              = t.steps(quotient_up(s.width, a_piece)) * t.columns();
    }
    t.pieces_down   = static_cast<std::uint32_t>(quotient_up(s.rows, t.piece_rows));
    t.pieces_across = static_cast<std::uint32_t>(quotient_up(s.width, t.piece_width));
  }
  // runs and the number of runs are as long as each other, so that rounding errors grow like a square root
  std::int64_t const lane_rows = t.lane_rows(t.piece_rows), lane_steps = t.steps(t.piece_width);
  std::int64_t run = s.least_run;
  while (run * run < lane_rows * lane_steps) run *= 2;
  t.run_steps = static_cast<std::int32_t>(std::min(run, lane_steps));
  t.run_rows  = static_cast<std::int32_t>(std::max<std::int64_t>(run / lane_steps, 1));
  return t;
}

/// A team's share of a reduction: outputs times the lanes of a piece. A place has `vector` outputs or columns.
struct ReduceTile {
  std::int32_t vector      = 1;
  std::int32_t outputs     = 1;  // places side by side along outputs
  std::int32_t columns     = 1;  // places along a row
  std::int32_t row_lanes   = 1;
  std::int32_t column_bits = 0, output_bits = 0;
  std::int64_t tiles = 1;  // along outputs; a launch numbers them and their pieces in 31 bits
  // of the tiles that a team does one after the other: what they share is found once. Teams of outputs side by side
  // gain nothing by it.
  std::int32_t group_bits = 0;
  std::int64_t scratch    = 0;  // bytes of states, where lanes are merged

  KOKKOS_FORCEINLINE_FUNCTION std::int32_t places() const { return outputs * columns * row_lanes; }
  KOKKOS_FORCEINLINE_FUNCTION std::int64_t groups() const { return (tiles + (1 << group_bits) - 1) >> group_bits; }
  friend bool operator==(ReduceTile const&, ReduceTile const&) = default;
};

inline std::string to_string(ReduceTile const& t) {
  return "tiles of " + std::to_string(t.outputs) + " outputs x " + std::to_string(t.row_lanes) + " x " +
         std::to_string(t.columns) + " lanes, vectors of " + std::to_string(t.vector);
}

/// `vector` is 1 where elements of neighbouring outputs, or columns, cannot be read at one go.
inline ReduceTile reduce_tile_of(ReduceTree const& t, int vector, int state_bytes) {
  bool const across = t.across();
  ReduceTile tile{.vector = vector, .columns = across ? t.columns() / vector : 1, .row_lanes = t.row_lanes()};
  std::int64_t const lanes = std::int64_t{tile.columns} * tile.row_lanes;
  std::int64_t const side  = std::max<std::int64_t>(across ? t.outputs : quotient_up(t.outputs, vector), 1);
  std::int64_t const each  = std::int64_t{state_bytes} * (across ? 1 : vector);
  std::int64_t const room  = lanes == 1 ? reduce_tile : std::min(reduce_tile, (reduce_most_kept - reduce_slack) / each);
  tile.outputs =
      static_cast<std::int32_t>(std::min(up_to_power(side), down_to_power(std::max<std::int64_t>(room / lanes, 1))));
  tile.column_bits = bits_of(tile.columns);
  tile.output_bits = bits_of(tile.outputs);
  tile.tiles       = quotient_up(side, tile.outputs);
  if (across)
    tile.group_bits = bits_of(std::min<std::int64_t>(down_to_power(tile.tiles * t.pieces() / most_teams), 16));
  tile.scratch = lanes == 1 ? 0 : tile.places() * each;
  return tile;
}

}  // namespace KokkosAxis::Impl::tuning
