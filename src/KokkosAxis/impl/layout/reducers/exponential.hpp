// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_BitManipulation.hpp>
#include <Kokkos_Core.hpp>

#include <cstdint>
#include <type_traits>

namespace KokkosAxis::Impl::reducers {

/// exp(x) of floats x <= 0 and NaN, to 1.2 units in the last place, in steps that compilers turn into vector
/// instructions: 2^k exp(r), x = k ln 2 + r, by Taylor's series to r^7, |r| <= ln 2 / 2.
inline float falling_exp_on_host(float x) {
  constexpr float to_integer = 12'582'912;           // 1.5 * 2^23: added to less, it leaves an integer in the last bits
  float const bounded        = x < -110 ? -110 : x;  // of which exp is 0, and NaN is itself
  float const shifted        = bounded * 1.44269504f + to_integer;
  float const k = shifted - to_integer, r = (bounded - k * 0.693359375f) - k * -2.12194440e-4f;  // ln 2 in two parts
  float sum = 1.0f / 5040;
  sum       = sum * r + 1.0f / 720;
  sum       = sum * r + 1.0f / 120;
  sum       = sum * r + 1.0f / 24;
  sum       = sum * r + 1.0f / 6;
  sum       = sum * r + 0.5f;
  sum       = sum * r + 1.0f;
  sum       = sum * r + 1.0f;
  // the power in two factors, as it may be smaller than a normal number
  auto const whole       = Kokkos::bit_cast<std::int32_t>(shifted) - Kokkos::bit_cast<std::int32_t>(to_integer);
  std::int32_t const low = whole >> 1;
  auto const power       = [](std::int32_t n) {
    return Kokkos::bit_cast<float>(static_cast<std::int32_t>(static_cast<std::uint32_t>(n + 127) << 23));
  };
  return sum * power(low) * power(whole - low);
}

/// exp(x) for x <= 0 and NaN.
template <class A>
KOKKOS_FORCEINLINE_FUNCTION A falling_exp(A x) {
  if constexpr (std::is_same_v<A, float>) KOKKOS_IF_ON_HOST((return falling_exp_on_host(x);))
  return Kokkos::exp(x);
}

}  // namespace KokkosAxis::Impl::reducers
