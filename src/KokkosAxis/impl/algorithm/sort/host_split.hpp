// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosAxis/impl/algorithm/sort/host_passes.hpp>
#include <KokkosAxis/impl/algorithm/sort/launch.hpp>
#include <KokkosAxis/impl/layout/arena.hpp>
#include <KokkosAxis/impl/layout/sort_data.hpp>

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <cstdint>
#include <utility>

namespace KokkosAxis::Impl::algorithm {

/// Host spaces: few long slices, each over all threads. Every slice is cut into one part a thread; a pass counts the
/// digits of each part, scans the counts of the slice in (digit, part) order, and moves each part's items in order.
template <class Exec, class Codec, class Item>
class HostSplit {
  using Bits                      = typename Codec::Bits;
  static constexpr int digit_bits = host_digit<Bits>;
  static constexpr int passes     = (8 * sizeof(Bits) + digit_bits - 1) / digit_bits;
  static constexpr unsigned bins  = 1u << digit_bits;

 public:
  struct Scratch {
    Item* items[2]       = {nullptr, nullptr};  // [slice][length]
    std::uint32_t* first = nullptr;             // [slice][part][digit]
    std::int64_t parts   = 1;                   // of a slice
  };

  static Scratch carve(layout::Arena& arena, layout::SortData<Codec> const& data, int threads) {
    Scratch s;
    s.parts = threads;
    for (Item*& items : s.items) items = arena.take<Item>(data.count() * data.length());
    s.first = arena.take<std::uint32_t>(data.count() * s.parts * bins);
    return s;
  }

  static void run(Exec const& exec, layout::SortData<Codec> const& data, Scratch const& scratch) {
    HostSplit split{data, scratch, 0};
    std::int64_t const parts = data.count() * scratch.parts;
    launch_workers("KokkosAxis::sort::host_split::load", exec, parts, Load{split});
    for (int pass = 0; pass < passes; ++pass) {
      split.m_shift = pass * digit_bits;
      launch_workers("KokkosAxis::sort::host_split::count", exec, parts, Count{split});
      launch_workers("KokkosAxis::sort::host_split::scan", exec, data.count(), Scan{split});
      launch_workers("KokkosAxis::sort::host_split::scatter", exec, parts, Scatter{split});
      std::swap(split.m_scratch.items[0], split.m_scratch.items[1]);
    }
    launch_workers("KokkosAxis::sort::host_split::write", exec, parts, Write{split});
  }

  layout::SortData<Codec> m_data;
  Scratch m_scratch;
  int m_shift;

 private:
  struct Part {
    std::int64_t slice, begin, end;
    Item *from, *to;
    std::uint32_t* first;
  };

  KOKKOS_FUNCTION Part part_of(std::int64_t worker) const {
    std::int64_t const slice = worker / m_scratch.parts, part = worker % m_scratch.parts, n = m_data.length();
    return {slice,
            n * part / m_scratch.parts,
            n * (part + 1) / m_scratch.parts,
            m_scratch.items[0] + slice * n,
            m_scratch.items[1] + slice * n,
            m_scratch.first + worker * bins};
  }

  KOKKOS_FUNCTION unsigned digit(Item const& item) const {
    return static_cast<unsigned>(m_data.codec.encode(item.key) >> m_shift) & (bins - 1);
  }

  // Kernels are public: nvcc names them outside of the class.
 public:
  struct Load {
    HostSplit split;
    KOKKOS_FUNCTION void operator()(std::int64_t worker) const {
      Part const part       = split.part_of(worker);
      auto const& source    = split.m_data.source;
      std::int64_t const at = source.keys_at.offset(part.slice);
      for (std::int64_t i = part.begin; i < part.end; ++i)
        part.from[i] =
            Item::make(layout::load<Bits>(source.keys, at + i * source.keys_at.stride), static_cast<std::uint32_t>(i));
    }
  };

  struct Count {
    HostSplit split;
    KOKKOS_FUNCTION void operator()(std::int64_t worker) const {
      Part const part = split.part_of(worker);
      for (unsigned d = 0; d < bins; ++d) part.first[d] = 0;
      for (std::int64_t i = part.begin; i < part.end; ++i) ++part.first[split.digit(part.from[i])];
    }
  };

  struct Scan {
    HostSplit split;
    KOKKOS_FUNCTION void operator()(std::int64_t slice) const {
      std::int64_t const parts   = split.m_scratch.parts;
      std::uint32_t* const first = split.m_scratch.first + slice * parts * bins;
      std::uint32_t sum          = 0;
      for (unsigned d = 0; d < bins; ++d)
        for (std::int64_t part = 0; part < parts; ++part) {
          std::uint32_t const here = first[part * bins + d];
          first[part * bins + d]   = sum;
          sum += here;
        }
    }
  };

  struct Scatter {
    HostSplit split;
    KOKKOS_FUNCTION void operator()(std::int64_t worker) const {
      Part const part = split.part_of(worker);
      for (std::int64_t i = part.begin; i < part.end; ++i)
        part.to[part.first[split.digit(part.from[i])]++] = part.from[i];
    }
  };

  struct Write {
    HostSplit split;
    KOKKOS_FUNCTION void operator()(std::int64_t worker) const {
      Part const part  = split.part_of(worker);
      auto const& sink = split.m_data.sink;
      if (sink.keys != nullptr) {
        std::int64_t const at = sink.keys_at.offset(part.slice);
        for (std::int64_t p = part.begin; p < part.end; ++p)
          layout::store<Bits>(sink.keys, at + p * sink.keys_at.stride, part.from[p].key);
      }
      if constexpr (Item::has_index) {
        std::int64_t const at = sink.index_at.offset(part.slice);
        for (std::int64_t p = part.begin; p < part.end; ++p)
          sink.index.put(at + p * sink.index_at.stride, part.from[p].index);
      }
    }
  };
};

}  // namespace KokkosAxis::Impl::algorithm
