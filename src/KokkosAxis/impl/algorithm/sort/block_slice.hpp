// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosAxis/impl/algorithm/sort/bin_map.hpp>
#include <KokkosAxis/impl/algorithm/sort/native_side.hpp>
#include <KokkosAxis/impl/primitive/simt/block_range.hpp>
#include <KokkosAxis/impl/primitive/simt/unrolled.hpp>
#include <KokkosAxis/impl/tuning/block_sort.hpp>

#include <Kokkos_Core.hpp>

#include <cstddef>
#include <cstdint>

namespace KokkosAxis::Impl::algorithm {

/// What the kernels that sort in shared memory are launched with.
template <class Codec>
struct BlockSortData {
  NativeSort<Codec> sort;
  tuning::BlockSort sizes;
  bool turn_in = false, turn_out = false;  // a cluster of blocks turns interleaved slices: ClusterSlice
};

/// Arrays in the shared memory of a block, laid out as tuning::block_sort_bytes counts.
template <class Word>
struct BlockArrays {
  Word* words;            // the block's elements, and room for a vector more
  std::uint64_t* range;   // two numbers a warp, for ranges of codes
  std::uint32_t* bins;    // counters, aligned for vectors
  std::uint32_t* cells;   // coarse counters, which then become
  ShortCellParts* table;  // the map from keys to bins
  std::uint32_t* sums;    // a number a warp, for scans
  std::uint32_t* flags;   // shared by the threads of a block

  KOKKOS_FORCEINLINE_FUNCTION BlockArrays(std::byte* shared, tuning::BlockSort const& sizes) {
    words = reinterpret_cast<Word*>(shared);
    range = reinterpret_cast<std::uint64_t*>(words + sizes.capacity + tuning::word_padding);
    table = reinterpret_cast<ShortCellParts*>(range + 2 * tuning::widest_warp);
    cells = reinterpret_cast<std::uint32_t*>(table);
    bins  = cells + (1 << sizes.cell_bits);
    sums  = bins + sizes.bins;
    flags = sums + tuning::widest_warp;
  }
};

/// Neighbouring places of a slice in the hands of a block: `here` of them, from place `first`. Threads hold up to
/// `items` each: item i of a lane lies i warps' widths behind item 0, and warps follow each other, so that order of
/// warps, items and lanes is the order of places.
template <class Simt_, class Codec_, class Words_, int Items_>
struct BlockSlice {
  using Simt                 = Simt_;
  using Codec                = NativeCodec<Codec_>;
  using Words                = Words_;
  using Bits                 = typename Codec::Bits;
  using Key                  = typename Codec::Key;
  using Word                 = typename Words::Word;
  static constexpr int items = Items_;

  static constexpr bool reads_keys_again = false;  // from the source, by their positions

  BlockSortData<Codec_> const& data;
  BlockArrays<Word> at;
  std::int64_t number;  // of the slice
  std::uint32_t first;
  std::uint32_t here;

  KOKKOS_FORCEINLINE_FUNCTION Codec const& codec() const { return data.sort.codec; }

  KOKKOS_FORCEINLINE_FUNCTION std::uint32_t place(int item) const {
    constexpr int lanes = Simt::lanes;
    return static_cast<std::uint32_t>(Simt::thread() / lanes * (lanes * items) + item * lanes + Simt::lane());
  }
  KOKKOS_FORCEINLINE_FUNCTION bool is_there(int item) const { return place(item) < here; }

  /// f(item) for the thread's items. Full warps, nearly all, ask no item whether it is there.
  template <class F>
  KOKKOS_FORCEINLINE_FUNCTION void each(F const& f) const {
    if (is_full())
      primitive::unrolled<items>(f);
    else
      primitive::unrolled<items>([&](int i) {
        if (is_there(i)) f(i);
      });
  }

  /// Clears what a partition counts and marks; the caller puts a barrier before either.
  KOKKOS_FORCEINLINE_FUNCTION void clear_counts() const {
    for (int c = Simt::thread(); c < 1 << data.sizes.cell_bits; c += Simt::threads()) at.cells[c] = 0;
    if (Simt::thread() < tuning::block_flags) at.flags[Simt::thread()] = 0;
  }

  /// Keys, as codec.ordered gives them, into registers; those of 0 for items without an element.
  KOKKOS_FORCEINLINE_FUNCTION void load(Key (&mine)[items]) const {
    NativeColumn<Bits> const source(data.sort.source, number);
    Bits keys[items];
    if (is_full())
      source.keys(first + place(0), Simt::lanes, keys);
    else
      primitive::unrolled<items>([&](int i) { keys[i] = is_there(i) ? source.key(first + place(i)) : Bits{0}; });
    primitive::unrolled<items>([&](int i) { mine[i] = codec().ordered(keys[i]); });
  }

  /// The range of the codes of keys. A barrier before, one inside.
  KOKKOS_FORCEINLINE_FUNCTION primitive::KeyRange<Key> code_range(Key const (&mine)[items]) const {
    Key low = static_cast<Key>(~Key{0}), high = 0;
    each([&](int i) {
      Key const code = codec().code(mine[i]);
      low            = code < low ? code : low;
      high           = code > high ? code : high;
    });
    return primitive::block_range<Simt>(low, high, at.range);
  }
  /// The bits in which codes differ from `low`. A barrier before, one inside.
  KOKKOS_FORCEINLINE_FUNCTION Key code_bits(Key low, Key const (&mine)[items]) const {
    Key bits = 0;
    each([&](int i) { bits |= codec().code(mine[i]) - low; });
    return primitive::block_or<Simt>(bits, at.range);
  }

  /// Writes the block's words; `place_of(word, its place in shared memory)` tells a word's place in the block.
  template <class F>
  KOKKOS_FORCEINLINE_FUNCTION void write(F const& place_of) const {
    NativeColumn<Bits> const sink(data.sort.sink, number);
    bool const keys = sink.has_keys(), index = sink.has_index();
    if (keys && sink.has_wide_index() && data.sort.kept == data.sort.length) {
      for (std::uint32_t p = Simt::thread(); p < here; p += Simt::threads()) {
        Word const word           = at.words[p];
        std::uint32_t const place = first + place_of(word, p);
        sink.put_key(place, codec().stored(Words::key(word)));
        sink.put_wide_index(place, Words::position(word));
      }
    } else {
      for (std::uint32_t p = Simt::thread(); p < here; p += Simt::threads()) {
        Word const word           = at.words[p];
        std::uint32_t const place = first + place_of(word, p);
        if (place >= data.sort.kept) continue;
        if (keys) sink.put_key(place, codec().stored(Words::key(word)));
        if (index) sink.put_index(place, Words::position(word));
      }
    }
  }

 private:
  KOKKOS_FORCEINLINE_FUNCTION bool is_full() const {
    constexpr int lanes = Simt::lanes;
    return static_cast<std::uint32_t>(Simt::thread() / lanes * (lanes * items) + lanes * items) <= here;
  }
};

}  // namespace KokkosAxis::Impl::algorithm
