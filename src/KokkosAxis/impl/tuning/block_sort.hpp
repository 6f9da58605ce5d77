// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosAxis/impl/tuning/device.hpp>

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <cstdint>
#include <string>

namespace KokkosAxis::Impl::tuning {

/// Sizes of the kernels that sort in the shared memory of a block.
struct BlockSort {
  int threads           = 0;
  int items             = 0;  // elements a thread
  std::int64_t capacity = 0;  // elements a block can hold
  int cell_bits         = 0;  // 2^cell_bits coarse cells
  int bins_per_1024     = 0;  // bins for so many elements
  std::int64_t bins     = 0;
  std::int64_t shared   = 0;  // bytes a block
  std::int64_t turning  = 0;  // more of them where a cluster of blocks turns interleaved slices; 0: it cannot

  friend bool operator==(BlockSort const&, BlockSort const&) = default;
};

inline constexpr int widest_warp     = 64;
inline constexpr int word_padding    = 4;
inline constexpr int bins_begin      = 4;  // of the counters: the last of these is a 0, and bins start aligned
inline constexpr int pass_bits       = 8;
inline constexpr int most_heavy_bins = 255;  // that a digit of 8 bits tells apart, and all others

/// Flags that the threads of a block share, 0 at the start: most codes share a cell; how many bins are heavy; one of
/// them holds different codes; the code of a key is not the key.
enum BlockFlag : int { narrow_flag, heavy_flag, mixed_flag, recoded_flag, block_flags };

/// Most threads of a block whose threads hold so many elements, and how many such blocks registers must allow.
constexpr int block_threads(int items) { return items > 8 ? 1024 : 512; }
constexpr int block_least(int items) { return items > 8 ? 1 : 3; }

/// Bytes of BlockArrays: words, range, cells or table, bins, sums, flags.
constexpr std::int64_t block_sort_bytes(BlockSort const& b, int word_bytes) {
  std::int64_t const cells = std::int64_t{1} << b.cell_bits;
  return (b.capacity + word_padding) * word_bytes + 2 * widest_warp * 8 +
         (b.bins + cells + widest_warp + block_flags) * 4;
}

/// Counters a block needs: the bins of a partition, or one for each warp and digit of the stable passes.
constexpr std::int64_t block_sort_bins(BlockSort const& b, int warp) {
  std::int64_t const partition =
      bins_begin + (std::int64_t{1} << b.cell_bits) + (b.capacity * b.bins_per_1024 >> 10) + 1;
  std::int64_t const passes = std::int64_t{b.threads} / warp << pass_bits;
  return ((partition > passes ? partition : passes) + 3) / 4 * 4;
}

inline std::string to_string(BlockSort const& b) {
  return "block of " + std::to_string(b.threads) + " threads, " + std::to_string(b.items) + " elements a thread, " +
         std::to_string(b.shared) + " bytes of shared memory";
}

/// Bytes of a word in shared memory: key and position.
constexpr int block_word_bytes(int key_bytes) { return key_bytes <= 2 ? 4 : key_bytes <= 4 ? 8 : 16; }

inline constexpr std::int64_t longest_in_block = 16384;

inline constexpr int cluster_slices = 8;  // and blocks, the most that every device with clusters has
/// Measured on an H200 against turning slices through memory first: short keys take 0.66 to 0.97 of the time, 4-byte
/// ones 0.9 to 1.6, 8-byte ones 1.1 to 1.9, as the exchange of their words waits longer than memory would take.
constexpr bool turned_by_cluster(int key_bytes) { return key_bytes <= 2; }
/// Places of a slice that a block of a cluster moves: whole vectors, whatever the key.
KOKKOS_FORCEINLINE_FUNCTION constexpr std::uint32_t cluster_share(std::uint32_t length) {
  return (length + 16 * cluster_slices - 1) / (16 * cluster_slices) * 16;
}

/// Measured on an H200, fp16 and fp32: from 2048 elements on, 16 a thread and bins of three spread the cost of tables
/// and scans over more elements; more cells cost more than they even out.
inline BlockSort block_sort(int key_bytes, std::int64_t length, Device const& d) {
  bool const is_long = length > 2048;
  int const items    = is_long ? 16 : 8;
  auto const rounded = [](std::int64_t n, std::int64_t unit) { return (n + unit - 1) / unit * unit; };
  BlockSort b{.threads       = static_cast<int>(rounded(rounded(length, items) / items, std::max(d.warp, 1))),
              .items         = items,
              .capacity      = rounded(length, word_padding),
              .cell_bits     = is_long ? 9 : 8,
              .bins_per_1024 = is_long ? 1024 / 3 : 1024 / 2};
  b.bins   = block_sort_bins(b, std::max(d.warp, 1));
  b.shared = block_sort_bytes(b, block_word_bytes(key_bytes));

  // 16-bit numbers of where words belong; what is exchanged before there are words fits where these will lie
  std::int64_t const turning = rounded(2 * b.capacity, 16);
  if (turned_by_cluster(key_bytes) && d.clustered >= cluster_slices && b.shared + turning <= d.shared)
    b.turning = turning;
  return b;
}

// --- warp_sort -----------------------------------------------------
inline constexpr std::int64_t warp_sort_shared = 64 * 1024;  // what every device has for a block
/// Measured on an H200: above, block_sort is faster.
constexpr std::int64_t warp_sort_max_length(int key_bytes) { return key_bytes <= 2 ? 512 : key_bytes <= 4 ? 256 : 128; }

}  // namespace KokkosAxis::Impl::tuning
