// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosAxis/impl/algorithm/sort/host_blocks.hpp>
#include <KokkosAxis/impl/algorithm/sort/host_passes.hpp>
#include <KokkosAxis/impl/algorithm/sort/launch.hpp>
#include <KokkosAxis/impl/layout/arena.hpp>
#include <KokkosAxis/impl/layout/sort_data.hpp>

#include <Kokkos_Core.hpp>

#include <cstdint>

namespace KokkosAxis::Impl::algorithm {

/// Host spaces, long slices: every thread sorts whole slices in buffers of its own. Items carry the stored bits of a
/// key and, where it is wanted, its position, so that memory is walked and never searched.
template <class Exec, class Codec, class Item>
class HostRadix {
  using Bits = typename Codec::Bits;

 public:
  struct Scratch {
    HostBlocks blocks{};
    HostWorkerMemory memory{};
  };

  static Scratch carve(layout::Arena& arena, layout::SortData<Codec> const& data, int threads) {
    Scratch s;
    s.blocks = HostBlocks::of(data, threads);
    layout::Arena one;
    take_items(one, s.blocks, data.length());
    s.memory = HostWorkerMemory::take(arena, one.bytes(), s.blocks.workers);
    return s;
  }

  static void run(Exec const& exec, layout::SortData<Codec> const& data, Scratch const& scratch) {
    launch_workers("KokkosAxis::sort::host_radix", exec, scratch.blocks.workers, HostRadix{data, scratch});
  }

  KOKKOS_FUNCTION void operator()(std::int64_t worker) const { KOKKOS_IF_ON_HOST((work(worker);)) }

  layout::SortData<Codec> m_data;
  Scratch m_scratch;

 private:
  /// The slices of a block, and one slice more to pass to and fro.
  static Item* take_items(layout::Arena& arena, HostBlocks const& blocks, std::int64_t length) {
    return arena.take<Item>((blocks.slices + 1) * length);
  }

  void work(std::int64_t worker) const {
    std::int64_t const n = m_data.length();
    layout::Arena arena  = m_scratch.memory.of(worker);
    Item* const items    = take_items(arena, m_scratch.blocks, n);
    Item* const spare    = items + m_scratch.blocks.slices * n;
    auto const& source   = m_data.source;
    auto const& sink     = m_data.sink;
    m_scratch.blocks.each(worker, m_data.count(), [&](std::int64_t first, std::int64_t slices) {
      host_each(source.keys_at, first, slices,
                [=, from = source.keys](std::int64_t s, std::int64_t i, std::int64_t at) {
                  items[s * n + i] = Item::make(layout::load<Bits>(from, at), static_cast<std::uint32_t>(i));
                });
      for (std::int64_t s = 0; s < slices; ++s) host_sort(items + s * n, spare, n, m_data.codec);
      if (sink.keys != nullptr)
        host_each(sink.keys_at, first, slices, [=, to = sink.keys](std::int64_t s, std::int64_t p, std::int64_t at) {
          layout::store<Bits>(to, at, items[s * n + p].key);
        });
      if constexpr (Item::has_index)
        host_each(sink.index_at, first, slices, [=, to = sink.index](std::int64_t s, std::int64_t p, std::int64_t at) {
          to.put(at, items[s * n + p].index);
        });
    });
  }
};

}  // namespace KokkosAxis::Impl::algorithm
