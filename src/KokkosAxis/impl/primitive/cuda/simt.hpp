// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosAxis/impl/primitive/simt/device_thread.hpp>

#include <Kokkos_Core.hpp>
#if defined(KOKKOS_ENABLE_CUDA)
#include <cooperative_groups.h>
#endif

#include <cstdint>

namespace KokkosAxis::Impl::primitive {

/// What the simt primitives need of a CUDA device. Blocks are one-dimensional and made of whole warps; every lane of a
/// warp takes part in every call. Called in kernels only.
struct CudaSimt : DeviceThread<32> {
  using Mask = std::uint32_t;

#if defined(KOKKOS_ENABLE_CUDA)
  /// Bytes of shared memory a block can ask for of the instance's device. Host code.
  static std::int64_t shared_bytes(Kokkos::Cuda const& exec) {
    int bytes = 0;
    (void)cudaDeviceGetAttribute(&bytes, cudaDevAttrMaxSharedMemoryPerBlockOptin, exec.cuda_device());
    return bytes;
  }
  /// Are its warps as wide as `lanes`? Host code.
  static bool has_lanes(Kokkos::Cuda const&) { return true; }
  /// Do blocks that have begun go on while others wait for them?
  static constexpr bool makes_progress = true;

  static constexpr bool has_clusters = true;
  /// How many blocks of a launch can be a cluster, which reach each other's shared memory: the device must have it, and
  /// so must all code of this build, of which the driver picks some. None on small devices and parts of large ones: a
  /// cluster lies in one group of multiprocessors, which may there have room for fewer blocks. Host code.
  static int most_clustered(Kokkos::Cuda const& exec) {
    constexpr int enough = 64;  // multiprocessors
    int major = 0, multiprocessors = 0;
    (void)cudaDeviceGetAttribute(&major, cudaDevAttrComputeCapabilityMajor, exec.cuda_device());
    (void)cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, exec.cuda_device());
#if defined(__CUDA_ARCH_LIST__)
    constexpr int compiled_for[] = {__CUDA_ARCH_LIST__};
    for (int arch : compiled_for)
      if (arch < 900) return 0;
    return major >= 9 && multiprocessors >= enough ? 8 : 0;
#else
    return 0;
#endif
  }
#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 900
  /// The number of the block in its cluster.
  KOKKOS_FORCEINLINE_FUNCTION static std::uint32_t cluster_rank() {
    KOKKOS_IF_ON_DEVICE((return cooperative_groups::this_cluster().block_rank();))
    return 0;
  }
  KOKKOS_FORCEINLINE_FUNCTION static void sync_cluster() {
    KOKKOS_IF_ON_DEVICE((cooperative_groups::this_cluster().sync();))
  }
  /// What lies in another block's shared memory where `own` lies in this block's.
  template <class T>
  KOKKOS_FORCEINLINE_FUNCTION static T* of_block(T* own, int rank) {
    KOKKOS_IF_ON_DEVICE((return cooperative_groups::this_cluster().map_shared_rank(own, rank);))
    return own;
  }
#else  // most_clustered is 0, and no such launch is made
  KOKKOS_FORCEINLINE_FUNCTION static std::uint32_t cluster_rank() { return 0; }
  KOKKOS_FORCEINLINE_FUNCTION static void sync_cluster() {}
  template <class T>
  KOKKOS_FORCEINLINE_FUNCTION static T* of_block(T* own, int) {
    return own;
  }
#endif

  KOKKOS_FORCEINLINE_FUNCTION static void sync_warp() { KOKKOS_IF_ON_DEVICE((__syncwarp();)) }

