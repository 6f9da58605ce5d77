// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosAxis/impl/primitive/simt/unrolled.hpp>

#include <Kokkos_Core.hpp>

#include <type_traits>

namespace KokkosAxis::Impl::primitive {

/// The word of the lane whose number differs in these bits.
template <class Simt, class Word>
KOKKOS_FORCEINLINE_FUNCTION Word shuffle_xor_word(Word const& mine, int lanes_apart) {
  if constexpr (std::is_integral_v<Word>)
    return Simt::shuffle_xor(mine, lanes_apart);
  else
    return mine.mapped([&](auto part) { return Simt::shuffle_xor(part, lanes_apart); });
}

/// Sorts the words that groups of `Lanes` neighbouring lanes hold, `Items` a lane, in registers: afterwards lane l of a
/// group holds the words of places l * Items to (l + 1) * Items - 1. Words are compared with <, must differ from each
/// other for a definite result, and move whole.
///
/// Batcher's bitonic network with mirrored first steps, so that every exchange puts the smaller word lower: no
/// directions to keep. Neighbouring places are in one lane, since short strides are the frequent ones; only strides of
/// Items and more cost shuffles. log2(n) (log2(n) + 1) / 2 steps.
template <class Simt, int Lanes, int Items, class Word>
struct Bitonic {
  static_assert((Lanes & (Lanes - 1)) == 0 && (Items & (Items - 1)) == 0 && Lanes <= Simt::lanes);

  KOKKOS_FORCEINLINE_FUNCTION static void sort(Word (&words)[Items]) { stages<2>(words); }

 private:
  template <int Run>
  KOKKOS_FORCEINLINE_FUNCTION static void stages(Word (&words)[Items]) {
    if constexpr (Run <= Lanes * Items) {
      mirror<Run>(words);
      halves<Run / 4>(words);
      stages<Run * 2>(words);
    }
  }

  /// Place p meets p ^ (Run - 1).
  template <int Run>
  KOKKOS_FORCEINLINE_FUNCTION static void mirror(Word (&words)[Items]) {
    if constexpr (Run <= Items) {
      in_lane<Run - 1>(words);
    } else {
      constexpr int apart = Run / Items - 1;
      bool const lower    = (Simt::lane() & (Run / Items / 2)) == 0;
      if constexpr (Items == 1) {
        words[0] = pick(lower, words[0], other(words[0], apart));
      } else {
        unrolled<Items / 2>([&](int i) {
          int const j        = Items - 1 - i;
          Word const to_low  = other(words[j], apart);
          Word const to_high = other(words[i], apart);
          words[i]           = pick(lower, words[i], to_low);
          words[j]           = pick(lower, words[j], to_high);
        });
      }
    }
  }

  /// Place p meets p ^ Stride, for Stride and all halves of it.
  template <int Stride>
  KOKKOS_FORCEINLINE_FUNCTION static void halves(Word (&words)[Items]) {
    if constexpr (Stride >= 1) {
      if constexpr (Stride < Items) {
        in_lane<Stride>(words);
      } else {
        constexpr int apart = Stride / Items;
        bool const lower    = (Simt::lane() & apart) == 0;
        unrolled<Items>([&](int i) { words[i] = pick(lower, words[i], other(words[i], apart)); });
      }
      halves<Stride / 2>(words);
    }
  }

  template <int Xor>
  KOKKOS_FORCEINLINE_FUNCTION static void in_lane(Word (&words)[Items]) {
    unrolled<Items>([&](int i) {
      int const j = i ^ Xor;
      if (j > i) {
        Word const a = words[i], b = words[j];
        words[i] = smaller(a, b);
        words[j] = larger(a, b);
      }
    });
  }

  KOKKOS_FORCEINLINE_FUNCTION static Word pick(bool lower, Word mine, Word other) {
    return lower ? smaller(mine, other) : larger(mine, other);
  }
  KOKKOS_FORCEINLINE_FUNCTION static Word other(Word mine, int apart) { return shuffle_xor_word<Simt>(mine, apart); }
  KOKKOS_FORCEINLINE_FUNCTION static Word smaller(Word a, Word b) { return b < a ? b : a; }
  KOKKOS_FORCEINLINE_FUNCTION static Word larger(Word a, Word b) { return b < a ? a : b; }
};

}  // namespace KokkosAxis::Impl::primitive
