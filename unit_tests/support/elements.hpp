// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosAxis/key.hpp>

#include <Kokkos_Core.hpp>

#include <concepts>
#include <cstdint>
#include <cstring>
#include <deque>
#include <limits>
#include <string>
#include <type_traits>
#include <vector>

namespace KokkosAxis::Test {

/// Kokkos' half types are float on a host build, so types of the same bits stand in for them everywhere.
struct Half {
  std::uint16_t bits;
};
struct BFloat {
  std::uint16_t bits;
};

enum class Level : std::int16_t { low = -300, none = 0, high = 300 };
enum class Shade : std::uint8_t { dark = 0, light = 255 };

/// Payloads of awkward sizes.
struct Rgb {
  std::uint8_t r, g, b;
};
struct Vec3 {
  float x, y, z;
};
struct CacheLine {
  std::uint32_t word[16];
};
/// 24 bytes that hold 8-byte words, as an application's particle would.
struct Particle {
  double mass;
  std::int32_t cell;
  std::int32_t id;
  float charge;
  std::int32_t spare;
};
/// Has a padding byte, and three bytes that tell whether the element moved whole.
struct Tagged {
  std::int32_t a;
  float b;
  char tag[3];
};

/// A host array. std::vector<bool> has no elements to take the address of.
template <class T>
using List = std::conditional_t<std::is_same_v<T, bool>, std::deque<T>, std::vector<T>>;

template <class T>
using bits_t = Impl::unsigned_of_t<sizeof(T)>;

/// The stored bits of a key of 1, 2, 4 or 8 bytes.
template <class T>
std::uint64_t bits_of(T const& value) {
  bits_t<T> bits;
  std::memcpy(&bits, &value, sizeof(T));
  return bits;
}

template <class T>
T from_bits(std::uint64_t bits) {
  auto const narrow = static_cast<bits_t<T>>(std::is_same_v<T, bool> ? bits & 1 : bits);
  T value;
  std::memcpy(&value, &narrow, sizeof(T));
  return value;
}

/// How an element type's bits are to be read: this table is the tests' own, apart from the library's radix_key.
struct Format {
  bool floating     = false;
  bool is_signed    = false;
  int fraction_bits = 0;  // floating
};

template <class T>
constexpr Format format_of() {
  using Kokkos::Experimental::bhalf_t;
  using Kokkos::Experimental::half_t;
  if constexpr (std::is_enum_v<T>)
    return {.is_signed = std::is_signed_v<std::underlying_type_t<T>>};
  else if constexpr (std::is_integral_v<T>)
    return {.is_signed = std::is_signed_v<T>};
  else if constexpr (std::same_as<T, double>)
    return {true, true, 52};
  else if constexpr (sizeof(T) == 4)
    return {true, true, 23};
  else if constexpr (std::same_as<T, BFloat> || (std::same_as<T, bhalf_t> && !std::same_as<T, half_t>))
    return {true, true, 7};
  else
    return {true, true, 10};
}

/// An element type whose bits the tests can make up.
template <class T>
concept BitKey = std::integral<T> || std::is_enum_v<T> || std::same_as<T, float> || std::same_as<T, double> ||
                 std::same_as<T, Half> || std::same_as<T, BFloat> ||
                 (std::same_as<T, Kokkos::Experimental::half_t> || std::same_as<T, Kokkos::Experimental::bhalf_t>);

/// The bytes of an element that hold it, which for x87 numbers are not all.
template <class T>
inline constexpr std::size_t value_bytes =
    std::is_same_v<T, long double> && std::numeric_limits<long double>::digits == 64 ? 10 : sizeof(T);

/// The same stored element: bit by bit, but for padding.
template <class T>
bool same(T const& a, T const& b) {
  if constexpr (std::same_as<T, Tagged>)
    return a.a == b.a && std::memcmp(&a.b, &b.b, 4) == 0 && std::memcmp(a.tag, b.tag, 3) == 0;
  else
    return std::memcmp(&a, &b, value_bytes<T>) == 0;
}

/// An element in a failure's text: hexadecimal bytes, the highest first.
template <class T>
std::string hex(T const& value) {
  unsigned char bytes[sizeof(T)];
  std::memcpy(bytes, &value, sizeof(T));
  std::string text = "0x";
  for (std::size_t i = sizeof(T); i-- > 0;) {
    text += "0123456789abcdef"[bytes[i] >> 4];
    text += "0123456789abcdef"[bytes[i] & 15];
  }
  return text;
}

}  // namespace KokkosAxis::Test

template <>
struct KokkosAxis::radix_key<KokkosAxis::Test::Half> : KokkosAxis::Binary16Key {};
template <>
struct KokkosAxis::radix_key<KokkosAxis::Test::BFloat> : KokkosAxis::BFloat16Key {};
