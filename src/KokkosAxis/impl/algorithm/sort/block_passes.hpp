// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosAxis/impl/algorithm/sort/block_slice.hpp>
#include <KokkosAxis/impl/primitive/simt/match.hpp>
#include <KokkosAxis/impl/primitive/simt/scan.hpp>

namespace KokkosAxis::Impl::algorithm {

/// Sorts a slice by stable passes, one a digit of 8 bits, lowest first. A pass ranks each word among the equal digits
/// of its warp, warps before each other, and sends it to its place in shared memory. Any data takes the same time.
template <class Slice>
class BlockPasses {
  using Simt                      = typename Slice::Simt;
  using Words                     = typename Slice::Words;
  using Key                       = typename Slice::Key;
  using Word                      = typename Slice::Word;
  static constexpr int items      = Slice::items;
  static constexpr int digit_bits = tuning::pass_bits, digits = 1 << digit_bits;

 public:
  KOKKOS_FORCEINLINE_FUNCTION explicit BlockPasses(Slice const& slice) : s(slice) {}

  /// Sorts the words in shared memory by their codes. Barriers as below.
  KOKKOS_FORCEINLINE_FUNCTION void sort_by_code(Key const (&mine)[items]) const {
    Key const low = s.code_range(mine).low;
    Simt::sync_block();
    Key const bits  = s.code_bits(low, mine);
    int const end   = bits != 0 ? Simt::bit_width(bits) : 0;
    int const begin = bits != 0 ? Simt::bit_width(bits & (~bits + 1)) - 1 : 0;
    sort(begin, end, [&](Word const& word) { return s.codec().code(Words::key(word)) - low; });
  }

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

    // a digit's counts in the warps become the first places of each warp's
    std::uint32_t own = 0;
    digits_of_thread([&](int d) {
      for (int w = 0; w < warps; ++w) own += counters[w * digits + d];
    });
    std::uint32_t next = primitive::block_exclusive_sum<Simt>(own, s.at.sums).before;
    digits_of_thread([&](int d) { next = primitive::places_of_warps(counters + d, warps, digits, next); });
    Simt::sync_block();

    s.each([&](int i) { s.at.words[of_warp[ranked[i] >> 16] + (ranked[i] & 0xFFFF)] = word[i]; });
    Simt::sync_block();
  }

  /// f(digit) for the neighbouring digits that a thread looks after.
  template <class F>
  KOKKOS_FORCEINLINE_FUNCTION static void digits_of_thread(F const& f) {
    int const each = (digits + Simt::threads() - 1) / Simt::threads();
    for (int d = Simt::thread() * each; d < (Simt::thread() + 1) * each && d < digits; ++d) f(d);
  }

  Slice const& s;
};

}  // namespace KokkosAxis::Impl::algorithm
