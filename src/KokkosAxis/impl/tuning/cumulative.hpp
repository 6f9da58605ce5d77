// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosAxis/impl/tuning/reduce.hpp>

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <cstdint>
#include <string>

namespace KokkosAxis::Impl::tuning {

/// What the tree of a cumulative call depends on: nothing of the device, the route or addresses.
struct CumulativeShape {
  std::int64_t slices = 1;
  std::int64_t length = 1;
  int state_bytes     = 4;     // of a reducer's state
  bool along          = true;  // are neighbours of a slice nearer than neighbouring slices

  friend bool operator==(CumulativeShape const&, CumulativeShape const&) = default;
};

/// Elements that are accumulated one by one, from nothing.
inline constexpr int cumulative_run = 16;

/// In which order a slice is added up, the same by every route and on every device. It is cut into pieces, and these
/// into runs. A result is merged of three: all pieces before, the runs of the piece before, the elements of the run up
/// to there. What lies before is merged from the left, one piece or run at a time: so the first result behind a border
/// continues the last one before it, and sums of numbers that are not negative never fall.
struct CumulativeTree {
  std::int64_t slices = 1, length = 1;
  std::int64_t piece  = 1;  // elements of a piece, a multiple of a run
  std::int64_t pieces = 1;  // of a slice; none is empty

  friend bool operator==(CumulativeTree const&, CumulativeTree const&) = default;
};

inline std::string to_string(CumulativeTree const& t) {
  return std::to_string(t.pieces) + " pieces of " + std::to_string(t.piece) + ", runs of " +
         std::to_string(cumulative_run);
}

// Teams that keep a large device busy, each with a piece of a slice; and threads, each with one, where neighbouring
// slices are read side by side. Pieces are read twice, so slices are cut only where there are too few.
inline constexpr std::int64_t cumulative_teams = 1 << 11, cumulative_threads = 1 << 16;
inline constexpr std::int64_t cumulative_most_pieces = 1 << 10;  // one thread goes through their states

inline CumulativeTree cumulative_tree(CumulativeShape const& s) {
  std::int64_t const slices = std::max<std::int64_t>(s.slices, 1), length = std::max<std::int64_t>(s.length, 1);
  std::int64_t const wanted = (s.along ? cumulative_teams : cumulative_threads) / slices;
  std::int64_t const least  = s.along ? 4096 : 256;
  std::int64_t const room   = std::max<std::int64_t>(reduce_most_kept / 2 / s.state_bytes, 1);
  std::int64_t const pieces =
      std::min({down_to_power(wanted), down_to_power(length / least), down_to_power(room), cumulative_most_pieces});
  CumulativeTree t{.slices = s.slices, .length = s.length};
  t.piece  = quotient_up(quotient_up(length, pieces), cumulative_run) * cumulative_run;
  t.pieces = quotient_up(length, t.piece);
  return t;
}

/// A team's share: stretches of `lanes` runs of as many slices as fit, one a lane. All are powers of two.
struct CumulativeTile {
  int lane_bits = 0, slice_bits = 0;
  std::int64_t groups  = 1;  // of slices
  std::int64_t scratch = 0;

  KOKKOS_FORCEINLINE_FUNCTION std::uint32_t lanes() const { return 1u << lane_bits; }
  KOKKOS_FORCEINLINE_FUNCTION std::uint32_t slices() const { return 1u << slice_bits; }
  KOKKOS_FORCEINLINE_FUNCTION std::uint32_t places() const { return 1u << (lane_bits + slice_bits); }
  /// Of a run's elements and one more: lanes that are as far apart as a run would read the same memory bank.
  KOKKOS_FORCEINLINE_FUNCTION std::uint32_t slots() const { return places() * (cumulative_run + 1); }
  friend bool operator==(CumulativeTile const&, CumulativeTile const&) = default;
};

inline std::string to_string(CumulativeTile const& t) {
  return "tiles of " + std::to_string(t.slices()) + " slices x " + std::to_string(t.lanes()) + " runs";
}

/// `slot_bytes` hold an element or its result, `place_bytes` say where a slice is, `room` is what a team's scratch
/// holds.
inline CumulativeTile cumulative_tile(CumulativeTree const& t, int slot_bytes, int state_bytes, int place_bytes,
                                      std::int64_t room) {
  constexpr std::int64_t slack = 4 * 32;  // lost to alignment
  std::int64_t const each      = (cumulative_run + 1) * std::int64_t{slot_bytes} + 2 * state_bytes + place_bytes;
  std::int64_t const places =
      std::min(reduce_tile, down_to_power((std::min<std::int64_t>(room, 40 * 1024) - slack) / each));
  std::int64_t const lanes  = std::min(up_to_power(quotient_up(std::min(t.piece, t.length), cumulative_run)), places);
  std::int64_t const slices = std::min(up_to_power(t.slices), places / lanes);
  return {.lane_bits  = bits_of(lanes),
          .slice_bits = bits_of(slices),
          .groups     = quotient_up(t.slices, slices),
          .scratch    = lanes * slices * each + slack};
}

}  // namespace KokkosAxis::Impl::tuning
