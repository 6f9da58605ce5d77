// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosAxis/impl/layout/reducers/concept.hpp>
#include <KokkosAxis/impl/layout/reducers/exponential.hpp>

#include <Kokkos_Core.hpp>

#include <concepts>
#include <cstdint>

namespace KokkosAxis::Impl::reducers {

template <Number V>
struct Sum : Plain<Accumulator<V>> {
  using A = Accumulator<V>;

  KOKKOS_FORCEINLINE_FUNCTION A identity() const { return A{0}; }
  KOKKOS_FORCEINLINE_FUNCTION void accumulate(A& run, V x, std::int64_t) const { run += accumulated(x); }
  KOKKOS_FORCEINLINE_FUNCTION void merge(A& to, A const& from) const { to += from; }
  template <int>
  KOKKOS_FORCEINLINE_FUNCTION SumResult<V> get(A const& state) const {
    return static_cast<SumResult<V>>(state);
  }
  template <class Initial>
  A begin(Initial const& initial) const {
    return static_cast<A>(static_cast<SumResult<V>>(initial));
  }
};

template <Number V>
struct Prod : Sum<V> {
  using A = Accumulator<V>;

  KOKKOS_FORCEINLINE_FUNCTION A identity() const { return A{1}; }
  KOKKOS_FORCEINLINE_FUNCTION void accumulate(A& run, V x, std::int64_t) const { run *= accumulated(x); }
  KOKKOS_FORCEINLINE_FUNCTION void merge(A& to, A const& from) const { to *= from; }
};

/// What is not 0. NaN is not.
template <Number V>
KOKKOS_FORCEINLINE_FUNCTION bool truth(V x) {
  if constexpr (is_half<V>)
    return static_cast<float>(x) != 0;
  else
    return x != V{0};
}

template <Number V>
struct Any : Plain<bool> {
  KOKKOS_FORCEINLINE_FUNCTION bool identity() const { return false; }
  KOKKOS_FORCEINLINE_FUNCTION void accumulate(bool& run, V x, std::int64_t) const { run = run | truth(x); }
  KOKKOS_FORCEINLINE_FUNCTION void merge(bool& to, bool from) const { to = to | from; }
  template <int>
  KOKKOS_FORCEINLINE_FUNCTION bool get(bool state) const {
    return state;
  }
};

template <Number V>
struct All : Plain<bool> {
  KOKKOS_FORCEINLINE_FUNCTION bool identity() const { return true; }
  KOKKOS_FORCEINLINE_FUNCTION void accumulate(bool& run, V x, std::int64_t) const { run = run & truth(x); }
  KOKKOS_FORCEINLINE_FUNCTION void merge(bool& to, bool from) const { to = to & from; }
  template <int>
  KOKKOS_FORCEINLINE_FUNCTION bool get(bool state) const {
    return state;
  }
};

template <Number V>
struct CountNonzero : Plain<std::int64_t> {
  KOKKOS_FORCEINLINE_FUNCTION std::int64_t identity() const { return 0; }
  KOKKOS_FORCEINLINE_FUNCTION void accumulate(std::int64_t& run, V x, std::int64_t) const { run += truth(x); }
  KOKKOS_FORCEINLINE_FUNCTION void merge(std::int64_t& to, std::int64_t from) const { to += from; }
  template <int>
  KOKKOS_FORCEINLINE_FUNCTION std::int64_t get(std::int64_t state) const {
    return state;
  }
};

/// The largest exponent so far, and the sum of exp(x - largest): no term overflows, and the largest is 1.
template <class A>
struct ScaledSum {
  A largest, sum;
};
template <Number V>
struct LogSumExp
    : Plain<ScaledSum<
          std::conditional_t<std::same_as<Wide<V>, double> && !is_half<V> && !std::same_as<V, float>, double, float>>> {
  using Run = typename LogSumExp::Plain::Run;
  using A   = decltype(Run::largest);

  static KOKKOS_FORCEINLINE_FUNCTION A lowest() { return -Kokkos::Experimental::infinity_v<A>; }
  KOKKOS_FORCEINLINE_FUNCTION Run identity() const { return {lowest(), A{0}}; }
  KOKKOS_FORCEINLINE_FUNCTION void accumulate(Run& run, V x, std::int64_t) const {
    merge(run, {static_cast<A>(widened(x)), A{1}});
  }
  /// Without branches, so that neighbours' states are merged side by side.
  KOKKOS_FORCEINLINE_FUNCTION void merge(Run& to, Run const& from) const {
    A const apart  = from.largest == to.largest ? A{0} : from.largest - to.largest;  // infinities have no difference
    A const factor = falling_exp(apart > 0 ? -apart : apart);
    // NaN is not greater, but stays
    to = {apart > 0 || from.largest != from.largest ? from.largest : to.largest,
          apart > 0 ? to.sum * factor + from.sum : to.sum + from.sum * factor};
  }
  template <int>
  KOKKOS_FORCEINLINE_FUNCTION A get(Run const& state) const {
    return state.sum > 0 || state.sum != state.sum ? state.largest + Kokkos::log(state.sum) : lowest();
  }
};

template <Number V>
KOKKOS_FORCEINLINE_FUNCTION Accumulator<V> magnitude(V x) {
  auto const a = accumulated(x);
  if constexpr (is_floating<V>)
    return a < 0 ? -a : a;
  else if constexpr (radix_key<V>::is_signed)
    return static_cast<std::int64_t>(a) < 0 ? 0 - a : a;
  else
    return a;
}

/// Of integers, the sum of magnitudes, which are unsigned.
template <Number V>
struct Norm1 : Plain<Accumulator<V>> {
  using A = Accumulator<V>;

