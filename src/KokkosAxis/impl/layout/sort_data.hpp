// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosAxis/impl/layout/arena.hpp>
#include <KokkosAxis/impl/layout/bits.hpp>
#include <KokkosAxis/impl/layout/slices.hpp>

#include <cstdint>

namespace KokkosAxis::Impl::layout {

/// Keys and their positions, cut into slices. A null pointer says that the column is not there: as a source, positions
/// count up from 0; as a sink, it is not wanted.
struct KeysAndIndex {
  void* keys = nullptr;
  Slices keys_at{};
  IndexArray index{};
  Slices index_at{};

  /// Do neighbouring slices share cache lines in any column that is there?
  bool interleaved() const {
    return (keys != nullptr && keys_at.interleaved()) || (index.data != nullptr && index_at.interleaved());
  }
};

/// Room for keys, and 32-bit positions if wanted, slice after slice without gaps.
template <class Bits>
KeysAndIndex take_dense(Arena& arena, std::int64_t length, std::int64_t count, bool with_index) {
  Slices const at = dense_slices(length, count);
  KeysAndIndex dense{.keys = arena.take<Bits>(length * count), .keys_at = at, .index = {}, .index_at = at};
  if (with_index) dense.index = {.data = arena.take<std::uint32_t>(length * count), .bytes = 4};
  return dense;
}

/// One slice of them, for kernels.
template <class Bits>
class Column {
 public:
  KOKKOS_FUNCTION Column(KeysAndIndex const& from, std::int64_t slice)
      : m_from(from), m_keys_at(from.keys_at.offset(slice)), m_index_at(from.index_at.offset(slice)) {}

  KOKKOS_FORCEINLINE_FUNCTION bool has_keys() const { return m_from.keys != nullptr; }
  KOKKOS_FORCEINLINE_FUNCTION bool has_index() const { return m_from.index.data != nullptr; }
  KOKKOS_FORCEINLINE_FUNCTION void* keys() const { return m_from.keys; }
  KOKKOS_FORCEINLINE_FUNCTION std::int64_t key_offset(std::int64_t i) const {
    return m_keys_at + i * m_from.keys_at.stride;
  }
  KOKKOS_FORCEINLINE_FUNCTION std::int64_t index_offset(std::int64_t i) const {
    return m_index_at + i * m_from.index_at.stride;
  }

  KOKKOS_FORCEINLINE_FUNCTION Bits key(std::int64_t i) const { return load<Bits>(m_from.keys, key_offset(i)); }
  KOKKOS_FORCEINLINE_FUNCTION std::uint32_t index(std::int64_t i) const {
    return has_index() ? load<std::uint32_t>(m_from.index.data, index_offset(i)) : static_cast<std::uint32_t>(i);
  }
  KOKKOS_FORCEINLINE_FUNCTION void put_key(std::int64_t i, Bits key) const {
    store<Bits>(m_from.keys, key_offset(i), key);
  }
  KOKKOS_FORCEINLINE_FUNCTION void put_index(std::int64_t i, std::uint32_t index) const {
    m_from.index.put(index_offset(i), index);
  }
  KOKKOS_FORCEINLINE_FUNCTION void put_no_index(std::int64_t i) const { m_from.index.put_none(index_offset(i)); }

 private:
  KeysAndIndex const& m_from;
  std::int64_t m_keys_at;
  std::int64_t m_index_at;
};

/// What the radix routes work on: keys of `source` go to `sink`, sorted by their codes. Source and sink may be the same
/// memory. Routes that the table says can cut write the first `kept` places alone.
template <class Codec>
struct SortData {
  KeysAndIndex source;
  KeysAndIndex sink;
  Codec codec;
  std::uint32_t kept = 0xFFFFFFFF;

  KOKKOS_FUNCTION std::int64_t length() const { return source.keys_at.length; }
  KOKKOS_FUNCTION std::int64_t count() const { return source.keys_at.count; }
  bool in_place() const { return source.keys == sink.keys; }
};

}  // namespace KokkosAxis::Impl::layout
