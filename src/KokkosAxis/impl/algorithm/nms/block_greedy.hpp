// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosAxis/impl/algorithm/launch_native.hpp>
#include <KokkosAxis/impl/algorithm/nms/fused_greedy.hpp>
#include <KokkosAxis/impl/layout/greedy_data.hpp>
#include <KokkosAxis/impl/tuning/greedy.hpp>

#include <Kokkos_Core.hpp>

#include <cstddef>
#include <cstdint>

namespace KokkosAxis::Impl::algorithm {

/// A native block, as the portable code for teams wants it.
template <class Simt>
struct BlockMember {
  KOKKOS_FORCEINLINE_FUNCTION int team_rank() const { return Simt::thread(); }
  KOKKOS_FORCEINLINE_FUNCTION int team_size() const { return Simt::threads(); }
  KOKKOS_FORCEINLINE_FUNCTION void team_barrier() const { Simt::sync_block(); }
};

/// One slice a block: as TeamGreedy, with a block's more of shared memory and threads.
template <class Simt, class Geometry, class Code>
struct BlockGreedyKernel {
  static constexpr int max_threads = 1024;
  static constexpr int min_blocks  = 1;

  layout::GreedyData data;
  Geometry geometry;
  std::uint32_t const* schedule;  // which slice each block works on; null: its own number

  KOKKOS_FUNCTION void operator()(std::byte* shared) const {
    BlockMember<Simt> const block;
    std::int64_t const slice = schedule != nullptr ? schedule[Simt::block()] : Simt::block();
    FusedGreedy<BlockMember<Simt>, Geometry, Code>(block, data, geometry, slice, shared).run();
  }
};

template <class Exec, class Geometry, class Code>
struct BlockGreedy {
  static void run(Exec const& exec, layout::GreedyData const& data, Geometry const& geometry,
                  tuning::FusedGreedy const& sizes, std::uint32_t const* schedule) {
    launch_native("KokkosAxis::nms::block_greedy", exec,
                  {.blocks = data.count, .threads = sizes.threads, .shared = sizes.bytes},
                  BlockGreedyKernel<primitive::simt_of_t<Exec>, Geometry, Code>{data, geometry, schedule});
  }
};

}  // namespace KokkosAxis::Impl::algorithm
