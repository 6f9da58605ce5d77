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

 public:
  struct Scratch {
    HostBlocks blocks{};
    Bits* keys           = nullptr;          // [worker][slice of the block][length]
    std::uint32_t* order = nullptr;          // likewise
    HostOrderScratch<Bits> order_scratch{};  // [worker][length], [worker][2][length]
  };

  static Scratch carve(layout::Arena& arena, layout::SortData<Codec> const& data, int threads) {
    Scratch s;
    s.blocks                 = HostBlocks::of(data, threads);
    std::int64_t const sort  = s.blocks.workers * data.length();
    std::int64_t const block = sort * s.blocks.slices;
    s.keys                   = arena.take<Bits>(block);
    s.order                  = arena.take<std::uint32_t>(block);
    s.order_scratch.codes    = arena.take<Bits>(sort);
    s.order_scratch.words    = arena.take<typename HostOrderScratch<Bits>::Word>(2 * sort);
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
    std::int64_t const n             = m_data.length();
    Bits* const keys                 = m_scratch.keys + worker * m_scratch.blocks.slices * n;
    std::uint32_t* const order       = m_scratch.order + worker * m_scratch.blocks.slices * n;
    HostOrderScratch<Bits> const own = {m_scratch.order_scratch.codes + worker * n,
                                        m_scratch.order_scratch.words + worker * 2 * n};
    auto const& source               = m_data.source;
    auto const& sink                 = m_data.sink;
    m_scratch.blocks.each(worker, m_data.count(), [&](std::int64_t first, std::int64_t slices) {
      host_copy_in(source.keys, source.keys_at, first, slices, keys);
      for (std::int64_t s = 0; s < slices; ++s) host_order(keys + s * n, n, m_data.codec, order + s * n, own);
      if (sink.keys != nullptr)
        host_each(sink.keys_at, first, slices, [&](std::int64_t s, std::int64_t p, std::int64_t at) {
          layout::store<Bits>(sink.keys, at, keys[s * n + order[s * n + p]]);
        });
      if (sink.index.data != nullptr)
        host_each(sink.index_at, first, slices,
                  [&](std::int64_t s, std::int64_t p, std::int64_t at) { sink.index.put(at, order[s * n + p]); });
    });
  }
};

}  // namespace KokkosAxis::Impl::algorithm
