// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosAxis/impl/tuning/block_sort.hpp>

#include <cstdint>

namespace KokkosAxis::Impl::tuning {

inline constexpr std::int64_t code_count_longest = 65535;  // counters have 16 bits

/// Counters of few codes are there many times over, so that equal keys of a warp do not wait for each other.
constexpr int code_copies(int key_bytes) { return key_bytes == 1 ? 16 : 1; }
constexpr int code_count_threads(int key_bytes) { return key_bytes == 1 ? 256 : 1024; }
/// Two codes a word.
constexpr int code_words(int key_bytes) { return (1 << (8 * key_bytes)) / 2; }

/// Shared memory of a block: first places, counters if they lie apart, a number a warp, a flag.
constexpr std::int64_t code_count_bytes(int key_bytes) {
  int const copies = code_copies(key_bytes), apart = copies > 1 ? code_words(key_bytes) * copies : 0;
  return (code_words(key_bytes) + apart + widest_warp + 1) * 4;
}

}  // namespace KokkosAxis::Impl::tuning
