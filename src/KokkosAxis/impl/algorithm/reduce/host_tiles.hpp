// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosAxis/impl/algorithm/reduce/merge_pieces.hpp>
#include <KokkosAxis/impl/algorithm/reduce/piece.hpp>
#include <KokkosAxis/impl/algorithm/sort/launch.hpp>
#include <KokkosAxis/impl/layout/reduce_data.hpp>

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <cstdint>

namespace KokkosAxis::Impl::algorithm {

/// Pieces are the work of host threads. A thread walks along memory, with an accumulator for each of the neighbours it
/// meets: the columns of a slice, or neighbouring outputs. So its inner loop is one that compilers turn into vector
/// instructions, and merges the same numbers in the same order as the lanes of a device.
template <class Exec, class Data, class Ending>
class HostTiles {
  using T     = typename Data::T;
  using Run   = typename Data::Run;
  using State = typename Data::State;

  /// Neighbouring outputs that a thread takes at once: as many as keep their accumulators in the nearest cache.
  static constexpr std::int64_t side_by_side =
      std::clamp<std::int64_t>(8192 / static_cast<std::int64_t>(sizeof(Run) + sizeof(State)), 16, 256);
  static constexpr std::int64_t most_columns =
      std::min(tuning::reduce_tile, tuning::reduce_most_kept / 2 / static_cast<std::int64_t>(sizeof(State))) *
      Data::vector;

 public:
  static void run(Exec const& exec, Data const& data, ReduceTree const& tree, Pieces<State> const& pieces) {
    Kernel kernel{data, tree, pieces};
    if (!tree.across()) {
      kernel.innermost = data.kept.rank > 0 ? data.kept.extent[0] : 1;
      kernel.blocks    = tuning::quotient_up(kernel.innermost, side_by_side);
    }
    kernel.units = tree.outputs / kernel.innermost * kernel.blocks * pieces.number;
    // more workers than threads would only cost where units are short
    kernel.workers = std::min<std::int64_t>(kernel.units, exec.concurrency());
    launch_workers(Ending::host, exec, kernel.workers, kernel);
    if (pieces.number == 1) return;
    launch_range(Ending::merge, exec, tree.outputs, Merge{data, pieces});
    if constexpr (Ending::elements) launch_workers(Ending::in_pieces, exec, kernel.workers, Elements{kernel});
  }

  /// f(accumulator, neighbour) for `n` neighbours; pointers in copies, as stores could change anything else.
  struct Kernel {
    Data data;
    ReduceTree tree;
    Pieces<State> pieces;
    std::int64_t innermost = 1, blocks = 1;  // outputs that lie side by side, and into how many blocks these are cut
    std::int64_t units = 0, workers = 1;

    KOKKOS_FUNCTION void operator()(std::int64_t worker) const {
      for (std::int64_t u = units * worker / workers, end = units * (worker + 1) / workers; u < end; ++u) {
        std::int64_t const block = u / pieces.number, piece = u - block * pieces.number;
        if (tree.across())
          one_output(block, piece);
        else
          outputs(block, piece);
      }
    }

    /// The results of elements of a block of slices, all merged.
    void put_elements(std::int64_t block, std::int64_t piece) const {
      if (tree.across())
        elements(block, 1, piece);
      else
        elements(first_of(block), outputs_of(block), piece);
    }

   private:
    using Place = layout::Offsets<2 + Data::outputs>;

    std::int64_t first_of(std::int64_t block) const {
      std::int64_t const outer = block / blocks;
      return outer * innermost + (block - outer * blocks) * side_by_side;
    }
    std::int64_t outputs_of(std::int64_t block) const {
      return std::min(side_by_side, innermost - block % blocks * side_by_side);
    }

