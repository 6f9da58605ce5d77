// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosAxis/impl/algorithm/sort/block_slice.hpp>
#include <KokkosAxis/impl/primitive/simt/scan.hpp>

namespace KokkosAxis::Impl::algorithm {

/// Codes from `low` to `low` + 2^`bits` - 1.
template <class Key>
struct CodeRange {
  Key low;
  int bits;
};

/// The range of the codes of the blocks of a cluster. Every thread gets the same. Ends with a barrier.
template <class Cluster, class Slice>
KOKKOS_FORCEINLINE_FUNCTION CodeRange<typename Slice::Key> block_range(
    Slice const& s, typename Slice::Key const (&mine)[Slice::items]) {
  using Simt             = typename Slice::Simt;
  using Key              = typename Slice::Key;
  std::uint64_t smallest = ~std::uint64_t{0}, largest = 0;
  s.each([&](int i) {
    std::uint64_t const code = s.codec().code(mine[i]);
    smallest                 = code < smallest ? code : smallest;
    largest                  = code > largest ? code : largest;
  });
  int const warp = Simt::thread() / Simt::lanes, warps = Simt::threads() / Simt::lanes;
  smallest = primitive::warp_min<Simt>(smallest);
  largest  = primitive::warp_max<Simt>(largest);
  if (Simt::lane() == 0) {
    s.at.range[2 * warp]     = smallest;
    s.at.range[2 * warp + 1] = largest;
  }
  Cluster::sync();
  for (int block = 0; block < Cluster::blocks(); ++block)
    if (Simt::lane() < warps) {
      std::uint64_t const* const range = Cluster::of(s.at.range + 2 * Simt::lane(), block);
      smallest                         = range[0] < smallest ? range[0] : smallest;
      largest                          = range[1] > largest ? range[1] : largest;
    }
  smallest = primitive::warp_min<Simt>(smallest);
  largest  = primitive::warp_max<Simt>(largest);
  Cluster::sync();
  return {static_cast<Key>(smallest), largest > smallest ? Simt::bit_width(largest - smallest) : 0};
}

}  // namespace KokkosAxis::Impl::algorithm