  KOKKOS_FORCEINLINE_FUNCTION A identity() const { return A{0}; }
  KOKKOS_FORCEINLINE_FUNCTION void accumulate(A& run, V x, std::int64_t) const { run += magnitude(x); }
  KOKKOS_FORCEINLINE_FUNCTION void merge(A& to, A const& from) const { to += from; }
  template <int>
  KOKKOS_FORCEINLINE_FUNCTION A get(A const& state) const {
    return state;
  }
};

template <Number V>
struct Norm2 : Plain<Wide<V>> {
  using A = Wide<V>;

  KOKKOS_FORCEINLINE_FUNCTION A identity() const { return A{0}; }
  KOKKOS_FORCEINLINE_FUNCTION void accumulate(A& run, V x, std::int64_t) const { run += widened(x) * widened(x); }
  KOKKOS_FORCEINLINE_FUNCTION void merge(A& to, A const& from) const { to += from; }
  template <int>
  KOKKOS_FORCEINLINE_FUNCTION A get(A const& state) const {
    return Kokkos::sqrt(state);
  }
};

/// Squares of doubles can overflow and underflow: large, middle and small numbers have sums of their own, the outer
/// ones scaled. Blue, "A portable Fortran program to find the Euclidean norm of a vector", 1978.
struct Squares {
  double large, middle, small;
};
template <>
struct Norm2<double> : Plain<Squares> {
  static constexpr double large_from = 0x1p+486, small_below = 0x1p-511, shrink = 0x1p-538, grow = 0x1p+537;

  KOKKOS_FORCEINLINE_FUNCTION Squares identity() const { return {0, 0, 0}; }
  KOKKOS_FORCEINLINE_FUNCTION void accumulate(Squares& run, double x, std::int64_t) const {
    double const a = x < 0 ? -x : x;
    if (a > large_from)
      run.large += a * shrink * (a * shrink);
    else if (a < small_below)
      run.small += a * grow * (a * grow);
    else  // or NaN
      run.middle += a * a;
  }
  KOKKOS_FORCEINLINE_FUNCTION void merge(Squares& to, Squares const& from) const {
    to.large += from.large;
    to.middle += from.middle;
    to.small += from.small;
  }
  template <int>
  KOKKOS_FORCEINLINE_FUNCTION double get(Squares const& s) const {
    bool const some = s.middle > 0 || s.middle != s.middle;
    if (s.large > 0) return Kokkos::sqrt(s.large + (some ? s.middle * shrink * shrink : 0)) / shrink;
    if (s.small == 0) return Kokkos::sqrt(s.middle);
    double const of_small = Kokkos::sqrt(s.small) / grow, of_middle = Kokkos::sqrt(s.middle);
    if (!some) return of_small;
    if (!(of_small < of_middle) && of_middle == of_middle)
      return of_small * Kokkos::sqrt(1 + of_middle / of_small * (of_middle / of_small));
    return of_middle * Kokkos::sqrt(1 + of_small / of_middle * (of_small / of_middle));
  }
};

}  // namespace KokkosAxis::Impl::reducers
