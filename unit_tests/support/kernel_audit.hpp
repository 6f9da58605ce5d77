// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>
#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace KokkosAxis::Test {

/// What Kokkos Tools saw while a KernelAudit was alive.
struct Audited {
  struct Kernel {
    std::string label;
    std::uint32_t device;  ///< device and instance, as Kokkos::Tools::Experimental::device_id numbers them
  };
  std::vector<Kernel> kernels;
  std::vector<std::string> allocations;
  std::vector<std::string> fences;
  int deep_copies = 0;
  std::vector<std::string> regions;
};

/// Listens to Kokkos Tools during its life. One at a time; not for use while a graph is captured, as Kokkos fences for
/// its tools.
class KernelAudit {
 public:
  KernelAudit() : m_before(Kokkos::Tools::Experimental::get_callbacks()) {
    namespace tools = Kokkos::Tools::Experimental;
    seen()          = {};
    tools::set_begin_parallel_for_callback(&KernelAudit::kernel);
    tools::set_begin_parallel_reduce_callback(&KernelAudit::kernel);
    tools::set_begin_parallel_scan_callback(&KernelAudit::kernel);
    tools::set_begin_fence_callback(&KernelAudit::fence);
    tools::set_begin_deep_copy_callback(&KernelAudit::deep_copy);
    tools::set_allocate_data_callback(&KernelAudit::allocate);
    tools::set_push_region_callback(&KernelAudit::region);
  }
  ~KernelAudit() { Kokkos::Tools::Experimental::set_callbacks(m_before); }
  KernelAudit(KernelAudit const&)            = delete;
  KernelAudit& operator=(KernelAudit const&) = delete;

  /// What was seen so far.
  Audited result() const { return seen(); }

 private:
  static Audited& seen() {
    static Audited audited;
    return audited;
  }
  static void kernel(char const* label, std::uint32_t device, std::uint64_t*) {
    seen().kernels.push_back({label, device});
  }
  static void fence(char const* name, std::uint32_t, std::uint64_t*) {
    // Kokkos' own, made because somebody listens
    if (std::string_view(name).find("Profile Tool Fence") == std::string_view::npos) seen().fences.push_back(name);
  }
  static void deep_copy(Kokkos::Tools::SpaceHandle, char const*, void const*, Kokkos::Tools::SpaceHandle, char const*,
                        void const*, std::uint64_t) {
    ++seen().deep_copies;
  }
  /// Kokkos reports its own, empty, team scratch at every launch of teams on CUDA: 0 bytes are no allocation.
  static void allocate(Kokkos::Tools::SpaceHandle, char const* label, void const*, std::uint64_t bytes) {
    if (bytes > 0) seen().allocations.push_back(label);
  }
  static void region(char const* name) { seen().regions.push_back(name); }

  Kokkos::Tools::Experimental::EventSet m_before;
};

/// Every kernel ran on this instance, and carries the library's prefix.
template <class Exec>
::testing::AssertionResult kernels_belong_to(Audited const& audited, Exec const& exec) {
  for (auto const& kernel : audited.kernels) {
    if (!kernel.label.starts_with("KokkosAxis::"))
      return ::testing::AssertionFailure() << "kernel label \"" << kernel.label << "\" lacks the prefix";
    if (kernel.device != Kokkos::Tools::Experimental::device_id(exec))
      return ::testing::AssertionFailure() << kernel.label << " ran on device " << kernel.device << ", not on "
                                           << Kokkos::Tools::Experimental::device_id(exec);
  }
  return ::testing::AssertionSuccess();
}

/// Nothing was launched, allocated, copied or waited for.
inline ::testing::AssertionResult nothing_happened(Audited const& audited) {
  if (!audited.kernels.empty())
    return ::testing::AssertionFailure() << audited.kernels.front().label << " was launched";
  if (!audited.allocations.empty())
    return ::testing::AssertionFailure() << audited.allocations.front() << " was allocated";
  if (!audited.fences.empty()) return ::testing::AssertionFailure() << "there was a fence: " << audited.fences.front();
  if (audited.deep_copies != 0) return ::testing::AssertionFailure() << "there was a deep copy";
  return ::testing::AssertionSuccess();
}

}  // namespace KokkosAxis::Test
