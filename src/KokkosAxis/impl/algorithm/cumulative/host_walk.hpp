// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosAxis/impl/algorithm/cumulative/piece.hpp>
#include <KokkosAxis/impl/algorithm/sort/launch.hpp>
#include <KokkosAxis/impl/tuning/reduce.hpp>

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <cstdint>
#include <type_traits>

namespace KokkosAxis::Impl::algorithm {

/// A host thread takes neighbouring slices at once, an accumulator for each, so that its inner loops are such as
/// compilers turn into vector instructions; or one slice, where its elements are neighbours. Where there are fewer
/// blocks of slices than threads, pieces are the work of threads: otherwise they are gone through in turn, and read
/// once.
template <class Exec, class Data>
class HostWalk {
  using Run   = typename Data::Run;
  using State = typename Data::State;

  /// Neighbouring slices that a thread takes at once: as many as keep their states in the nearest cache.
  static constexpr std::int64_t side_by_side =
      std::clamp<std::int64_t>(16384 / static_cast<std::int64_t>(sizeof(Run) + 3 * sizeof(State)), 8, 256);

 public:
  static void run(Exec const& exec, Data const& data, CumulativeTree const& tree, PieceStates<State> const& pieces,
                  bool along) {
    Kernel kernel{data, tree, pieces};
    if (!along && data.kept.rank > 0) {
      kernel.innermost = data.kept.extent[0];
      kernel.blocks    = tuning::quotient_up(kernel.innermost, side_by_side);
    }
    std::int64_t const blocks = tree.slices / kernel.innermost * kernel.blocks, threads = exec.concurrency();
    kernel.in_turn = tree.pieces == 1 || blocks >= threads;
    kernel.units   = kernel.in_turn ? blocks : blocks * tree.pieces;
    kernel.workers = std::min(kernel.units, threads);
    if (!kernel.in_turn) {
      kernel.walk = Walk::totals;
      launch_workers("KokkosAxis::cumulative::host_walk", exec, kernel.workers, kernel);
      launch_range("KokkosAxis::cumulative::chain_pieces", exec, tree.slices, Chain{data.reducer, pieces});
      kernel.walk = Walk::results;
    }
    launch_workers("KokkosAxis::cumulative::host_walk", exec, kernel.workers, kernel);
  }

  struct Kernel {
    Data data;
    CumulativeTree tree;
    PieceStates<State> pieces;
    std::int64_t innermost = 1, blocks = 1;  // slices that lie side by side, and into how many blocks these are cut
    std::int64_t units = 0, workers = 1;
    bool in_turn = true;
    Walk walk    = Walk::results;

    KOKKOS_FUNCTION void operator()(std::int64_t worker) const {
      for (std::int64_t u = units * worker / workers, end = units * (worker + 1) / workers; u < end; ++u) {
        std::int64_t const block = in_turn ? u : u / tree.pieces, outer = block / blocks;
        std::int64_t const from = (block - outer * blocks) * side_by_side;
        std::int64_t const n = std::min(side_by_side, innermost - from), slice = outer * innermost + from;
        Block b(*this, slice, n);
        if (in_turn)
          for (std::int64_t p = 0; p < tree.pieces; ++p) b.piece(p);
        else
          b.piece(u - block * tree.pieces);
      }
    }
  };

 private:
  /// n neighbouring slices from `slice` on.
  class Block {
   public:
    Block(Kernel const& kernel, std::int64_t slice, std::int64_t n)
        : m_kernel(kernel), m_data(kernel.data), m_slice(slice), m_n(n), m_start(kernel.data.kept.at(slice)) {
      std::fill(m_pieces, m_pieces + n, m_data.reducer.close(m_data.reducer.identity()));
    }

    void piece(std::int64_t number) {
      CumulativePiece const part(m_kernel.tree, number);
      bool const totals = m_kernel.walk == Walk::totals, first = totals || number == 0;
      if (!m_kernel.in_turn && !first)
        for (std::int64_t k = 0; k < m_n; ++k) m_pieces[k] = m_kernel.pieces.of(m_slice + k, number);
      std::fill(m_runs, m_runs + m_n, m_data.reducer.close(m_data.reducer.identity()));
      for (std::int64_t from = part.begin; from < part.end; from += cumulative_run) {
        std::int64_t const to = std::min(part.end, from + cumulative_run);
        if (m_n == 1)
          one_slice(from, to, first);
        else
          neighbours(from, to, first);
      }
      for (std::int64_t k = 0; k < m_n; ++k)
        if (totals)
          m_kernel.pieces.of(m_slice + k, number) = m_runs[k];
        else
          m_data.reducer.merge(m_pieces[k], m_runs[k]);
    }

   private:
    void one_slice(std::int64_t from, std::int64_t to, bool first) {
      if constexpr (Data::outputs == 1)
        if (m_kernel.walk == Walk::results && !m_data.has_exceptions()) {
          m_data.exclusive ? one_run<true>(from, to, first) : one_run<false>(from, to, first);
          return;
        }
      using layout::of_input, layout::of_mask;
      Before<State> const before{m_pieces[0], m_runs[0]};
      Run run            = m_data.reducer.identity();
      auto at            = m_data.at(m_start, from);
      bool const results = m_kernel.walk == Walk::results;
      for (std::int64_t i = from; i < to; ++i) {
        auto const x      = m_data.element(at.at[of_input]);
        Run const earlier = run;
        if (m_data.counts(x, at.at[of_mask])) m_data.reducer.accumulate(run, x, m_data.position(i));
        if (results) m_data.put(at, up_to(m_data, first, before, m_data.exclusive ? earlier : run));
        at = m_data.at(at, 1);
      }
      m_data.reducer.merge(m_runs[0], m_data.reducer.close(run));
    }

