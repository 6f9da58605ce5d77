// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosAxis/impl/algorithm/sort/block_partition.hpp>
#include <KokkosAxis/impl/algorithm/sort/block_passes.hpp>
#include <KokkosAxis/impl/algorithm/sort/block_slice.hpp>

#include <Kokkos_Core.hpp>

#include <cstdint>

namespace KokkosAxis::Impl::algorithm {

/// Sorts words that lie in any order in memory outside of the slice's own, `s.here` of them, and has the slice write
/// them: a partition where the data allows, stable passes where it crowds bins.
template <class Slice>
class BlockWords {
  using Simt                 = typename Slice::Simt;
  using Codec                = typename Slice::Codec;
  using Words                = typename Slice::Words;
  using Key                  = typename Slice::Key;
  using Word                 = typename Slice::Word;
  static constexpr int items = Slice::items;

 public:
  KOKKOS_FORCEINLINE_FUNCTION BlockWords(Slice const& slice, Word const* words) : s(slice), m_words(words) {}

  /// False, and nothing written but in the slice's shared memory, if it does not pay. Without Equals, false where keys
  /// of different bits are equal, too, and then `has_equals`. No barrier is needed since the words were seen.
  template <bool Equals>
  KOKKOS_FORCEINLINE_FUNCTION bool partition() const {
    s.clear_counts();  // the barrier is the one in code_range
    Key mine[items];
    load(mine);
    auto const range = s.code_range(mine);
    auto const cells = Cells<Codec>::template between<Simt>(range.low, range.high, s.data.sizes.cell_bits);
    bool recoded     = false;
    s.each([&](int i) {
      recoded |= s.codec().may_be_recoded(mine[i]);
      Simt::add(&s.at.cells[cells.of(s.codec().code(mine[i]))], 1);
    });
    if (recoded) s.at.flags[tuning::recoded_flag] = 1;
    Simt::sync_block();
    if (!Equals && has_equals()) return false;
    return BlockPartition<Slice, Equals, false>(s, cells).run([&](int i) { return mine[i]; },
                                                              [&](int i) { return m_words[s.place(i)]; });
  }
  KOKKOS_FORCEINLINE_FUNCTION bool has_equals() const { return s.at.flags[tuning::recoded_flag] != 0; }

  /// What is left where the first partition was none: equal keys, or many in few bins. `positions` bound those of
  /// words.
  KOKKOS_FORCEINLINE_FUNCTION void crowded(std::uint32_t positions) const {
    bool const equals = has_equals();  // else bins are crowded, which another try would not change
    Simt::sync_block();
    if (equals && partition<true>()) return;
    Simt::sync_block();
    Key mine[items];
    load(mine);
    s.each([&](int i) { s.at.words[s.place(i)] = m_words[s.place(i)]; });
    Simt::sync_block();
    BlockPasses<Slice> const passes(s);
    passes.sort(0, Simt::bit_width(positions - 1), [](Word const& word) { return Words::position(word); });
    s.each([&](int i) { mine[i] = Words::key(s.at.words[s.place(i)]); });
    passes.sort_by_code(mine);
    Simt::sync_block();
    s.write([](Word const&, std::uint32_t p) { return p; });
  }

 private:
  KOKKOS_FORCEINLINE_FUNCTION void load(Key (&mine)[items]) const {
    s.each([&](int i) { mine[i] = Words::key(m_words[s.place(i)]); });
  }

  Slice const& s;
  Word const* m_words;
};

}  // namespace KokkosAxis::Impl::algorithm
