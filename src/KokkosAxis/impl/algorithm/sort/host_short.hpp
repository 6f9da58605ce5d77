// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosAxis/impl/algorithm/sort/host_blocks.hpp>
#include <KokkosAxis/impl/algorithm/sort/host_order.hpp>
#include <KokkosAxis/impl/algorithm/sort/launch.hpp>
#include <KokkosAxis/impl/layout/arena.hpp>
#include <KokkosAxis/impl/layout/sort_data.hpp>

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <cstdint>

namespace KokkosAxis::Impl::algorithm {

/// Host spaces, short slices: a thread copies a block of slices, finds the order of each, and writes keys and positions
/// by it. Codes are made once a key; stored bits are kept apart and never decoded.
template <class Exec, class Codec>
class HostShort {
  using Bits = typename Codec::Bits;

  /// The memory of one worker.
  struct Own {
    Bits* keys           = nullptr;  // [slice of the block][length]
    std::uint32_t* order = nullptr;  // likewise
    HostOrderScratch<Bits> order_scratch{};

    static Own carve(layout::Arena& arena, std::int64_t slices, std::int64_t length) {
      return {arena.take<Bits>(slices * length), arena.take<std::uint32_t>(slices * length),
              HostOrderScratch<Bits>::carve(arena, length)};
    }
  };

 public:
  struct Scratch {
    HostBlocks blocks{};
    HostWorkerMemory memory{};
  };

  static Scratch carve(layout::Arena& arena, layout::SortData<Codec> const& data, int threads) {
    Scratch s;
    s.blocks = HostBlocks::of(data, threads);
    layout::Arena one;
    Own::carve(one, s.blocks.slices, data.length());
    s.memory = HostWorkerMemory::take(arena, one.bytes(), s.blocks.workers);
    return s;
  }

  static void run(Exec const& exec, layout::SortData<Codec> const& data, Scratch const& scratch) {
    launch_workers("KokkosAxis::sort::host_short", exec, scratch.blocks.workers, HostShort{data, scratch});
  }

  KOKKOS_FUNCTION void operator()(std::int64_t worker) const { KOKKOS_IF_ON_HOST((work(worker);)) }

  layout::SortData<Codec> m_data;
  Scratch m_scratch;

 private:
  void work(std::int64_t worker) const {
    std::int64_t const n = m_data.length();
    layout::Arena arena  = m_scratch.memory.of(worker);
    Own const own        = Own::carve(arena, m_scratch.blocks.slices, n);
    Bits* const keys     = own.keys;
    auto* const order    = own.order;
    auto const& source   = m_data.source;
    auto const& sink     = m_data.sink;
    m_scratch.blocks.each(worker, m_data.count(), [&](std::int64_t first, std::int64_t slices) {
      host_copy_in(source.keys, source.keys_at, first, slices, keys);
      for (std::int64_t s = 0; s < slices; ++s)
        host_order(keys + s * n, n, m_data.codec, order + s * n, own.order_scratch);
      if (sink.keys != nullptr)
        host_each(sink.keys_at, first, slices, [=, to = sink.keys](std::int64_t s, std::int64_t p, std::int64_t at) {
          layout::store<Bits>(to, at, keys[s * n + order[s * n + p]]);
        });
      if (sink.index.data != nullptr)
        host_each(sink.index_at, first, slices, [=, to = sink.index](std::int64_t s, std::int64_t p, std::int64_t at) {
          to.put(at, order[s * n + p]);
        });
    });
  }
};

}  // namespace KokkosAxis::Impl::algorithm
