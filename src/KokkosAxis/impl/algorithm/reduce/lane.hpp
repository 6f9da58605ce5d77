// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosAxis/impl/algorithm/reduce/piece.hpp>
#include <KokkosAxis/impl/layout/reduce_data.hpp>
#include <KokkosAxis/impl/primitive/portable/vector_load.hpp>
#include <KokkosAxis/impl/primitive/simt/unrolled.hpp>

#include <Kokkos_Core.hpp>

#include <cstdint>

namespace KokkosAxis::Impl::algorithm {

/// Which elements lie side by side in memory, and how they are read.
enum class Reads : std::uint8_t {
  outputs,           ///< those of neighbouring outputs
  columns,           ///< those of a row
  outputs_filtered,  ///< where a mask or NaN may rule some out, and they are read one by one
  columns_filtered
};
constexpr bool is_across(Reads reads) { return reads == Reads::columns || reads == Reads::columns_filtered; }

/// What one thread of a device does: the states of N neighbouring outputs, or of N neighbouring columns of one, over
/// the rows of a row lane. The N elements of a step are read at one go, and a few steps at a time.
template <class Data, int N, Reads How>
struct LaneReduce {
  using T      = typename Data::T;
  using Run    = typename Data::Run;
  using State  = typename Data::State;
  using Vector = primitive::Vector<T, N>;

  Data const& data;
  ReduceTree const& tree;
  layout::Offsets<2 + Data::outputs> start;  // of the first output's slice
  ReducePiece piece;
  LaneRows rows;
  std::int32_t column;  // the first of the lane's columns

  KOKKOS_FORCEINLINE_FUNCTION void operator()(State (&total)[N]) const {
    primitive::unrolled<N>([&](int n) { total[n] = data.reducer.close(data.reducer.identity()); });
    each_run(tree, piece, rows.size, [&](std::int32_t begin, std::int32_t end, std::int32_t from, std::int32_t to) {
      Run run[N];
      primitive::unrolled<N>([&](int n) { run[n] = data.reducer.identity(); });
      if constexpr (How == Reads::outputs) {
        down(begin, end, run);
      } else {
        for (std::int32_t i = begin; i < end; ++i) {
          if constexpr (How == Reads::columns)
            along(rows[i], from, to, run);
          else
            filtered(rows[i], from, to, run);
        }
      }
      primitive::unrolled<N>([&](int n) { data.reducer.merge(total[n], data.reducer.close(run[n])); });
    });
  }

 private:
  static constexpr int batch = 4, pairs = 2;  // steps under way at a time, of one vector or two

  KOKKOS_FORCEINLINE_FUNCTION void take(Run (&run)[N], Vector const& x, std::int64_t position,
                                        std::int64_t apart) const {
    primitive::unrolled<N>([&](int n) { data.take(run[n], x.element[n], position + n * apart); });
  }

  /// Rows of one element: N outputs have theirs side by side, aligned.
  KOKKOS_FORCEINLINE_FUNCTION void down(std::int32_t begin, std::int32_t end, Run (&run)[N]) const {
    using layout::of_input, layout::of_position;
    T const* const in = data.in + start.at[of_input];
    if (data.rows.rank > 1) {
      for (std::int32_t i = begin; i < end; ++i) {
        auto const row = data.rows.at(rows[i]);
        take(run, primitive::load_vector<N>(in + row.at[of_input]), row.at[of_position], 0);
      }
      return;
    }
    std::int64_t const stride = data.rows.stride[0][of_input], apart = data.rows.stride[0][of_position];
    for (std::int32_t i = begin; i < end; i += batch) {
      Vector x[batch];
      primitive::unrolled<batch>(
          [&](int b) { x[b] = i + b < end ? primitive::load_vector<N>(in + rows[i + b] * stride) : Vector{}; });
      primitive::unrolled<batch>([&](int b) {
        if (i + b < end) take(run, x[b], rows[i + b] * apart, 0);
      });
    }
  }

  KOKKOS_FORCEINLINE_FUNCTION std::int32_t column_of(std::int32_t step) const {
    return column + (step << tree.column_bits);
  }

