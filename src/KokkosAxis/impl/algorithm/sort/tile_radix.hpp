// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosAxis/impl/algorithm/sort/tile_move.hpp>
#include <KokkosAxis/impl/algorithm/sort/tile_offsets.hpp>
#include <KokkosAxis/impl/algorithm/sort/tile_pass.hpp>
#include <KokkosAxis/impl/layout/arena.hpp>
#include <KokkosAxis/impl/layout/sort_data.hpp>
#include <KokkosAxis/impl/tuning/sort.hpp>

#include <cstdint>

namespace KokkosAxis::Impl::algorithm {

/// Slices of any length: least significant digit first, a digit of 8 bits a pass over memory. A pass counts the digits
/// of every tile, turns the counts into the position of each (tile, digit) in its slice, and moves each tile's elements
/// there, ordered by digit in team scratch first so that they leave in runs. All tiles of all slices work side by side,
/// so few long slices fill a device as well as many. Between passes keys and 32-bit positions lie dense in the
/// workspace; the first pass reads the caller's View, the last writes it.
template <class Exec, class Codec>
class TileRadix {
  using Bits                  = typename Codec::Bits;
  static constexpr int passes = sizeof(Bits);
  static_assert(tuning::digit_bits == 8);

 public:
  struct Scratch {
    layout::KeysAndIndex dense[2]{};  // keys and positions between passes
    TileOffsets offsets{};
  };

  static Scratch carve(layout::Arena& arena, layout::SortData<Codec> const& data, tuning::SortTuning const& tuning) {
    Scratch scratch;
    for (int b = 0; b < buffers(data); ++b)
      scratch.dense[b] = layout::take_dense<Bits>(arena, data.length(), data.count(), data.sink.index.data != nullptr);
    scratch.offsets = TileOffsets::carve(arena, data.length(), data.count(), tuning.tile);
    return scratch;
  }

  static void run(Exec const& exec, layout::SortData<Codec> const& data, tuning::SortTuning const& tuning,
                  Scratch const& scratch) {
    layout::KeysAndIndex from = data.source;
    if (copies_first(data)) {
      from            = scratch.dense[0];
      from.index.data = nullptr;
      TileMove<Exec, Bits>::run(exec, data.source, from);
    }
    for (int pass = 0; pass < passes; ++pass) {
      bool const last               = pass == passes - 1;
      layout::KeysAndIndex const to = last ? data.sink : scratch.dense[pass % 2];
      TilePass<Exec, Codec>::run(exec, {from, to, data.codec}, pass * tuning::digit_bits, tuning, scratch.offsets);
      from = to;
    }
  }

 private:
  // a single pass in place would overwrite what other tiles have yet to read
  static bool copies_first(layout::SortData<Codec> const& data) { return passes == 1 && data.in_place(); }
  static int buffers(layout::SortData<Codec> const& data) {
    return copies_first(data) ? 1 : passes - 1 < 2 ? passes - 1 : 2;
  }
};

}  // namespace KokkosAxis::Impl::algorithm
