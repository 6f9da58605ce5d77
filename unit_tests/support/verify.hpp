// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "support/elements.hpp"
#include "support/oracle.hpp"

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <vector>

namespace KokkosAxis::Test {

/// The same bits everywhere; tells the first place that differs.
template <class Values>
::testing::AssertionResult same_bits(Values const& actual, Values const& expected) {
  if (actual.size() != expected.size())
    return ::testing::AssertionFailure() << actual.size() << " elements instead of " << expected.size();
  for (std::size_t i = 0; i < actual.size(); ++i)
    if (!same(actual[i], expected[i]))
      return ::testing::AssertionFailure()
             << "element " << i << " is " << hex(actual[i]) << ", expected " << hex(expected[i]);
  return ::testing::AssertionSuccess();
}

/// A number that depends on an element's stored bits (FNV-1a, then mixed as SplitMix64 mixes).
template <class T>
std::uint64_t hash_of(T const& value) {
  unsigned char bytes[sizeof(T)];
  std::memcpy(bytes, &value, sizeof(T));
  std::uint64_t h = 0xcbf29ce484222325;
  for (std::size_t b = 0; b < value_bytes<T>; ++b) h = (h ^ bytes[b]) * 0x100000001b3;
  h = (h ^ (h >> 30)) * 0xbf58476d1ce4e5b9;
  return h ^ (h >> 31);
}

/// No element lost, made up or changed: each slice holds the stored bits that it held before, by a checksum that does
/// not depend on their order.
template <class Values>
::testing::AssertionResult same_multiset(Cut const& cut, Values const& actual, Values const& input) {
  for (std::int64_t s = 0; s < cut.slices(); ++s) {
    std::uint64_t now = 0, before = 0;
    for (std::int64_t k = 0; k < cut.length; ++k) {
      now += hash_of(actual[cut.at(s, k)]);
      before += hash_of(input[cut.at(s, k)]);
    }
    if (now != before) return ::testing::AssertionFailure() << "slice " << s << " does not hold what it held";
  }
  return ::testing::AssertionSuccess();
}

/// No element comes before its predecessor in the slice. `before(a, b)` compares elements.
template <class Values, class Before>
::testing::AssertionResult in_order(Cut const& cut, Values const& actual, Before&& before) {
  for (std::int64_t s = 0; s < cut.slices(); ++s)
    for (std::int64_t k = 1; k < cut.length; ++k)
      if (before(actual[cut.at(s, k)], actual[cut.at(s, k - 1)]))
        return ::testing::AssertionFailure() << "slice " << s << ", place " << k << ": " << hex(actual[cut.at(s, k)])
                                             << " comes after " << hex(actual[cut.at(s, k - 1)]);
  return ::testing::AssertionSuccess();
}

/// Positions of any integer type against the oracle's.
template <class Index>
::testing::AssertionResult same_positions(std::vector<Index> const& actual, std::vector<std::int64_t> const& expected) {
  if (actual.size() != expected.size())
    return ::testing::AssertionFailure() << actual.size() << " positions instead of " << expected.size();
  for (std::size_t i = 0; i < actual.size(); ++i)
    if (static_cast<std::int64_t>(actual[i]) != expected[i])
      return ::testing::AssertionFailure()
             << "position " << i << " is " << static_cast<std::int64_t>(actual[i]) << ", expected " << expected[i];
  return ::testing::AssertionSuccess();
}

/// Sorted keys three ways: order, multiset of stored bits, and the exact result of the reference.
template <class Values, class Before>
::testing::AssertionResult correctly_sorted(Cut const& cut, Values const& actual, Values const& input,
                                            std::vector<std::int64_t> const& positions, Before&& before) {
  if (auto const result = in_order(cut, actual, before); !result) return result;
  if (auto const result = same_multiset(cut, actual, input); !result) return result;
  return same_bits(actual, taken(cut, input, positions));
}

}  // namespace KokkosAxis::Test
