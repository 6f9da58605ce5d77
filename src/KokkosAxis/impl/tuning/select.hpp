// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosAxis/impl/tuning/block_sort.hpp>
#include <KokkosAxis/impl/tuning/device.hpp>
#include <KokkosAxis/impl/tuning/sort.hpp>

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <string>

namespace KokkosAxis::Impl::tuning {

// How native kernels guess, from a sample, a bound that the wanted elements lie below and few others. The sample falls
// into groups, and only the first element of each is looked at: order statistics of so few are cheap, and where the
// wanted part of a row is small they tell as much as those of all.

inline constexpr int sample_groups = 128;

struct KeySample {
  int each      = 0;  // vectors of 16 bytes a thread; 0: none is taken
  int of_vector = 1;  // keys that count of each, from the first on

  /// Keys that count.
  KOKKOS_FORCEINLINE_FUNCTION std::uint32_t size(int threads) const {
    return static_cast<std::uint32_t>(each * threads * of_vector);
  }
  friend bool operator==(KeySample const&, KeySample const&) = default;
};

/// The guess for `want` elements of `size` by a sample of so many: the bound is the element of this rank, from 0, among
/// the firsts of groups. That more groups hold one of the wanted elements has a chance of about 1e-5: their number is
/// binomial.
KOKKOS_FORCEINLINE_FUNCTION std::uint32_t sample_rank(std::uint32_t want, std::uint32_t size, std::uint32_t sample) {
  float const group = static_cast<float>(sample) / sample_groups;
  float const hit   = 1.0f - Kokkos::exp(-static_cast<float>(want) * group / static_cast<float>(size));
  float const mean  = sample_groups * hit;
  return static_cast<std::uint32_t>(mean + 4.3f * Kokkos::sqrt(mean * (1.0f - hit)) + 3.0f);
}

/// How many elements that bound lets through, at most: of random data, but for a chance of 3e-5 (about a gamma
/// distribution); and of sorted data, where the `of_vector` keys of a vector are either all wanted or none.
inline double sample_lets_through(std::uint32_t rank, double size, double sample, int of_vector) {
  double const part      = (rank + 0.5) / sample_groups;
  double const expected  = -std::log1p(-part) * sample_groups * size / sample;
  double const deviation = std::sqrt(part / (1 - part) / sample_groups) / -std::log1p(-part);
  double const most      = 1 - deviation * deviation / 9 + 4.0 * deviation / 3;  // Wilson and Hilferty, 1931
  double const clumped   = (rank + 10.0) * size / sample * of_vector;
  return std::max(expected * most * most * most, clumped);
}

/// Sizes of the kernels that select by a sample.
struct Select {
  BlockSort block{};               // sorts the candidates; its capacity is theirs
  KeySample sample{};              // none: every element is a candidate
  std::int64_t parts         = 1;  // blocks a slice
  std::int64_t shared        = 0;  // bytes a block
  std::int64_t slots         = 0;  // slices whose candidates have room in the workspace
  std::int64_t search_parts  = 1;  // pieces of a slice whose sample misled
  std::int64_t search_blocks = 1;  // that look for such slices

