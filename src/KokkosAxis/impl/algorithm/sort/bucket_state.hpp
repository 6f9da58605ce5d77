// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosAxis/impl/algorithm/sort/bin_map.hpp>
#include <KokkosAxis/impl/algorithm/sort/native_side.hpp>
#include <KokkosAxis/impl/layout/arena.hpp>
#include <KokkosAxis/impl/tuning/bucket_sort.hpp>

#include <Kokkos_Core.hpp>

#include <cstdint>

namespace KokkosAxis::Impl::algorithm {

/// What the kernels of bucket_sort hand on, in global memory, for each slice.
template <class Codec, class Words>
struct BucketState {
  using Native = NativeCodec<Codec>;
  using Key    = typename Native::Key;
  using Word   = typename Words::Word;

  /// The sampled range of codes. Codes outside count as its ends.
  struct Range {
    Key low, high;
    Cells<Native> cells;
    std::uint32_t buckets;

    KOKKOS_FORCEINLINE_FUNCTION Key clamp(Key code) const { return code < low ? low : code > high ? high : code; }
    /// The bucket of a key as codec.ordered gives it.
    template <class Simt>
    KOKKOS_FORCEINLINE_FUNCTION std::uint32_t bucket(Native const& codec, CellParts const* table, Key ordered) const {
      Key const code = clamp(codec.code(ordered));
      return table[cells.of(code)].template at<Simt>(cells.fraction(code)) >> bucket_bits;
    }
  };

  /// Tables map codes to buckets in units of 2^-bucket_bits, so that cells share buckets as their numbers ask for.
  static constexpr int bucket_bits = 10;

  static constexpr int cells = 1 << tuning::bucket_cell_bits;  // of a table

  std::int64_t length    = 0;
  std::int64_t buckets   = 0;  // room for, of a slice
  Range* ranges          = nullptr;
  CellParts* tables      = nullptr;  // maps codes to buckets
  std::uint32_t* counts  = nullptr;  // elements of a bucket
  std::uint32_t* places  = nullptr;  // a bucket's next free place; its first one before, its end after the scatter
  std::uint32_t* crowded = nullptr;  // is a bucket larger than a block can sort
  std::uint32_t* any     = nullptr;  // is there such a slice
  Word* words            = nullptr;  // the elements, bucket by bucket

  static BucketState carve(layout::Arena& arena, std::int64_t length, std::int64_t slices, std::int64_t buckets) {
    BucketState s{.length = length, .buckets = buckets};
    s.ranges  = arena.take<Range>(slices);
    s.tables  = arena.take<CellParts>(slices * cells);
    s.counts  = arena.take<std::uint32_t>(slices * buckets);
    s.places  = arena.take<std::uint32_t>(slices * buckets);
    s.crowded = arena.take<std::uint32_t>(slices);
    s.any     = arena.take<std::uint32_t>(1);
    s.words   = arena.take<Word>(slices * length);
    return s;
  }

  KOKKOS_FORCEINLINE_FUNCTION CellParts* table_of(std::int64_t slice) const { return tables + slice * cells; }
  KOKKOS_FORCEINLINE_FUNCTION std::uint32_t* counts_of(std::int64_t slice) const { return counts + slice * buckets; }
  KOKKOS_FORCEINLINE_FUNCTION std::uint32_t* places_of(std::int64_t slice) const { return places + slice * buckets; }
  KOKKOS_FORCEINLINE_FUNCTION Word* words_of(std::int64_t slice) const { return words + slice * length; }
};

}  // namespace KokkosAxis::Impl::algorithm
