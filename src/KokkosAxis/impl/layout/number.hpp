// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosAxis/key.hpp>

#include <Kokkos_Core.hpp>

#include <concepts>
#include <cstdint>
#include <type_traits>

namespace KokkosAxis::Impl {

/// Kokkos' half types, where they are types of their own.
template <class T>
inline constexpr bool is_half =
    (std::same_as<T, Kokkos::Experimental::half_t> || std::same_as<T, Kokkos::Experimental::bhalf_t>) && sizeof(T) == 2;

/// What can be added up and compared: arithmetic types of up to 8 bytes and half types.
template <class T>
concept Number = RadixKey<T> && (std::is_arithmetic_v<T> || is_half<T>);

template <Number T>
inline constexpr bool is_floating = radix_key<T>::is_floating;

/// What numbers are added up in. Integers wrap, which signed ones may not: their sum is read as signed in the end.
template <Number T>
using Accumulator =
    std::conditional_t<!is_floating<T>, std::uint64_t, std::conditional_t<std::same_as<T, double>, double, float>>;

template <Number T>
using SumResult = std::conditional_t<is_floating<T>, Accumulator<T>,
                                     std::conditional_t<radix_key<T>::is_signed, std::int64_t, std::uint64_t>>;

/// A type in which no sum and no square of numbers overflows, but for those of double.
template <Number T>
using Wide = std::conditional_t<is_half<T> && std::same_as<T, Kokkos::Experimental::half_t>, float, double>;

/// An integer keeps its sign.
template <Number T>
KOKKOS_FORCEINLINE_FUNCTION Accumulator<T> accumulated(T x) {
  if constexpr (!is_floating<T> && radix_key<T>::is_signed)
    return static_cast<std::uint64_t>(static_cast<std::int64_t>(x));
  else
    return static_cast<Accumulator<T>>(x);
}

template <Number T>
KOKKOS_FORCEINLINE_FUNCTION Wide<T> widened(T x) {
  if constexpr (is_half<T>)
    return static_cast<float>(x);
  else
    return static_cast<Wide<T>>(x);
}

template <class T>
KOKKOS_FORCEINLINE_FUNCTION bool is_nan(T const& x) {
  if constexpr (is_half<T>)
    return static_cast<float>(x) != static_cast<float>(x);
  else if constexpr (std::is_floating_point_v<T>)
    return x != x;
  else
    return false;
}

}  // namespace KokkosAxis::Impl
