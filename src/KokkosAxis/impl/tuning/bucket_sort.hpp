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
  int tile_items       = 0;  // elements a thread of a scattering block
  BlockSort block{};         // sorts a bucket

  friend bool operator==(BucketSort const&, BucketSort const&) = default;
};

inline constexpr int bucket_cell_bits        = 10;
inline constexpr int bucket_threads          = 512;  // of the counting and scattering blocks
inline constexpr int bucket_plan_threads     = 512;
inline constexpr int bucket_plan_items       = 8;  // samples a thread and round
inline constexpr std::int64_t bucket_longest = std::int64_t{1} << 24;

/// A bucket has 128 samples, so its size is known to 9 % (one standard deviation); the room of a block is 1.4 times
/// what is expected. Long slices take large buckets, since many small ones scatter in short runs.
inline BucketSort bucket_sort(int key_bytes, std::int64_t length, std::int64_t count, Device const& d) {
  bool const is_wide = key_bytes == 8, is_long = length > (std::int64_t{1} << 21);
  int const threads       = is_long && !is_wide ? 1024 : 512;
  int const items         = is_wide && !is_long ? 8 : 16;
  std::int64_t const room = std::int64_t{threads} * items;
  BucketSort b{.target = room * 18 / 25, .tile_items = is_wide ? 8 : 16};
  b.buckets = length / b.target + 2;
  b.rounds  = 128 * b.buckets / (bucket_plan_threads * bucket_plan_items) + 1;
  // a few counting blocks for each multiprocessor, but no shorter than pays
  std::int64_t const blocks = std::max(d.threads / 512, 1);
  b.stretch                 = std::clamp<std::int64_t>((length * count + blocks - 1) / blocks, 8192, 65536);
  b.block = {.threads = threads, .items = items, .part = room, .capacity = room, .cell_bits = 9, .bin_load_bits = 2};
  b.block.bins   = block_sort_bins(b.block, std::max(d.warp, 1));
  b.block.shared = block_sort_bytes(b.block, is_wide ? 16 : 8);
  return b;
}

/// Shared memory of a scattering block: words, the table, a count and a place a bucket.
constexpr std::int64_t bucket_scatter_bytes(BucketSort const& b, int key_bytes) {
  return std::int64_t{bucket_threads} * b.tile_items * (key_bytes == 8 ? 16 : 8) +
         (2 * (1 << bucket_cell_bits) + 2 * b.buckets + widest_warp) * 4;
}

}  // namespace KokkosAxis::Impl::tuning
