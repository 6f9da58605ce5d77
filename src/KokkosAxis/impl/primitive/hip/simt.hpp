// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosAxis/impl/primitive/simt/device_thread.hpp>

#include <Kokkos_Core.hpp>

#include <cstdint>

namespace KokkosAxis::Impl::primitive {

/// What the simt primitives need of a HIP device with wavefronts of 64 lanes (CDNA). Blocks are one-dimensional and
/// made of whole wavefronts; every lane of one takes part in every call. Called in kernels only.
struct HipSimt : DeviceThread<64> {
  using Mask = std::uint64_t;

#if defined(KOKKOS_ENABLE_HIP)
  /// Bytes of shared memory a block can ask for of the instance's device. Host code.
  static std::int64_t shared_bytes(Kokkos::HIP const& exec) {
    int bytes = 0;
    (void)hipDeviceGetAttribute(&bytes, hipDeviceAttributeMaxSharedMemoryPerBlock, exec.hip_device());
    return bytes;
  }
  /// Are its wavefronts as wide as `lanes`? Those of RDNA are not. Host code.
  static bool has_lanes(Kokkos::HIP const& exec) {
    int width = 0;
    (void)hipDeviceGetAttribute(&width, hipDeviceAttributeWarpSize, exec.hip_device());
    return width == lanes;
  }
  /// Do blocks that have begun go on while others wait for them? Not promised.
  static constexpr bool makes_progress = false;

  static constexpr bool has_clusters = false;
  static int most_clustered(Kokkos::HIP const&) { return 0; }

  /// Lanes of a wavefront run together; what is needed is that stores are seen in order.
  KOKKOS_FORCEINLINE_FUNCTION static void sync_warp() {
    KOKKOS_IF_ON_DEVICE((__builtin_amdgcn_fence(__ATOMIC_ACQ_REL, "wavefront"); __builtin_amdgcn_wave_barrier();))
  }

  KOKKOS_FORCEINLINE_FUNCTION static Mask ballot(bool vote) {
    KOKKOS_IF_ON_DEVICE((return __ballot(vote);))
    return vote;
  }
  /// Those of the lanes `same` whose bits `bit` of `word` are this lane's.
  KOKKOS_FORCEINLINE_FUNCTION static Mask same_bit(Mask same, std::uint32_t word, std::uint32_t bit) {
    Mask const lanes = ballot((word & bit) != 0);
    return same & ((word & bit) != 0 ? lanes : ~lanes);
  }
  template <class T>
  KOKKOS_FORCEINLINE_FUNCTION static T shuffle(T value, int lane) {
    KOKKOS_IF_ON_DEVICE((return __shfl(value, lane);))
    return value;
  }
  template <class T>
  KOKKOS_FORCEINLINE_FUNCTION static T shuffle_xor(T value, int lanes_apart) {
    KOKKOS_IF_ON_DEVICE((return __shfl_xor(value, lanes_apart);))
    return value;
  }
  template <class T>
  KOKKOS_FORCEINLINE_FUNCTION static T shuffle_up(T value, int lanes_apart) {
    KOKKOS_IF_ON_DEVICE((return __shfl_up(value, lanes_apart);))
    return value;
  }
  /// A word in global memory that other blocks write / read while this one runs.
  KOKKOS_FORCEINLINE_FUNCTION static void publish(std::uint32_t* at, std::uint32_t value) {
    KOKKOS_IF_ON_DEVICE((__hip_atomic_store(at, value, __ATOMIC_RELAXED, __HIP_MEMORY_SCOPE_AGENT);))
  }
  KOKKOS_FORCEINLINE_FUNCTION static std::uint32_t observe(std::uint32_t const* at) {
    KOKKOS_IF_ON_DEVICE((return __hip_atomic_load(at, __ATOMIC_RELAXED, __HIP_MEMORY_SCOPE_AGENT);))
    return *at;
  }
  /// Adds 1 to `count` where a < b.
  template <class Word>
  KOKKOS_FORCEINLINE_FUNCTION static void count_less(std::uint32_t& count, Word const& a, Word const& b) {
    if (a < b) ++count;
  }
  KOKKOS_FORCEINLINE_FUNCTION static int count(Mask mask) {
    KOKKOS_IF_ON_DEVICE((return __popcll(mask);))
    return 0;
  }
  /// The highest lane of a mask that holds one.
  KOKKOS_FORCEINLINE_FUNCTION static int highest(Mask mask) {
    KOKKOS_IF_ON_DEVICE((return 63 - __clzll(static_cast<long long>(mask));))
    return 0;
  }
#endif
};

}  // namespace KokkosAxis::Impl::primitive