  friend bool operator==(Select const&, Select const&) = default;
};

inline std::string to_string(Select const& s) {
  return to_string(s.block) + ", up to " + std::to_string(s.block.capacity) + " candidates by " +
         (s.sample.each == 0 ? std::string("taking all")
                             : "a sample of " + std::to_string(s.sample.size(s.block.threads))) +
         (s.parts > 1 ? ", " + std::to_string(s.parts) + " blocks a slice" : "");
}

inline constexpr std::int64_t search_numbers = 128;  // bytes of a search beside its counts
inline constexpr std::int64_t select_flags   = 4;    // numbers that the threads of a selecting block share
inline constexpr int search_digit_bits       = 11;
inline constexpr int search_digits           = 1 << search_digit_bits;

/// Items a thread of the kernels for few and for many candidates.
constexpr int select_items(std::int64_t capacity) { return capacity <= 4096 ? 8 : 16; }

/// Bytes of a word in shared memory and in the workspace.
constexpr int select_word_bytes(int key_bytes) { return key_bytes <= 4 ? 8 : 16; }

inline Select select_with(int key_bytes, int threads, std::int64_t capacity, KeySample const& sample, Device const& d) {
  int const items = select_items(capacity);
  Select s{.sample = sample};
  s.block        = {.threads       = threads,
                    .items         = items,
                    .capacity      = (capacity + 3) / 4 * 4,
                    .cell_bits     = items == 8 ? 8 : 9,
                    .bins_per_1024 = 1024 / 2};
  s.block.bins   = block_sort_bins(s.block, std::max(d.warp, 1));
  s.block.shared = block_sort_bytes(s.block, select_word_bytes(key_bytes));
  s.block.shared = std::max<std::int64_t>(s.block.shared, search_numbers + search_digits * 4);
  s.shared       = (s.block.shared + 15) / 16 * 16 + select_flags * 4 +
             std::max<std::int64_t>(s.block.capacity, threads) * select_word_bytes(key_bytes);
  return s;
}

inline constexpr std::int64_t most_candidates = 16384;
inline constexpr std::uint32_t few_candidates = 512;  // that warps sort among themselves, where threads hold two

/// The sample that costs least: what is read for it is read again, and candidates have to be ordered. Or every element,
/// where these are few or most are wanted. `block.threads` is 0 where no block can hold the candidates.
inline Select select(int key_bytes, std::int64_t size, std::int64_t want, Device const& d) {
  int const width = 16 / key_bytes;
  Select best{};
  double least     = 0;
  auto const offer = [&](Select const& s, double cost) {
    bool const fits = s.block.capacity <= std::int64_t{s.block.threads} * s.block.items &&
                      s.block.threads <= block_threads(s.block.items) && s.shared <= d.shared;
    if (fits && (best.block.threads == 0 || cost < least)) {
      best  = s;
      least = cost;
    }
  };
  constexpr double a_candidate = 12, a_thread = 4;  // costs, in elements read
  for (int threads = 256; threads <= 1024; threads *= 2)
    for (int each = 1; each <= 8; each *= 2) {
      std::int64_t const read = std::int64_t{threads} * each * width;
      if (read * 2 > size) continue;
      for (int of_vector = 1; of_vector <= width; of_vector *= 2) {
        KeySample const sample{each, of_vector};
        auto const rank =
            sample_rank(static_cast<std::uint32_t>(want), static_cast<std::uint32_t>(size), sample.size(threads));
        if (rank >= sample_groups * 4 / 5) continue;
        double const through = sample_lets_through(rank, static_cast<double>(size), sample.size(threads), of_vector);
        auto const capacity  = std::min<std::int64_t>(size, static_cast<std::int64_t>(through) + 1);
        offer(select_with(key_bytes, threads, capacity, sample, d),
              static_cast<double>(read) + a_candidate * through + a_thread * threads);
      }
    }
  if (size <= most_candidates) {
    std::int64_t const needed = (size + select_items(size) - 1) / select_items(size);
    std::int64_t const threads =
        std::max<std::int64_t>((needed + sample_groups - 1) / sample_groups * sample_groups, 256);
    offer(select_with(key_bytes, static_cast<int>(threads), size, {}, d), a_candidate * static_cast<double>(size));
  }
  return best;
}

/// Sizes of team_select: scratch holds the candidates and a search (the digits' counts, and some numbers).
struct TeamSelect {
  SortTuning teams{};
  std::int64_t capacity = 0;  // candidates

  friend bool operator==(TeamSelect const&, TeamSelect const&) = default;
};

inline TeamSelect team_select(int key_bytes, std::int64_t size, Device const& d) {
  constexpr std::int64_t search = search_digits * 4 + search_numbers + scratch_slack, most = 2048;
  std::int64_t const capacity = std::min({(d.scratch - search) / select_word_bytes(key_bytes), most, size});
  return {.teams    = {.team_size = d.max_team,
                       .slices    = 1,
                       .tile      = capacity,
                       .scratch   = search + capacity * select_word_bytes(key_bytes)},
          .capacity = capacity};
}

inline constexpr std::int64_t least_part = 8192;  // elements

/// Blocks of so many threads that keep the device busy.
constexpr std::int64_t select_blocks(int threads, Device const& d) { return std::max(d.threads / 2 / threads, 1); }

/// Adds what is needed where a sample may mislead: room for the candidates of some slices.
inline Select with_search(Select s, std::int64_t size, std::int64_t slices, Device const& d) {
  s.search_blocks = select_blocks(std::max(s.block.threads, 1), d);
  s.search_parts  = std::max<std::int64_t>((size + 2 * least_part - 1) / (2 * least_part), 1);
  s.slots         = std::min(slices, s.search_blocks);
  return s;
}

inline constexpr std::int64_t searched_by_a_block = 1 << 15;  // longer slices, if misled about, by all blocks

/// One slice a block, by the sizes that `select` gives.
inline Select block_select(Select const& s, std::int64_t size, std::int64_t slices, Device const& d) {
  return s.block.capacity < size && size > searched_by_a_block ? with_search(s, size, slices, d) : s;
}

/// The same for few slices, each over as many blocks as keep the device busy.
inline Select split_select(Select s, std::int64_t size, std::int64_t slices, Device const& d) {
  s       = with_search(s, size, slices, d);
  s.parts = std::clamp<std::int64_t>(select_blocks(std::max(s.block.threads, 1), d) / std::max<std::int64_t>(slices, 1),
                                     2, std::max<std::int64_t>(size / least_part, 2));
  s.slots = slices;
  return s;
}

}  // namespace KokkosAxis::Impl::tuning
