// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "support/axes.hpp"

#include <Kokkos_Core.hpp>

#include <cstdint>
#include <stdexcept>
#include <string>
#include <string_view>
#include <type_traits>

namespace perf {

enum class Distribution : std::uint8_t {
  random,
  sorted,
  all_equal,
  few_distinct,
  narrow_range,
  heavy_tail,
  mostly_equal,
  uniform,
  reversed,
  misleading
};

inline Distribution distribution_of(std::string_view name) {
  constexpr std::array<std::string_view, 10> names{{"random", "sorted", "all_equal", "few_distinct", "narrow_range",
                                                    "heavy_tail", "mostly_equal", "uniform", "reversed", "misleading"}};
  for (std::size_t d = 0; d < names.size(); ++d)
    if (names[d] == name) return static_cast<Distribution>(d);
  throw std::invalid_argument("no distribution " + std::string(name));
}

/// Element e of a random sequence: no state, so that every element can be drawn at once (splitmix64).
KOKKOS_INLINE_FUNCTION std::uint64_t hash(std::uint64_t e) {
  e += 0x9E3779B97F4A7C15u;
  e = (e ^ (e >> 30)) * 0xBF58476D1CE4E5B9u;
  e = (e ^ (e >> 27)) * 0x94D049BB133111EBu;
  return e ^ (e >> 31);
}

KOKKOS_INLINE_FUNCTION float fraction(std::uint64_t bits) { return (static_cast<float>(bits >> 40) + 0.5f) * 0x1p-24f; }

KOKKOS_INLINE_FUNCTION float normal(std::uint64_t bits) {
  return Kokkos::sqrt(-2 * Kokkos::log(fraction(bits))) * Kokkos::cos(6.2831853f * fraction(hash(~bits)));
}

template <class T>
struct Draw {
  T* data;
  Distribution distribution;
  std::int64_t count, length;
  int axis;

  KOKKOS_FUNCTION void operator()(std::int64_t e) const {
    std::int64_t const position = axis == 1 ? e % length : e / count;
    std::uint64_t const bits    = hash(static_cast<std::uint64_t>(e));
    if constexpr (std::is_integral_v<T>)
      data[e] = integer(bits, position);
    else
      data[e] = static_cast<T>(real(bits, position));
  }

  /// Random: the standard normal distribution.
  KOKKOS_FUNCTION float real(std::uint64_t bits, std::int64_t position) const {
    switch (distribution) {
      case Distribution::sorted:
        return 8 * (static_cast<float>(position) / static_cast<float>(length) - 0.5f);
      case Distribution::all_equal:
        return 1;
      case Distribution::few_distinct:
        return static_cast<float>(bits % 8);
      case Distribution::narrow_range:
        return 1 + 0x1p-8f * fraction(bits);
      case Distribution::heavy_tail:
        return normal(bits) * Kokkos::exp(2 * normal(hash(bits)));
      case Distribution::mostly_equal:  // 99 of 100
        return hash(bits) % 100 != 0 ? 1 : normal(bits);
      case Distribution::uniform:
        return fraction(bits);
      case Distribution::reversed:
        return -static_cast<float>(position);
      case Distribution::misleading:  // all that is great lies together, in stretches that a sample may miss or meet
        return position / 64 % 32 == 7 ? 4 + normal(bits) : normal(bits);
      default:
        return normal(bits);
    }
  }

  /// Random: every value alike.
  KOKKOS_FUNCTION T integer(std::uint64_t bits, std::int64_t position) const {
    switch (distribution) {
      case Distribution::sorted:
        return static_cast<T>(static_cast<double>(position) / static_cast<double>(length) *
                              static_cast<double>(Kokkos::Experimental::finite_max_v<T> / 2));
      case Distribution::all_equal:
        return 1;
      case Distribution::few_distinct:
        return static_cast<T>(bits % 8);
      case Distribution::narrow_range:  // the top 0.1 %; of 8-bit keys the top sixteenth
        return static_cast<T>(Kokkos::Experimental::finite_max_v<T> -
                              static_cast<T>((bits >> (64 - 8 * sizeof(T))) >> (sizeof(T) == 1 ? 4 : 10)));
      case Distribution::heavy_tail:
        return static_cast<T>(static_cast<T>(bits) >> (hash(bits) % (8 * sizeof(T))));
      case Distribution::mostly_equal:
        return hash(bits) % 100 != 0 ? T{1} : static_cast<T>(bits);
      default:
        return static_cast<T>(bits);
    }
  }
};

/// The input of a case, in a LayoutRight View of its extents.
template <class T, class Exec>
Kokkos::View<T**, Kokkos::LayoutRight, Exec> input_of(Exec const& exec, Case const& c) {
  bool const rows = c.axis == 1;
  Kokkos::View<T**, Kokkos::LayoutRight, Exec> keys(Kokkos::view_alloc(exec, Kokkos::WithoutInitializing, "keys"),
                                                    rows ? c.count : c.length, rows ? c.length : c.count);
  Kokkos::parallel_for("perf::draw", Kokkos::RangePolicy<Exec, Kokkos::IndexType<std::int64_t>>(exec, 0, c.elements()),
                       Draw<T>{keys.data(), distribution_of(c.distribution), c.count, c.length, c.axis});
  exec.fence("perf: input drawn");
  return keys;
}

}  // namespace perf
