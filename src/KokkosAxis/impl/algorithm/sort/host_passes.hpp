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

/// Bits of a digit: fewer passes for wide keys.
template <class Bits>
inline constexpr int host_digit = sizeof(Bits) <= 2 ? 8 : 11;

/// Least significant digit first. All digits are counted in one read; digits that all items share take no pass, and
/// items that are in order already none at all.
template <class Item, class Codec>
void host_sort(Item* items, Item* spare, std::int64_t n, Codec const& codec) {
  using Bits               = typename Codec::Bits;
  constexpr int digit_bits = host_digit<Bits>;
  constexpr int key_bits   = 8 * sizeof(Bits);
  constexpr int passes     = (key_bits + digit_bits - 1) / digit_bits;
  constexpr unsigned bins  = 1u << digit_bits;
  auto const digit         = [&](Item const& item, int pass) -> unsigned {
    return static_cast<unsigned>(codec.encode(item.key) >> (pass * digit_bits)) & (bins - 1);
  };

  auto const before = [&](Item const& a, Item const& b) { return codec.encode(a.key) < codec.encode(b.key); };
  if (std::is_sorted(items, items + n, before)) return;

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

}  // namespace KokkosAxis::Impl::algorithm
