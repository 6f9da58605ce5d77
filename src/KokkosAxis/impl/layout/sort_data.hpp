// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosAxis/impl/layout/bits.hpp>
#include <KokkosAxis/impl/layout/slices.hpp>

#include <cstdint>

namespace KokkosAxis::Impl::layout {

/// Keys and their positions, cut into slices. A null pointer says that the column is not there: as a source, positions
/// count up from 0; as a sink, the column is not wanted.
struct KeysAndIndex {
  void* keys = nullptr;
  Slices keys_at{};
  IndexArray index{};
  Slices index_at{};

  template <class Bits>
  KOKKOS_FORCEINLINE_FUNCTION Bits key(std::int64_t slice_offset, std::int64_t i) const {
    return load<Bits>(keys, slice_offset + i * keys_at.stride);
  }
};

/// What the radix routes work on: keys of `source` go to `sink`, sorted by their codes. Source and sink may be the same
/// memory.
template <class Codec>
struct SortData {
  KeysAndIndex source;
  KeysAndIndex sink;
  Codec codec;

  std::int64_t length() const { return source.keys_at.length; }
  std::int64_t count() const { return source.keys_at.count; }
  bool in_place() const { return source.keys == sink.keys; }
};

}  // namespace KokkosAxis::Impl::layout
