// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosAxis/impl/primitive/simt/unrolled.hpp>

#include <Kokkos_Core.hpp>

#include <cstdint>
#include <type_traits>

namespace KokkosAxis::Impl::primitive {

/// N neighbours, where they lie at a multiple of their size: compilers read them at one go.
template <class T, int N>
struct alignas(N * sizeof(T) <= 16 ? N * sizeof(T) : alignof(T)) Vector {
  T element[N];
};
template <class T>
struct Vector<T, 1> {
  T element[1];
};

template <int N, class T>
KOKKOS_FORCEINLINE_FUNCTION Vector<T, N> load_vector(T const* at) {
  return *reinterpret_cast<Vector<T, N> const*>(at);
}

/// Elements between `at` and the multiple of a vector's size before it.
template <int N, class T>
KOKKOS_FORCEINLINE_FUNCTION int misaligned(T const* at) {
  return N == 1 ? 0 : static_cast<int>(reinterpret_cast<std::uintptr_t>(at) % (N * sizeof(T)) / sizeof(T));
}

/// Can a vector be made of two that lie aligned?
template <class T, int N>
inline constexpr bool can_shift = N > 1 && (N * sizeof(T) == 16 || N * sizeof(T) == 8) && sizeof(T) <= 8 &&
                                  alignof(T) == sizeof(T);

/// The N neighbours that begin `behind` elements behind the beginning of `low`, which `high` follows.
template <class T, int N>
KOKKOS_FORCEINLINE_FUNCTION Vector<T, N> shifted(Vector<T, N> const& low, Vector<T, N> const& high, int behind) {
  constexpr int words = N * sizeof(T) / 4;
  struct Words {
    std::uint32_t word[words];
  };
  Words const a = Kokkos::bit_cast<Words>(low), b = Kokkos::bit_cast<Words>(high);
  std::uint32_t w[2 * words];
  unrolled<words>([&](int i) {
    w[i]         = a.word[i];
    w[words + i] = b.word[i];
  });
  int const bytes = behind * static_cast<int>(sizeof(T));
  if constexpr (words == 4) unrolled<2 * words - 2>([&](int i) { w[i] = bytes & 8 ? w[i + 2] : w[i]; });
  unrolled<words + 1>([&](int i) { w[i] = bytes & 4 ? w[i + 1] : w[i]; });
  Words out;
  unrolled<words>([&](int i) {
    out.word[i] = w[i];
    if constexpr (sizeof(T) < 4) {
      int const bits = bytes % 4 * 8;
      if (bits != 0) out.word[i] = w[i] >> bits | w[i + 1] << (32 - bits);
    }
  });
  return Kokkos::bit_cast<Vector<T, N>>(out);
}

}  // namespace KokkosAxis::Impl::primitive
