// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosAxis/impl/algorithm/reduce/piece.hpp>
#include <KokkosAxis/impl/layout/before.hpp>
#include <KokkosAxis/impl/layout/reduce_data.hpp>
#include <KokkosAxis/impl/primitive/portable/team.hpp>
#include <KokkosAxis/impl/primitive/simt/unrolled.hpp>

#include <Kokkos_Core.hpp>

#include <cstdint>
#include <type_traits>

namespace KokkosAxis::Impl::algorithm {

// What routes do with the state of a slice in the end.

/// It becomes the slice's results.
struct ToResults {
  static constexpr bool elements         = false;
  static constexpr char const* host      = "KokkosAxis::reduce::host_tiles";
  static constexpr char const* team      = "KokkosAxis::reduce::team_tiles";
  static constexpr char const* merge     = "KokkosAxis::reduce::merge_pieces";
  static constexpr char const* in_pieces = "";
};

/// It scales the slice's elements, each of which has a result: the slice is walked along once more, in the same tiles,
/// and where these are whole slices by whoever reduced it, as what was just read is still near.
template <bool Log>
struct ToElements {
  static constexpr bool elements    = true;
  static constexpr char const* host = Log ? "KokkosAxis::log_softmax::host_tiles" : "KokkosAxis::softmax::host_tiles";
  static constexpr char const* team = Log ? "KokkosAxis::log_softmax::team_tiles" : "KokkosAxis::softmax::team_tiles";
  static constexpr char const* merge =
      Log ? "KokkosAxis::log_softmax::merge_pieces" : "KokkosAxis::softmax::merge_pieces";
  static constexpr char const* in_pieces = Log ? "KokkosAxis::log_softmax::elements" : "KokkosAxis::softmax::elements";
};

/// Puts the result of an element that was read, `at` in the mask and the output.
template <class Data, class V, class Scale>
KOKKOS_FORCEINLINE_FUNCTION void put_element(Data const& data, V const& x, Scale const& scale,
                                             std::int64_t const (&at)[3]) {
  using Out = std::remove_pointer_t<decltype(data.sinks.data)>;
  Out& out  = data.sinks.data[at[layout::of_result]];
  if (data.mask == nullptr || data.mask[at[layout::of_mask]])
    out = layout::stored<Out>(data.reducer.value(x, scale));
  else
    out = static_cast<Out>(data.reducer.nothing());
}

/// The results of n elements, of which at_of(i, at) tells where number i lies. A few are read at a time, as a read
/// cannot pass a write.
template <class Data, class Scale, class AtOf>
KOKKOS_FORCEINLINE_FUNCTION void put_in_turn(Data const& data, Scale const& scale, std::int32_t n, AtOf const& at_of) {
  constexpr int batch = 4;
  for (std::int32_t i = 0; i < n; i += batch) {
    std::int64_t at[batch][3];
    typename Data::V x[batch];
    primitive::unrolled<batch>([&](int b) {
      at_of(i + b < n ? i + b : n - 1, at[b]);
      x[b] = layout::project(data.map, data.in[at[b][layout::of_input]]);
    });
    primitive::unrolled<batch>([&](int b) {
      if (i + b < n) put_element(data, x[b], scale, at[b]);
    });
  }
}

/// A piece of the 2^output_bits slices from `first` on, by a team. Neighbours in memory are the work of neighbours, as
/// in the reduction. One function for all kernels that end in it: a copy in each would take long to compile.
template <class Member, class Data, class State>
KOKKOS_FUNCTION void put_elements(Member const& team, Data const& data, ReduceTree const& tree, State const* states,
                                  std::int64_t number, std::int64_t first, int output_bits, std::uint32_t piece) {
  ReducePiece const part(tree, piece);
  std::uint32_t const items = 1u << (tree.column_bits + output_bits + tree.row_lane_bits);
  primitive::team_for(team, items, [&](std::uint32_t i) {
    auto const column         = static_cast<std::int32_t>(i) & (tree.columns() - 1);
    std::uint32_t const up    = i >> tree.column_bits;
    std::int64_t const output = first + (up & ((1u << output_bits) - 1));
    if (output >= tree.outputs) return;
    LaneRows const rows(tree, part, static_cast<std::int32_t>(up >> output_bits));
    auto const scale = data.reducer.scale(states[output * number]);
    auto const start = data.kept.at(output);
    if (!tree.across()) {
      put_in_turn(data, scale, rows.size, [&](std::int32_t r, std::int64_t(&at)[3]) {
        auto const row = data.rows.at(rows[r]);
        for (int c = 0; c < 3; ++c) at[c] = start.at[c] + row.at[c];
      });
      return;
    }
    std::int32_t const steps = column < part.width ? tree.steps(part.width - column) : 0;
    for (std::int32_t r = 0; r < rows.size; ++r) {
      auto const row = data.rows.at(rows[r]);
      put_in_turn(data, scale, steps, [&](std::int32_t j, std::int64_t(&at)[3]) {
        std::int64_t const w = part.column + column + (static_cast<std::int64_t>(j) << tree.column_bits);
        for (int c = 0; c < 3; ++c) at[c] = start.at[c] + row.at[c] + w * data.width_stride[c];
      });
    }
  });
}

}  // namespace KokkosAxis::Impl::algorithm
