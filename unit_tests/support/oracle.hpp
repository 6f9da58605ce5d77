// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosAxis/options.hpp>

#include "support/elements.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numeric>
#include <type_traits>
#include <vector>

namespace KokkosAxis::Test {

/// A key as arithmetic sees it. long double holds every 64-bit integer, and is not touched by flush-to-zero modes.
struct Seen {
  bool nan          = false;
  bool negative     = false;  // the sign bit
  long double value = 0;
};

/// Reads a key by the definition of its format, not by the library's codes.
template <class T>
Seen look(T const& key) {
  if constexpr (std::is_same_v<T, long double>) {
    return {std::isnan(key), std::signbit(key), key};
  } else if constexpr (std::is_enum_v<T>) {
    return {.value = static_cast<long double>(static_cast<std::underlying_type_t<T>>(key))};
  } else if constexpr (std::is_integral_v<T>) {
    return {.value = static_cast<long double>(key)};
  } else {
    constexpr Format f           = format_of<T>();
    constexpr int exponent_bits  = 8 * static_cast<int>(sizeof(T)) - 1 - f.fraction_bits;
    constexpr int exponent_all   = (1 << exponent_bits) - 1;
    constexpr int bias           = exponent_all / 2;
    std::uint64_t const bits     = bits_of(key);
    std::uint64_t const fraction = bits & ((std::uint64_t{1} << f.fraction_bits) - 1);
    int const exponent           = static_cast<int>(bits >> f.fraction_bits) & exponent_all;
    bool const negative          = (bits >> (8 * sizeof(T) - 1)) != 0;
    if (exponent == exponent_all && fraction != 0) return {.nan = true, .negative = negative};
    long double magnitude = 0;
    if (exponent == exponent_all)
      magnitude = std::numeric_limits<long double>::infinity();
    else if (exponent == 0)
      magnitude = std::ldexp(static_cast<long double>(fraction), 1 - bias - f.fraction_bits);
    else
      magnitude = std::ldexp(static_cast<long double>(fraction | std::uint64_t{1} << f.fraction_bits),
                             exponent - bias - f.fraction_bits);
    return {.negative = negative, .value = negative ? -magnitude : magnitude};
  }
}

/// The policies of a call, without the rest of its options.
struct Policy {
  Order order = Order::ascending;
  Nan nan     = Nan::greatest;
  Zeros zeros = Zeros::equal;
};

/// The order that the documentation promises, as a table of cases.
inline bool comes_before(Seen a, Seen b, Policy policy) {
  bool const descending = policy.order == Order::descending;
  if (a.nan || b.nan) {
    bool const first = policy.nan == Nan::first || (policy.nan == Nan::greatest && descending) ||
                       (policy.nan == Nan::smallest && !descending);
    return first ? a.nan && !b.nan : b.nan && !a.nan;
  }
  if (descending) std::swap(a, b);
  if (a.value != b.value) return a.value < b.value;
  return policy.zeros == Zeros::ordered && a.value == 0 && a.negative && !b.negative;
}

/// An array of any rank in C order, cut along an axis: element k of slice s is at `at(s, k)`.
struct Cut {
  std::int64_t length = 1, outer = 1, inner = 1;

  Cut(std::vector<std::int64_t> const& extents, int axis) {
    std::size_t const along = static_cast<std::size_t>(axis < 0 ? axis + static_cast<int>(extents.size()) : axis);
    for (std::size_t d = 0; d < along; ++d) outer *= extents[d];
    length = extents[along];
    for (std::size_t d = along + 1; d < extents.size(); ++d) inner *= extents[d];
  }
  std::int64_t slices() const { return outer * inner; }
  std::size_t at(std::int64_t slice, std::int64_t k) const {
    return static_cast<std::size_t>(slice / inner * length * inner + k * inner + slice % inner);
  }
};

/// What a stable sort of every slice gives, in C order: for each place the position along the axis that belongs there.
/// `before(i, j)` compares elements i and j of the array.
template <class Before>
std::vector<std::int64_t> sorted_positions(Cut const& cut, Before&& before) {
  std::vector<std::int64_t> result(static_cast<std::size_t>(cut.slices() * cut.length));
  std::vector<std::int64_t> positions(static_cast<std::size_t>(cut.length));
  for (std::int64_t s = 0; s < cut.slices(); ++s) {
    std::iota(positions.begin(), positions.end(), 0);
    std::stable_sort(positions.begin(), positions.end(),
                     [&](std::int64_t i, std::int64_t j) { return before(cut.at(s, i), cut.at(s, j)); });
    for (std::int64_t k = 0; k < cut.length; ++k) result[cut.at(s, k)] = positions[static_cast<std::size_t>(k)];
  }
  return result;
}

/// The same for keys under a policy.
template <class Keys>
std::vector<std::int64_t> sorted_positions(Cut const& cut, Keys const& keys, Policy policy) {
  std::vector<Seen> seen;
  seen.reserve(keys.size());
  for (auto const& key : keys) seen.push_back(look(key));
  return sorted_positions(cut, [&](std::size_t i, std::size_t j) { return comes_before(seen[i], seen[j], policy); });
}

/// values[..., positions[..., i], ...] for an array with `inner` further elements behind each of the positions.
template <class Values>
Values taken(Cut const& cut, Values const& values, std::vector<std::int64_t> const& positions,
             std::size_t further = 1) {
  Values result = values;
  for (std::int64_t s = 0; s < cut.slices(); ++s)
    for (std::int64_t k = 0; k < cut.length; ++k) {
      std::int64_t const from = positions[cut.at(s, k)];
      if (from < 0 || from >= cut.length) continue;
      for (std::size_t f = 0; f < further; ++f)
        result[cut.at(s, k) * further + f] = values[cut.at(s, from) * further + f];
    }
  return result;
}

}  // namespace KokkosAxis::Test
