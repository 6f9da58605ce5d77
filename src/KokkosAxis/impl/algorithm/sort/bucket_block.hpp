// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosAxis/impl/algorithm/sort/block_partition.hpp>
#include <KokkosAxis/impl/algorithm/sort/block_passes.hpp>
#include <KokkosAxis/impl/algorithm/sort/block_slice.hpp>
#include <KokkosAxis/impl/algorithm/sort/bucket_state.hpp>

#include <Kokkos_Core.hpp>

#include <cstddef>
#include <cstdint>

namespace KokkosAxis::Impl::algorithm {

/// Sorts the words of a bucket, one a block, and writes keys and positions to their final places.
template <class Simt, class Codec, class Words, int Items>
class BucketBlockKernel {
  using State  = BucketState<Codec, Words>;
  using Slice  = BlockSlice<Simt, Codec, Words, Items>;
  using Native = typename Slice::Codec;
  using Key    = typename Slice::Key;
  using Word   = typename Slice::Word;

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
    if (!partition<false>(shared, slice, first, here)) crowded(shared, slice, first, here);
  }

 private:
  /// Without Equals, false where keys of different bits are equal, too.
  template <bool Equals>
  KOKKOS_FORCEINLINE_FUNCTION bool partition(std::byte* shared, std::int64_t slice, std::uint32_t first,
                                             std::uint32_t here) const {
    Slice const s{m_data, {shared, m_data.sizes}, slice, first, here};
    Word const* const words = m_state.words_of(slice) + first;
    s.clear_counts();  // the barrier is the one in code_range
    Key mine[Items];
    load(s, words, mine);
    auto const range = s.code_range(mine);
    auto const cells = Cells<Native>::template between<Simt>(range.low, range.high, m_data.sizes.cell_bits);
    bool recoded     = false;
    s.each([&](int i) {
      recoded |= s.codec().may_be_recoded(mine[i]);
      Simt::add(&s.at.cells[cells.of(s.codec().code(mine[i]))], 1);
    });
    if (recoded) s.at.flags[tuning::recoded_flag] = 1;
    Simt::sync_block();
    if (!Equals && s.at.flags[tuning::recoded_flag] != 0) return false;
    return BlockPartition<Slice, Equals, false>(s, cells).run([&](int i) { return mine[i]; },
                                                              [&](int i) { return words[s.place(i)]; });
  }

  /// Equal keys, or many in few bins: stable passes over the positions, then the codes. Apart from the rest, so that it
  /// costs the rest no registers.
  [[gnu::noinline]] KOKKOS_FUNCTION void crowded(std::byte* shared, std::int64_t slice, std::uint32_t first,
                                                 std::uint32_t here) const {
    Slice const s{m_data, {shared, m_data.sizes}, slice, first, here};
    bool const recoded =
        s.at.flags[tuning::recoded_flag] != 0;  // else bins are crowded, which another try would not change
    Simt::sync_block();
    if (recoded && partition<true>(shared, slice, first, here)) return;
    Simt::sync_block();
    Word const* const words = m_state.words_of(slice) + first;
    Key mine[Items];
    load(s, words, mine);
    s.each([&](int i) { s.at.words[s.place(i)] = words[s.place(i)]; });
    Simt::sync_block();
    BlockPasses<Slice> const passes(s);
    passes.sort(0, Simt::bit_width(m_data.sort.length - 1), [](Word const& word) { return Words::position(word); });
    s.each([&](int i) { mine[i] = Words::key(s.at.words[s.place(i)]); });
    passes.sort_by_code(mine);
    Simt::sync_block();
    s.write([](Word const&, std::uint32_t p) { return p; });
  }

  KOKKOS_FORCEINLINE_FUNCTION void load(Slice const& s, Word const* words, Key (&mine)[Items]) const {
    s.each([&](int i) { mine[i] = Words::key(words[s.place(i)]); });
  }

  BlockSortData<Codec> m_data;
  State m_state;
};

}  // namespace KokkosAxis::Impl::algorithm
