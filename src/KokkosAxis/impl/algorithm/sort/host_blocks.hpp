// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosAxis/impl/layout/bits.hpp>
#include <KokkosAxis/impl/layout/slices.hpp>
#include <KokkosAxis/impl/layout/sort_data.hpp>

#include <algorithm>
#include <cstdint>

namespace KokkosAxis::Impl::algorithm {

/// How whole slices are dealt out to host threads: one at a time, or, where slices are interleaved in memory, as many
/// neighbours as share a cache line. Blocks go round the workers in turn: equal work, and the same split on every run.
struct HostBlocks {
  std::int64_t slices  = 1;  // of a block
  std::int64_t workers = 1;

  template <class Codec>
  static HostBlocks of(layout::SortData<Codec> const& data, int threads) {
    bool const interleaved    = data.source.interleaved() || data.sink.interleaved();
    std::int64_t const a_line = 64 / sizeof(typename Codec::Bits);
    std::int64_t const slices = interleaved ? std::min(a_line, data.count()) : 1;
    return {slices, std::min<std::int64_t>(threads, (data.count() + slices - 1) / slices)};
  }

  /// f(first slice, slices) for every block of a worker.
  template <class F>
  void each(std::int64_t worker, std::int64_t count, F&& f) const {
    for (std::int64_t first = worker * slices; first < count; first += workers * slices)
      f(first, std::min(slices, count - first));
  }
};

/// f(slice of the block, position, offset in memory), along the memory: neighbouring slices innermost where
/// interleaved.
template <class F>
void host_each(layout::Slices const& at, std::int64_t first, std::int64_t slices, F&& f) {
  if (slices == 1 || !at.interleaved()) {
    for (std::int64_t s = 0; s < slices; ++s) {
      std::int64_t const start = at.offset(first + s);
      for (std::int64_t i = 0; i < at.length; ++i) f(s, i, start + i * at.stride);
    }
  } else {
    std::int64_t starts[64];  // a block is at most a cache line of bytes
    for (std::int64_t s = 0; s < slices; ++s) starts[s] = at.offset(first + s);
    for (std::int64_t i = 0; i < at.length; ++i)
      for (std::int64_t s = 0; s < slices; ++s) f(s, i, starts[s] + i * at.stride);
  }
}

/// Copies a block of slices to dense memory.
template <class Bits>
void host_copy_in(void const* from, layout::Slices const& at, std::int64_t first, std::int64_t slices, Bits* to) {
  host_each(at, first, slices, [&](std::int64_t s, std::int64_t i, std::int64_t offset) {
    to[s * at.length + i] = layout::load<Bits>(from, offset);
  });
}

}  // namespace KokkosAxis::Impl::algorithm
