// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>

#include <cstdint>

namespace KokkosAxis::Impl::primitive {

/// Division by a number fixed for a launch, as a multiplication. Exact while dividend * divisor < 2^32: positions in
/// team scratch are far below.
class Divisor {
 public:
  explicit Divisor(std::uint32_t d) : m_reciprocal((std::uint64_t{1} << 32) / d + 1) {}

  KOKKOS_FORCEINLINE_FUNCTION std::uint32_t operator()(std::uint32_t n) const {
    return static_cast<std::uint32_t>(n * m_reciprocal >> 32);
  }

 private:
  std::uint64_t m_reciprocal;
};

}  // namespace KokkosAxis::Impl::primitive
