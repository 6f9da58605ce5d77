// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosAxis/impl/layout/bits.hpp>
#include <KokkosAxis/impl/layout/move_plan.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <utility>

namespace KokkosAxis::Impl::algorithm {

/// Copies `size` bytes, Word <= size <= 2 Word, as two words that may overlap: elements of any size without a loop.
template <std::size_t Word>
struct CopyTwoWords {
  std::size_t size;
  void operator()(std::byte* to, std::byte const* from) const {
    std::byte first[Word], last[Word];
    std::memcpy(first, from, Word);
    std::memcpy(last, from + size - Word, Word);
    std::memcpy(to, first, Word);
    std::memcpy(to + size - Word, last, Word);
  }
};

template <std::size_t Size>
struct CopyWord {
  void operator()(std::byte* to, std::byte const* from) const { std::memcpy(to, from, Size); }
};

struct CopyBytes {
  std::size_t size;
  void operator()(std::byte* to, std::byte const* from) const { std::memcpy(to, from, size); }
};

/// f(copy), copy(to, from) being the fastest for elements of that size: a call of memcpy costs more than most elements.
template <class F>
void with_copy(std::size_t size, F&& f) {
  if (size == 1) return f(CopyWord<1>{});
  if (size == 2) return f(CopyWord<2>{});
  if (size == 4) return f(CopyWord<4>{});
  if (size == 8) return f(CopyWord<8>{});
  if (size < 4) return f(CopyTwoWords<2>{size});
  if (size < 8) return f(CopyTwoWords<4>{size});
  if (size <= 16) return f(CopyTwoWords<8>{size});
  if (size <= 32) return f(CopyTwoWords<16>{size});
  if (size <= 64) return f(CopyTwoWords<32>{size});
  f(CopyBytes{size});
}

/// A MovePlan as one host thread walks it: chunk by chunk in the order of the destination's memory, in runs along the
/// innermost axis. Divisions are paid once a chunk, and a run is a plain loop. Strides of memory are in bytes.
class HostMove {
 public:
  static constexpr std::int64_t chunk = 2048;  // elements: much work beside the divisions, and enough chunks to share

  HostMove() = default;
  explicit HostMove(layout::MovePlan const& plan) : m_plan(plan) {
    for (auto& axis : m_plan.axes) {
      axis.from *= plan.bytes;
      axis.to *= plan.bytes;
    }
    join_carried_run();
    if (m_plan.along >= 0) std::swap(m_along_bytes, m_plan.axes[m_plan.along].from);
  }

  std::int64_t chunks() const { return (m_plan.items + chunk - 1) / chunk; }

  void move_chunk(std::int64_t number) const {
    Walk walk          = walk_from(number * chunk);
    std::int64_t items = std::min(chunk, m_plan.items - number * chunk);
    with_copy(static_cast<std::size_t>(m_plan.bytes), [&](auto const& copy) {
      while (items > 0) {
        std::int64_t const run = std::min(items, m_plan.axes[0].extent - walk.here[0]);
        move_run(walk, run, copy);
        advance(walk, run);
        items -= run;
      }
    });
  }

 private:
  /// Where a walk stands. `from` is where the slice of the permuted axis starts.
  struct Walk {
    std::int64_t here[layout::max_rank] = {};
    std::byte const* from;
    std::byte* to;
    std::int64_t index;
  };

  /// Elements that follow each other without gaps and move together are one larger element.
  void join_carried_run() {
    constexpr std::int64_t longest = 64;  // bytes; longer runs gain nothing
    auto const& axis               = m_plan.axes[0];
    bool const carried             = m_plan.index.data != nullptr && m_plan.along > 0 && axis.index == 0;
    if (!carried || axis.from != m_plan.bytes || axis.to != m_plan.bytes || axis.from * axis.extent > longest) return;
    m_plan.bytes *= static_cast<std::int32_t>(axis.extent);
    m_plan.items /= axis.extent;
    std::copy(m_plan.axes + 1, m_plan.axes + m_plan.rank, m_plan.axes);
    --m_plan.rank;
    --m_plan.along;
  }