    /// The same where all elements count, with one result each: what a store could change is in copies.
    template <bool Exclusive>
    void one_run(std::int64_t from, std::int64_t to, bool first) {
      using layout::of_input, layout::of_first_output;
      using Out          = std::remove_pointer_t<decltype(Data::sinks.data)>;
      auto const reducer = m_data.reducer;
      auto const map     = m_data.map;
      State const pieces = m_pieces[0], runs = m_runs[0];
      auto const at           = m_data.at(m_start, from);
      auto const* in          = m_data.in + at.at[of_input];
      Out* out                = m_data.sinks.data + at.at[of_first_output];
      std::int64_t const step = m_data.stride[of_input], out_step = m_data.stride[of_first_output];
      std::int64_t position    = m_data.position(from);
      std::int64_t const ahead = m_data.reverse ? -1 : 1, n = to - from;
      Run run = reducer.identity();
      for (std::int64_t i = 0; i < n; ++i) {
        Run const earlier = run;
        reducer.accumulate(run, layout::project(map, in[i * step]), position + i * ahead);
        State sum = runs;
        reducer.merge(sum, reducer.close(Exclusive ? earlier : run));
        if (!first) {
          State all = pieces;
          reducer.merge(all, sum);
          sum = all;
        }
        out[i * out_step] = layout::stored<Out>(reducer.template get<0>(sum));
      }
      reducer.merge(m_runs[0], reducer.close(run));
    }

    void neighbours(std::int64_t from, std::int64_t to, bool first) {
      Run run[side_by_side];
      State result[side_by_side];
      std::fill(run, run + m_n, m_data.reducer.identity());
      bool const results = m_kernel.walk == Walk::results;
      for (std::int64_t i = from; i < to; ++i) {
        auto const at = m_data.at(m_start, i);
        // in place, what is read goes when results are written
        if (results && m_data.exclusive) combine(first, run, result);
        accumulate(at, m_data.position(i), run);
        if (results && !m_data.exclusive) combine(first, run, result);
        if (results) put(at, result);
      }
      for (std::int64_t k = 0; k < m_n; ++k) m_data.reducer.merge(m_runs[k], m_data.reducer.close(run[k]));
    }

    void accumulate(typename Data::Place const& at, std::int64_t position, Run* run) const {
      using layout::of_input, layout::of_mask;
      std::int64_t const apart = m_data.kept.stride[0][of_input], mask_apart = m_data.kept.stride[0][of_mask];
      if (m_data.has_exceptions()) {
        for (std::int64_t k = 0; k < m_n; ++k) {
          auto const x = m_data.element(at.at[of_input] + k * apart);
          if (m_data.counts(x, at.at[of_mask] + k * mask_apart)) m_data.reducer.accumulate(run[k], x, position);
        }
        return;
      }
      // copies: a store to an accumulator could change anything that a pointer leads to
      auto const reducer   = m_data.reducer;
      auto const map       = m_data.map;
      auto const* const in = m_data.in + at.at[of_input];
      std::int64_t const n = m_n;
      if (apart == 1)
        for (std::int64_t k = 0; k < n; ++k) reducer.accumulate(run[k], layout::project(map, in[k]), position);
      else
        for (std::int64_t k = 0; k < n; ++k) reducer.accumulate(run[k], layout::project(map, in[k * apart]), position);
    }

    void combine(bool first, Run const* run, State* result) const {
      auto const reducer   = m_data.reducer;
      std::int64_t const n = m_n;
      for (std::int64_t k = 0; k < n; ++k) {
        result[k] = m_runs[k];
        reducer.merge(result[k], reducer.close(run[k]));
      }
      if (first) return;
      for (std::int64_t k = 0; k < n; ++k) {
        State all = m_pieces[k];
        reducer.merge(all, result[k]);
        result[k] = all;
      }
    }

    void put(typename Data::Place at, State const* result) const {
      if constexpr (Data::outputs == 1) {
        using Out                = std::remove_pointer_t<decltype(Data::sinks.data)>;
        auto const reducer       = m_data.reducer;
        std::int64_t const apart = m_data.kept.stride[0][layout::of_first_output], n = m_n;
        Out* const out = m_data.sinks.data + at.at[layout::of_first_output];
        if (apart == 1)
          for (std::int64_t k = 0; k < n; ++k) out[k] = layout::stored<Out>(reducer.template get<0>(result[k]));
        else
          for (std::int64_t k = 0; k < n; ++k) out[k * apart] = layout::stored<Out>(reducer.template get<0>(result[k]));
      } else {
        for (std::int64_t k = 0; k < m_n; ++k) {
          m_data.put(at, result[k]);
          for (int c = layout::of_first_output; c < layout::of_first_output + Data::outputs; ++c)
            at.at[c] += m_data.kept.stride[0][c];
        }
      }
    }

    Kernel const& m_kernel;
    Data const& m_data;
    std::int64_t m_slice, m_n;
    typename Data::Place m_start;
    State m_pieces[side_by_side], m_runs[side_by_side];
  };

  struct Chain {
    typename Data::Reducer reducer;
    PieceStates<State> pieces;

    KOKKOS_FUNCTION void operator()(std::int64_t slice) const {
      State sum = reducer.close(reducer.identity());
      chain(reducer, &pieces.of(slice, 0), pieces.number, sum);
    }
  };
};

}  // namespace KokkosAxis::Impl::algorithm
