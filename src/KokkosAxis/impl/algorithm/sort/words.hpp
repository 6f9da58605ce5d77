// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>

#include <cstdint>
#include <type_traits>

namespace KokkosAxis::Impl::algorithm {

/// A key, as NativeCodec has it, and its position in one comparable word. No two elements of a slice have the same
/// word, so any way of sorting words sorts keys stably. Here for keys of up to 2 bytes: the position lies below them.
struct ShortWords {
  using Word                                   = std::uint32_t;
  static constexpr std::uint32_t last_position = 0xFFFF;

  KOKKOS_FORCEINLINE_FUNCTION static Word make(std::uint32_t key, std::uint32_t position) { return key | position; }
  KOKKOS_FORCEINLINE_FUNCTION static std::uint32_t key(Word word) { return word & 0xFFFF0000u; }
  KOKKOS_FORCEINLINE_FUNCTION static std::uint32_t position(Word word) { return word & 0xFFFFu; }
  /// What of the position fits into a register below the key, so that bins of equal keys are parted by it for nothing.
  KOKKOS_FORCEINLINE_FUNCTION static std::uint32_t below_key(Word word) { return position(word); }
};

/// Keys of up to 4 bytes, with any position.
struct LongWords {
  using Word                                   = std::uint64_t;
  static constexpr std::uint32_t last_position = 0xFFFFFFFF;

  KOKKOS_FORCEINLINE_FUNCTION static Word make(std::uint32_t key, std::uint32_t position) {
    return static_cast<Word>(key) << 32 | position;
  }
  KOKKOS_FORCEINLINE_FUNCTION static std::uint32_t key(Word word) { return static_cast<std::uint32_t>(word >> 32); }
  KOKKOS_FORCEINLINE_FUNCTION static std::uint32_t position(Word word) { return static_cast<std::uint32_t>(word); }
  KOKKOS_FORCEINLINE_FUNCTION static std::uint32_t below_key(Word) { return 0; }
};

struct alignas(16) WideWord {
  std::uint64_t key;
  std::uint32_t position;

  /// The word whose parts are those of this one, sent through f.
  template <class F>
  KOKKOS_FORCEINLINE_FUNCTION WideWord mapped(F const& f) const {
    return {f(key), f(position)};
  }
  KOKKOS_FORCEINLINE_FUNCTION friend bool operator<(WideWord const& a, WideWord const& b) {
    return a.key < b.key || (a.key == b.key && a.position < b.position);
  }
};

/// Keys of 8 bytes.
struct WideWords {
  using Word                                   = WideWord;
  static constexpr std::uint32_t last_position = 0xFFFFFFFF;

  KOKKOS_FORCEINLINE_FUNCTION static Word make(std::uint64_t key, std::uint32_t position) { return {key, position}; }
  KOKKOS_FORCEINLINE_FUNCTION static std::uint64_t key(Word const& word) { return word.key; }
  KOKKOS_FORCEINLINE_FUNCTION static std::uint32_t position(Word const& word) { return word.position; }
  KOKKOS_FORCEINLINE_FUNCTION static std::uint32_t below_key(Word const&) { return 0; }
};

/// The words of a key of so many bytes, in slices of any length.
template <class Bits>
using AnyWords = std::conditional_t<sizeof(Bits) <= 4, LongWords, WideWords>;

/// The same, in slices that ShortWords' positions reach.
template <class Bits>
using NearWords = std::conditional_t<sizeof(Bits) <= 2, ShortWords, AnyWords<Bits>>;

}  // namespace KokkosAxis::Impl::algorithm
