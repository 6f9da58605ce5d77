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

/// A block that orders so many candidates, of `select_word_bytes`; and the bytes it needs in all.
inline BlockSort candidate_block(int key_bytes, int threads, int items, std::int64_t capacity, Device const& d) {
  BlockSort b{.threads       = threads,
              .items         = items,
              .capacity      = (capacity + 3) / 4 * 4,
              .cell_bits     = items == 8 ? 8 : 9,
              .bins_per_1024 = 1024 / 2};
  b.bins   = block_sort_bins(b, std::max(d.warp, 1));
  b.shared = block_sort_bytes(b, select_word_bytes(key_bytes));
  b.shared = std::max<std::int64_t>(b.shared, search_numbers + search_digits * 4);
  return b;
}
inline std::int64_t candidate_bytes(BlockSort const& b, int key_bytes) {
  return (b.shared + 15) / 16 * 16 + select_flags * 4 +
         std::max<std::int64_t>(b.capacity, b.threads) * select_word_bytes(key_bytes);
}

inline Select select_with(int key_bytes, int threads, std::int64_t capacity, KeySample const& sample, Device const& d) {
  Select s{.block = candidate_block(key_bytes, threads, select_items(capacity), capacity, d), .sample = sample};
  s.shared = candidate_bytes(s.block, key_bytes);
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

/// Sizes of register_select.
struct RegisterSelect {
  BlockSort block{};        // sorts the candidates; its capacity is theirs
  int each            = 0;  // elements a thread
  int blocks          = 1;  // a slice
  int stride          = 1;  // of every so many elements of a thread one is in the sample
  std::int64_t shared = 0;  // bytes a block

  friend bool operator==(RegisterSelect const&, RegisterSelect const&) = default;
};

inline std::string to_string(RegisterSelect const& s) {
  return (s.blocks > 1 ? "clusters of " + std::to_string(s.blocks) + " blocks, each a " : std::string()) +
         to_string(s.block) + ", " + std::to_string(s.each) + " elements a thread in registers, up to " +
         std::to_string(s.block.capacity) + " candidates";
}

inline constexpr int register_select_items   = 8;    // candidates a thread
inline constexpr int register_select_threads = 512;  // at most
inline constexpr int register_select_warps   = 128;  // of all blocks of a slice, at most
/// Elements a thread holds, or half as many.
constexpr int register_select_most(int key_bytes) { return key_bytes <= 4 ? 32 : 16; }

/// A shape that holds `size` elements, and as many candidates as the `want` first ones will hardly ever be hidden
/// among: measured in simulations of random data, their number stays below. `each` is 0 where there is none.
inline RegisterSelect register_select_with(int key_bytes, int each, int threads, int blocks, std::int64_t want,
                                           Device const& d) {
  double const lanes = 1.2 * threads * blocks, wanted = static_cast<double>(want);
  int const stride        = wanted <= lanes ? 1 : wanted <= 4 * lanes ? 4 : 16;
  auto const capacity     = static_cast<std::int64_t>(1.5 * wanted + 6 * std::sqrt(wanted * stride)) + 32;
  std::int64_t const room = std::int64_t{threads} * register_select_items;
  RegisterSelect s{.block  = candidate_block(key_bytes, threads, register_select_items, std::min(capacity, room), d),
                   .blocks = blocks,
                   .stride = stride};
  s.shared        = candidate_bytes(s.block, key_bytes);
  bool const fits = wanted * 1.25 <= static_cast<double>(room) && wanted <= 16 * lanes && s.shared <= d.shared;
  s.each          = fits ? each : 0;
  return s;
}

/// The smallest shape that holds a slice. Of those for short ones, that of more threads where they are not needed for
/// other slices.
inline RegisterSelect register_select(int key_bytes, std::int64_t size, std::int64_t count, std::int64_t want,
                                      Device const& d) {
  int const most  = register_select_most(key_bytes);
  auto const fits = [&](int each, int threads, int blocks) {
    std::int64_t const share = (size + blocks - 1) / blocks;
    return (share + 63) / 64 * 64 <= std::int64_t{each} * threads;
  };
  auto const offer = [&](int each, int threads, int blocks) {
    return register_select_with(key_bytes, each, threads, blocks, want, d);
  };
  if (fits(most / 2, 128, 1)) return offer(most / 2, 128, 1);
  if (fits(most / 2, 256, 1) && count * 2 * 256 <= d.threads) return offer(most / 2, 256, 1);
  for (int threads = 128; threads <= register_select_threads; threads *= 2)
    if (fits(most, threads, 1)) return offer(most, threads, 1);
  for (int blocks = 2; blocks <= d.clustered; blocks *= 2)
    if (fits(most, register_select_threads, blocks)) return offer(most, register_select_threads, blocks);
  return {};
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
