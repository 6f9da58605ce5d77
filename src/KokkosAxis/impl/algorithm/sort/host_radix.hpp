// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosAxis/impl/algorithm/sort/host_passes.hpp>
#include <KokkosAxis/impl/algorithm/sort/launch.hpp>
#include <KokkosAxis/impl/layout/arena.hpp>
#include <KokkosAxis/impl/layout/sort_data.hpp>

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <cstdint>

namespace KokkosAxis::Impl::algorithm {

/// Host spaces: every thread sorts whole slices, one after the other, in buffers of its own. Where slices are
/// interleaved a thread takes as many neighbours at a time as share a cache line.
template <class Exec, class Codec, class Item>
class HostRadix {
  using Bits = typename Codec::Bits;

 public:
  struct Scratch {
    Item* items             = nullptr;  // [worker][slice of the block][2][length]
    std::int64_t each       = 0;        // items a worker
    std::int64_t workers    = 0;
    std::int64_t neighbours = 1;
  };

  static Scratch carve(layout::Arena& arena, layout::SortData<Codec> const& data, int threads) {
    bool const interleaved = data.source.keys_at.interleaved() ||
                             (data.sink.keys != nullptr && data.sink.keys_at.interleaved()) ||
                             (data.sink.index.data != nullptr && data.sink.index_at.interleaved());
    Scratch s;
    std::int64_t const a_line = 64 / sizeof(Bits);
    s.neighbours              = interleaved ? std::min<std::int64_t>(a_line, data.count()) : 1;
    s.workers                 = std::min<std::int64_t>(threads, (data.count() + s.neighbours - 1) / s.neighbours);
    s.each                    = (s.neighbours + 1) * data.length();  // one slice more to pass to and fro
    s.items                   = arena.take<Item>(s.each * s.workers);
    return s;
  }

  static void run(Exec const& exec, layout::SortData<Codec> const& data, Scratch const& scratch) {
    launch_workers("KokkosAxis::sort::host_radix", exec, scratch.workers, HostRadix{data, scratch});
  }

  KOKKOS_FUNCTION void operator()(std::int64_t worker) const { KOKKOS_IF_ON_HOST((work(worker);)) }

  layout::SortData<Codec> m_data;
  Scratch m_scratch;

 private:
  // blocks go round the workers in turn: equal work, and the same split on every run
  void work(std::int64_t worker) const {
    std::int64_t const blocks = (m_data.count() + m_scratch.neighbours - 1) / m_scratch.neighbours;
    for (std::int64_t block = worker; block < blocks; block += m_scratch.workers) {
      std::int64_t const first = block * m_scratch.neighbours;
      sort(first, std::min(m_scratch.neighbours, m_data.count() - first), m_scratch.items + worker * m_scratch.each);
    }
  }

  void sort(std::int64_t first, std::int64_t slices, Item* items) const {
    std::int64_t const n = m_data.length();
    Item* const spare    = items + m_scratch.neighbours * n;
    auto const& source   = m_data.source;
    auto const& sink     = m_data.sink;
    each(slices, n, [&](std::int64_t s, std::int64_t i) {
      items[s * n + i] =
          Item::make(source.template key<Bits>(source.keys_at.offset(first + s), i), static_cast<std::uint32_t>(i));
    });
    for (std::int64_t s = 0; s < slices; ++s) host_sort(items + s * n, spare, n, m_data.codec);
    if (sink.keys != nullptr)
      each(slices, n, [&](std::int64_t s, std::int64_t p) {
        layout::store<Bits>(sink.keys, sink.keys_at.offset(first + s) + p * sink.keys_at.stride, items[s * n + p].key);
      });
    if constexpr (Item::has_index)
      each(slices, n, [&](std::int64_t s, std::int64_t p) {
        sink.index.put(sink.index_at.offset(first + s) + p * sink.index_at.stride, items[s * n + p].index);
      });
  }

  /// f(slice, position); neighbouring slices innermost, so that interleaved ones use each cache line whole.
  template <class F>
  static void each(std::int64_t slices, std::int64_t n, F&& f) {
    if (slices == 1) {
      for (std::int64_t i = 0; i < n; ++i) f(0, i);
    } else {
      for (std::int64_t i = 0; i < n; ++i)
        for (std::int64_t s = 0; s < slices; ++s) f(s, i);
    }
  }
};

}  // namespace KokkosAxis::Impl::algorithm
