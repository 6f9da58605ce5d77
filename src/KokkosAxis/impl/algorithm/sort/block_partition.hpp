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
/// The map from codes to bins follows the data: each coarse cell gets as many equal bins as its elements ask for. Heavy
/// bins of one code each (zeros, few distinct keys) are put in order of position by one stable rank of their elements,
/// whose digit is the bin. Data that crowds its bins all the same is found out before anything is written, and left to
/// others.
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

  /// Bins of more are heavy: in others, counting costs a comparison with each element of the bin.
  static constexpr std::uint32_t heavy = Ordered ? 32 : 64;
  static constexpr std::uint32_t none  = 0xFFFFFFFF;  // no bin
  /// Instead of its first place, a heavy bin holds this mark and its number among the heavy ones.
  static constexpr std::uint32_t mark = 0x40000000;
  struct HeavyBin {
    std::uint32_t bin, first;
  };

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
    primitive::unrolled<items>(
        [&](int i) { bin[i] = s.is_there(i) ? bin_at(code(key(i)) | Words::below_key(word(i))) : none; });
    s.each([&](int i) { take(bin[i]); });
    Simt::sync_block();
    place_bins(vectors);
    if (s.at.flags[tuning::heavy_flag] > 0) {
      if constexpr (!Ordered) {
        return false;
      } else {
        if (!place_heavy(bin)) return false;
        primitive::unrolled<items>([&](int i) {
          if (bin[i] != none) s.at.words[(bin[i] & mark) != 0 ? bin[i] & ~mark : take(bin[i])] = word(i);
        });
        Simt::sync_block();
        if (has_mixed()) return false;
      }
    } else {
      primitive::unrolled<items>([&](int i) {
        if (bin[i] != none) bin[i] = take(bin[i]);
      });
      primitive::unrolled<items>([&](int i) {
        if (bin[i] != none) s.at.words[bin[i]] = word(i);
      });
      Simt::sync_block();
    }
    rank_and_write();
    return true;
  }

 private:
  /// Before bin 0 lies a 0, the first place of all.
  KOKKOS_FORCEINLINE_FUNCTION std::uint32_t* bins() const { return s.at.bins + tuning::bins_begin; }

  KOKKOS_FORCEINLINE_FUNCTION Key code(Key ordered) const { return Equals ? s.codec().code(ordered) : ordered; }

  KOKKOS_FORCEINLINE_FUNCTION std::uint32_t bin_at(Key number) const {
    return s.at.table[m_cells.of(number)].template at<Simt>(m_cells.fraction(number));
  }

  /// Counts in a bin, and returns its place in it once bins are placed.
  KOKKOS_FORCEINLINE_FUNCTION std::uint32_t take(std::uint32_t bin) const { return Simt::add(&bins()[bin], 1); }
  KOKKOS_FORCEINLINE_FUNCTION std::uint32_t bin_of(Word const& word) const {
    return bin_at(code(Words::key(word)) | Words::below_key(word));
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

  /// Turns the counts of bins into their first places, and lists the heavy ones. A barrier at the end.
  KOKKOS_FORCEINLINE_FUNCTION void place_bins(std::uint32_t vectors) const {
    auto* const of_bins       = reinterpret_cast<BinVector*>(bins());
    std::uint32_t const each  = (vectors + Simt::threads() - 1) / Simt::threads();
    std::uint32_t const begin = Simt::thread() * each;
    std::uint32_t const end   = begin + each < vectors ? begin + each : vectors;

    std::uint32_t sum = 0;
    for (std::uint32_t v = begin; v < end; ++v) {
      BinVector const counts = of_bins[v];
      primitive::unrolled<4>([&](int i) { sum += counts.bin[i]; });
    }
    std::uint32_t next = primitive::block_exclusive_sum<Simt>(sum, s.at.sums).before;
    for (std::uint32_t v = begin; v < end; ++v) {
      BinVector places = of_bins[v];
      primitive::unrolled<4>([&](int i) {
        std::uint32_t const count = places.bin[i];
        places.bin[i]             = count <= heavy ? next : listed(4 * v + i, next);
        next += count;
      });
      of_bins[v] = places;
    }
    // what vectors of words reach behind the last must not look smaller than any
    if (Simt::thread() < tuning::word_padding)
      s.at.words[s.here + Simt::thread()] = Words::make(s.codec().last(), Words::last_position);
    Simt::sync_block();
  }
  KOKKOS_FORCEINLINE_FUNCTION std::uint32_t listed(std::uint32_t bin, std::uint32_t first) const {
    std::uint32_t const number = Simt::add(&s.at.flags[tuning::heavy_flag], 1);
    if (number < tuning::most_heavy_bins) {
      heavy_bins()[number].bin   = bin;
      heavy_bins()[number].first = first;
    }
    return mark | number;
  }
  /// There are no words yet where this list lies, and behind it counters.
  KOKKOS_FORCEINLINE_FUNCTION HeavyBin* heavy_bins() const { return reinterpret_cast<HeavyBin*>(s.at.words); }

  /// Instead of their bin, the elements of heavy bins get their place, marked. False if there are too many such bins. A
  /// barrier at the end.
  KOKKOS_FORCEINLINE_FUNCTION bool place_heavy(std::uint32_t (&bin)[items]) const {
    std::uint32_t const number = s.at.flags[tuning::heavy_flag];
    std::uint32_t const digits = number + 1, warps = Simt::threads() / Simt::lanes;  // the last: in no heavy bin
    if (number > tuning::most_heavy_bins ||
        number * sizeof(HeavyBin) + digits * warps * sizeof(std::uint32_t) > s.here * sizeof(Word))
      return false;
    auto* const counters         = reinterpret_cast<std::uint32_t*>(heavy_bins() + number);  // [warp][digit]
    std::uint32_t* const of_warp = counters + Simt::thread() / Simt::lanes * digits;
    int const bits               = Simt::bit_width(number);
    auto const digit_of          = [&](std::uint32_t b) {
      std::uint32_t const found = b != none ? bins()[b] : 0;
      return (found & mark) != 0 ? found & ~mark : number;
    };
    for (std::uint32_t c = Simt::thread(); c < digits * warps; c += Simt::threads()) counters[c] = 0;
    Simt::sync_block();
    primitive::unrolled<items>([&](int i) { Simt::add(&of_warp[digit_of(bin[i])], 1); });
    Simt::sync_block();
    // counts in warps become places
    for (std::uint32_t d = Simt::thread(); d < number; d += Simt::threads())
      heavy_bins()[d].first = primitive::places_of_warps(counters + d, static_cast<int>(warps),
                                                         static_cast<int>(digits), heavy_bins()[d].first);
    Simt::sync_block();
    primitive::unrolled<items>([&](int i) {
      std::uint32_t const digit = digit_of(bin[i]);
      std::uint32_t const place = primitive::rank_among<Simt>(primitive::match<Simt>(digit, bits), digit, of_warp);
      if (digit != number) bin[i] = mark | place;
    });
    Simt::sync_block();
    for (std::uint32_t d = Simt::thread(); d < number; d += Simt::threads())
      bins()[heavy_bins()[d].bin] = heavy_bins()[d].first;  // the bin's end
    Simt::sync_block();
    return true;
  }
  /// Does a heavy bin hold different codes? A barrier inside.
  KOKKOS_FORCEINLINE_FUNCTION bool has_mixed() const {
    for (std::uint32_t p = Simt::thread(); p < s.here; p += Simt::threads()) {
      std::uint32_t const bin   = bin_of(s.at.words[p]);
      std::uint32_t const begin = bins()[static_cast<std::int32_t>(bin) - 1];
      if (bins()[bin] - begin > heavy && code(Words::key(s.at.words[p])) != code(Words::key(s.at.words[begin])))
        s.at.flags[tuning::mixed_flag] = 1;
    }
    Simt::sync_block();
    return s.at.flags[tuning::mixed_flag] != 0;
  }

  /// After the scatter each bin holds its end.
  KOKKOS_FORCEINLINE_FUNCTION void rank_and_write() const {
    s.write([&](Word const& mine, std::uint32_t p) {
      Word const compared       = canonical(mine);
      std::uint32_t const bin   = bin_of(mine);
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
