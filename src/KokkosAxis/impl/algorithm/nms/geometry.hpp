// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosAxis/impl/algorithm/nms/twofold.hpp>
#include <KokkosAxis/impl/layout/number_array.hpp>
#include <KokkosAxis/impl/layout/slices.hpp>
#include <KokkosAxis/options.hpp>

#include <Kokkos_BitManipulation.hpp>
#include <Kokkos_Core.hpp>

#include <cmath>
#include <cstdint>
#include <limits>
#include <type_traits>

namespace KokkosAxis::Impl::algorithm {

// Which candidates suppress which. A geometry loads an item for each candidate and tells of two items whether the
// first, which is kept, suppresses the second:
//
//     Item load(slice, position)        bool suppresses(slice, winner, candidate)

/// A box with sides along the axes, and what its area adds to the right-hand side of the test below.
template <class Real, int D>
struct Box {
  Real low[D], high[D];
  Real share;  // threshold * area; NaN if a coordinate is
};

// The lesser and the greater of two numbers. Of a number and NaN, either: whoever asks has another way to see NaN. One
// instruction each, which is fmin for floats on devices only.
template <class Real>
KOKKOS_FORCEINLINE_FUNCTION Real lesser(Real a, Real b) {
  if constexpr (std::is_same_v<Real, float>) KOKKOS_IF_ON_DEVICE((return ::fminf(a, b);))
  return b < a ? b : a;
}
template <class Real>
KOKKOS_FORCEINLINE_FUNCTION Real greater(Real a, Real b) {
  if constexpr (std::is_same_v<Real, float>) KOKKOS_IF_ON_DEVICE((return ::fmaxf(a, b);))
  return a < b ? b : a;
}

/// Boxes as stored: 2 D numbers each, of whatever type. Corners may be any two that are opposite.
template <class Real_, int D_>
struct StoredBoxes {
  using Real             = Real_;
  static constexpr int D = D_;

  layout::NumberArray numbers{};
  layout::Slices at{};          // of boxes
  std::int64_t stride = 1;      // from a coordinate to the next
  bool center         = false;  // centre and size instead of corners

  /// The box, and its area in place of the share.
  KOKKOS_FUNCTION Box<Real, D> load(std::int64_t slice, std::uint32_t i) const {
    Box<Real, D> box;
    std::int64_t const first = at.offset(slice) + i * at.stride;
    box.share                = 1;
    for (int d = 0; d < D; ++d) {
      Real a = numbers.template get<Real>(first + d * stride), b = numbers.template get<Real>(first + (D + d) * stride);
      if (center) {
        Real const half = b / 2;  // exact, so it does not matter how the compiler joins what follows
        b               = a + half;
        a               = a - half;
      }
      box.low[d]  = lesser(a, b);
      box.high[d] = greater(a, b);
      box.share *= Kokkos::abs(b - a);  // where a minimum would lose a NaN
    }
    return box;
  }
};

/// The size of what two boxes have in common; 0 or less where that is nothing, so the last factor need not be cut off
/// at 0. A product, which nothing is added to: see below.
template <class Real, int D>
KOKKOS_FORCEINLINE_FUNCTION Real common(Box<Real, D> const& a, Box<Real, D> const& b) {
  auto const side = [&](int d) { return lesser(a.high[d], b.high[d]) - greater(a.low[d], b.low[d]); };
  Real size       = 1;
  for (int d = 0; d < D - 1; ++d) size *= greater(side(d), Real{0});
  return size * side(D - 1);
}

/// Intersection over union above a threshold t: their quotient, rounded to Real, is greater than t. Without a division,
///
///     i / (a + b - i) > t   <=>   (1 + t) i > t a + t b
///
/// is asked twice, with a little more and with a little less on the left-hand side for what is rounded in it. Where
/// both agree that is the answer; the few pairs between are decided exactly. NaN anywhere makes the comparisons false,
/// as do infinite areas, whose intersection over union with any other is 0.
template <class Real_, int D_>
struct BoxGeometry {
  using Real             = Real_;
  using Item             = Box<Real, D_>;
  static constexpr int D = D_;

  static constexpr Real smallest = std::numeric_limits<Real>::min();  // of normal numbers

  StoredBoxes<Real, D> boxes{};
  Real threshold = 0, more = 1, less = 0;  // t, and 1 + t with a little more and a little less
  double step = 0;                         // from t to the next Real
  bool odd    = false;                     // t is, so a quotient half a step above it is rounded to the next

