// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosAxis/impl/algorithm/sort/bucket_state.hpp>
#include <KokkosAxis/impl/primitive/simt/scan.hpp>
#include <KokkosAxis/impl/primitive/simt/unrolled.hpp>

#include <Kokkos_Core.hpp>

#include <cstddef>
#include <cstdint>

namespace KokkosAxis::Impl::algorithm {

/// Moves words of key and position to their buckets, a tile a block: ordered by bucket in shared memory first, so that
/// they leave in runs. In a bucket they lie in any order, since blocks take its places as they come.
template <class Simt, class Codec, class Words, int Items>
class BucketScatterKernel {
  using State  = BucketState<Codec, Words>;
  using Native = NativeCodec<Codec>;
  using Bits   = typename Codec::Bits;
  using Key    = typename Native::Key;
  using Word   = typename Words::Word;

 public:
  static constexpr int max_threads = tuning::bucket_threads;
  static constexpr int min_blocks  = tuning::block_least(Items);
  static constexpr int tile        = tuning::bucket_threads * Items;

  BucketScatterKernel(NativeSort<Codec> const& data, State const& state)
      : m_data(data), m_state(state), m_tiles((data.length + tile - 1) / tile) {}

  std::int64_t blocks() const { return std::int64_t{m_tiles} * m_data.count; }

  KOKKOS_FUNCTION void operator()(std::byte* shared) const { scatter(shared, Simt::block()); }

 private:
  KOKKOS_FORCEINLINE_FUNCTION void scatter(std::byte* shared, std::int64_t block) const {
    std::int64_t const slice  = block / m_tiles;
    std::uint32_t const begin = static_cast<std::uint32_t>(block - slice * m_tiles) * tile;
    std::uint32_t const left  = m_data.length - begin;
    std::uint32_t const here  = left < tile ? left : tile;
    if (m_state.crowded[slice] != 0) return;
    auto const range   = m_state.ranges[slice];
    auto* const words  = reinterpret_cast<Word*>(shared);
    auto* const table  = reinterpret_cast<CellParts*>(words + tile);
    auto* const counts = reinterpret_cast<std::uint32_t*>(table + State::cells);  // then first places in the tile
    auto* const first  = counts + m_state.buckets;  // first places in the slice, less those
    auto* const sums   = first + m_state.buckets;
    for (int c = Simt::thread(); c < State::cells; c += Simt::threads()) table[c] = m_state.table_of(slice)[c];
    for (std::uint32_t b = Simt::thread(); b < range.buckets; b += Simt::threads()) counts[b] = 0;

    constexpr int lanes       = Simt::lanes;
    std::uint32_t const start = Simt::thread() / lanes * (lanes * Items) + Simt::lane();
    auto const is_there       = [&](int i) { return start + i * lanes < here; };
    NativeColumn<Bits> const source(m_data.source, slice);
    Bits keys[Items];
    if (here == tile)
      source.keys(begin + start, lanes, keys);
    else
      primitive::unrolled<Items>(
          [&](int i) { keys[i] = is_there(i) ? source.key(begin + start + i * lanes) : Bits{0}; });
    Simt::sync_block();

    auto const bucket_of = [&](Key ordered) { return range.template bucket<Simt>(m_data.codec, table, ordered); };
    Key mine[Items];
    std::uint32_t bucket[Items], rank[Items];
    primitive::unrolled<Items>([&](int i) {
      mine[i]   = m_data.codec.ordered(keys[i]);
      bucket[i] = bucket_of(mine[i]);
    });
    primitive::unrolled<Items>([&](int i) { rank[i] = is_there(i) ? Simt::add(&counts[bucket[i]], 1) : 0; });
    Simt::sync_block();
    take_places(slice, range.buckets, counts, first, sums);
    primitive::unrolled<Items>([&](int i) {
      if (is_there(i)) words[counts[bucket[i]] + rank[i]] = Words::make(mine[i], begin + start + i * lanes);
    });
    Simt::sync_block();
    Word* const to = m_state.words_of(slice);
    for (std::uint32_t p = Simt::thread(); p < here; p += Simt::threads()) {
      Word const word                            = words[p];
      to[first[bucket_of(Words::key(word))] + p] = word;
    }
  }

  /// Counts become first places in the tile; places in the slice are taken for them.
  KOKKOS_FORCEINLINE_FUNCTION void take_places(std::int64_t slice, std::uint32_t buckets, std::uint32_t* counts,
                                               std::uint32_t* first, std::uint32_t* sums) const {
    std::uint32_t const each  = (buckets + Simt::threads() - 1) / Simt::threads();
    std::uint32_t const begin = Simt::thread() * each;
    std::uint32_t const end   = begin + each < buckets ? begin + each : buckets;
    std::uint32_t sum         = 0;
    for (std::uint32_t b = begin; b < end; ++b) sum += counts[b];
    std::uint32_t next          = primitive::block_exclusive_sum<Simt>(sum, sums).before;
    std::uint32_t* const places = m_state.places_of(slice);
    for (std::uint32_t b = begin; b < end; ++b) {
      std::uint32_t const count = counts[b];
      if (count > 0) first[b] = Simt::add(&places[b], count) - next;
      counts[b] = next;
      next += count;
    }
    Simt::sync_block();
  }

  NativeSort<Codec> m_data;
  State m_state;
  std::uint32_t m_tiles;
};

}  // namespace KokkosAxis::Impl::algorithm