    /// `n` neighbouring slices, of each the same piece.
    void elements(std::int64_t output, std::int64_t n, std::int64_t number) const {
      ReducePiece const piece(tree, static_cast<std::uint32_t>(number));
      Place const start = data.kept.at(output);
      bool const across = tree.across();
      typename Data::Reducer::Scale scale[side_by_side];
      for (std::int64_t k = 0; k < n; ++k) scale[k] = data.reducer.scale(pieces.whole(output + k));
      for (std::int32_t i = 0; i < piece.rows; ++i) {
        auto const row = data.rows.at(piece.row + i);
        std::int64_t at[3];
        for (int c = 0; c < 3; ++c)
          at[c] = start.at[c] + row.at[c] + (across ? piece.column * data.width_stride[c] : 0);
        std::int64_t const *const step = across ? data.width_stride : data.kept.stride[0],
                                  end  = across ? piece.width : n;
        for (std::int64_t k = 0; k < end; k += side_by_side)
          side_by_side_elements(at, step, k, std::min(side_by_side, end - k), across ? nullptr : scale, scale[0]);
      }
    }

    /// Results of elements [first, first + n), all computed before one is written, as the output may be the input.
    template <class Scale>
    void side_by_side_elements(std::int64_t const (&at)[3], std::int64_t const* step, std::int64_t first,
                               std::int64_t n, Scale const* scales, Scale const& scale) const {
      using Out = std::remove_pointer_t<decltype(data.sinks.data)>;
      using layout::of_input, layout::of_mask, layout::of_result;
      typename Data::Reducer::A value[side_by_side];
      T const* const in = data.in + at[of_input] + first * step[of_input];
      auto const of     = [&](std::int64_t k) { return layout::project(data.map, in[k * step[of_input]]); };
      if (scales == nullptr)
        for (std::int64_t k = 0; k < n; ++k) value[k] = data.reducer.value(of(k), scale);
      else
        for (std::int64_t k = 0; k < n; ++k) value[k] = data.reducer.value(of(k), scales[k]);
      if (data.mask != nullptr)
        for (std::int64_t k = 0; k < n; ++k)
          if (!data.mask[at[of_mask] + (first + k) * step[of_mask]]) value[k] = data.reducer.nothing();
      Out* const out = data.sinks.data + at[of_result] + first * step[of_result];
      for (std::int64_t k = 0; k < n; ++k) out[k * step[of_result]] = layout::stored<Out>(value[k]);
    }

    /// Columns of one output: merged, pair by pair.
    void one_output(std::int64_t output, std::int64_t piece) const {
      State state[most_columns];
      lanes(data.kept.at(output), piece, tree.columns(), state, [&] {
        for (std::int64_t apart = 1; apart < tree.columns(); apart *= 2)
          for (std::int64_t c = 0; c < tree.columns(); c += 2 * apart) data.reducer.merge(state[c], state[c + apart]);
        return std::int64_t{1};
      });
      pieces.put(data, output, piece, state[0]);
      if constexpr (Ending::elements)
        if (pieces.number == 1) elements(output, 1, 0);
    }

    void outputs(std::int64_t block, std::int64_t piece) const {
      std::int64_t const n = outputs_of(block), output = first_of(block);
      State state[side_by_side];
      lanes(data.kept.at(output), piece, n, state, [&] { return n; });
      for (std::int64_t k = 0; k < n; ++k) pieces.put(data, output + k, piece, state[k]);
      if constexpr (Ending::elements)
        if (pieces.number == 1) elements(output, n, 0);
    }

    /// The states of n neighbours over all row lanes. `joined` merges those of one lane, and says how many are left.
    /// Lanes are merged pair by pair, as soon as both of a pair are there.
    template <class Joined>
    void lanes(Place const& start, std::int64_t number, std::int64_t n, State* state, Joined const& joined) const {
      ReducePiece const piece(tree, static_cast<std::uint32_t>(number));
      if (tree.row_lanes() == 1) {
        one_lane(start, piece, 0, n, state);
        joined();
        return;
      }
      State waiting[8][side_by_side];  // at most 256 lanes; of several columns one state is left
      for (std::int32_t lane = 0; lane < tree.row_lanes(); ++lane) {
        one_lane(start, piece, lane, n, state);
        std::int64_t const left = joined();
        int level               = 0;
        for (; lane >> level & 1; ++level)
          for (std::int64_t k = 0; k < left; ++k) {
            data.reducer.merge(waiting[level][k], state[k]);
            state[k] = waiting[level][k];
          }
        if (lane + 1 < tree.row_lanes()) std::copy(state, state + left, waiting[level]);
      }
    }

