// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>

namespace KokkosAxis::Impl::layout {

/// Kokkos makes an instance's device the current one of the calling thread, for launches and for memory, and leaves it
/// so. A call of ours puts the caller's back when it ends.
class KeepCurrentDevice {
 public:
#if defined(KOKKOS_ENABLE_CUDA)
  KeepCurrentDevice() { (void)cudaGetDevice(&m_device); }
  ~KeepCurrentDevice() { (void)cudaSetDevice(m_device); }
#elif defined(KOKKOS_ENABLE_HIP)
  KeepCurrentDevice() { (void)hipGetDevice(&m_device); }
  ~KeepCurrentDevice() { (void)hipSetDevice(m_device); }
#else
  KeepCurrentDevice() {}
  ~KeepCurrentDevice() {}
#endif
  KeepCurrentDevice(KeepCurrentDevice const&)            = delete;
  KeepCurrentDevice& operator=(KeepCurrentDevice const&) = delete;

#if defined(KOKKOS_ENABLE_CUDA) || defined(KOKKOS_ENABLE_HIP)
 private:
  int m_device = 0;
#endif
};

}  // namespace KokkosAxis::Impl::layout
