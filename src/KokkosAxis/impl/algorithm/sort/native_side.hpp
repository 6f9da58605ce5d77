// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosAxis/impl/algorithm/sort/native_codec.hpp>
#include <KokkosAxis/impl/layout/sort_data.hpp>
#include <KokkosAxis/impl/primitive/simt/unrolled.hpp>

#include <Kokkos_Core.hpp>

#include <cstddef>
#include <cstdint>

namespace KokkosAxis::Impl::algorithm {

/// Source or sink as native kernels see them: neighbours of a slice lie so few bytes apart that one multiplication of
/// 32 bits finds an element.
struct NativeSide {
  layout::KeysAndIndex at;
  std::uint32_t key_step   = 0;  // bytes
  std::uint32_t index_step = 0;
};

template <class Bits>
NativeSide native_side(layout::KeysAndIndex const& at) {
  return {.at         = at,
          .key_step   = static_cast<std::uint32_t>(at.keys_at.stride * sizeof(Bits)),
          .index_step = static_cast<std::uint32_t>(at.index_at.stride * at.index.bytes)};
}

/// layout::SortData for native kernels.
template <class Codec>
struct NativeSort {
  NativeSide source;
  NativeSide sink;
  NativeCodec<Codec> codec;
  std::uint32_t length;
  std::int64_t count;
  std::uint32_t kept;  // places that are written
};

template <class Codec>
NativeSort<Codec> native_sort(layout::SortData<Codec> const& data) {
  using Bits = typename Codec::Bits;
  return {.source = native_side<Bits>(data.source),
          .sink   = native_side<Bits>(data.sink),
          .codec  = NativeCodec<Codec>(data.codec),
          .length = static_cast<std::uint32_t>(data.length()),
          .count  = data.count(),
          .kept   = data.kept < data.length() ? data.kept : static_cast<std::uint32_t>(data.length())};
}

/// One slice of a side.
template <class Bits>
class NativeColumn {
 public:
  KOKKOS_FORCEINLINE_FUNCTION NativeColumn(NativeSide const& side, std::int64_t slice)
      : m_side(side),
        m_keys(static_cast<std::byte*>(side.at.keys) + side.at.keys_at.offset(slice) * sizeof(Bits)),
        m_index(static_cast<std::byte*>(side.at.index.data) + side.at.index_at.offset(slice) * side.at.index.bytes) {}

  KOKKOS_FORCEINLINE_FUNCTION bool has_keys() const { return m_side.at.keys != nullptr; }
  KOKKOS_FORCEINLINE_FUNCTION bool has_index() const { return m_side.at.index.data != nullptr; }

  KOKKOS_FORCEINLINE_FUNCTION bool has_dense_keys() const { return m_side.key_step == sizeof(Bits); }
  KOKKOS_FORCEINLINE_FUNCTION bool has_wide_index() const { return m_side.at.index.bytes == 8 && has_index(); }

  KOKKOS_FORCEINLINE_FUNCTION std::byte const* key_at(std::uint32_t i) const {
    return m_keys + static_cast<std::uint64_t>(i) * m_side.key_step;
  }
  KOKKOS_FORCEINLINE_FUNCTION Bits key(std::uint32_t i) const { return layout::load<Bits>(key_at(i), 0); }
  /// A position that a kernel put there: 32 bits.
  KOKKOS_FORCEINLINE_FUNCTION std::uint32_t index(std::uint32_t i) const {
    return layout::load<std::uint32_t>(m_index + static_cast<std::uint64_t>(i) * m_side.index_step, 0);
  }
  KOKKOS_FORCEINLINE_FUNCTION void put_key(std::uint32_t i, Bits key) const {
    layout::store<Bits>(m_keys + static_cast<std::uint64_t>(i) * m_side.key_step, 0, key);
  }
  /// Neighbouring keys, from a multiple of their number on.
  template <int Items>
  KOKKOS_FORCEINLINE_FUNCTION void put_keys(std::uint32_t first, Bits const (&keys)[Items]) const {
    struct alignas(Items * sizeof(Bits)) Vector {
      Bits key[Items];
    };
    std::byte* const to = m_keys + static_cast<std::uint64_t>(first) * sizeof(Bits);
    if (has_dense_keys() && reinterpret_cast<std::uintptr_t>(to) % alignof(Vector) == 0) {
      Vector vector;
      primitive::unrolled<Items>([&](int i) { vector.key[i] = keys[i]; });
      *reinterpret_cast<Vector*>(to) = vector;
    } else {
      primitive::unrolled<Items>([&](int i) { put_key(first + i, keys[i]); });
    }
  }
  /// Keys first, first + apart, ... into registers.
  template <int Items>
  KOKKOS_FORCEINLINE_FUNCTION void keys(std::uint32_t first, std::uint32_t apart, Bits (&into)[Items]) const {
    if (has_dense_keys()) {
      std::byte const* const from = m_keys + static_cast<std::uint64_t>(first) * sizeof(Bits);
      primitive::unrolled<Items>([&](int i) { into[i] = layout::load<Bits>(from, i * apart); });
    } else {
      primitive::unrolled<Items>([&](int i) { into[i] = key(first + i * apart); });
    }
  }
  /// The same up to place `end`, and 0 for those beyond.
  template <int Items>
  KOKKOS_FORCEINLINE_FUNCTION void keys_below(std::uint32_t end, std::uint32_t first, std::uint32_t apart,
                                              Bits (&into)[Items]) const {
    if (first + (Items - 1) * apart < end)
      keys(first, apart, into);
    else
      primitive::unrolled<Items>([&](int i) { into[i] = first + i * apart < end ? key(first + i * apart) : Bits{0}; });
  }
  /// As `keys`, of positions, which lie dense wherever kernels put them.
  template <int Items>
  KOKKOS_FORCEINLINE_FUNCTION void positions(std::uint32_t first, std::uint32_t apart,
                                             std::uint32_t (&into)[Items]) const {
    std::byte const* const from = m_index + static_cast<std::uint64_t>(first) * sizeof(std::uint32_t);
    primitive::unrolled<Items>([&](int i) { into[i] = layout::load<std::uint32_t>(from, i * apart); });
  }
  KOKKOS_FORCEINLINE_FUNCTION void put_no_index(std::uint32_t i) const {
    std::byte* const to = m_index + static_cast<std::uint64_t>(i) * m_side.index_step;
    layout::IndexArray{to, m_side.at.index.bytes}.put_none(0);
  }
  KOKKOS_FORCEINLINE_FUNCTION void put_wide_index(std::uint32_t i, std::uint32_t index) const {
    layout::store<std::uint64_t>(m_index + static_cast<std::uint64_t>(i) * m_side.index_step, 0, index);
  }
  KOKKOS_FORCEINLINE_FUNCTION void put_index(std::uint32_t i, std::uint32_t index) const {
    std::byte* const to = m_index + static_cast<std::uint64_t>(i) * m_side.index_step;
    layout::IndexArray{to, m_side.at.index.bytes}.put(0, index);
  }

 private:
  NativeSide const& m_side;
  std::byte* m_keys;
  std::byte* m_index;
};

}  // namespace KokkosAxis::Impl::algorithm