  void step(Walk& walk, int d, std::int64_t n) const {
    auto const& axis = m_plan.axes[d];
    walk.here[d] += n;
    walk.from += n * axis.from;
    walk.to += n * axis.to;
    walk.index += n * axis.index;
  }

  Walk walk_from(std::int64_t item) const {
    Walk walk{.from = static_cast<std::byte const*>(m_plan.from), .to = static_cast<std::byte*>(m_plan.to), .index = 0};
    for (int d = 0; d < m_plan.rank; ++d) {
      step(walk, d, item % m_plan.axes[d].extent);
      item /= m_plan.axes[d].extent;
    }
    return walk;
  }

  /// Past a run, and on to the next axis at the end of one.
  void advance(Walk& walk, std::int64_t run) const {
    for (int d = 0; d < m_plan.rank; ++d) {
      step(walk, d, d == 0 ? run : 1);
      if (walk.here[d] < m_plan.axes[d].extent) return;
      step(walk, d, -m_plan.axes[d].extent);
    }
  }

  template <class Copy>
  void move_run(Walk const& walk, std::int64_t run, Copy const& copy) const {
    auto const& axis      = m_plan.axes[0];
    std::byte const* from = walk.from;
    if (m_plan.index.data != nullptr) {
      if (m_plan.along == 0 || axis.index != 0) return gather_run(walk, run, copy);
      std::uint64_t position = m_plan.index.get(walk.index);  // one for the whole run
      if (position >= static_cast<std::uint64_t>(m_plan.length)) {
        if (!m_plan.fills) return;
        position = static_cast<std::uint64_t>(walk.here[m_plan.along]);
      }
      from += static_cast<std::int64_t>(position) * m_along_bytes;
    }
    if (axis.from == m_plan.bytes && axis.to == m_plan.bytes)
      std::memcpy(walk.to, from, static_cast<std::size_t>(run * m_plan.bytes));
    else
      for (std::int64_t i = 0; i < run; ++i) copy(walk.to + i * axis.to, from + i * axis.from);
  }

  template <class Copy>
  void gather_run(Walk const& walk, std::int64_t run, Copy const& copy) const {
    if (m_plan.index.bytes == 8) return gather_run<std::uint64_t>(walk, run, copy);
    if (m_plan.index.bytes == 4) return gather_run<std::uint32_t>(walk, run, copy);
    if (m_plan.index.bytes == 2) return gather_run<std::uint16_t>(walk, run, copy);
    gather_run<std::uint8_t>(walk, run, copy);
  }

  /// Everything is copied first: bytes that are stored could be those of any member, which would be read again for
  /// every element.
  template <class Word, class Copy>
  void gather_run(Walk const& walk, std::int64_t run, Copy copy) const {
    auto const axis                = m_plan.axes[0];
    std::byte const* const from    = walk.from;
    std::byte* const to            = walk.to;
    void const* const index        = m_plan.index.data;
    std::int64_t const index_at    = walk.index;
    std::uint64_t const length     = static_cast<std::uint64_t>(m_plan.length);
    std::int64_t const along_bytes = m_along_bytes;
    bool const fills               = m_plan.fills;
    std::int64_t const here = walk.here[m_plan.along], step = m_plan.along == 0 ? 1 : 0;
    for (std::int64_t i = 0; i < run; ++i) {
      std::uint64_t position = layout::load<Word>(index, index_at + i * axis.index);
      if (position >= length) {
        if (!fills) continue;
        position = static_cast<std::uint64_t>(here + i * step);
      }
      copy(to + i * axis.to, from + i * axis.from + static_cast<std::int64_t>(position) * along_bytes);
    }
  }

  layout::MovePlan m_plan;
  std::int64_t m_along_bytes = 0;  // between neighbours along the permuted axis
};

}  // namespace KokkosAxis::Impl::algorithm
