// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosAxis/impl/layout/reducers/concept.hpp>

#include <Kokkos_Core.hpp>

#include <cstdint>

namespace KokkosAxis::Impl::reducers {

template <class A>
struct CountedSum {
  A sum;
  std::int64_t count;
};
template <Number V>
struct Mean : Plain<CountedSum<Wide<V>>> {
  using A   = Wide<V>;
  using Run = CountedSum<A>;

  KOKKOS_FORCEINLINE_FUNCTION Run identity() const { return {A{0}, 0}; }
  KOKKOS_FORCEINLINE_FUNCTION void accumulate(Run& run, V x, std::int64_t) const {
    run.sum += widened(x);
    ++run.count;
  }
  KOKKOS_FORCEINLINE_FUNCTION void merge(Run& to, Run const& from) const {
    to.sum += from.sum;
    to.count += from.count;
  }
  template <int>
  KOKKOS_FORCEINLINE_FUNCTION A get(Run const& state) const {
    return state.sum / static_cast<A>(state.count);  // 0 / 0 of no elements is NaN
  }
};

/// Means of double: a sum can overflow where the mean does not, so it is kept at a scale, and once more without:
/// numbers that the scale makes subnormal lose bits.
struct TwoScales {
  double sum, scaled;
  std::int64_t count;
};
template <>
struct Mean<double> : Plain<TwoScales> {
  static constexpr double scale = 0x1p-64;

  KOKKOS_FORCEINLINE_FUNCTION TwoScales identity() const { return {0, 0, 0}; }
  KOKKOS_FORCEINLINE_FUNCTION void accumulate(TwoScales& run, double x, std::int64_t) const {
    run.sum += x;
    run.scaled += x * scale;
    ++run.count;
  }
  KOKKOS_FORCEINLINE_FUNCTION void merge(TwoScales& to, TwoScales const& from) const {
    to.sum += from.sum;
    to.scaled += from.scaled;
    to.count += from.count;
  }
  template <int>
  KOKKOS_FORCEINLINE_FUNCTION double get(TwoScales const& state) const {
    auto const n         = static_cast<double>(state.count);
    bool const is_finite = state.sum - state.sum == 0;
    return is_finite || state.count == 0 ? state.sum / n : state.scaled / n / scale;
  }
};

/// Sums of a run, of differences from its first number: as that number is one of them, little cancels.
template <class A>
struct ShiftedSums {
  A shift, sum, squares;
  std::int32_t count;
};
struct Moments {
  double count, mean, squares;  // of differences from the mean
};

/// What is made of moments.
enum class MomentResult : std::uint8_t { variance, deviation, variance_and_mean };

/// Runs are short, so that their squares lose few bits; their moments are merged as Chan, Golub and LeVeque, "Updating
/// formulae and a pairwise algorithm for computing sample variances", 1979.
template <Number V, MomentResult Result>
struct Variance {
  using A                       = Wide<V>;
  using Run                     = ShiftedSums<A>;
  using State                   = Moments;
  static constexpr int results  = Result == MomentResult::variance_and_mean ? 2 : 1;
  static constexpr bool ordered = false, positions = false;
  static constexpr int least_run = 128;  // closing a run takes divisions

  double ddof;

  KOKKOS_FORCEINLINE_FUNCTION Run identity() const { return {A{0}, A{0}, A{0}, 0}; }
  KOKKOS_FORCEINLINE_FUNCTION void accumulate(Run& run, V element, std::int64_t) const {
    A const x     = widened(element);
    A const first = x - x == 0 ? x : A{0};  // no infinity
    run.shift     = run.count == 0 ? first : run.shift;
    A const d     = x - run.shift;
    run.sum += d;
    run.squares += d * d;
    ++run.count;
  }
  KOKKOS_FORCEINLINE_FUNCTION State close(Run const& run) const {
    if (run.count == 0) return {0, 0, 0};
    auto const n     = static_cast<double>(run.count);
    double const sum = static_cast<double>(run.sum), mean = sum / n;
    double const squares = static_cast<double>(run.squares) - sum * mean;
    return {n, static_cast<double>(run.shift) + mean, squares < 0 ? 0 : squares};
  }
  KOKKOS_FORCEINLINE_FUNCTION void merge(State& to, State const& from) const {
    if (from.count == 0) return;
    if (to.count == 0) {
      to = from;
      return;
    }
    // stretches as long as each other are the rule, and divisions slow
    double const count = to.count + from.count, part = from.count == to.count ? 0.5 : from.count / count;
    double const d = from.mean - to.mean;
    to.mean        = d - d == 0 ? to.mean + d * part : to.mean * (to.count / count) + from.mean * part;
    to.squares += from.squares + d * d * (to.count * part);
    to.count = count;
  }
  template <int I>
  KOKKOS_FORCEINLINE_FUNCTION double get(State const& state) const {
    double const nan = Kokkos::Experimental::quiet_NaN_v<double>;
    if constexpr (I == 1) return state.count == 0 ? nan : state.mean;
    double const freedom = state.count - ddof, variance = freedom > 0 ? state.squares / freedom : nan;
    return Result == MomentResult::deviation ? Kokkos::sqrt(variance) : variance;
  }
  bool has_identity() const { return true; }
  bool has_nothing() const { return true; }
};

}  // namespace KokkosAxis::Impl::reducers
