// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosAxis/impl/layout/cumulative_data.hpp>
#include <KokkosAxis/impl/primitive/simt/unrolled.hpp>
#include <KokkosAxis/impl/tuning/cumulative.hpp>

#include <Kokkos_Core.hpp>

#include <cstdint>

namespace KokkosAxis::Impl::algorithm {

using tuning::cumulative_run;
using tuning::CumulativeTree;

/// A piece of a slice: elements [begin, end).
struct CumulativePiece {
  std::int64_t begin, end;

  KOKKOS_FORCEINLINE_FUNCTION CumulativePiece(CumulativeTree const& t, std::int64_t number) {
    begin = number * t.piece;
    end   = t.length - begin < t.piece ? t.length : begin + t.piece;
  }
};

/// What lies before an element: all pieces before its own, and the runs before its own of that.
template <class State>
struct Before {
  State pieces, runs;
};

/// The state of a result: `run` is what the element's own run comes to.
template <class Data>
KOKKOS_FORCEINLINE_FUNCTION typename Data::State up_to(Data const& data, bool first_piece,
                                                       Before<typename Data::State> const& before,
                                                       typename Data::Run const& run) {
  auto sum = before.runs;
  data.reducer.merge(sum, data.reducer.close(run));
  if (first_piece) return sum;
  auto all = before.pieces;
  data.reducer.merge(all, sum);
  return all;
}

/// Puts in the place of each of `n` states what lies before it, merged from the left, and adds them all to `sum`. A
/// few are read at a time, as a read cannot pass a write.
template <class Reducer, class State>
KOKKOS_FORCEINLINE_FUNCTION void chain(Reducer const& reducer, State* states, std::int64_t n, State& sum) {
  constexpr int batch = sizeof(State) <= 16 ? 8 : 1;
  std::int64_t i      = 0;
  for (; i + batch <= n; i += batch) {
    State read[batch];
    primitive::unrolled<batch>([&](int b) { read[b] = states[i + b]; });
    primitive::unrolled<batch>([&](int b) {
      states[i + b] = sum;
      reducer.merge(sum, read[b]);
    });
  }
  for (; i < n; ++i) {
    State const one = states[i];
    states[i]       = sum;
    reducer.merge(sum, one);
  }
}

/// The states of pieces, those of a slice side by side: first what each comes to, then what lies before it.
template <class State>
struct PieceStates {
  State* states       = nullptr;  // null where slices are one piece each
  std::int64_t number = 1;        // of a slice

  KOKKOS_FORCEINLINE_FUNCTION State& of(std::int64_t slice, std::int64_t piece) const {
    return states[slice * number + piece];
  }
};

/// What a walk along pieces is for.
enum class Walk : std::uint8_t { totals, results };

}  // namespace KokkosAxis::Impl::algorithm
