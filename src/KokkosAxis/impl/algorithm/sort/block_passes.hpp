// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosAxis/impl/algorithm/sort/block_slice.hpp>
#include <KokkosAxis/impl/primitive/simt/match.hpp>
#include <KokkosAxis/impl/primitive/simt/scan.hpp>

namespace KokkosAxis::Impl::algorithm {

/// Sorts a slice by stable passes, one a digit of 8 bits, lowest first. A pass ranks each word among the equal digits
/// of its warp, warps before each other, blocks of a cluster before each other, and sends it to its place in the shared
/// memory of the block that holds that place. Any data takes the same time.
template <class Slice, class Cluster>
class BlockPasses {
  using Simt                      = typename Slice::Simt;
  using Words                     = typename Slice::Words;
  using Key                       = typename Slice::Key;
  using Word                      = typename Slice::Word;
  static constexpr int items      = Slice::items;
  static constexpr int digit_bits = 8, digits = 1 << digit_bits;

 public:
  KOKKOS_FORCEINLINE_FUNCTION explicit BlockPasses(Slice const& slice) : s(slice) {}

  /// Sorts the words in shared memory by the bits [begin, end) of `number_of(word)`. Needs a barrier since these were
  /// written, and ends with one.
  template <class NumberOf>
  KOKKOS_FORCEINLINE_FUNCTION void sort(int begin, int end, NumberOf const& number_of) const {
    for (int shift = begin; shift < end; shift += digit_bits)
      pass([&](Word const& word) { return static_cast<std::uint32_t>(number_of(word) >> shift) & (digits - 1); });
  }

 private:
  template <class DigitOf>
  KOKKOS_FORCEINLINE_FUNCTION void pass(DigitOf const& digit_of) const {
    int const warps               = Simt::threads() / Simt::lanes;
    std::uint32_t* const counters = s.at.bins;  // [warp][digit]
    for (int c = Simt::thread(); c < warps * digits; c += Simt::threads()) counters[c] = 0;
    Word word[items];
    s.each([&](int i) { word[i] = s.at.words[s.place(i)]; });
    Simt::sync_block();

    std::uint32_t* const of_warp = counters + Simt::thread() / Simt::lanes * digits;
    std::uint32_t ranked[items];  // a digit above its rank in the warp
    primitive::unrolled<items>([&](int i) {
      // lanes without an element take the last digit, behind all others of it
      std::uint32_t const d = s.is_there(i) ? digit_of(word[i]) : digits - 1;
      ranked[i]             = d << 16 | primitive::rank_in_warp<Simt, digit_bits>(d, of_warp);
    });
    Simt::sync_block();

    // a digit's counts in the warps become the warps' first ranks; their sum is for all blocks to see
    std::uint32_t const lacking = static_cast<std::uint32_t>(Simt::threads() * items) - s.here;
    digits_of_thread([&](int d) {
      std::uint32_t sum = 0;
      for (int w = 0; w < warps; ++w) {
        std::uint32_t const count = counters[w * digits + d];
        counters[w * digits + d]  = sum;
        sum += count;
      }
      s.at.cells[d] = d == digits - 1 ? sum - lacking : sum;
    });
    Cluster::sync();
    std::uint32_t all = 0;
    digits_of_thread([&](int d) { all += over_blocks(d, Cluster::blocks()); });
    std::uint32_t before = primitive::block_exclusive_sum<Simt>(all, s.at.sums).before;
    digits_of_thread([&](int d) {
      std::uint32_t const base = before + over_blocks(d, Cluster::rank());
      for (int w = 0; w < warps; ++w) counters[w * digits + d] += base;
      before += over_blocks(d, Cluster::blocks());
    });
    Simt::sync_block();

    s.each([&](int i) { *word_at(of_warp[ranked[i] >> 16] + (ranked[i] & 0xFFFF)) = word[i]; });
    Cluster::sync();
  }

  /// Where the word of a place lies: in the block that holds it.
  KOKKOS_FORCEINLINE_FUNCTION Word* word_at(std::uint32_t place) const {
    if constexpr (!Cluster::many) {
      return &s.at.words[place];
    } else {
      auto const part           = static_cast<std::uint32_t>(s.data.sizes.part);
      std::uint32_t const block = place / part;
      return Cluster::of(&s.at.words[place - block * part], static_cast<int>(block));
    }
  }

  /// f(digit) for the neighbouring digits that a thread looks after.
  template <class F>
  KOKKOS_FORCEINLINE_FUNCTION static void digits_of_thread(F const& f) {
    int const each = (digits + Simt::threads() - 1) / Simt::threads();
    for (int d = Simt::thread() * each; d < (Simt::thread() + 1) * each && d < digits; ++d) f(d);
  }
  KOKKOS_FORCEINLINE_FUNCTION std::uint32_t over_blocks(int digit, int blocks) const {
    std::uint32_t sum = 0;
    for (int block = 0; block < blocks; ++block) sum += *Cluster::of(&s.at.cells[digit], block);
    return sum;
  }

  Slice const& s;
};

}  // namespace KokkosAxis::Impl::algorithm
