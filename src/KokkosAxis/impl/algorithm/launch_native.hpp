// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosAxis/impl/primitive/simt/simt.hpp>

#include <Kokkos_Core.hpp>

#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string>

namespace KokkosAxis::Impl::algorithm {

/// The shape of a native launch.
struct NativeShape {
  std::int64_t blocks = 0;
  int threads         = 0;
  std::int64_t shared = 0;  // bytes of dynamic shared memory a block
  int cluster         = 1;  // blocks that reach each other's shared memory; CUDA
};

/// Tells Kokkos' tools of a launch that Kokkos does not make itself.
template <class Exec>
class ToolsRegion {
 public:
  ToolsRegion(char const* label, Exec const& exec) {
    if (Kokkos::Profiling::profileLibraryLoaded())
      Kokkos::Profiling::beginParallelFor(label, Kokkos::Tools::Experimental::device_id(exec), &m_id);
  }
  ~ToolsRegion() {
    if (Kokkos::Profiling::profileLibraryLoaded()) Kokkos::Profiling::endParallelFor(m_id);
  }
  ToolsRegion(ToolsRegion const&)            = delete;
  ToolsRegion& operator=(ToolsRegion const&) = delete;

 private:
  std::uint64_t m_id = 0;
};

#if defined(KOKKOSAXIS_NATIVE_CUDA)

template <class Kernel>
__global__ void __launch_bounds__(Kernel::max_threads, Kernel::min_blocks)
    run_native(__grid_constant__ Kernel const kernel) {
  extern __shared__ uint4 kokkosaxis_shared[];
  kernel(reinterpret_cast<std::byte*>(kokkosaxis_shared));
}

inline void expect_success(char const* label, cudaError_t status) {
  if (status != cudaSuccess) throw std::runtime_error(std::string(label) + ": " + cudaGetErrorString(status));
}

/// Runs `kernel(shared memory)` in every thread of every block, on the instance's device and stream. How much shared
/// memory a function may have belongs to it and not to a launch: always the device's limit, so that host threads that
/// launch the same one cannot disagree.
template <class Kernel>
void launch_native(char const* label, Kokkos::Cuda const& exec, NativeShape const& shape, Kernel const& kernel) {
  if (shape.blocks == 0) return;
  ToolsRegion const region(label, exec);
  expect_success(label, cudaSetDevice(exec.cuda_device()));
  auto* const entry = &run_native<Kernel>;
  if (shape.shared > 48 * 1024)
    expect_success(label, cudaFuncSetAttribute(entry, cudaFuncAttributeMaxDynamicSharedMemorySize,
                                               static_cast<int>(primitive::CudaSimt::shared_bytes(exec))));
  cudaLaunchConfig_t config{};
  config.gridDim          = dim3(static_cast<unsigned>(shape.blocks));
  config.blockDim         = dim3(static_cast<unsigned>(shape.threads));
  config.dynamicSmemBytes = static_cast<std::size_t>(shape.shared);
  config.stream           = exec.cuda_stream();
  cudaLaunchAttribute cluster{};
  if (shape.cluster > 1) {
    cluster.id               = cudaLaunchAttributeClusterDimension;
    cluster.val.clusterDim.x = static_cast<unsigned>(shape.cluster);
    cluster.val.clusterDim.y = cluster.val.clusterDim.z = 1;
    config.attrs                                        = &cluster;
    config.numAttrs                                     = 1;
  }
  expect_success(label, cudaLaunchKernelEx(&config, entry, kernel));
}

#elif defined(KOKKOSAXIS_NATIVE_HIP)

template <class Kernel>
__global__ void __launch_bounds__(Kernel::max_threads) run_native(Kernel const kernel) {
  extern __shared__ uint4 kokkosaxis_shared[];
  kernel(reinterpret_cast<std::byte*>(kokkosaxis_shared));
}

inline void expect_success(char const* label, hipError_t status) {
  if (status != hipSuccess) throw std::runtime_error(std::string(label) + ": " + hipGetErrorString(status));
}

/// Runs `kernel(shared memory)` in every thread of every block, on the instance's device and stream.
template <class Kernel>
void launch_native(char const* label, Kokkos::HIP const& exec, NativeShape const& shape, Kernel const& kernel) {
  if (shape.blocks == 0) return;
  ToolsRegion const region(label, exec);
  expect_success(label, hipSetDevice(exec.hip_device()));
  void* arguments[] = {const_cast<Kernel*>(&kernel)};
  expect_success(label,
                 hipLaunchKernel(reinterpret_cast<void const*>(&run_native<Kernel>),
                                 dim3(static_cast<unsigned>(shape.blocks)), dim3(static_cast<unsigned>(shape.threads)),
                                 arguments, static_cast<std::size_t>(shape.shared), exec.hip_stream()));
}

#endif

}  // namespace KokkosAxis::Impl::algorithm
