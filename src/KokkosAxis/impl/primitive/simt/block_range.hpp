// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosAxis/impl/primitive/simt/scan.hpp>

#include <Kokkos_Core.hpp>

#include <cstdint>

namespace KokkosAxis::Impl::primitive {

/// The smallest and the largest of the numbers that threads give, in every thread. `scratch` holds two numbers for each
/// warp; one barrier inside, and the caller puts another before `scratch` is used again.
template <class Key>
struct KeyRange {
  Key low, high;
};
template <class Simt, class Key>
KOKKOS_FORCEINLINE_FUNCTION KeyRange<Key> block_range(Key low, Key high, std::uint64_t* scratch) {
  int const warp = Simt::thread() / Simt::lanes, warps = Simt::threads() / Simt::lanes;
  low  = warp_min<Simt>(low);
  high = warp_max<Simt>(high);
  if (Simt::lane() == 0) {
    scratch[2 * warp]     = low;
    scratch[2 * warp + 1] = high;
  }
  Simt::sync_block();
  if (Simt::lane() < warps) {
    low  = static_cast<Key>(scratch[2 * Simt::lane()]);
    high = static_cast<Key>(scratch[2 * Simt::lane() + 1]);
  }
  return {warp_min<Simt>(low), warp_max<Simt>(high)};
}

/// The bits in which the numbers that threads give differ from 0, over the block. The same scratch, the same barriers.
template <class Simt, class Key>
KOKKOS_FORCEINLINE_FUNCTION Key block_or(Key bits, std::uint64_t* scratch) {
  int const warp = Simt::thread() / Simt::lanes, warps = Simt::threads() / Simt::lanes;
  bits = warp_or<Simt>(bits);
  if (Simt::lane() == 0) scratch[warp] = bits;
  Simt::sync_block();
  return warp_or<Simt>(Simt::lane() < warps ? static_cast<Key>(scratch[Simt::lane()]) : Key{0});
}

}  // namespace KokkosAxis::Impl::primitive
