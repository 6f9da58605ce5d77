// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>

#include <cstdint>

namespace KokkosAxis::Impl::primitive {

/// What CudaSimt and HipSimt say in the same words: CUDA and HIP name these alike.
template <int Lanes>
struct DeviceThread {
  static constexpr int lanes = Lanes;

#if defined(KOKKOS_ENABLE_CUDA) || defined(KOKKOS_ENABLE_HIP)
  KOKKOS_FORCEINLINE_FUNCTION static int thread() { KOKKOS_IF_ON_DEVICE((return threadIdx.x;)) return 0; }
  KOKKOS_FORCEINLINE_FUNCTION static int threads() { KOKKOS_IF_ON_DEVICE((return blockDim.x;)) return 0; }
  /// The number of the block in its launch, and how many there are.
  KOKKOS_FORCEINLINE_FUNCTION static std::int64_t block() { KOKKOS_IF_ON_DEVICE((return blockIdx.x;)) return 0; }
  KOKKOS_FORCEINLINE_FUNCTION static std::int64_t blocks() { KOKKOS_IF_ON_DEVICE((return gridDim.x;)) return 1; }
  KOKKOS_FORCEINLINE_FUNCTION static int lane() { return thread() % lanes; }
  KOKKOS_FORCEINLINE_FUNCTION static void sync_block() { KOKKOS_IF_ON_DEVICE((__syncthreads();)) }
  /// What this thread wrote before is seen, by all blocks that see what it writes after.
  KOKKOS_FORCEINLINE_FUNCTION static void fence() { KOKKOS_IF_ON_DEVICE((__threadfence();)) }
  /// Adds, in shared or global memory, and returns what was there.
  KOKKOS_FORCEINLINE_FUNCTION static std::uint32_t add(std::uint32_t* at, std::uint32_t value) {
    KOKKOS_IF_ON_DEVICE((return atomicAdd(at, value);))
    return *at += value, *at - value;
  }
  /// The upper half of a product.
  KOKKOS_FORCEINLINE_FUNCTION static std::uint32_t multiply_high(std::uint32_t a, std::uint32_t b) {
    KOKKOS_IF_ON_DEVICE((return __umulhi(a, b);))
    return static_cast<std::uint32_t>(static_cast<std::uint64_t>(a) * b >> 32);
  }
  /// Bits of a number without its leading zeros.
  KOKKOS_FORCEINLINE_FUNCTION static int bit_width(std::uint32_t value) {
    KOKKOS_IF_ON_DEVICE((return 32 - __clz(static_cast<int>(value));))
    return 0;
  }
  KOKKOS_FORCEINLINE_FUNCTION static int bit_width(std::uint64_t value) {
    KOKKOS_IF_ON_DEVICE((return 64 - __clzll(static_cast<long long>(value));))
    return 0;
  }
#endif
};

}  // namespace KokkosAxis::Impl::primitive
