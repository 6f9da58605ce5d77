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
    if constexpr (Slice::reads_keys_again) {
      if (compounds(positions)) return;
      Simt::sync_block();
    }
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

  /// Codes of a narrow range (ties most of all) leave room in a key for the position: such keys are unique, so no bin
  /// is crowded but by neighbouring positions, and passes over them alone sort. False if there is no room. The words
  /// are changed, and the slice must find the keys at their positions.
  KOKKOS_FORCEINLINE_FUNCTION bool compounds(std::uint32_t positions) const {
    if constexpr (Codec::compact_bits != Codec::key_bits) {
      return false;
    } else {
      Key mine[items];
      load(mine);
      auto const range    = s.code_range(mine);
      int const low_bits  = positions > 1 ? Simt::bit_width(positions - 1) : 1;
      Key const width     = (range.high - range.low) >> Codec::unit_bits;
      int const high_bits = width != 0 ? Simt::bit_width(width) : 0;
      int const lift =
          31 - high_bits - low_bits;  // below what `last` of the codec gives, and as far up as that allows:
      if (lift < 0) return false;     // cells of short keys are wide
      s.clear_counts();
      Word* const words = const_cast<Word*>(m_words);
      s.each([&](int i) {
        std::uint32_t const position = Words::position(words[s.place(i)]);
        mine[i] = ((s.codec().code(mine[i]) - range.low) >> Codec::unit_bits) << low_bits | position;
        mine[i] <<= lift;
        words[s.place(i)] = Words::make(mine[i], position);
      });
      Simt::sync_block();
      auto const cells =
          Cells<Codec>::template between<Simt>(0, (((width + 1) << low_bits) - 1) << lift, s.data.sizes.cell_bits);
      s.each([&](int i) { Simt::add(&s.at.cells[cells.of(mine[i])], 1); });
      Simt::sync_block();
      Slice const again = s.reading_keys_again();
      if (BlockPartition<Slice, false, false>(again, cells)
              .run([&](int i) { return mine[i]; }, [&](int i) { return m_words[s.place(i)]; }))
        return true;
      Simt::sync_block();
      s.each([&](int i) { s.at.words[s.place(i)] = m_words[s.place(i)]; });
      Simt::sync_block();
      BlockPasses<Slice>(s).sort(lift, 31, [](Word const& word) { return Words::key(word); });
      again.write([](Word const&, std::uint32_t p) { return p; });
      return true;
    }
  }

 private:
  KOKKOS_FORCEINLINE_FUNCTION void load(Key (&mine)[items]) const {
    s.each([&](int i) { mine[i] = Words::key(m_words[s.place(i)]); });
  }

  Slice const& s;
  Word const* m_words;
};

}  // namespace KokkosAxis::Impl::algorithm
