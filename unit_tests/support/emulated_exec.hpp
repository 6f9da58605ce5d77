// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosAxis/impl/algorithm/launch_native.hpp>
#include <KokkosAxis/impl/primitive/simt/simt.hpp>
#include <KokkosAxis/impl/tuning/device.hpp>

#include "support/simt_emulator.hpp"

#include <Kokkos_Core.hpp>
#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <vector>

namespace KokkosAxis::Test {

/// Stands in for an execution space whose native kernels run on emulated lanes of the host.
template <int Lanes>
struct EmulatedExec {};

/// What such a device is like: Hopper, or CDNA 4.
template <int Lanes>
Impl::tuning::Device emulated_device() {
  return {.host      = false,
          .threads   = 4096,
          .max_team  = 256,
          .scratch   = 40 * 1024,
          .warp      = Lanes,
          .shared    = Lanes == 64 ? 160 * 1024 : 227 * 1024,
          .look_back = true};
}

/// Runs the blocks one after the other, each with whatever the last one left in shared memory.
template <int Lanes, class Kernel>
void launch_native(char const*, EmulatedExec<Lanes> const&, Impl::algorithm::NativeShape const& shape,
                   Kernel const& kernel) {
  EXPECT_LE(shape.shared, emulated_device<Lanes>().shared);
  struct alignas(16) Unit {
    std::byte bytes[16];
  };
  std::vector<Unit> shared(static_cast<std::size_t>(shape.shared) / sizeof(Unit) + 1);
  for (Unit& unit : shared)
    for (std::byte& b : unit.bytes) b = std::byte{0xA5};
  for (std::int64_t block = 0; block < shape.blocks; ++block)
    run_block<Lanes>(shape.threads, [&] { kernel(shared.data()->bytes); }, block, shape.blocks);
}

}  // namespace KokkosAxis::Test

template <int Lanes>
struct KokkosAxis::Impl::primitive::SimtOf<KokkosAxis::Test::EmulatedExec<Lanes>> {
  using type = Test::EmulatedSimt<Lanes>;
};
