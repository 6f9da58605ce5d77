// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosAxis/impl/algorithm/sort/launch.hpp>
#include <KokkosAxis/impl/algorithm/sort/tile_move.hpp>
#include <KokkosAxis/impl/algorithm/sort/tile_offsets.hpp>
#include <KokkosAxis/impl/algorithm/sort/tile_pass.hpp>
#include <KokkosAxis/impl/layout/arena.hpp>
#include <KokkosAxis/impl/layout/sort_data.hpp>

#include <Kokkos_Core.hpp>

#include <cstdint>

namespace KokkosAxis::Impl::algorithm {

/// Slices of any length: least significant digit first, a digit of 8 bits a pass over memory. A pass counts the digits
/// of every tile, turns the counts into the position of each (tile, digit) in its slice, and moves each tile's elements
/// there, ordered by digit in team scratch first so that they leave in runs. All tiles of all slices work side by side,
/// so few long slices fill a device as well as many. Between passes keys and 32-bit positions lie dense in the
/// workspace; the first pass reads the caller's View, the last writes it. Where slices are interleaved, tiles are
/// turned on their way in and out.
template <class Exec, class Codec>
class TileRadix {
  using Bits                  = typename Codec::Bits;
  using Column                = layout::KeysAndIndex;
  static constexpr int passes = sizeof(Bits);

 public:
  struct Scratch {
    Column dense[2]{};  // keys and positions between passes
    TileOffsets offsets{};
  };

  static Scratch carve(layout::Arena& arena, layout::SortData<Codec> const& data, tuning::SortTuning const& tuning) {
    Scratch scratch;
    std::int64_t const n = data.length() * data.count();
    for (int b = 0; b < buffers(data); ++b) {
      layout::Slices const at = layout::dense_slices(data.length(), data.count());
      scratch.dense[b]        = {.keys     = arena.take<Bits>(n),
                                 .keys_at  = at,
                                 .index    = {.data = arena.take<std::uint32_t>(n), .bytes = 4},
                                 .index_at = at};
    }
    scratch.offsets = TileOffsets::carve(arena, data.length(), data.count(), tuning.tile);
    return scratch;
  }

  static void run(Exec const& exec, layout::SortData<Codec> const& data, tuning::SortTuning const& tuning,
                  Scratch const& scratch) {
    bool const turn_in = stage_in(data), turn_out = stage_out(data);
    int next    = 0;
    Column from = data.source;
    if (turn_in) {
      Column staged     = scratch.dense[1];
      staged.index.data = nullptr;
      TileMove<Exec, Bits>::run(exec, from, staged);
      from = staged;
    }
    for (int pass = 0; pass < passes; ++pass) {
      bool const last = pass == passes - 1;
      Column const to = last && !turn_out ? data.sink : scratch.dense[next];
      TilePass<Exec, Codec>::run(exec, {from, to, data.codec}, digit_shift(pass), tuning, scratch.offsets);
      from = to;
      next = 1 - next;
    }
    if (turn_out) TileMove<Exec, Bits>::run(exec, from, data.sink);
  }

 private:
  static int digit_shift(int pass) { return pass * tuning::digit_bits; }

  // a single pass in place would overwrite what other tiles have yet to read
  static bool stage_in(layout::SortData<Codec> const& data) {
    return data.source.keys_at.interleaved() || (data.in_place() && passes == 1);
  }
  static bool stage_out(layout::SortData<Codec> const& data) {
    return (data.sink.keys != nullptr && data.sink.keys_at.interleaved()) ||
           (data.sink.index.data != nullptr && data.sink.index_at.interleaved());
  }
  static int buffers(layout::SortData<Codec> const& data) {
    if (stage_in(data)) return 2;
    int const moves = passes + (stage_out(data) ? 1 : 0);
    return moves < 3 ? moves - 1 : 2;
  }
};

}  // namespace KokkosAxis::Impl::algorithm
