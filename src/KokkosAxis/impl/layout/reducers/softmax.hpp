// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosAxis/impl/layout/reducers/exponential.hpp>
#include <KokkosAxis/impl/layout/reducers/sums.hpp>

#include <Kokkos_Core.hpp>

namespace KokkosAxis::Impl::reducers {

/// What of a slice makes an element's result: the state of LogSumExp. `Log`: the logarithm of that result.
template <Number V, bool Log>
struct Softmax : LogSumExp<V> {
  using State = typename LogSumExp<V>::State;
  using A     = typename LogSumExp<V>::A;

  /// The largest element, and the sum of exponentials or its logarithm.
  struct Scale {
    A largest, sum;
  };

  KOKKOS_FORCEINLINE_FUNCTION Scale scale(State const& state) const {
    // where infinity is the largest, or NaN, the quotients of exponentials are those of infinities or of zeros
    A const largest = state.largest - state.largest == 0 ? state.largest : Kokkos::Experimental::quiet_NaN_v<A>;
    if constexpr (Log)
      return {largest, Kokkos::log(state.sum)};
    else
      return {largest, state.sum};
  }
  KOKKOS_FORCEINLINE_FUNCTION A value(V x, Scale const& scale) const {
    A const d = static_cast<A>(widened(x)) - scale.largest;
    if constexpr (Log)
      return d - scale.sum;
    else
      return falling_exp(d) / scale.sum;
  }
  /// Of an element that takes no part.
  static KOKKOS_FORCEINLINE_FUNCTION A nothing() { return Log ? LogSumExp<V>::lowest() : A{0}; }
};

}  // namespace KokkosAxis::Impl::reducers
