// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosAxis/impl/algorithm/sort/bin_map.hpp>
#include <KokkosAxis/impl/algorithm/sort/block_slice.hpp>
#include <KokkosAxis/impl/primitive/simt/scan.hpp>

namespace KokkosAxis::Impl::algorithm {

/// Sorts the elements of a block by spreading them over many small bins in the order of their codes, which takes atomic
/// counters and no stable rank, and then counting, for each word, the smaller ones of its bin: words are unique, so the
/// result is the stable order whatever the atomics' order was.
///
/// The map from codes to bins follows the data: each coarse cell gets as many equal bins as its elements ask for, down
/// to parts of a code, over which positions deal equal keys out. Data that still crowds bins (many equal keys, wildly
/// uneven cells) is found out from the bin counts before anything is moved, and left to others.
///
/// `Equals`: do policies make keys of different bits equal?
template <class Slice, bool Equals>
class BlockPartition {
  using Simt                        = typename Slice::Simt;
  using Codec                       = typename Slice::Codec;
  using Words                       = typename Slice::Words;
  using Key                         = typename Slice::Key;
  using Word                        = typename Slice::Word;
  static constexpr int items        = Slice::items;
  static constexpr int vector_words = 16 / sizeof(Word);
  struct alignas(16) WordVector {
    Word word[vector_words];
  };
  struct alignas(16) BinVector {
    std::uint32_t bin[4];
  };

  /// Mean over the elements of how many share their bin, up to which counting pays.
  static constexpr std::uint32_t crowd_limit = 24;
  static constexpr std::uint32_t count_cap   = 1023;  // keeps the sum of squares in 32 bits

 public:
  static constexpr int crowd_flag = 0;  // starts at 0

  /// Positions are below 2^`position_bits`.
  KOKKOS_FORCEINLINE_FUNCTION BlockPartition(Slice const& slice, Cells<Codec> const& cells, int position_bits)
      : s(slice),
        m_cells(cells),
        m_position_up(32 - position_bits),
        m_position_down(cells.shift - Codec::unit_bits < 31 ? cells.shift - Codec::unit_bits : 31) {}

  /// Sorts the words that `word(item)` gives of keys `key(item)` and positions `position(item)`. Cells from
  /// `first_cell` up to `end_cell` hold them all, and s.at.cells the count of each. False, and nothing moved, if the
  /// bins are crowded. Needs a barrier since these were written.
  template <class KeyOf, class PositionOf, class WordOf>
  KOKKOS_FORCEINLINE_FUNCTION bool run(std::uint32_t first_cell, std::uint32_t end_cell, KeyOf const& key,
                                       PositionOf const& position, WordOf const& word) {
    std::uint32_t const vectors = make_table(first_cell, end_cell);
    Simt::sync_block();
    std::uint32_t bin[items];
    primitive::unrolled<items>([&](int i) { bin[i] = s.is_there(i) ? bin_of(key(i), position(i)) : 0; });
    s.each([&](int i) { Simt::add(&bins()[bin[i]], 1); });
    Simt::sync_block();
    if (!place_bins(vectors)) return false;
    s.each([&](int i) { bin[i] = Simt::add(&bins()[bin[i]], 1); });
    s.each([&](int i) { s.at.words[bin[i]] = word(i); });
    Simt::sync_block();
    rank_and_write();
    return true;
  }

 private:
  /// Before bin 0 lies a 0, the first place of all.
  KOKKOS_FORCEINLINE_FUNCTION std::uint32_t* bins() const { return s.at.bins + tuning::bins_begin; }

  KOKKOS_FORCEINLINE_FUNCTION Key code(Key ordered) const { return Equals ? s.codec().code(ordered) : ordered; }

  /// Equal codes are dealt out by position, as far as a cell has parts for it.
  KOKKOS_FORCEINLINE_FUNCTION std::uint32_t bin_of(Key ordered, std::uint32_t position) const {
    Key const c                  = code(ordered);
    std::uint32_t const fraction = m_cells.fraction(c) | position << m_position_up >> m_position_down;
    return s.at.table[m_cells.of(c)].template at<Simt>(fraction);
  }

