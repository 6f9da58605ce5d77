// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosAxis/impl/algorithm/nms/geometry.hpp>
#include <KokkosAxis/options.hpp>

#include <Kokkos_BitManipulation.hpp>
#include <Kokkos_Core.hpp>

#include <cstdint>
#include <limits>

namespace KokkosAxis::Impl::algorithm {

// What overlap does to a score, in steps that every machine rounds alike.

/// Intersection over union of boxes whose share is their area; 0 where it is 0 / 0, or where there is NaN or an
/// infinite area. An intersection is no larger than either box: to say so keeps a compiler from joining its product to
/// the difference.
template <class Real, int D>
KOKKOS_FORCEINLINE_FUNCTION Real overlap(Box<Real, D> const& a, Box<Real, D> const& b) {
  Real const both   = lesser(greater(common(a, b), Real{0}), lesser(a.share, b.share));
  Real const either = a.share + b.share - both;
  return either > 0 && either <= std::numeric_limits<Real>::max() ? both / either : Real{0};
}

/// exp(x) for x <= 0, to a few ulp of double. Only fused multiplications and additions, which are exact to the last bit
/// everywhere; libraries' own differ.
KOKKOS_FORCEINLINE_FUNCTION double decay_exp(double x) {
  if (!(x > -700)) return 0;
  double const k   = Kokkos::floor(Kokkos::fma(x, 1.4426950408889634, 0.5));
  double r         = Kokkos::fma(-k, 6.93147180369123816490e-01, x);  // x - k ln 2, ln 2 in two parts
  r                = Kokkos::fma(-k, 1.90821492927058770002e-10, r);
  double sum       = 1.0 / 479001600;  // Taylor's series to 12, |r| < 0.35
  sum              = Kokkos::fma(sum, r, 1.0 / 39916800);
  sum              = Kokkos::fma(sum, r, 1.0 / 3628800);
  sum              = Kokkos::fma(sum, r, 1.0 / 362880);
  sum              = Kokkos::fma(sum, r, 1.0 / 40320);
  sum              = Kokkos::fma(sum, r, 1.0 / 5040);
  sum              = Kokkos::fma(sum, r, 1.0 / 720);
  sum              = Kokkos::fma(sum, r, 1.0 / 120);
  sum              = Kokkos::fma(sum, r, 1.0 / 24);
  sum              = Kokkos::fma(sum, r, 1.0 / 6);
  sum              = Kokkos::fma(sum, r, 0.5);
  sum              = Kokkos::fma(sum, r, 1.0);
  sum              = Kokkos::fma(sum, r, 1.0);
  auto const power = static_cast<std::uint64_t>(static_cast<std::int64_t>(k) + 1023) << 52;
  return sum * Kokkos::bit_cast<double>(power);
}

/// How the score of a box falls by its overlap with a better one.
template <class Real>
struct DecayBy {
  Decay decay    = Decay::gaussian;
  Real sigma     = 1;
  Real threshold = 0;  // linear: smaller overlaps leave the score alone

  /// The factor of soft_nms.
  KOKKOS_FORCEINLINE_FUNCTION Real factor(Real overlap) const {
    if (decay == Decay::linear) return overlap > threshold ? 1 - overlap : Real{1};
    return static_cast<Real>(decay_exp(-static_cast<double>(overlap * overlap / sigma)));
  }
};

}  // namespace KokkosAxis::Impl::algorithm
