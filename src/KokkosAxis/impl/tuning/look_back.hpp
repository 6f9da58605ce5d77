// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>

namespace KokkosAxis::Impl::tuning {

/// Counts of a slice leave two bits of a word to flags.
inline constexpr std::int64_t look_back_longest = std::int64_t{1} << 30;

inline constexpr int look_back_threads = 512;

/// Elements a thread: as many as registers hold.
constexpr int look_back_items(int key_bytes) { return key_bytes == 8 ? 4 : 8; }

constexpr std::int64_t look_back_tile(int key_bytes) {
  return std::int64_t{look_back_threads} * look_back_items(key_bytes);
}
constexpr std::int64_t look_back_tiles(int key_bytes, std::int64_t length) {
  return (length + look_back_tile(key_bytes) - 1) / look_back_tile(key_bytes);
}

}  // namespace KokkosAxis::Impl::tuning
