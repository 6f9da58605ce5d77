// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>

namespace KokkosAxis::Impl::algorithm {

/// A number in twice the precision of double: high + low, where high is the sum rounded. Sums and products whose exact
/// value has 106 bits are exact; Dekker, "A floating-point technique for extending the available precision", 1971.
struct Twofold {
  double high, low = 0;

  /// a + b exactly, by Knuth: additions alone, to which no compiler joins anything.
  static KOKKOS_INLINE_FUNCTION Twofold sum(double a, double b) {
    double const high = a + b, of_b = high - a;
    return {high, (a - (high - of_b)) + (b - of_b)};
  }
  /// a b exactly. The rounded product is an operation of its own, so no compiler joins it to an addition.
  static KOKKOS_INLINE_FUNCTION Twofold product(double a, double b) {
    double const high = Kokkos::fma(a, b, 0.0);
    return {high, Kokkos::fma(a, b, -high)};
  }

  friend KOKKOS_INLINE_FUNCTION Twofold operator+(Twofold const& a, Twofold const& b) {
    Twofold const high = sum(a.high, b.high), low = sum(a.low, b.low);
    Twofold const joined = sum(high.high, high.low + low.high);
    return sum(joined.high, joined.low + low.low);
  }
  friend KOKKOS_INLINE_FUNCTION Twofold operator-(Twofold const& a, Twofold const& b) {
    return a + Twofold{-b.high, -b.low};
  }
  friend KOKKOS_INLINE_FUNCTION Twofold operator*(Twofold const& a, Twofold const& b) {
    Twofold const p = product(a.high, b.high);
    return sum(p.high, p.low + Kokkos::fma(a.high, b.low, Kokkos::fma(a.low, b.high, 0.0)));
  }
};

}  // namespace KokkosAxis::Impl::algorithm
