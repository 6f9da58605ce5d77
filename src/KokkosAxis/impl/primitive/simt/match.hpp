// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosAxis/impl/primitive/simt/unrolled.hpp>

#include <Kokkos_Core.hpp>

#include <cstdint>

namespace KokkosAxis::Impl::primitive {

/// The lanes of the warp whose digit equals this lane's: a ballot for each bit (cheaper than the hardware's match on
/// every card measured).
template <class Simt, int Bits>
KOKKOS_FORCEINLINE_FUNCTION typename Simt::Mask match(std::uint32_t digit) {
  using Mask = typename Simt::Mask;
  Mask same  = static_cast<Mask>(~Mask{0});
  unrolled<Bits>([&](int bit) { same = Simt::same_bit(same, digit, 1u << bit); });
  return same;
}

/// The same where the number of bits is known when it runs.
template <class Simt>
KOKKOS_FORCEINLINE_FUNCTION typename Simt::Mask match(std::uint32_t digit, int bits) {
  using Mask = typename Simt::Mask;
  Mask same  = static_cast<Mask>(~Mask{0});
  for (int bit = 0; bit < bits; ++bit) same = Simt::same_bit(same, digit, 1u << bit);
  return same;
}

template <class Simt>
KOKKOS_FORCEINLINE_FUNCTION typename Simt::Mask lanes_below() {
  using Mask = typename Simt::Mask;
  return static_cast<Mask>((Mask{1} << Simt::lane()) - 1);
}

/// The place of this lane's digit among the equal digits that the warp has shown so far, `same` being the lanes that
/// show this one now and `counters` the warp's own count of each digit, which grows. Stable in order of calls, then
/// lanes.
template <class Simt>
KOKKOS_FORCEINLINE_FUNCTION std::uint32_t rank_among(typename Simt::Mask same, std::uint32_t digit,
                                                     std::uint32_t* counters) {
  int const last       = Simt::highest(same);
  std::uint32_t before = 0;
  if (Simt::lane() == last) {
    before          = counters[digit];
    counters[digit] = before + static_cast<std::uint32_t>(Simt::count(same));
  }
  Simt::sync_warp();
  before = Simt::shuffle(before, last);
  return before + static_cast<std::uint32_t>(Simt::count(same & lanes_below<Simt>()));
}
template <class Simt, int Bits>
KOKKOS_FORCEINLINE_FUNCTION std::uint32_t rank_in_warp(std::uint32_t digit, std::uint32_t* counters) {
  return rank_among<Simt>(match<Simt, Bits>(digit), digit, counters);
}

/// The counts of one digit in several warps, `apart` numbers apart, become the first places of each warp's, from
/// `first` on. Returns the place after the last.
KOKKOS_FORCEINLINE_FUNCTION std::uint32_t places_of_warps(std::uint32_t* counts, int warps, int apart,
                                                          std::uint32_t first) {
  for (int w = 0; w < warps; ++w) {
    std::uint32_t const count = counts[w * apart];
    counts[w * apart]         = first;
    first += count;
  }
  return first;
}

}  // namespace KokkosAxis::Impl::primitive
