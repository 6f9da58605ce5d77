// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosAxis/impl/layout/arena.hpp>

#include <array>
#include <cstdint>
#include <type_traits>
#include <utility>

namespace KokkosAxis::Impl::algorithm {

// The order of one short slice of keys, by one host thread, in memory that fits its nearest caches.

/// Memory for slices of up to n keys.
template <class Bits>
struct HostOrderScratch {
  struct WideWord {
    Bits code;
    std::uint32_t place;
  };
  /// The code above the place, where both fit.
  using Word = std::conditional_t<sizeof(Bits) == 8, WideWord, std::uint64_t>;

  Bits* codes = nullptr;  // n
  Word* words = nullptr;  // 2 n

  static HostOrderScratch carve(layout::Arena& arena, std::int64_t n) {
    return {arena.take<Bits>(n), arena.take<Word>(2 * n)};
  }
};

/// Up to this length counting is fastest: the comparisons of an element vectorise. There are no vector comparisons of
/// 8-byte integers in the x86-64 baseline.
template <class Bits>
inline constexpr std::int64_t host_counting_to = sizeof(Bits) == 8 ? 32 : 64;

/// The place of an element is the number of elements that are smaller, or equal and earlier.
template <class Bits>
void host_count_order(Bits const* codes, std::int64_t n, std::uint32_t* order) {
  using Signed = std::make_signed_t<Bits>;  // vector comparisons are of signed integers: the caller flips the top bit
  auto const code = [codes](std::int64_t i) { return static_cast<Signed>(codes[i]); };
  for (std::int64_t i = 0; i < n; ++i) {
    Signed const mine = code(i);
    Bits before       = 0;  // as wide as a code, so that lanes need not be widened; n is at most 64
    for (std::int64_t j = 0; j < i; ++j) before += static_cast<Bits>(code(j) <= mine);
    for (std::int64_t j = i + 1; j < n; ++j) before += static_cast<Bits>(code(j) < mine);
    order[before] = static_cast<std::uint32_t>(i);
  }
}

/// Least significant digit first; only digits in which codes differ take a pass.
template <class Bits>
void host_radix_order(Bits const* codes, std::int64_t n, std::uint32_t* order,
                      typename HostOrderScratch<Bits>::Word* words) {
  constexpr int digit_bits = 8, digits = sizeof(Bits);
  constexpr unsigned bins = 1u << digit_bits;
  constexpr bool packed   = std::is_integral_v<typename HostOrderScratch<Bits>::Word>;
  auto const digit = [](Bits code, int d) { return static_cast<unsigned>(code >> (d * digit_bits)) & (bins - 1); };

  std::array<std::array<std::uint16_t, bins>, digits> first{};
  Bits differing = 0;
  for (std::int64_t i = 0; i < n; ++i) {
    differing |= static_cast<Bits>(codes[i] ^ codes[0]);
    for (int d = 0; d < digits; ++d) ++first[d][digit(codes[i], d)];
    if constexpr (packed)
      words[i] = static_cast<std::uint64_t>(codes[i]) << 32 | static_cast<std::uint64_t>(i);
    else
      words[i] = {codes[i], static_cast<std::uint32_t>(i)};
  }
  auto const code_of = [](auto const& word) {
    if constexpr (packed)
      return static_cast<Bits>(word >> 32);
    else
      return word.code;
  };
  auto *from = words, *to = words + n;
  for (int d = 0; d < digits; ++d) {
    if (digit(differing, d) == 0) continue;
    std::uint16_t sum = 0;
    for (std::uint16_t& entry : first[d]) sum = static_cast<std::uint16_t>(sum + std::exchange(entry, sum));
    for (std::int64_t i = 0; i < n; ++i) to[first[d][digit(code_of(from[i]), d)]++] = from[i];
    std::swap(from, to);
  }
  for (std::int64_t p = 0; p < n; ++p) {
    if constexpr (packed)
      order[p] = static_cast<std::uint32_t>(from[p]);
    else
      order[p] = from[p].place;
  }
}

/// order = the places of keys[0, n) in stable order of their codes; n < 2^16.
template <class Bits, class Codec>
void host_order(Bits const* keys, std::int64_t n, Codec const& codec, std::uint32_t* order,
                HostOrderScratch<Bits> const& scratch) {
  bool const counts = n <= host_counting_to<Bits>;
  Bits const top    = counts ? static_cast<Bits>(Bits{1} << (8 * sizeof(Bits) - 1)) : Bits{0};
  for (std::int64_t i = 0; i < n; ++i) scratch.codes[i] = static_cast<Bits>(codec.encode(keys[i]) ^ top);
  if (counts)
    host_count_order(scratch.codes, n, order);
  else
    host_radix_order(scratch.codes, n, order, scratch.words);
}

}  // namespace KokkosAxis::Impl::algorithm
