// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosAxis/impl/algorithm/launch_native.hpp>
#include <KokkosAxis/impl/primitive/simt/simt.hpp>

#include "support/simt_emulator.hpp"
#include "support/spaces.hpp"

#include <Kokkos_Core.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

namespace KokkosAxis::Test {

/// A place to run one block of a native kernel, `kernel(shared memory)` in every thread: here, of emulated lanes.
template <int Lanes>
struct EmulatedBlock {
  using Space = Kokkos::DefaultHostExecutionSpace;
  using Simt  = EmulatedSimt<Lanes>;

  static std::string name() { return "Emulated" + std::to_string(Lanes); }
  template <class Kernel>
  static void run(int threads, std::size_t shared_bytes, Kernel const& kernel) {
    struct alignas(16) Unit {
      std::byte bytes[16];
    };
    std::vector<Unit> shared(shared_bytes / sizeof(Unit) + 1);
    for (Unit& unit : shared)
      for (std::byte& b : unit.bytes) b = std::byte{0xA5};  // a device's holds anything too
    run_block<Lanes>(threads, [&] { kernel(shared.data()->bytes); });
  }
};

template <class Kernel>
struct LaunchedKernel {
  static constexpr int max_threads = 1024;
  static constexpr int min_blocks  = 1;
  Kernel kernel;

  KOKKOS_FUNCTION void operator()(std::byte* shared) const { kernel(shared); }
};

/// A block of a real device.
template <class Exec>
struct DeviceBlock {
  using Space = Exec;
  using Simt  = Impl::primitive::simt_of_t<Exec>;

  static std::string name() { return Exec::name(); }
  template <class Kernel>
  static void run(int threads, std::size_t shared_bytes, Kernel const& kernel) {
    Impl::algorithm::NativeShape const shape{
        .blocks = 1, .threads = threads, .shared = static_cast<std::int64_t>(shared_bytes)};
    launch_native("KokkosAxis test block", Exec(), shape,
                  LaunchedKernel<Kernel>{kernel});  // declared with devices only
  }
};

namespace detail {
using Device = Kokkos::DefaultExecutionSpace;
using DeviceBlocks =
    std::conditional_t<Impl::primitive::has_simt<Device>, std::tuple<DeviceBlock<Device>>, std::tuple<>>;
using AllBlocks = decltype(std::tuple_cat(std::declval<std::tuple<EmulatedBlock<32>, EmulatedBlock<64>>>(),
                                          std::declval<DeviceBlocks>()));
}  // namespace detail

/// For TYPED_TEST_SUITE(Suite, SimtBlocks, SimtBlockNames).
using SimtBlocks = detail::AsTypes<detail::AllBlocks>::type;

struct SimtBlockNames {
  template <class Block>
  static std::string GetName(int) {
    return Block::name();
  }
};

/// Blocks of one warp, some, and as many as all devices run.
template <class Simt>
std::vector<int> block_sizes() {
  return {Simt::lanes, 2 * Simt::lanes, 3 * Simt::lanes, 8 * Simt::lanes, 1024};
}

}  // namespace KokkosAxis::Test
