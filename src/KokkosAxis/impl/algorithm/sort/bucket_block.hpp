// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosAxis/impl/algorithm/sort/block_slice.hpp>
#include <KokkosAxis/impl/algorithm/sort/block_words.hpp>
#include <KokkosAxis/impl/algorithm/sort/bucket_state.hpp>

#include <Kokkos_Core.hpp>

#include <cstddef>
#include <cstdint>

namespace KokkosAxis::Impl::algorithm {

/// Sorts the words of a bucket, one a block, and writes keys and positions to their final places.
template <class Simt, class Codec, class Words, int Items>
class BucketBlockKernel {
  using State = BucketState<Codec, Words>;
  using Slice = BlockSlice<Simt, Codec, Words, Items>;

 public:
  static constexpr int max_threads = tuning::block_threads(Items);
  static constexpr int min_blocks  = tuning::block_least(Items);

  BucketBlockKernel(BlockSortData<Codec> const& data, State const& state) : m_data(data), m_state(state) {}

  KOKKOS_FUNCTION void operator()(std::byte* shared) const {
    std::int64_t const slice = Simt::block() / m_state.buckets;
    auto const bucket        = static_cast<std::uint32_t>(Simt::block() - slice * m_state.buckets);
    if (bucket >= m_state.ranges[slice].buckets || m_state.crowded[slice] != 0) return;
    std::uint32_t const here = m_state.counts_of(slice)[bucket];
    if (here == 0) return;
    std::uint32_t const first = m_state.places_of(slice)[bucket] - here;
    Slice const s{m_data, {shared, m_data.sizes}, slice, first, here};
    if (!BlockWords<Slice>(s, m_state.words_of(slice) + first).template partition<false>())
      crowded(shared, slice, first, here);
  }

 private:
  /// Apart from the rest, so that it costs the rest no registers.
  [[gnu::noinline]] KOKKOS_FUNCTION void crowded(std::byte* shared, std::int64_t slice, std::uint32_t first,
                                                 std::uint32_t here) const {
    Slice const s{m_data, {shared, m_data.sizes}, slice, first, here};
    BlockWords<Slice>(s, m_state.words_of(slice) + first).crowded(m_data.sort.length);
  }

  BlockSortData<Codec> m_data;
  State m_state;
};

}  // namespace KokkosAxis::Impl::algorithm
