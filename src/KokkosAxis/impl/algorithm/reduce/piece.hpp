// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosAxis/impl/tuning/reduce.hpp>

#include <Kokkos_Core.hpp>

#include <cstdint>

namespace KokkosAxis::Impl::algorithm {

using tuning::ReduceTree;

/// A piece of a slice: `rows` rows from `row` on, and of these `width` elements from `column` on.
struct ReducePiece {
  std::int64_t row, column;
  std::int32_t rows, width;

  KOKKOS_FORCEINLINE_FUNCTION ReducePiece(ReduceTree const& t, std::uint32_t number) {
    std::int64_t const down = t.pieces_across == 1 ? number : number / t.pieces_across;
    row                     = down * t.piece_rows;
    column                  = (number - down * t.pieces_across) * t.piece_width;
    rows                    = static_cast<std::int32_t>(t.rows - row < t.piece_rows ? t.rows - row : t.piece_rows);
    width = static_cast<std::int32_t>(t.width - column < t.piece_width ? t.width - column : t.piece_width);
  }
};

/// The rows of a row lane: `size` of them, from `first` on by `step`. Those of an ordered tree are neighbours.
struct LaneRows {
  std::int64_t first;
  std::int32_t step, size;

  KOKKOS_FORCEINLINE_FUNCTION LaneRows(ReduceTree const& t, ReducePiece const& piece, std::int32_t lane) {
    if (t.ordered) {
      std::int32_t const each = t.lane_rows(piece.rows), begin = lane * each;
      first = piece.row + begin;
      step  = 1;
      size  = piece.rows - begin >= each ? each : begin < piece.rows ? piece.rows - begin : 0;
    } else {
      first = piece.row + lane;
      step  = t.row_lanes();
      size  = lane < piece.rows ? t.lane_rows(piece.rows - lane) : 0;
    }
  }
  KOKKOS_FORCEINLINE_FUNCTION std::int64_t operator[](std::int32_t i) const {
    return first + static_cast<std::int64_t>(i) * step;
  }
};

/// Calls f(begin, end, from, to) for each run of a lane: its rows [begin, end), of these the steps [from, to).
template <class F>
KOKKOS_FORCEINLINE_FUNCTION void each_run(ReduceTree const& t, ReducePiece const& piece, std::int32_t rows,
                                          F const& f) {
  std::int32_t const steps = t.steps(piece.width);
  for (std::int32_t begin = 0; begin < rows; begin += t.run_rows) {
    std::int32_t const end = rows - begin > t.run_rows ? begin + t.run_rows : rows;
    for (std::int32_t from = 0; from < steps; from += t.run_steps)
      f(begin, end, from, steps - from > t.run_steps ? from + t.run_steps : steps);
  }
}

}  // namespace KokkosAxis::Impl::algorithm