  BoxGeometry() = default;
  BoxGeometry(StoredBoxes<Real, D> const& stored, double above) : boxes(stored), threshold(static_cast<Real>(above)) {
    using Bits = std::conditional_t<sizeof(Real) == 4, std::uint32_t, std::uint64_t>;
    // Each of at most 2 D products and 2 D differences, and what is done with them, is off by half an epsilon at most.
    Real const little = (4 * D + 4) * std::numeric_limits<Real>::epsilon();
    more              = (1 + threshold) * (1 + little);
    // In space products of sides could be subnormal where areas are not, so nothing is known; nor is it of such a t.
    if (D < 3 && threshold >= smallest) less = (1 + threshold) * (1 - little);
    step = static_cast<double>(std::nextafter(threshold, Real{2})) - static_cast<double>(threshold);
    odd  = Kokkos::bit_cast<Bits>(threshold) % 2 != 0;
  }

  KOKKOS_FUNCTION Item load(std::int64_t slice, std::uint32_t i) const {
    Item box = boxes.load(slice, i);
    box.share *= threshold;
    return box;
  }
  KOKKOS_FORCEINLINE_FUNCTION bool suppresses(std::int64_t, Item const& winner, Item const& other) const {
    Real const both = common(winner, other), shares = winner.share + other.share;
    if (!(more * both > shares)) return false;
    return less * both > shares + smallest || is_above(winner, other);
  }
  KOKKOS_FORCEINLINE_FUNCTION bool may_suppress(Item const& winner, Item const& other) const {
    return more * common(winner, other) > winner.share + other.share;
  }
  /// i / u > t, by differences, products and sums of twice double's precision.
  KOKKOS_FUNCTION bool is_above(Item const& winner, Item const& other) const {
    Twofold common{1}, area{1}, other_area{1};
    for (int d = 0; d < D; ++d) {
      common     = common * side(greater(winner.low[d], other.low[d]), lesser(winner.high[d], other.high[d]));
      area       = area * side(winner.low[d], winner.high[d]);
      other_area = other_area * side(other.low[d], other.high[d]);
    }
    Twofold const either = area + other_area - common;
    Twofold const half   = either * Twofold{0.5} * Twofold{step};  // in this order, as half a step may be 0
    Twofold const beyond = common - either * Twofold{double{threshold}} - half;
    double const sign    = beyond.high != 0 ? beyond.high : beyond.low;
    return common.high > 0 && (sign > 0 || (odd && sign == 0));
  }

 private:
  static KOKKOS_INLINE_FUNCTION Twofold side(double low, double high) {
    return high > low ? Twofold::sum(high, -low) : Twofold{0};
  }
};

/// An overlap that the caller measures, above a threshold. Boxes are rows of elements as they are stored.
template <class T, class Overlap>
struct OverlapGeometry {
  using Item = std::uint32_t;

  T const* boxes = nullptr;
  layout::Slices at{};
  std::int64_t stride = 1;
  int size            = 0;  // elements of a box
  double threshold    = 0;
  Overlap overlap{};

  KOKKOS_FUNCTION Item load(std::int64_t, std::uint32_t i) const { return i; }
  KOKKOS_FORCEINLINE_FUNCTION bool suppresses(std::int64_t slice, Item winner, Item other) const {
    return overlap(row(slice, winner), row(slice, other)) > threshold;
  }

 private:
  KOKKOS_FORCEINLINE_FUNCTION BoxRow<T> row(std::int64_t slice, std::uint32_t i) const {
    return {boxes + at.offset(slice) + i * at.stride, stride, size};
  }
};

/// The caller says which suppress which, by position along the axis.
template <class Suppress>
struct PositionGeometry {
  using Item = std::uint32_t;

  Suppress suppress{};

  KOKKOS_FUNCTION Item load(std::int64_t, std::uint32_t i) const { return i; }
  KOKKOS_FORCEINLINE_FUNCTION bool suppresses(std::int64_t slice, Item winner, Item other) const {
    using Position = std::int64_t;
    if constexpr (std::is_invocable_v<Suppress const&, Position, Position, Position>)
      return suppress(slice, Position{winner}, Position{other});
    else
      return suppress(Position{winner}, Position{other});
  }
};

}  // namespace KokkosAxis::Impl::algorithm
