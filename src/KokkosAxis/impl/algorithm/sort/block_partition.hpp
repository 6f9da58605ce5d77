// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosAxis/impl/algorithm/sort/bin_map.hpp>
#include <KokkosAxis/impl/algorithm/sort/block_slice.hpp>
#include <KokkosAxis/impl/primitive/simt/match.hpp>
#include <KokkosAxis/impl/primitive/simt/scan.hpp>

namespace KokkosAxis::Impl::algorithm {

/// Sorts the elements of a block by spreading them over many small bins in the order of their codes, which takes atomic
/// counters and no stable rank, and then counting, for each word, the smaller ones of its bin: words are unique, so the
/// result is the stable order whatever the atomics' order was.
///
/// The map from codes to bins follows the data: each coarse cell gets as many equal bins as its elements ask for. A few
/// heavy bins of one code each (zeros, few distinct keys) are put in order of position by a scan each. Data that crowds
/// its bins all the same is found out before anything is written, and left to others.
///
/// `Equals`: do policies make keys of different bits equal? `Ordered`: is order of items that of positions? If not,
/// heavy bins are left to others too.
template <class Slice, bool Equals, bool Ordered>
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

  /// Bins of more are heavy. Of others, the mean over the elements of how many share their bin is what counting costs.
  static constexpr std::uint32_t heavy       = 64;
  static constexpr std::uint32_t crowd_limit = 32;
  static constexpr std::uint32_t none        = 0xFFFFFFFF;  // no bin

 public:
  KOKKOS_FORCEINLINE_FUNCTION BlockPartition(Slice const& slice, Cells<Codec> const& cells)
      : s(slice), m_cells(cells) {}

  /// Sorts the words that `word(item)` gives of keys `key(item)`, s.at.cells holding how many each cell has. False, and
  /// nothing written but in shared memory, if that does not pay. Needs a barrier since the counts were written.
  template <class KeyOf, class WordOf>
  KOKKOS_FORCEINLINE_FUNCTION bool run(KeyOf const& key, WordOf const& word) const {
    std::uint32_t const vectors = make_table();
    Simt::sync_block();
    std::uint32_t bin[items];
    primitive::unrolled<items>([&](int i) { bin[i] = s.is_there(i) ? bin_of(key(i)) : none; });
    s.each([&](int i) { Simt::add(&bins()[bin[i]], 1); });
    Simt::sync_block();
    if (!place_bins(vectors)) return false;
    if (s.at.flags[tuning::heavy_flag] > 0 && !(Ordered && place_heavy(bin, key, word))) return false;
    primitive::unrolled<items>([&](int i) {
      if (bin[i] != none) bin[i] = Simt::add(&bins()[bin[i]], 1);
    });
    primitive::unrolled<items>([&](int i) {
      if (bin[i] != none) s.at.words[bin[i]] = word(i);
    });
    Simt::sync_block();
    rank_and_write();
    return true;
  }

 private:
  /// Before bin 0 lies a 0, the first place of all.
  KOKKOS_FORCEINLINE_FUNCTION std::uint32_t* bins() const { return s.at.bins + tuning::bins_begin; }

  KOKKOS_FORCEINLINE_FUNCTION Key code(Key ordered) const { return Equals ? s.codec().code(ordered) : ordered; }

  KOKKOS_FORCEINLINE_FUNCTION std::uint32_t bin_of(Key ordered) const {
    Key const c = code(ordered);
    return s.at.table[m_cells.of(c)].template at<Simt>(m_cells.fraction(c));
  }

  /// Turns counts of cells into the table and clears the bins, of which it returns how many vectors there are.
  KOKKOS_FORCEINLINE_FUNCTION std::uint32_t make_table() const {
    std::uint32_t const cells = 1u << s.data.sizes.cell_bits, share = s.data.sizes.bins_per_1024;
    std::uint32_t const each  = (cells + Simt::threads() - 1) / Simt::threads();
    std::uint32_t const begin = Simt::thread() * each;
    std::uint32_t const end   = begin + each < cells ? begin + each : cells;
    auto const bins_of        = [&](std::uint32_t c) { return (s.at.cells[c] * share + 1023) >> 10; };
    std::uint32_t sum         = 0;
    for (std::uint32_t c = begin; c < end; ++c) sum += bins_of(c);
    auto const sums    = primitive::block_exclusive_sum<Simt>(sum, s.at.sums);
    std::uint32_t next = sums.before;
    for (std::uint32_t c = begin; c < end; ++c) {
      std::uint32_t const parts = bins_of(c);
      s.at.table[c]             = ShortCellParts::of(next, parts);
      next += parts;
    }
    std::uint32_t const vectors = (sums.total + 3) / 4;
    auto* const cleared         = reinterpret_cast<BinVector*>(s.at.bins);
    for (std::uint32_t v = Simt::thread(); v < vectors + tuning::bins_begin / 4; v += Simt::threads()) cleared[v] = {};
    return vectors;
  }

