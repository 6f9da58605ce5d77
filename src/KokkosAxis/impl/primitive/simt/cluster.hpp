// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>

namespace KokkosAxis::Impl::primitive {

/// A block on its own, in the terms of CudaCluster.
template <class Simt>
struct NoCluster {
  static constexpr bool many = false;
  KOKKOS_FORCEINLINE_FUNCTION static int rank() { return 0; }
  KOKKOS_FORCEINLINE_FUNCTION static int blocks() { return 1; }
  KOKKOS_FORCEINLINE_FUNCTION static void sync() { Simt::sync_block(); }
  template <class T>
  KOKKOS_FORCEINLINE_FUNCTION static T* of(T* mine, int) {
    return mine;
  }
};

}  // namespace KokkosAxis::Impl::primitive
