// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosAxis/impl/tuning/device.hpp>
#include <KokkosAxis/impl/tuning/sort.hpp>

#include <algorithm>
#include <cstdint>
#include <string>

namespace KokkosAxis::Impl::tuning {

// Sizes of the greedy kernels.

/// Candidates that are settled among themselves at once: the bits of a word.
inline constexpr int greedy_word = 64;

/// What a slice takes that is sorted and gone through in a team's or a block's own memory: an item and a position, its
/// class where there are any, and while it is sorted its code in place of the item; beside them what `greedy_word`
/// candidates take.
struct FusedGreedy {
  int threads                                                    = 1;
  std::int64_t bytes                                             = 0;  // of scratch, or of shared memory
  friend bool operator==(FusedGreedy const&, FusedGreedy const&) = default;
};
inline std::string to_string(FusedGreedy const& t) {
  return std::to_string(t.threads) + " threads a slice, " + std::to_string(t.bytes) + " bytes of their own memory";
}

constexpr std::int64_t fused_greedy_bytes(std::int64_t length, int item_bytes, int code_bytes, bool classes) {
  std::int64_t const each = std::max(item_bytes, code_bytes) + 4 + (classes ? 8 : 0) + 1;
  return length * each + greedy_word * (8 + (item_bytes + 7) / 8 * 8 + 8) + 64 + 6 * 16;
}

inline FusedGreedy team_greedy(std::int64_t length, int item_bytes, int code_bytes, bool classes, Device const& d) {
  int const wanted = length <= 64 ? 32 : length <= 256 ? 64 : length <= 512 ? 128 : 256;
  return {.threads = std::min(wanted, d.max_team),
          .bytes   = fused_greedy_bytes(length, item_bytes, code_bytes, classes) + scratch_slack};
}
inline FusedGreedy block_greedy(std::int64_t length, int item_bytes, int code_bytes, bool classes, Device const&) {
  int const wanted = length <= 128 ? 64 : length <= 256 ? 128 : length <= 512 ? 256 : length <= 1024 ? 512 : 1024;
  return {.threads = wanted, .bytes = fused_greedy_bytes(length, item_bytes, code_bytes, classes)};
}

/// Candidates of a chunk: settled together, before all behind them are held against those kept.
inline constexpr int tile_chunk  = 512;   // by a team
inline constexpr int block_chunk = 1024;  // by a block, one a thread

/// Sizes of chunk_greedy. A launch holds tiles of twice as many candidates as a block has threads against parts of what
/// was kept of a chunk: as many parts as give every multiprocessor two blocks.
struct ChunkGreedy {
  int part                                                       = 0;  // of those kept, a block
  friend bool operator==(ChunkGreedy const&, ChunkGreedy const&) = default;
};
inline std::string to_string(ChunkGreedy const& t) {
  return "chunks of " + std::to_string(block_chunk) + ", held against " + std::to_string(t.part) + " kept a block";
}
inline ChunkGreedy chunk_greedy(std::int64_t length, std::int64_t count, Device const& d) {
  std::int64_t const tiles  = (length + 2 * block_chunk - 1) / (2 * block_chunk) * count;
  std::int64_t const blocks = d.threads / block_chunk * 2;
  int part                  = block_chunk / 4;
  while (part > 16 && tiles * (block_chunk / part) < blocks) part /= 2;
  return {.part = part};
}

}  // namespace KokkosAxis::Impl::tuning