  /// Steps [from, to) along a row: N columns each, and on by all columns of the tree.
  KOKKOS_FORCEINLINE_FUNCTION void along(std::int64_t row, std::int32_t from, std::int32_t to, Run (&run)[N]) const {
    using layout::of_input, layout::of_position;
    auto const offset         = data.rows.at(row);
    std::int64_t const stride = data.width_stride[of_input], apart = data.width_stride[of_position];
    T const* const in           = data.in + start.at[of_input] + offset.at[of_input] + piece.column * stride;
    std::int64_t const position = offset.at[of_position] + piece.column * apart;
    // Steps that are whole. Where rows begin between multiples of a vector, two vectors that do hold a step's elements:
    // both must lie within the row, so the first and the last steps are read one by one.
    int const ahead         = primitive::can_shift<T, N> ? primitive::misaligned<N>(in) : 0;
    std::int32_t const room = piece.width - N - (ahead == 0 ? 0 : N - ahead) - column;
    std::int32_t const fits = room < 0 ? 0 : (room >> tree.column_bits) + 1, whole = fits < to ? fits : to;
    std::int32_t j = from;
    if (ahead == 0 && (primitive::can_shift<T, N> || primitive::misaligned<N>(in) == 0)) {
      for (; j < whole; j += batch) {
        Vector x[batch];
        primitive::unrolled<batch>([&](int b) {
          x[b] = j + b < whole ? primitive::load_vector<N>(in + column_of(j + b) * stride) : Vector{};
        });
        primitive::unrolled<batch>([&](int b) {
          if (j + b < whole) take(run, x[b], position + column_of(j + b) * apart, apart);
        });
      }
      j = from < whole ? whole : from;
    } else if constexpr (primitive::can_shift<T, N>) {
      if (j == 0 && column < ahead) few(in, position, j++, run);
      std::int32_t const past = j < whole ? whole : j;
      for (; j < whole; j += pairs) {
        Vector low[pairs], high[pairs];
        primitive::unrolled<pairs>([&](int b) {
          T const* const at = in + column_of(j + b) - ahead;
          low[b]            = j + b < whole ? primitive::load_vector<N>(at) : Vector{};
          high[b]           = j + b < whole ? primitive::load_vector<N>(at + N) : Vector{};
        });
        primitive::unrolled<pairs>([&](int b) {
          if (j + b < whole)
            take(run, primitive::shifted(low[b], high[b], ahead), position + column_of(j + b) * apart, apart);
        });
      }
      j = past;
    }
    for (; j < to; ++j) few(in, position, j, run);
  }

  /// A step whose columns may lie past the end.
  KOKKOS_FORCEINLINE_FUNCTION void few(T const* in, std::int64_t position, std::int32_t j, Run (&run)[N]) const {
    std::int32_t const w = column_of(j);
    primitive::unrolled<N>([&](int n) {
      if (w + n < piece.width)
        data.take(run[n], in[(w + n) * data.width_stride[layout::of_input]],
                  position + (w + n) * data.width_stride[layout::of_position]);
    });
  }

  KOKKOS_FORCEINLINE_FUNCTION void filtered(std::int64_t number, std::int32_t from, std::int32_t to,
                                            Run (&run)[N]) const {
    auto const row = data.rows.at(number);
    for (std::int32_t j = from; j < to; ++j)
      primitive::unrolled<N>([&](int n) {
        std::int64_t const w = is_across(How) ? piece.column + column_of(j) + n : 0;
        std::int64_t const k = is_across(How) ? 0 : n;
        if (!is_across(How) || column_of(j) + n < piece.width)
          data.take_if_counted(run[n], start.at[0] + row.at[0] + w * data.width_stride[0] + k * data.kept.stride[0][0],
                               start.at[1] + row.at[1] + w * data.width_stride[1] + k * data.kept.stride[0][1],
                               row.at[2] + w * data.width_stride[2]);
      });
  }
};

}  // namespace KokkosAxis::Impl::algorithm
