// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosAxis/impl/primitive/cuda/simt.hpp>
#include <KokkosAxis/impl/primitive/hip/simt.hpp>

#include <Kokkos_Core.hpp>

#include <type_traits>

namespace KokkosAxis::Impl::primitive {

// Which native code this build has: the one place where it is asked.
#ifndef KOKKOSAXIS_ENABLE_NATIVE
#define KOKKOSAXIS_ENABLE_NATIVE 1
#endif
#if KOKKOSAXIS_ENABLE_NATIVE && defined(KOKKOS_ENABLE_CUDA)
#define KOKKOSAXIS_NATIVE_CUDA
#elif KOKKOSAXIS_ENABLE_NATIVE && defined(KOKKOS_ENABLE_HIP)
#define KOKKOSAXIS_NATIVE_HIP
#endif

/// The simt policy of an execution space; void where kernels are portable only.
template <class Exec>
struct SimtOf {
  using type = void;
};
#if defined(KOKKOSAXIS_NATIVE_CUDA)
template <>
struct SimtOf<Kokkos::Cuda> {
  using type = CudaSimt;
};
#elif defined(KOKKOSAXIS_NATIVE_HIP)
template <>
struct SimtOf<Kokkos::HIP> {
  using type = HipSimt;
};
#endif

template <class Exec>
using simt_of_t = typename SimtOf<Exec>::type;

template <class Exec>
inline constexpr bool has_simt = !std::is_void_v<simt_of_t<Exec>>;

}  // namespace KokkosAxis::Impl::primitive
