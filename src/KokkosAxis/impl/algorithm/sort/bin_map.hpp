// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>

#include <cstdint>

namespace KokkosAxis::Impl::algorithm {

/// How codes, made compact, fall into coarse cells of equal width, from `low` on.
template <class Codec>
struct Cells {
  using Key = typename Codec::Key;
  Key low;
  int shift;  // log2 of a cell's width, at least 1

  /// Up to 2^`cell_bits` of them for all codes.
  KOKKOS_FORCEINLINE_FUNCTION static Cells over_all(int cell_bits) { return over(0, Codec::compact_bits, cell_bits); }
  /// For codes from `low` to `high`.
  template <class Simt>
  KOKKOS_FORCEINLINE_FUNCTION static Cells between(Key low, Key high, int cell_bits) {
    Key const first = Codec::compact(low), last = Codec::compact(high);
    return over(first, last > first ? Simt::bit_width(last - first) : 0, cell_bits);
  }
  KOKKOS_FORCEINLINE_FUNCTION std::uint32_t of(Key code) const {
    return static_cast<std::uint32_t>((Codec::compact(code) - low) >> shift);
  }
  /// Where in its cell a code lies, in units of 2^-32 of the cell.
  KOKKOS_FORCEINLINE_FUNCTION std::uint32_t fraction(Key code) const {
    Key const top = (Codec::compact(code) - low) << (Codec::key_bits - shift);
    return static_cast<std::uint32_t>(top >> (Codec::key_bits - 32));
  }

 private:
  KOKKOS_FORCEINLINE_FUNCTION static Cells over(Key low, int bits, int cell_bits) {
    constexpr int least = Codec::unit_bits > 1 ? Codec::unit_bits : 1;
    return {low, bits - cell_bits > least ? bits - cell_bits : least};
  }
};

/// A cell's part in a piecewise linear map from codes to numbers, in order: the cell maps to numbers from `first` on,
/// in `parts` equal parts.
struct alignas(8) CellParts {
  std::uint32_t first;
  std::uint32_t parts;

  template <class Simt>
  KOKKOS_FORCEINLINE_FUNCTION std::uint32_t at(std::uint32_t fraction) const {
    return first + Simt::multiply_high(fraction, parts);
  }
};

/// The same for numbers below 2^16, in one word, which shared memory serves in half as many steps.
struct ShortCellParts {
  std::uint32_t both;

  KOKKOS_FORCEINLINE_FUNCTION static ShortCellParts of(std::uint32_t first, std::uint32_t parts) {
    return {first << 16 | parts};
  }
  template <class Simt>
  KOKKOS_FORCEINLINE_FUNCTION std::uint32_t at(std::uint32_t fraction) const {
    return (both >> 16) + Simt::multiply_high(fraction, both & 0xFFFFu);
  }
};

}  // namespace KokkosAxis::Impl::algorithm