  /// Turns counts of cells into the table and clears the bins, of which it returns how many vectors there are.
  KOKKOS_FORCEINLINE_FUNCTION std::uint32_t make_table(std::uint32_t first_cell, std::uint32_t end_cell) const {
    std::uint32_t const each  = (end_cell - first_cell + Simt::threads() - 1) / Simt::threads();
    std::uint32_t const begin = first_cell + Simt::thread() * each;
    std::uint32_t const end   = begin + each < end_cell ? begin + each : end_cell;
    int const load            = s.data.sizes.bin_load_bits;
    auto const bins_of        = [&](std::uint32_t c) { return (s.at.cells[c] + (1u << load) - 1) >> load; };
    std::uint32_t bins        = 0;
    for (std::uint32_t c = begin; c < end; ++c) bins += bins_of(c);
    auto const sums    = primitive::block_exclusive_sum<Simt>(bins, s.at.sums);
    std::uint32_t next = sums.before;
    for (std::uint32_t c = begin; c < end; ++c) {
      std::uint32_t const parts = bins_of(c);
      s.at.table[c]             = {next, parts};
      next += parts;
    }
    std::uint32_t const vectors = (sums.total + 3) / 4;
    auto* const cleared         = reinterpret_cast<BinVector*>(s.at.bins);
    for (std::uint32_t v = Simt::thread(); v < vectors + tuning::bins_begin / 4; v += Simt::threads()) cleared[v] = {};
    return vectors;
  }

  /// Turns the counts of bins into their first places.
  KOKKOS_FORCEINLINE_FUNCTION bool place_bins(std::uint32_t vectors) const {
    auto* const of_bins       = reinterpret_cast<BinVector*>(bins());
    std::uint32_t const each  = (vectors + Simt::threads() - 1) / Simt::threads();
    std::uint32_t const begin = Simt::thread() * each;
    std::uint32_t const end   = begin + each < vectors ? begin + each : vectors;

    std::uint32_t sum = 0, squares = 0;
    for (std::uint32_t v = begin; v < end; ++v) {
      BinVector const counts = of_bins[v];
      primitive::unrolled<4>([&](int i) {
        std::uint32_t const count  = counts.bin[i];
        std::uint32_t const capped = count < count_cap ? count : count_cap;
        sum += count;
        squares += capped * capped;
      });
    }
    squares = primitive::warp_inclusive_sum<Simt>(squares);
    if (Simt::lane() == Simt::lanes - 1) Simt::add(&s.at.flags[crowd_flag], squares);
    std::uint32_t next = primitive::block_exclusive_sum<Simt>(sum, s.at.sums).before;
    if (s.at.flags[crowd_flag] / crowd_limit > s.here) return false;

    for (std::uint32_t v = begin; v < end; ++v) {
      BinVector places = of_bins[v];
      primitive::unrolled<4>([&](int i) {
        std::uint32_t const count = places.bin[i];
        places.bin[i]             = next;
        next += count;
      });
      of_bins[v] = places;
    }
    // what vectors of words reach behind the last must not look smaller than any
    if (Simt::thread() < tuning::word_padding)
      s.at.words[s.here + Simt::thread()] = Words::make(s.codec().last(), Words::last_position);
    Simt::sync_block();
    return true;
  }

  /// After the scatter each bin holds its end.
  KOKKOS_FORCEINLINE_FUNCTION void rank_and_write() const {
    s.write([&](Word const& mine, std::uint32_t) {
      Word const compared       = canonical(mine);
      std::uint32_t const bin   = bin_of(Words::key(mine), Words::position(mine));
      std::uint32_t const begin = bins()[static_cast<std::int32_t>(bin) - 1];
      std::uint32_t const end   = bins()[bin];
      // words before the bin are smaller than its own, words behind it larger: vectors may begin and end outside
      auto const* const vectors = reinterpret_cast<WordVector const*>(s.at.words);
      std::uint32_t v           = begin / vector_words;
      std::uint32_t place       = v * vector_words;
      do {
        WordVector const vector = vectors[v++];
        primitive::unrolled<vector_words>([&](int i) { Simt::count_less(place, canonical(vector.word[i]), compared); });
      } while (v * vector_words < end);
      return place;
    });
  }
  KOKKOS_FORCEINLINE_FUNCTION Word canonical(Word const& word) const {
    if constexpr (Equals)
      return Words::make(s.codec().code(Words::key(word)), Words::position(word));
    else
      return word;
  }

  Slice const& s;
  Cells<Codec> m_cells;
  int m_position_up, m_position_down;  // shifts of a position to the top, and below a code's place in its cell
};

}  // namespace KokkosAxis::Impl::algorithm