  /// Turns the counts of bins into their first places and lists the heavy ones. False if counting in bins does not pay.
  KOKKOS_FORCEINLINE_FUNCTION bool place_bins(std::uint32_t vectors) const {
    auto* const of_bins       = reinterpret_cast<BinVector*>(bins());
    std::uint32_t const each  = (vectors + Simt::threads() - 1) / Simt::threads();
    std::uint32_t const begin = Simt::thread() * each;
    std::uint32_t const end   = begin + each < vectors ? begin + each : vectors;

    std::uint32_t sum = 0, squares = 0;
    for (std::uint32_t v = begin; v < end; ++v) {
      BinVector const counts = of_bins[v];
      primitive::unrolled<4>([&](int i) {
        std::uint32_t const count = counts.bin[i];
        sum += count;
        if (count <= heavy)
          squares += count * count;
        else
          list_heavy(4 * v + i);
      });
    }
    squares = primitive::warp_inclusive_sum<Simt>(squares);
    if (Simt::lane() == Simt::lanes - 1) Simt::add(&s.at.flags[tuning::crowd_flag], squares);
    std::uint32_t next = primitive::block_exclusive_sum<Simt>(sum, s.at.sums).before;
    if (s.at.flags[tuning::crowd_flag] / crowd_limit > s.here ||
        s.at.flags[tuning::heavy_flag] > tuning::most_heavy_bins)
      return false;

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
  KOKKOS_FORCEINLINE_FUNCTION void list_heavy(std::uint32_t bin) const {
    std::uint32_t const number = Simt::add(&s.at.flags[tuning::heavy_flag], 1);
    if (number < tuning::most_heavy_bins) s.at.heavy[number].bin = bin;
  }

  /// Puts the words of heavy bins in order of their positions, and takes them out of `bin`. False if one of these bins
  /// holds different codes.
  template <class KeyOf, class WordOf>
  KOKKOS_FORCEINLINE_FUNCTION bool place_heavy(std::uint32_t (&bin)[items], KeyOf const& key,
                                               WordOf const& word) const {
    std::uint32_t const number = s.at.flags[tuning::heavy_flag];
    for (std::uint32_t h = 0; h < number; ++h) {
      std::uint32_t const heavy_bin = s.at.heavy[h].bin, first = bins()[heavy_bin];
      std::uint32_t own = 0;  // of the warp
      primitive::unrolled<items>(
          [&](int i) { own += static_cast<std::uint32_t>(Simt::count(Simt::ballot(bin[i] == heavy_bin))); });
      std::uint32_t const of_lane = Simt::lane() == 0 ? own : 0;
      std::uint32_t next          = Simt::shuffle(primitive::block_exclusive_sum<Simt>(of_lane, s.at.sums).before, 0);
      primitive::unrolled<items>([&](int i) {
        auto const same = Simt::ballot(bin[i] == heavy_bin);
        std::uint32_t const place =
            next + static_cast<std::uint32_t>(Simt::count(same & primitive::lanes_below<Simt>()));
        next += static_cast<std::uint32_t>(Simt::count(same));
        if (bin[i] != heavy_bin) return;
        if (place == 0) s.at.heavy[h].code = code(key(i));
        s.at.words[first + place] = word(i);
      });
      Simt::sync_block();
      primitive::unrolled<items>([&](int i) {
        if (bin[i] != heavy_bin) return;
        if (code(key(i)) != s.at.heavy[h].code) s.at.flags[tuning::mixed_flag] = 1;
        bin[i] = none;
      });
      if (Simt::thread() == Simt::threads() - 1) bins()[heavy_bin] = first + next;  // the bin's end
    }
    Simt::sync_block();
    return s.at.flags[tuning::mixed_flag] == 0;
  }

  /// After the scatter each bin holds its end.
  KOKKOS_FORCEINLINE_FUNCTION void rank_and_write() const {
    s.write([&](Word const& mine, std::uint32_t p) {
      Word const compared       = canonical(mine);
      std::uint32_t const bin   = bin_of(Words::key(mine));
      std::uint32_t const begin = bins()[static_cast<std::int32_t>(bin) - 1];
      std::uint32_t const end   = bins()[bin];
      if (end - begin > heavy) return p;
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
};

}  // namespace KokkosAxis::Impl::algorithm
