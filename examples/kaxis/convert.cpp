// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "convert.hpp"

#include <cmath>
#include <concepts>
#include <cstdint>
#include <limits>
#include <string>
#include <type_traits>
#include <utility>

namespace kaxis {

namespace {

/// Arithmetic can be done with all but halves.
template <class T>
auto number(T x) {
  if constexpr (std::same_as<T, Half>)
    return to_double(x);
  else
    return x;
}

template <class To, class From>
bool holds(From x) {
  if constexpr (std::integral<To> && !std::same_as<To, bool> && std::integral<From> && !std::same_as<From, bool>)
    return std::in_range<To>(x);
  else
    return true;
}

template <class To, class From>
To as(From x) {
  if constexpr (std::same_as<To, Half>)
    return to_half(static_cast<double>(x));
  else if constexpr (std::same_as<To, bool>)
    return x != From{0};
  else
    return static_cast<To>(x);
}

}  // namespace

double to_double(Half half) {
  int const exponent = (half.bits >> 10) & 0x1F, fraction = half.bits & 0x3FF;
  double magnitude = std::numeric_limits<double>::infinity();
  if (exponent < 31)
    magnitude = exponent == 0 ? std::ldexp(fraction, -24) : std::ldexp(fraction + 0x400, exponent - 25);
  else if (fraction != 0)
    magnitude = std::numeric_limits<double>::quiet_NaN();
  return std::copysign(magnitude, half.bits & 0x8000 ? -1.0 : 1.0);
}

Half to_half(double x) {
  unsigned const sign    = std::signbit(x) ? 0x8000 : 0;
  double const magnitude = std::abs(x);
  if (std::isnan(x)) return {static_cast<std::uint16_t>(sign | 0x7E00)};
  if (magnitude >= 65520) return {static_cast<std::uint16_t>(sign | 0x7C00)};
  int const exponent = magnitude < 0x1p-14 ? -14 : std::ilogb(magnitude);
  // a fraction that is rounded up to the next power of two carries into the exponent
  auto const fraction = static_cast<unsigned>(std::nearbyint(std::ldexp(magnitude, 10 - exponent)));
  return {static_cast<std::uint16_t>(sign | ((static_cast<unsigned>(exponent + 14) << 10) + fraction))};
}

Array converted(std::string const& path, Array const& array, DType type) {
  Array to = zeros_like(array, type);
  with_type(array.type, [&]<class From>() {
    with_type(type, [&]<class To>() {
      auto const* const in = reinterpret_cast<From const*>(array.data.get());
      auto* const out      = reinterpret_cast<To*>(to.data.get());
      for (std::int64_t i = 0; i < array.items(); ++i) {
        auto const x = number(in[i]);
        if (!holds<To>(x))
          throw Refusal(path + ": it holds " + std::to_string(x) + ", which is more than " +
                        std::string(info(type).name) + " holds");
        out[i] = as<To>(x);
      }
    });
  });
  return to;
}

Array as_written(Array& result, DType type) {
  if (type == DType::uint64) result.type = type;
  return converted("the result", result, type);
}

}  // namespace kaxis
