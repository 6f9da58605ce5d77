// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <type_traits>

namespace KokkosAxis {

namespace Impl {
template <std::size_t Bytes>
using unsigned_of_t = std::conditional_t<
    Bytes == 1, std::uint8_t,
    std::conditional_t<Bytes == 2, std::uint16_t, std::conditional_t<Bytes == 4, std::uint32_t, std::uint64_t>>>;
}  // namespace Impl

/// Bases for specialisations of radix_key: how the bits of a type are ordered.
struct UnsignedKey {
  static constexpr bool is_signed = false, is_floating = false;
};
struct SignedKey {
  static constexpr bool is_signed = true, is_floating = false;
};
/// Sign, exponent, fraction, as in IEEE 754; `Infinity` holds the bits of +inf, above which lie the NaNs.
template <std::uint64_t Infinity>
struct FloatingKey {
  static constexpr bool is_signed = true, is_floating = true;
  static constexpr std::uint64_t infinity = Infinity;
};
using Binary16Key = FloatingKey<0x7C00>;
using BFloat16Key = FloatingKey<0x7F80>;
using Binary32Key = FloatingKey<0x7F800000>;
using Binary64Key = FloatingKey<0x7FF0000000000000>;

/// Says that a type of 1, 2, 4 or 8 bytes, aligned to its size, can be radix sorted, and how its bits are ordered. All
/// arithmetic types up to 8 bytes, enumerations and Kokkos' half types are known; a type of your own joins by a
/// specialisation:
///
///     template <> struct KokkosAxis::radix_key<my::half> : KokkosAxis::Binary16Key {};
template <class T>
struct radix_key;

template <class T>
  requires(std::is_integral_v<T> && sizeof(T) <= 8)
struct radix_key<T> : std::conditional_t<std::is_signed_v<T>, SignedKey, UnsignedKey> {};
template <class T>
  requires std::is_enum_v<T>
struct radix_key<T> : radix_key<std::underlying_type_t<T>> {};
template <>
struct radix_key<float> : Binary32Key {};
template <>
struct radix_key<double> : Binary64Key {};
template <class T>  // where Kokkos has no half of its own, its half types are float
  requires(std::same_as<T, Kokkos::Experimental::half_t> && sizeof(T) == 2)
struct radix_key<T> : Binary16Key {};
template <class T>
  requires(std::same_as<T, Kokkos::Experimental::bhalf_t> && !std::same_as<T, Kokkos::Experimental::half_t> &&
           sizeof(T) == 2)
struct radix_key<T> : BFloat16Key {};

/// Types that the radix routes can sort.
template <class T>
concept RadixKey = requires {
  { radix_key<T>::is_floating } -> std::convertible_to<bool>;
} && (sizeof(T) == 1 || sizeof(T) == 2 || sizeof(T) == 4 || sizeof(T) == 8) && alignof(T) % sizeof(T) == 0;

}  // namespace KokkosAxis
