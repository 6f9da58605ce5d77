// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosAxis/impl/algorithm/launch_native.hpp>
#include <KokkosAxis/impl/algorithm/sort/block_partition.hpp>
#include <KokkosAxis/impl/algorithm/sort/block_passes.hpp>
#include <KokkosAxis/impl/algorithm/sort/block_slice.hpp>
#include <KokkosAxis/impl/algorithm/sort/cluster_slice.hpp>
#include <KokkosAxis/impl/algorithm/sort/words.hpp>

#include <Kokkos_Core.hpp>

#include <cstddef>
#include <cstdint>
#include <type_traits>

namespace KokkosAxis::Impl::algorithm {

/// One slice a block, from its first load to its last store in registers and shared memory: global memory is read and
/// written once, unless the data is such that it has to be read again. `Clustered`: blocks turn interleaved slices.
template <class Simt, class Codec, class Words, int Items, bool Clustered>
class BlockSortKernel {
  using Slice =
      std::conditional_t<Clustered, ClusterSlice<Simt, Codec, Words, Items>, BlockSlice<Simt, Codec, Words, Items>>;
  using Native = typename Slice::Codec;
  using Key    = typename Slice::Key;
  using Word   = typename Slice::Word;

 public:
  static constexpr int max_threads = tuning::block_threads(Items);
  static constexpr int min_blocks  = tuning::block_least(Items);

  explicit BlockSortKernel(BlockSortData<Codec> const& data) : m_data(data) {}

  KOKKOS_FUNCTION void operator()(std::byte* shared) const {
    Slice const s = slice(shared);
    if constexpr (Clustered) {
      s.read();
      if (s.is_slice() && !partition(s)) crowded(shared);
      s.write_turned();
    } else {
      if (!partition(s)) crowded(shared);
    }
  }

 private:
  KOKKOS_FORCEINLINE_FUNCTION Slice slice(std::byte* shared) const {
    if constexpr (Clustered)
      return Slice(m_data, shared);
    else
      return {m_data, {shared, m_data.sizes}, Simt::block(), 0, m_data.sort.length};
  }

  /// Over all codes. False where keys of different bits are equal, too: code and passes for these are in `crowded`.
  KOKKOS_FORCEINLINE_FUNCTION bool partition(Slice const& s) const {
    auto cells = Cells<Native>::over_all(m_data.sizes.cell_bits);
    Key mine[Items];
    if constexpr (Clustered)
      s.load_read(mine);
    else
      s.load(mine);
    s.clear_counts();
    Simt::sync_block();
    bool recoded = false;
    primitive::unrolled<Items>([&](int i) { recoded |= s.codec().may_be_recoded(mine[i]); });
    if (recoded) s.at.flags[tuning::recoded_flag] = 1;
    s.each([&](int i) { Simt::add(&s.at.cells[cells.of(mine[i])], 1); });
    Simt::sync_block();
    if (s.at.flags[tuning::recoded_flag] != 0) return false;
    if (is_narrow(s)) cells = over_range<false>(s, mine, s.code_range(mine));
    return sort<false>(s, cells, mine);
  }

  /// Does one cell hold most codes? A barrier inside.
  KOKKOS_FORCEINLINE_FUNCTION bool is_narrow(Slice const& s) const {
    for (int c = Simt::thread(); c < 1 << m_data.sizes.cell_bits; c += Simt::threads())
      if (s.at.cells[c] > s.here / 4 * 3) s.at.flags[tuning::narrow_flag] = 1;
    Simt::sync_block();
    return s.at.flags[tuning::narrow_flag] != 0;
  }
  /// Cells over the range of codes there are, counted. Barriers inside.
  template <bool Equals>
  KOKKOS_FORCEINLINE_FUNCTION Cells<Native> over_range(Slice const& s, Key const (&mine)[Items],
                                                       primitive::KeyRange<Key> const& range) const {
    auto const cells = Cells<Native>::template between<Simt>(range.low, range.high, m_data.sizes.cell_bits);
    s.clear_counts();
    Simt::sync_block();
    s.each([&](int i) { Simt::add(&s.at.cells[cells.of(Equals ? s.codec().code(mine[i]) : mine[i])], 1); });
    Simt::sync_block();
    return cells;
  }
  template <bool Equals>
  KOKKOS_FORCEINLINE_FUNCTION bool sort(Slice const& s, Cells<Native> const& cells, Key const (&mine)[Items]) const {
    return BlockPartition<Slice, Equals, true>(s, cells).run([&](int i) { return mine[i]; },
                                                             [&](int i) { return Words::make(mine[i], s.place(i)); });
  }

  /// Where keys of different bits are equal, a partition compares codes. Data that crowds its bins all the same, or so
  /// narrow that one pass orders it, takes stable passes. Apart from the rest, so that it costs the rest no registers.
  [[gnu::noinline]] KOKKOS_FUNCTION void crowded(std::byte* shared) const {
    Slice const s = slice(shared);
    Key mine[Items];
    s.load(mine);
    if constexpr (Native::floating) {
      if (s.at.flags[tuning::recoded_flag] != 0) {
        Simt::sync_block();
        auto const range = s.code_range(mine);
        auto const width = static_cast<Key>((range.high - range.low) >> Native::unit_bits);
        if (width >> tuning::pass_bits != 0 && sort<true>(s, over_range<true>(s, mine, range), mine)) return;
      }
    }
    Simt::sync_block();
    s.each([&](int i) { s.at.words[s.place(i)] = Words::make(mine[i], s.place(i)); });
    BlockPasses<Slice>(s).sort_by_code(mine);
    Simt::sync_block();
    s.write([](Word const&, std::uint32_t p) { return p; });
  }

  BlockSortData<Codec> m_data;
};

/// Launches it.
template <class Exec, class Codec>
class BlockSort {
  using Simt = primitive::simt_of_t<Exec>;
  using Bits = typename Codec::Bits;

 public:
  static void run(Exec const& exec, layout::SortData<Codec> const& data, tuning::BlockSort const& sizes) {
    BlockSortData<Codec> const native{native_sort(data), sizes, data.source.interleaved(), data.sink.interleaved()};
    if (sizes.items == 8)
      with_items<8>(exec, native);
    else
      with_items<16>(exec, native);
  }

 private:
  template <int Items>
  static void with_items(Exec const& exec, BlockSortData<Codec> const& data) {
    if constexpr (Simt::has_clusters && tuning::turned_by_cluster(sizeof(Bits))) {
      if (data.sizes.turning > 0 && (data.turn_in || data.turn_out)) {
        constexpr int slices = tuning::cluster_slices;
        launch_native("KokkosAxis::sort::block_sort", exec,
                      {.blocks  = (data.sort.count + slices - 1) / slices * slices,
                       .threads = data.sizes.threads,
                       .shared  = data.sizes.shared + data.sizes.turning,
                       .cluster = slices},
                      BlockSortKernel<Simt, Codec, NearWords<Bits>, Items, true>(data));
        return;
      }
    }
    launch_native("KokkosAxis::sort::block_sort", exec,
                  {.blocks = data.sort.count, .threads = data.sizes.threads, .shared = data.sizes.shared},
                  BlockSortKernel<Simt, Codec, NearWords<Bits>, Items, false>(data));
  }
};

}  // namespace KokkosAxis::Impl::algorithm
