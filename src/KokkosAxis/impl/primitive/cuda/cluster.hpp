// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>

#if defined(KOKKOS_ENABLE_CUDA)
#include <cooperative_groups.h>
#endif

namespace KokkosAxis::Impl::primitive {

/// Blocks that run at the same time and reach each other's shared memory (compute capability 9.0 and later).
struct CudaCluster {
  static constexpr bool many = true;
#if defined(KOKKOS_ENABLE_CUDA)
  KOKKOS_FORCEINLINE_FUNCTION static int rank() {
    KOKKOS_IF_ON_DEVICE((return static_cast<int>(cooperative_groups::this_cluster().block_rank());))
    return 0;
  }
  KOKKOS_FORCEINLINE_FUNCTION static int blocks() {
    KOKKOS_IF_ON_DEVICE((return static_cast<int>(cooperative_groups::this_cluster().num_blocks());))
    return 1;
  }
  /// A barrier of all threads of all blocks.
  KOKKOS_FORCEINLINE_FUNCTION static void sync() { KOKKOS_IF_ON_DEVICE((cooperative_groups::this_cluster().sync();)) }
  /// Where block `rank` keeps what this block keeps at `mine` in shared memory.
  template <class T>
  KOKKOS_FORCEINLINE_FUNCTION static T* of(T* mine, int rank) {
    KOKKOS_IF_ON_DEVICE((return cooperative_groups::this_cluster().map_shared_rank(mine, rank);))
    return mine;
  }
#endif
};

}  // namespace KokkosAxis::Impl::primitive
