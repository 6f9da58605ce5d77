// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>

#include <cstdint>

namespace KokkosAxis::Impl::primitive {

/// The values of all lanes of a warp joined by `join`, in whatever order, in every lane.
template <class Simt, class T, class Join>
KOKKOS_FORCEINLINE_FUNCTION T warp_reduce(T value, Join const& join) {
  for (int apart = Simt::lanes / 2; apart > 0; apart /= 2) value = join(value, Simt::shuffle_xor(value, apart));
  return value;
}

/// The smallest / largest value over the lanes of a warp, in every lane.
template <class Simt, class T>
KOKKOS_FORCEINLINE_FUNCTION T warp_min(T value) {
  return warp_reduce<Simt>(value, [](T a, T b) { return b < a ? b : a; });
}
template <class Simt, class T>
KOKKOS_FORCEINLINE_FUNCTION T warp_max(T value) {
  return warp_reduce<Simt>(value, [](T a, T b) { return a < b ? b : a; });
}

/// The bits that any lane of a warp has, in every lane.
template <class Simt, class T>
KOKKOS_FORCEINLINE_FUNCTION T warp_or(T bits) {
  return warp_reduce<Simt>(bits, [](T a, T b) { return static_cast<T>(a | b); });
}

/// The sum over the lanes up to this one.
template <class Simt>
KOKKOS_FORCEINLINE_FUNCTION std::uint32_t warp_inclusive_sum(std::uint32_t value) {
  int const lane = Simt::lane();
  for (int apart = 1; apart < Simt::lanes; apart *= 2) {
    std::uint32_t const below = Simt::shuffle_up(value, apart);
    if (lane >= apart) value += below;
  }
  return value;
}

/// A prefix sum, and the sum of all.
struct Sums {
  std::uint32_t before;
  std::uint32_t total;
};

/// Sums over the threads of a block. `scratch` holds a number for each lane of a warp: a block has at most that many
/// warps. One barrier inside; the caller puts another before `scratch` is used again.
template <class Simt>
KOKKOS_FORCEINLINE_FUNCTION Sums block_exclusive_sum(std::uint32_t value, std::uint32_t* scratch) {
  constexpr int lanes           = Simt::lanes;
  int const lane                = Simt::lane();
  int const warp                = Simt::thread() / lanes;
  int const warps               = Simt::threads() / lanes;
  std::uint32_t const inclusive = warp_inclusive_sum<Simt>(value);
  if (lane == lanes - 1) scratch[warp] = inclusive;
  Simt::sync_block();
  std::uint32_t const of_warps = warp_inclusive_sum<Simt>(lane < warps ? scratch[lane] : 0u);
  std::uint32_t const below    = Simt::shuffle(of_warps, warp > 0 ? warp - 1 : 0);
  return {.before = inclusive - value + (warp > 0 ? below : 0u), .total = Simt::shuffle(of_warps, warps - 1)};
}

}  // namespace KokkosAxis::Impl::primitive
