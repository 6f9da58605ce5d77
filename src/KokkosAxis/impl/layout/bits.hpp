// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>

#include <cstdint>

namespace KokkosAxis::Impl::layout {

// The algorithms read elements of every type as unsigned words of the same width. These words may alias any type, which
// plain unsigned pointers may not.
template <class Bits>
struct Aliasing {
  typedef Bits type __attribute__((__may_alias__));
};

template <class Bits>
KOKKOS_FORCEINLINE_FUNCTION Bits load(void const* data, std::int64_t position) {
  return static_cast<typename Aliasing<Bits>::type const*>(data)[position];
}

template <class Bits>
KOKKOS_FORCEINLINE_FUNCTION void store(void* data, std::int64_t position, Bits bits) {
  static_cast<typename Aliasing<Bits>::type*>(data)[position] = bits;
}

/// An index View with its type taken off. The width is a run-time value, uniform over a launch, so that kernels need
/// not be compiled for each.
struct IndexArray {
  void* data = nullptr;
  int bytes  = 4;

  KOKKOS_FORCEINLINE_FUNCTION void put(std::int64_t position, std::uint32_t index) const {
    if (bytes == 8) return store<std::uint64_t>(data, position, index);
    if (bytes == 4) return store<std::uint32_t>(data, position, index);
    if (bytes == 2) return store<std::uint16_t>(data, position, static_cast<std::uint16_t>(index));
    store<std::uint8_t>(data, position, static_cast<std::uint8_t>(index));
  }

  /// What says that there is no index: -1, or the largest number of an unsigned type.
  KOKKOS_FORCEINLINE_FUNCTION void put_none(std::int64_t position) const {
    if (bytes == 8) return store<std::uint64_t>(data, position, ~std::uint64_t{0});
    put(position, ~std::uint32_t{0});
  }

  /// A negative index reads as a value past every axis.
  KOKKOS_FORCEINLINE_FUNCTION std::uint64_t get(std::int64_t position) const {
    if (bytes == 8) return load<std::uint64_t>(data, position);
    if (bytes == 4) return load<std::uint32_t>(data, position);
    if (bytes == 2) return load<std::uint16_t>(data, position);
    return load<std::uint8_t>(data, position);
  }
};

}  // namespace KokkosAxis::Impl::layout
