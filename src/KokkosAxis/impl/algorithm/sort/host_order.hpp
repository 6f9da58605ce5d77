// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosAxis/impl/algorithm/sort/host_network.hpp>
#include <KokkosAxis/impl/layout/arena.hpp>

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <numeric>
#include <type_traits>
#include <utility>

namespace KokkosAxis::Impl::algorithm {

// The order of one short slice of keys, by one host thread, in memory that fits its nearest caches.

/// Up to this length a sorting network beats radix passes, whose counters cost as much as many elements.
template <class Bits>
inline constexpr std::int64_t host_network_to = sizeof(Bits) <= 2 ? 64 : 128;

/// Memory for slices of up to n keys.
template <class Bits>
struct HostOrderScratch {
  struct WideWord {
    Bits code;
    std::uint32_t place;
  };
  /// The code above the place, where both fit.
  using Word = std::conditional_t<sizeof(Bits) == 8, WideWord, std::uint64_t>;

  Bits* codes     = nullptr;  // n
  Word* words     = nullptr;  // 2 n, for radix passes
  double* network = nullptr;  // 2 host_network_to

  static HostOrderScratch carve(layout::Arena& arena, std::int64_t n) {
    return {arena.take<Bits>(n), arena.take<Word>(2 * n), arena.take<double>(2 * host_network_to<Bits>)};
  }
};

/// A word has room for most of an 8-byte code: as many bits as fit, from the highest one in which codes differ. Only if
/// that did not decide are the lower bits sorted first.
template <class Bits>
void host_network_order(Bits const* codes, std::int64_t n, std::uint32_t* order, double* words) {
  constexpr std::int64_t longest = host_network_to<Bits>;
  constexpr int place_bits       = std::bit_width(static_cast<std::uint64_t>(longest - 1));
  constexpr int room             = HostWord::bits - place_bits;
  HostWordBlocks const blocks(n);

  // the i-th word has the code, from first_bit on, of the key at place(i)
  auto const sort_from = [&](int first_bit, auto const& place) {
    host_fill_blocks(blocks, n, words, [&](std::int64_t i) {
      auto const code = static_cast<std::uint64_t>(codes[place(static_cast<std::uint32_t>(i))]);
      return HostWord::make(code >> first_bit << place_bits | static_cast<std::uint64_t>(i));
    });
    double const* const sorted = host_sort_blocks(blocks, words, words + longest);
    for (std::int64_t p = 0; p < n; ++p)
      order[p] = place(static_cast<std::uint32_t>(HostWord::order(sorted[p]) & (longest - 1)));
  };
  auto const itself = [](std::uint32_t i) { return i; };
  if constexpr (8 * sizeof(Bits) <= room) {
    sort_from(0, itself);
  } else {
    Bits differing = 0;
    for (std::int64_t i = 1; i < n; ++i) differing |= codes[i] ^ codes[0];
    int const first_bit = std::max(0, static_cast<int>(std::bit_width(differing)) - room);
    sort_from(first_bit, itself);
    auto const smaller = [codes](std::uint32_t a, std::uint32_t b) { return codes[a] < codes[b]; };
    if (first_bit == 0 || std::is_sorted(order, order + n, smaller)) return;
    std::uint32_t by_low[longest];
    sort_from(0, itself);
    std::copy(order, order + n, by_low);
    sort_from(first_bit, [&](std::uint32_t i) { return by_low[i]; });
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
  constexpr std::int64_t worth_asking = 32;  // shorter slices are sorted sooner than a wrong guess costs
  for (std::int64_t i = 0; i < n; ++i) scratch.codes[i] = codec.encode(keys[i]);
  if (n > worth_asking && std::is_sorted(scratch.codes, scratch.codes + n))
    std::iota(order, order + n, std::uint32_t{0});
  else if (n <= host_network_to<Bits>)
    host_network_order(scratch.codes, n, order, scratch.network);
  else
    host_radix_order(scratch.codes, n, order, scratch.words);
}

}  // namespace KokkosAxis::Impl::algorithm
