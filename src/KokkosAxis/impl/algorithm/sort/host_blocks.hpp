// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosAxis/impl/layout/arena.hpp>
#include <KokkosAxis/impl/layout/bits.hpp>
#include <KokkosAxis/impl/layout/slices.hpp>
#include <KokkosAxis/impl/layout/sort_data.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>

namespace KokkosAxis::Impl::algorithm {

/// A page of memory. Processors fetch ahead of what a thread uses, up to its end, and lines that another thread is
/// writing would go to and fro: what threads write at one time is kept a page apart.
inline constexpr std::int64_t host_page = 4096;

/// How whole slices are dealt out to host threads: one at a time, or, where slices are interleaved in memory, as many
/// neighbours as share a cache line. As many of these blocks as fill a page go to one worker, if each then gets some,
/// and the next ones to the next worker, round and round: equal work, and the same split on every run.
struct HostBlocks {
  std::int64_t slices  = 1;  // of a block
  std::int64_t dealt   = 1;  // blocks at a time
  std::int64_t workers = 1;

  template <class Codec>
  static HostBlocks of(layout::SortData<Codec> const& data, int threads) {
    using Bits                = typename Codec::Bits;
    bool const interleaved    = data.source.interleaved() || data.sink.interleaved();
    std::int64_t const a_line = 64 / sizeof(Bits);
    std::int64_t const slices = interleaved ? std::min(a_line, data.count()) : 1;
    std::int64_t const blocks = (data.count() + slices - 1) / slices;
    std::int64_t const a_page = host_page / (slices * data.length() * static_cast<std::int64_t>(sizeof(Bits))) + 1;
    return {slices, std::clamp<std::int64_t>(blocks / threads, 1, a_page), std::min<std::int64_t>(threads, blocks)};
  }

  /// f(first slice, slices) for every block of a worker.
  template <class F>
  void each(std::int64_t worker, std::int64_t count, F&& f) const {
    std::int64_t const at_a_time = dealt * slices;
    for (std::int64_t begin = worker * at_a_time; begin < count; begin += workers * at_a_time) {
      std::int64_t const end = std::min(begin + at_a_time, count);
      for (std::int64_t first = begin; first < end; first += slices) f(first, std::min(slices, end - first));
    }
  }
};

/// One piece of scratch for each worker, a page from the next. Measured with two threads: without the gap they take
/// longer than one on slices of 8 keys, with it half as long.
struct HostWorkerMemory {
  std::byte* block = nullptr;
  std::size_t each = 0;

  static HostWorkerMemory take(layout::Arena& arena, std::size_t bytes, std::int64_t workers) {
    std::size_t const each = bytes + host_page;
    return {arena.take<std::byte>(static_cast<std::int64_t>(each) * workers), each};
  }
  layout::Arena of(std::int64_t worker) const { return layout::Arena(block + static_cast<std::size_t>(worker) * each); }
};

/// f(slice of the block, position, offset in memory), along the memory: neighbouring slices innermost where
/// interleaved.
///
/// f stores elements, which could be anything's bytes: what is read for every element must be copies that no pointer
/// leads to, here and in f.
template <class F>
void host_each(layout::Slices const& at, std::int64_t first, std::int64_t slices, F f) {
  std::int64_t const length = at.length, stride = at.stride;
  if (slices == 1 || !at.interleaved()) {
    for (std::int64_t s = 0; s < slices; ++s) {
      std::int64_t const start = at.offset(first + s);
      for (std::int64_t i = 0; i < length; ++i) f(s, i, start + i * stride);
    }
  } else {
    std::int64_t starts[64];  // a block is at most a cache line of bytes
    for (std::int64_t s = 0; s < slices; ++s) starts[s] = at.offset(first + s);
    for (std::int64_t i = 0; i < length; ++i)
      for (std::int64_t s = 0; s < slices; ++s) f(s, i, starts[s] + i * stride);
  }
}

/// Copies a block of slices to dense memory.
template <class Bits>
void host_copy_in(void const* from, layout::Slices const& at, std::int64_t first, std::int64_t slices, Bits* to) {
  host_each(at, first, slices, [=, n = at.length](std::int64_t s, std::int64_t i, std::int64_t offset) {
    to[s * n + i] = layout::load<Bits>(from, offset);
  });
}

}  // namespace KokkosAxis::Impl::algorithm