    void one_lane(Place const& start, ReducePiece const& piece, std::int32_t lane, std::int64_t n, State* total) const {
      LaneRows const rows(tree, piece, lane);
      Run run[std::max(most_columns, side_by_side)];
      bool begun = false;
      each_run(tree, piece, rows.size, [&](std::int32_t begin, std::int32_t end, std::int32_t from, std::int32_t to) {
        std::fill(run, run + n, data.reducer.identity());
        for (std::int32_t i = begin; i < end; ++i) one_row(start, piece, rows[i], from, to, n, run);
        if (begun)
          for (std::int64_t k = 0; k < n; ++k) data.reducer.merge(total[k], data.reducer.close(run[k]));
        else
          for (std::int64_t k = 0; k < n; ++k) total[k] = data.reducer.close(run[k]);
        begun = true;
      });
      if (!begun) std::fill(total, total + n, data.reducer.close(data.reducer.identity()));
    }

    void one_row(Place const& start, ReducePiece const& piece, std::int64_t row, std::int32_t from, std::int32_t to,
                 std::int64_t n, Run* run) const {
      auto const offset = data.rows.at(row);
      std::int64_t at[3], step[3];
      for (int c = 0; c < 3; ++c) {
        at[c]   = (c < 2 ? start.at[c] : 0) + offset.at[c];
        step[c] = tree.across() ? data.width_stride[c] : c < 2 ? data.kept.stride[0][c] : 0;
      }
      if (!tree.across()) return neighbours(at, step, 0, n, run);
      std::int64_t const end = std::min<std::int64_t>(piece.width, std::int64_t{to} << tree.column_bits);
      for (std::int64_t j = std::int64_t{from} << tree.column_bits; j < end; j += tree.columns())
        neighbours(at, step, piece.column + j, std::min(n, end - j), run);
    }

    /// Elements [first, first + n) go to an accumulator each.
    void neighbours(std::int64_t const (&at)[3], std::int64_t const (&step)[3], std::int64_t first, std::int64_t n,
                    Run* run) const {
      using layout::of_input, layout::of_mask, layout::of_position;
      std::int64_t const position = at[of_position] + first * step[of_position], apart = step[of_position];
      if (data.has_exceptions()) {
        for (std::int64_t k = 0; k < n; ++k)
          data.take_if_counted(run[k], at[of_input] + (first + k) * step[of_input],
                               at[of_mask] + (first + k) * step[of_mask], position + k * apart);
        return;
      }
      // copies: a store to an accumulator could change anything that a pointer leads to
      auto const reducer        = data.reducer;
      auto const map            = data.map;
      std::int64_t const stride = step[of_input];
      T const* const in         = data.in + at[of_input] + first * stride;
      if (stride == 1)
        for (std::int64_t k = 0; k < n; ++k)
          reducer.accumulate(run[k], layout::project(map, in[k]), position + k * apart);
      else
        for (std::int64_t k = 0; k < n; ++k)
          reducer.accumulate(run[k], layout::project(map, in[k * stride]), position + k * apart);
    }
  };

  struct Merge {
    Data data;
    Pieces<State> pieces;

    KOKKOS_FUNCTION void operator()(std::int64_t output) const {
      State* const own = pieces.states + output * pieces.number;
      for (std::int64_t apart = 1; apart < pieces.number; apart *= 2)
        for (std::int64_t p = 0; p + apart < pieces.number; p += 2 * apart) data.reducer.merge(own[p], own[p + apart]);
      if constexpr (!Ending::elements) data.put(data.kept.at(output), own[0]);
    }
  };

  /// The second walk along slices that are cut into pieces.
  struct Elements {
    Kernel kernel;

    KOKKOS_FUNCTION void operator()(std::int64_t worker) const {
      std::int64_t const number = kernel.pieces.number;
      for (std::int64_t u = kernel.units * worker / kernel.workers, end = kernel.units * (worker + 1) / kernel.workers;
           u < end; ++u)
        kernel.put_elements(u / number, u % number);
    }
  };
};

}  // namespace KokkosAxis::Impl::algorithm
