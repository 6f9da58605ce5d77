// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosAxis/impl/layout/bits.hpp>
#include <KokkosAxis/impl/layout/key_codec.hpp>
#include <KokkosAxis/impl/layout/reducers/concept.hpp>

#include <Kokkos_Core.hpp>

#include <cstdint>
#include <limits>
#include <optional>
#include <type_traits>

namespace KokkosAxis::Impl::reducers {

template <Number V>
using BitsOf = unsigned_of_t<sizeof(V)>;

template <Number V>
KOKKOS_FORCEINLINE_FUNCTION V from_bits(BitsOf<V> bits) {
  V x;
  layout::store(&x, 0, bits);
  return x;
}

/// The least or greatest number, NaN if there is one. States are codes, whose least is sought: so it does not matter in
/// which order they are compared, -0.0 is below +0.0, and no number is taken for none.
template <Number V, bool Greatest>
struct Extreme : Plain<BitsOf<V>> {
  using Bits = BitsOf<V>;

  static constexpr auto codec() {
    return layout::key_codec<V>(Greatest ? Order::descending : Order::ascending, Nan::first, Zeros::ordered);
  }
  KOKKOS_FORCEINLINE_FUNCTION Bits identity() const { return static_cast<Bits>(~Bits{0}); }
  KOKKOS_FORCEINLINE_FUNCTION void accumulate(Bits& run, V x, std::int64_t) const {
    constexpr auto codes = codec();
    merge(run, codes.encode(layout::load<Bits>(&x, 0)));
  }
  KOKKOS_FORCEINLINE_FUNCTION void merge(Bits& to, Bits const& from) const { to = from < to ? from : to; }
  template <int>
  KOKKOS_FORCEINLINE_FUNCTION V get(Bits const& state) const {
    constexpr auto codes = codec();
    return from_bits<V>(codes.decode(state));
  }
  template <class Initial>
  Bits begin(Initial const& initial) const {
    Bits run = identity();
    accumulate(run, static_cast<V>(initial), 0);
    return run;
  }
  bool has_identity() const { return false; }
  bool has_nothing() const { return false; }
};

/// The largest magnitude: the bits of numbers without a sign are in order, NaN above all.
template <Number V>
struct NormInf : Plain<BitsOf<V>> {
  using Bits = BitsOf<V>;

  KOKKOS_FORCEINLINE_FUNCTION Bits identity() const { return 0; }
  KOKKOS_FORCEINLINE_FUNCTION void accumulate(Bits& run, V x, std::int64_t) const {
    auto bits           = layout::load<Bits>(&x, 0);
    constexpr Bits sign = static_cast<Bits>(Bits{1} << (8 * sizeof(Bits) - 1));
    if constexpr (is_floating<V>)
      bits = static_cast<Bits>(bits & static_cast<Bits>(~sign));
    else if constexpr (radix_key<V>::is_signed)
      bits = bits & sign ? static_cast<Bits>(Bits{0} - bits) : bits;
    merge(run, bits);
  }
  KOKKOS_FORCEINLINE_FUNCTION void merge(Bits& to, Bits const& from) const { to = to < from ? from : to; }
  template <int>
  KOKKOS_FORCEINLINE_FUNCTION auto get(Bits const& state) const {
    if constexpr (is_floating<V>)
      return from_bits<V>(state);
    else
      return static_cast<std::uint64_t>(state);
  }
};

/// The best code so far and where it was seen. Of equal codes the lower `place` is better.
template <class Bits>
struct Found {
  Bits code;
  std::int64_t place;
};
template <Number V, bool Greatest>
struct ArgExtreme : Plain<Found<BitsOf<V>>> {
  using Bits = BitsOf<V>;
  using Run  = Found<Bits>;

  static constexpr bool positions = true;

  bool last;           // of equal elements the last
  bool can_be_empty;   // an index was given for slices without elements
  std::int64_t empty;  // that index

  static constexpr std::int64_t nowhere = std::numeric_limits<std::int64_t>::max();

  KOKKOS_FORCEINLINE_FUNCTION Run identity() const { return {static_cast<Bits>(~Bits{0}), nowhere}; }
  KOKKOS_FORCEINLINE_FUNCTION void accumulate(Run& run, V x, std::int64_t position) const {
    constexpr auto codes =
        layout::key_codec<V>(Greatest ? Order::descending : Order::ascending, Nan::first, Zeros::equal);
    merge(run, {codes.encode(layout::load<Bits>(&x, 0)), last ? ~position : position});
  }
  KOKKOS_FORCEINLINE_FUNCTION void merge(Run& to, Run const& from) const {
    bool const better = from.code < to.code || (from.code == to.code && from.place < to.place);
    to.code           = better ? from.code : to.code;
    to.place          = better ? from.place : to.place;
  }
  template <int>
  KOKKOS_FORCEINLINE_FUNCTION Position get(Run const& state) const {
    std::int64_t const found = last ? ~state.place : state.place;
    return Position{state.place == nowhere ? empty : found};
  }
  bool has_identity() const { return can_be_empty; }
};

}  // namespace KokkosAxis::Impl::reducers
