// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosAxis/impl/algorithm/cumulative/piece.hpp>
#include <KokkosAxis/impl/algorithm/sort/launch.hpp>
#include <KokkosAxis/impl/primitive/simt/unrolled.hpp>

#include <Kokkos_Core.hpp>

#include <cstdint>

namespace KokkosAxis::Impl::algorithm {

/// A piece of a slice a thread, neighbours in memory the work of neighbours.
template <class Exec, class Data>
class ThreadWalk {
  using State = typename Data::State;

 public:
  static void run(Exec const& exec, Data const& data, CumulativeTree const& tree, PieceStates<State> const& pieces,
                  Walk walk) {
    launch_range("KokkosAxis::cumulative::thread_walk", exec, tree.slices * tree.pieces,
                 Kernel{data, tree, pieces, walk});
  }

  struct Kernel {
    Data data;
    CumulativeTree tree;
    PieceStates<State> pieces;
    Walk walk;

    KOKKOS_FUNCTION void operator()(std::int64_t i) const {
      std::int64_t const piece = tree.pieces == 1 ? 0 : i / tree.slices, slice = i - piece * tree.slices;
      CumulativePiece const part(tree, piece);
      auto const start    = data.kept.at(slice);
      State const nothing = data.reducer.close(data.reducer.identity());
      Before<State> before{nothing, nothing};
      bool const first = walk == Walk::totals || piece == 0;
      if (!first) before.pieces = pieces.of(slice, piece);
      for (std::int64_t from = part.begin; from < part.end; from += cumulative_run)
        one_run(start, from, part.end, first, before);
      if (walk == Walk::totals) pieces.of(slice, piece) = before.runs;
    }

   private:
    /// All of a run is read before any of it is written.
    KOKKOS_FORCEINLINE_FUNCTION void one_run(typename Data::Place const& start, std::int64_t from, std::int64_t end,
                                             bool first, Before<State>& before) const {
      typename Data::V x[cumulative_run];
      auto at = data.at(start, from);
      primitive::unrolled<cumulative_run>([&](int j) {
        std::int64_t const ahead = from + j < end ? j : end - 1 - from;
        x[j]                     = data.element(at.at[layout::of_input] + ahead * data.stride[layout::of_input]);
      });
      auto run = data.reducer.identity();
      primitive::unrolled<cumulative_run>([&](int j) {
        if (from + j >= end) return;
        if (walk == Walk::results && data.exclusive) data.put(at, up_to(data, first, before, run));
        if (data.counts(x[j], at.at[layout::of_mask])) data.reducer.accumulate(run, x[j], data.position(from + j));
        if (walk == Walk::results && !data.exclusive) data.put(at, up_to(data, first, before, run));
        at = data.at(at, 1);
      });
      data.reducer.merge(before.runs, data.reducer.close(run));
    }
  };
};

}  // namespace KokkosAxis::Impl::algorithm
