// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <utility>

namespace KokkosAxis::Impl::algorithm {

// Sorting of a few words without a branch that depends on them, by one host thread.
//
// A word holds a code above the place it came from, so that no two are equal and every sort of them is stable. It is
// kept as a double in [2^52, 2^53), where doubles and their bits have the same order: baseline x86-64 has minimum and
// maximum instructions for doubles, but none for 64-bit integers.
struct HostWord {
  static constexpr int bits           = 52;  // of code and place
  static constexpr std::uint64_t mask = (std::uint64_t{1} << bits) - 1;

  static constexpr double make(std::uint64_t code_and_place) {
    return std::bit_cast<double>((std::uint64_t{0x433} << bits) | (code_and_place & mask));
  }
  static constexpr std::uint64_t order(double word) { return std::bit_cast<std::uint64_t>(word); }
  static constexpr double last() { return make(mask); }
};

/// The pairs of places that Batcher's odd-even merge compares, of two sorted halves of N words.
template <int N>
constexpr auto host_merge_pairs() {
  constexpr int log = std::bit_width(unsigned{N}) - 1;
  std::array<std::pair<int, int>, (log - 1) * N / 2 + 1> pairs{};
  std::size_t n = 0;
  for (int apart = N / 2; apart >= 1; apart /= 2)
    for (int first = apart % (N / 2); first + apart < N; first += 2 * apart)
      for (int i = first; i < first + apart; ++i) pairs[n++] = {i, i + apart};
  return pairs;
}

/// Inlined whatever the compiler thinks of hundreds of them in one function.
[[gnu::always_inline]] inline void host_put_in_order(double& a, double& b) {
  double const x = a, y = b;
  a = std::min(x, y);
  b = std::max(x, y);
}

/// Sorts N words, a power of two, by Batcher's network, in straight-line code: a loop over the pairs takes twice as
/// long.
template <int N>
void host_network(double* words) {
  if constexpr (N > 1) {
    host_network<N / 2>(words);
    host_network<N / 2>(words + N / 2);
    static constexpr auto pairs = host_merge_pairs<N>();
    [&]<std::size_t... I>(std::index_sequence<I...>) {
      (host_put_in_order(words[pairs[I].first], words[pairs[I].second]), ...);
    }(std::make_index_sequence<pairs.size()>{});
  }
}

/// Merges a[0, n) and b[0, n) to out[0, 2 n), from both ends at once: the two do not wait for each other.
inline void host_merge(double const* a, double const* b, std::int64_t n, double* out) {
  double const *a_end = a + n, *b_end = b + n;
  double* out_end = out + 2 * n;
  for (std::int64_t i = 0; i < n; ++i) {
    bool const b_first = HostWord::order(*b) < HostWord::order(*a);
    *out++             = std::min(*a, *b);
    b += b_first;
    a += !b_first;
    bool const a_last = HostWord::order(b_end[-1]) < HostWord::order(a_end[-1]);
    *--out_end        = std::max(a_end[-1], b_end[-1]);
    a_end -= a_last;
    b_end -= !a_last;
  }
}

/// How n words lie to be sorted: in as few blocks as networks can sort, a power of two of them, each filled up with
/// last words to the size of its network.
struct HostWordBlocks {
  static constexpr std::int64_t network_most = 64;
  std::int64_t count, length, pitch;  // blocks, words of each, words from one to the next

  explicit HostWordBlocks(std::int64_t n)
      : count(ceil_to_power((n + network_most - 1) / network_most)),
        length(count == 1 ? n : (n + count - 1) / count),
        pitch(std::max<std::int64_t>(4, ceil_to_power(length))) {}

 private:
  static std::int64_t ceil_to_power(std::int64_t n) {
    return static_cast<std::int64_t>(std::bit_ceil(static_cast<std::uint64_t>(n)));
  }
};

/// Lays out the words that `word(i)` makes for i in [0, n).
template <class Word>
void host_fill_blocks(HostWordBlocks const& blocks, std::int64_t n, double* words, Word const& word) {
  for (std::int64_t b = 0; b < blocks.count; ++b) {
    double* const block      = words + b * blocks.pitch;
    std::int64_t const first = b * blocks.length, size = std::clamp<std::int64_t>(n - first, 0, blocks.length);
    for (std::int64_t i = 0; i < size; ++i) block[i] = word(first + i);
    std::fill(block + size, block + blocks.pitch, HostWord::last());
  }
}

/// Sorts them, in `words` or in `spare`, and returns in which.
inline double const* host_sort_blocks(HostWordBlocks const& blocks, double* words, double* spare) {
  for (std::int64_t b = 0; b < blocks.count; ++b) {
    double* const block = words + b * blocks.pitch;
    if (blocks.pitch == 4)
      host_network<4>(block);
    else if (blocks.pitch == 8)
      host_network<8>(block);
    else if (blocks.pitch == 16)
      host_network<16>(block);
    else if (blocks.pitch == 32)
      host_network<32>(block);
    else
      host_network<64>(block);
  }
  std::int64_t length = blocks.length, pitch = blocks.pitch;
  for (std::int64_t count = blocks.count; count > 1; count /= 2) {
    for (std::int64_t b = 0; b < count; b += 2)
      host_merge(words + b * pitch, words + (b + 1) * pitch, length, spare + b * length);
    length *= 2;
    pitch = length;
    std::swap(words, spare);
  }
  return words;
}

}  // namespace KokkosAxis::Impl::algorithm
