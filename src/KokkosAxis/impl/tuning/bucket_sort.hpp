// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosAxis/impl/tuning/block_sort.hpp>
#include <KokkosAxis/impl/tuning/device.hpp>

#include <algorithm>
#include <cstdint>

namespace KokkosAxis::Impl::tuning {

/// Sizes of bucket_sort.
struct BucketSort {
  std::int64_t target  = 0;  // elements expected in a bucket
  std::int64_t buckets = 0;  // most of a slice
  std::int64_t rounds  = 0;  // of sampling
  std::int64_t stretch = 0;  // elements a counting block
  BlockSort block{};         // sorts a bucket

  friend bool operator==(BucketSort const&, BucketSort const&) = default;
};

inline constexpr int bucket_cell_bits    = 10;
inline constexpr int bucket_threads      = 512;  // of the counting and scattering blocks
inline constexpr int bucket_plan_threads = 512;
inline constexpr int bucket_plan_items   = 8;  // samples a thread and round
/// Elements a thread of a scattering block.
constexpr int bucket_tile_items(int key_bytes) { return key_bytes == 8 ? 4 : 8; }

inline constexpr std::int64_t bucket_longest = std::int64_t{1} << 24;

/// A bucket has 256 samples or more, so its size is known to 6 % (one standard deviation); the room of a block is 1.47
/// times what is expected.
inline BucketSort bucket_sort(int key_bytes, std::int64_t length, std::int64_t count, Device const& d) {
  bool const is_wide      = key_bytes == 8;
  int const threads       = 512;
  int const items         = is_wide ? 8 : 16;
  std::int64_t const room = std::int64_t{threads} * items;
  BucketSort b{.target = room * 17 / 25};
  b.buckets = length / b.target + 2;
  b.rounds  = 256 * b.buckets / (bucket_plan_threads * bucket_plan_items) + 1;
  // a few counting blocks for each multiprocessor, but no shorter than pays
  std::int64_t const blocks = std::max(d.threads / 512, 1);
  b.stretch                 = std::clamp<std::int64_t>((length * count + blocks - 1) / blocks, 8192, 65536);
  b.block        = {.threads = threads, .items = items, .capacity = room, .cell_bits = 9, .bins_per_1024 = 1024 / 3};
  b.block.bins   = block_sort_bins(b.block, std::max(d.warp, 1));
  b.block.shared = block_sort_bytes(b.block, block_word_bytes(std::max(key_bytes, 4)));
  return b;
}

/// Shared memory of a scattering block: words, the table, a count and a place a bucket.
inline std::int64_t bucket_scatter_bytes(BucketSort const& b, int key_bytes) {
  return std::int64_t{bucket_threads} * bucket_tile_items(key_bytes) * block_word_bytes(std::max(key_bytes, 4)) +
         (2 * (1 << bucket_cell_bits) + 2 * b.buckets + widest_warp) * 4;
}

}  // namespace KokkosAxis::Impl::tuning
