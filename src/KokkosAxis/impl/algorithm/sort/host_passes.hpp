// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <array>
#include <cstdint>
#include <utility>

namespace KokkosAxis::Impl::algorithm {

// Sorting in the memory of one host thread. Items hold the stored bits of a key, and its position where one is wanted.

template <class Bits>
struct KeyItem {
  static constexpr bool has_index = false;
  Bits key;
  static KOKKOS_INLINE_FUNCTION KeyItem make(Bits key, std::uint32_t) { return {key}; }
};

template <class Bits>
struct KeyIndexItem {
  static constexpr bool has_index = true;
  Bits key;
  std::uint32_t index;
  static KOKKOS_INLINE_FUNCTION KeyIndexItem make(Bits key, std::uint32_t index) { return {key, index}; }
};

/// Bits of a digit: small tables for short slices, fewer passes for long ones.
inline constexpr int host_short_digit           = 8;
inline constexpr int host_long_digit            = 11;
inline constexpr std::int64_t host_long_from    = 4096;
inline constexpr std::int64_t host_insertion_to = 40;

template <class Item, class Codec>
void host_insertion_sort(Item* items, std::int64_t n, Codec const& codec) {
  for (std::int64_t i = 1; i < n; ++i) {
    Item const item = items[i];
    auto const code = codec.encode(item.key);
    std::int64_t to = i;
    for (; to > 0 && code < codec.encode(items[to - 1].key); --to) items[to] = items[to - 1];
    items[to] = item;
  }
}

/// Least significant digit first. All digits are counted in one read; digits that all items share take no pass.
template <int DigitBits, class Item, class Codec>
void host_radix_sort(Item* items, Item* spare, std::int64_t n, Codec const& codec) {
  using Bits              = typename Codec::Bits;
  constexpr int key_bits  = 8 * sizeof(Bits);
  constexpr int passes    = (key_bits + DigitBits - 1) / DigitBits;
  constexpr unsigned bins = 1u << DigitBits;
  auto const digit        = [&](Item const& item, int pass) -> unsigned {
    return static_cast<unsigned>(codec.encode(item.key) >> (pass * DigitBits)) & (bins - 1);
  };

  std::array<std::array<std::uint32_t, bins>, passes> first{};
  for (std::int64_t i = 0; i < n; ++i)
    for (int pass = 0; pass < passes; ++pass) ++first[pass][digit(items[i], pass)];

  Item *from = items, *to = spare;
  for (int pass = 0; pass < passes; ++pass) {
    auto& next = first[pass];
    if (next[digit(from[0], pass)] == n) continue;
    std::uint32_t sum = 0;
    for (std::uint32_t& entry : next) sum += std::exchange(entry, sum);
    for (std::int64_t i = 0; i < n; ++i) to[next[digit(from[i], pass)]++] = from[i];
    std::swap(from, to);
  }
  if (from != items) std::copy(from, from + n, items);
}

template <class Item, class Codec>
void host_sort(Item* items, Item* spare, std::int64_t n, Codec const& codec) {
  if (n <= host_insertion_to)
    host_insertion_sort(items, n, codec);
  else if (n < host_long_from || sizeof(typename Codec::Bits) <= 2)
    host_radix_sort<host_short_digit>(items, spare, n, codec);
  else
    host_radix_sort<host_long_digit>(items, spare, n, codec);
}

}  // namespace KokkosAxis::Impl::algorithm
