// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>

#include <utility>

namespace KokkosAxis::Impl::primitive {

template <class F, int... I>
KOKKOS_FORCEINLINE_FUNCTION void unrolled(F const& f, std::integer_sequence<int, I...>) {
  (f(I), ...);
}

/// f(0), ..., f(N - 1), written out: arrays that f indexes stay in registers.
template <int N, class F>
KOKKOS_FORCEINLINE_FUNCTION void unrolled(F const& f) {
  unrolled(f, std::make_integer_sequence<int, N>{});
}

}  // namespace KokkosAxis::Impl::primitive
