// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosAxis/impl/algorithm/launch_native.hpp>
#include <KokkosAxis/impl/primitive/simt/simt.hpp>
#include <KokkosAxis/impl/tuning/device.hpp>

#include "support/simt_emulator.hpp"

#include <Kokkos_Core.hpp>
#include <gtest/gtest.h>

#include <barrier>
#include <cstddef>
#include <cstdint>
#include <thread>
#include <vector>

namespace KokkosAxis::Test {

/// Stands in for an execution space whose native kernels run on emulated lanes of the host.
template <int Lanes>
struct EmulatedExec {};

/// What such a device is like: Hopper, or CDNA 4 with clusters.
template <int Lanes>
Impl::tuning::Device emulated_device() {
  return {.host      = false,
          .threads   = 4096,
          .max_team  = 256,
          .scratch   = 40 * 1024,
          .warp      = Lanes,
          .shared    = Lanes == 64 ? 160 * 1024 : 227 * 1024,
          .look_back = true,
          .clustered = 8};
}

/// Runs the blocks one after the other, or those of a cluster side by side, each with whatever the last one left in
/// shared memory.
template <int Lanes, class Kernel>
void launch_native(char const*, EmulatedExec<Lanes> const&, Impl::algorithm::NativeShape const& shape,
                   Kernel const& kernel) {
  EXPECT_LE(shape.shared, emulated_device<Lanes>().shared);
  EXPECT_EQ(shape.blocks % shape.cluster, 0);
  struct alignas(16) Unit {
    std::byte bytes[16];
  };
  std::vector<std::vector<Unit>> memory(static_cast<std::size_t>(shape.cluster));
  std::vector<std::byte*> shared;
  for (auto& of_block : memory) {
    of_block.resize(static_cast<std::size_t>(shape.shared) / sizeof(Unit) + 1);
    for (Unit& unit : of_block)
      for (std::byte& b : unit.bytes) b = std::byte{0xA5};
    shared.push_back(of_block.data()->bytes);
  }
  for (std::int64_t first = 0; first < shape.blocks; first += shape.cluster) {
    std::barrier<> barrier(static_cast<std::ptrdiff_t>(shape.cluster) * shape.threads);
    std::vector<std::thread> blocks;
    for (int rank = 0; rank < shape.cluster; ++rank)
      blocks.emplace_back([&, rank] {
        run_block<Lanes>(shape.threads, [&] { kernel(shared[static_cast<std::size_t>(rank)]); }, first + rank,
                         shape.blocks, {static_cast<std::uint32_t>(rank), &barrier, shared.data()});
      });
    for (std::thread& block : blocks) block.join();
  }
}

}  // namespace KokkosAxis::Test

template <int Lanes>
struct KokkosAxis::Impl::primitive::SimtOf<KokkosAxis::Test::EmulatedExec<Lanes>> {
  using type = Test::EmulatedSimt<Lanes>;
};
