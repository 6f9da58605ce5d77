// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <cstdint>

namespace KokkosAxis::Impl::layout {

/// Hands out aligned pieces of one block of scratch memory. Without a block it only counts, and the addresses that it
/// hands out are not to be used: so the code that uses a workspace also says how large it must be.
class Arena {
 public:
  static constexpr std::size_t alignment = 128;

  Arena() = default;
  explicit Arena(void* block) : m_block(align(reinterpret_cast<std::uintptr_t>(block))) {}

  template <class T>
  T* take(std::int64_t n) {
    std::uintptr_t const at = m_block + m_used;
    m_used += align(static_cast<std::size_t>(n) * sizeof(T));
    return reinterpret_cast<T*>(at);
  }

  /// Enough bytes for all that was taken, wherever the block starts.
  std::size_t bytes() const { return m_used == 0 ? 0 : m_used + alignment; }

 private:
  static constexpr std::size_t align(std::size_t n) { return (n + alignment - 1) / alignment * alignment; }

  std::uintptr_t m_block = alignment;
  std::size_t m_used     = 0;
};

}  // namespace KokkosAxis::Impl::layout