  KOKKOS_FORCEINLINE_FUNCTION static Mask ballot(bool vote) {
    KOKKOS_IF_ON_DEVICE((return __ballot_sync(all, vote);))
    return vote;
  }
  /// Those of the lanes `same` whose bits `bit` of `word` are this lane's. Written out, as the compiler takes half as
  /// many instructions again.
  KOKKOS_FORCEINLINE_FUNCTION static Mask same_bit(Mask same, std::uint32_t word, std::uint32_t bit) {
    KOKKOS_IF_ON_DEVICE(
        (asm volatile("{\n\t.reg .pred set;\n\t.reg .b32 one, lanes;\n\t"
                      "and.b32 one, %1, %2;\n\tsetp.ne.u32 set, one, 0;\n\t"
                      "vote.sync.ballot.b32 lanes, set, 0xffffffff;\n\t"
                      "@!set not.b32 lanes, lanes;\n\tand.b32 %0, %0, lanes;\n\t}" : "+r"(same) : "r"(word),
                      "r"(bit));
         return same;))
    return same;
  }
  template <class T>
  KOKKOS_FORCEINLINE_FUNCTION static T shuffle(T value, int lane) {
    KOKKOS_IF_ON_DEVICE((return __shfl_sync(all, value, lane);))
    return value;
  }
  template <class T>
  KOKKOS_FORCEINLINE_FUNCTION static T shuffle_xor(T value, int lanes_apart) {
    KOKKOS_IF_ON_DEVICE((return __shfl_xor_sync(all, value, lanes_apart);))
    return value;
  }
  template <class T>
  KOKKOS_FORCEINLINE_FUNCTION static T shuffle_up(T value, int lanes_apart) {
    KOKKOS_IF_ON_DEVICE((return __shfl_up_sync(all, value, lanes_apart);))
    return value;
  }
  /// A word in global memory that other blocks write / read while this one runs.
  KOKKOS_FORCEINLINE_FUNCTION static void publish(std::uint32_t* at, std::uint32_t value) {
    KOKKOS_IF_ON_DEVICE((asm volatile("st.relaxed.gpu.global.u32 [%0], %1;" ::"l"(at), "r"(value) : "memory");))
  }
  KOKKOS_FORCEINLINE_FUNCTION static std::uint32_t observe(std::uint32_t const* at) {
    KOKKOS_IF_ON_DEVICE((std::uint32_t value;
                         asm volatile("ld.relaxed.gpu.global.u32 %0, [%1];" : "=r"(value) : "l"(at) : "memory");
                         return value;))
    return *at;
  }
  /// Adds 1 to `count` where a < b: a comparison and a predicated addition, which the compiler does not find by itself.
  KOKKOS_FORCEINLINE_FUNCTION static void count_less(std::uint32_t& count, std::uint32_t a, std::uint32_t b) {
    KOKKOS_IF_ON_DEVICE(
        (asm("{\n\t.reg .pred less;\n\tsetp.lt.u32 less, %1, %2;\n\t@less add.u32 %0, %0, 1;\n\t}" : "+r"(count) : "r"(
                 a),
             "r"(b));))
  }
  KOKKOS_FORCEINLINE_FUNCTION static void count_less(std::uint32_t& count, std::uint64_t a, std::uint64_t b) {
    KOKKOS_IF_ON_DEVICE(
        (asm("{\n\t.reg .pred less;\n\tsetp.lt.u64 less, %1, %2;\n\t@less add.u32 %0, %0, 1;\n\t}" : "+r"(count) : "l"(
                 a),
             "l"(b));))
  }
  template <class Word>
  KOKKOS_FORCEINLINE_FUNCTION static void count_less(std::uint32_t& count, Word const& a, Word const& b) {
    if (a < b) ++count;
  }
  KOKKOS_FORCEINLINE_FUNCTION static int count(Mask mask) {
    KOKKOS_IF_ON_DEVICE((return __popc(mask);))
    return 0;
  }
  /// The highest lane of a mask that holds one.
  KOKKOS_FORCEINLINE_FUNCTION static int highest(Mask mask) {
    KOKKOS_IF_ON_DEVICE((return 31 - __clz(static_cast<int>(mask));))
    return 0;
  }

 private:
  static constexpr Mask all = 0xFFFFFFFFu;
#endif
};

}  // namespace KokkosAxis::Impl::primitive
