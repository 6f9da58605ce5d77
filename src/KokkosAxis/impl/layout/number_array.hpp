// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosAxis/impl/layout/bits.hpp>
#include <KokkosAxis/impl/layout/slices.hpp>
#include <KokkosAxis/key.hpp>

#include <Kokkos_BitManipulation.hpp>
#include <Kokkos_Core.hpp>

#include <cstdint>

namespace KokkosAxis::Impl::layout {

/// How the bits of a number are to be read.
enum class NumberKind : std::uint8_t { binary16, bfloat16, binary32, binary64, signed_integer, unsigned_integer };

template <RadixKey T>
constexpr NumberKind number_kind() {
  using Key = radix_key<T>;
  if constexpr (!Key::is_floating)
    return Key::is_signed ? NumberKind::signed_integer : NumberKind::unsigned_integer;
  else if constexpr (sizeof(T) == 8)
    return NumberKind::binary64;
  else if constexpr (sizeof(T) == 4)
    return NumberKind::binary32;
  else {
    static_assert(sizeof(T) == 2, "KokkosAxis: floating-point numbers of one byte cannot be read as numbers");
    return Key::infinity == Binary16Key::infinity ? NumberKind::binary16 : NumberKind::bfloat16;
  }
}

/// Is every number of the type a float?
template <RadixKey T>
inline constexpr bool fits_float = radix_key<T>::is_floating ? sizeof(T) <= 4 : sizeof(T) <= 2;

/// The number that bits mean. Halves are widened here, as host builds of Kokkos have none.
template <class Real>
KOKKOS_FORCEINLINE_FUNCTION Real number(std::uint64_t bits, int bytes, NumberKind kind) {
  switch (kind) {
    case NumberKind::binary32:
      return static_cast<Real>(Kokkos::bit_cast<float>(static_cast<std::uint32_t>(bits)));
    case NumberKind::binary64:
      return static_cast<Real>(Kokkos::bit_cast<double>(bits));
    case NumberKind::bfloat16:
      return static_cast<Real>(Kokkos::bit_cast<float>(static_cast<std::uint32_t>(bits) << 16));
    case NumberKind::binary16: {
      auto const sign      = static_cast<std::uint32_t>(bits & 0x8000) << 16,
                 magnitude = static_cast<std::uint32_t>(bits & 0x7FFF);
      if (magnitude < 0x400) {  // a multiple of the smallest number
        float const small = static_cast<float>(magnitude) * 0x1p-24f;
        return static_cast<Real>(sign != 0 ? -small : small);
      }
      std::uint32_t const bias = magnitude >= 0x7C00 ? (255 - 31) << 23 : (127 - 15) << 23;  // to that of float
      return static_cast<Real>(Kokkos::bit_cast<float>(sign | ((magnitude << 13) + bias)));
    }
    case NumberKind::unsigned_integer:
      return static_cast<Real>(bits);
    case NumberKind::signed_integer:
      break;
  }
  int const unused = 64 - 8 * bytes;
  return static_cast<Real>(static_cast<std::int64_t>(bits << unused) >> unused);
}

/// A View of numbers with its type taken off, read as one type. Width and kind are uniform over a launch, so that
/// kernels need not be compiled for each.
struct NumberArray {
  void const* data = nullptr;
  int bytes        = 4;
  NumberKind kind  = NumberKind::binary32;

  KOKKOS_FORCEINLINE_FUNCTION std::uint64_t bits(std::int64_t position) const {
    if (bytes == 4) return load<std::uint32_t>(data, position);
    if (bytes == 8) return load<std::uint64_t>(data, position);
    if (bytes == 2) return load<std::uint16_t>(data, position);
    return load<std::uint8_t>(data, position);
  }
  template <class Real>
  KOKKOS_FORCEINLINE_FUNCTION Real get(std::int64_t position) const {
    return number<Real>(bits(position), bytes, kind);
  }
};

/// A View of floats or doubles to write to, cut into slices.
struct NumberSink {
  void* data = nullptr;
  bool wide  = false;
  Slices at{};

  template <class Real>
  KOKKOS_FORCEINLINE_FUNCTION void put(std::int64_t slice, std::int64_t i, Real number) const {
    std::int64_t const position = at.offset(slice) + i * at.stride;
    if (wide)
      store<std::uint64_t>(data, position, Kokkos::bit_cast<std::uint64_t>(static_cast<double>(number)));
    else
      store<std::uint32_t>(data, position, Kokkos::bit_cast<std::uint32_t>(static_cast<float>(number)));
  }
};

}  // namespace KokkosAxis::Impl::layout
