// The fills are what their names say.
#include "support/inputs.hpp"
#include "support/types.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <set>

namespace KokkosAxis::Test {
namespace {

template <class T>
std::vector<Seen> seen(Fill fill, std::int64_t n = 400) {
  std::vector<Seen> result;
  for (T const& key : make_keys<T>(fill, n)) result.push_back(look(key));
  return result;
}

template <class T>
std::size_t distinct(Fill fill) {
  std::set<std::uint64_t> bits;
  for (T const& key : make_keys<T>(fill, 400)) bits.insert(bits_of(key));
  return bits.size();
}

TEST(Inputs, EveryFillHasKeysOfEveryType) {
  for_each_type<bool, std::int8_t, Shade, Half, BFloat, float, std::int32_t, std::uint64_t, double>([]<class T>() {
    for (Fill fill : all_fills) {
      EXPECT_EQ(make_keys<T>(fill, 0).size(), 0u);
      EXPECT_EQ(make_keys<T>(fill, 77).size(), 77u);
    }
  });
}

TEST(Inputs, OnlySomeFillsHoldNan) {
  for (Fill fill : all_fills) {
    auto const keys     = seen<Half>(fill, 3000);
    bool const has_nan  = std::any_of(keys.begin(), keys.end(), [](Seen s) { return s.nan; });
    bool const may_have = fill == Fill::any_bits || fill == Fill::special || fill == Fill::all_nan;
    EXPECT_EQ(has_nan, may_have) << name_of(fill);
  }
}

TEST(Inputs, NanOfBothSignsAndSeveralPayloads) {
  std::set<std::uint64_t> bits;
  bool negative = false, positive = false;
  for (float const key : make_keys<float>(Fill::all_nan, 100)) {
    EXPECT_TRUE(look(key).nan);
    bits.insert(bits_of(key));
    (look(key).negative ? negative : positive) = true;
  }
  EXPECT_GT(bits.size(), 50u);
  EXPECT_TRUE(negative && positive);
}

TEST(Inputs, SpecialKeysHoldTheEndsOfTheRange) {
  auto const has = [](auto const& keys, std::uint64_t bits) {
    return std::any_of(keys.begin(), keys.end(), [=](auto key) { return bits_of(key) == bits; });
  };
  for (std::uint64_t bits : {0x0000u, 0x8000u, 0x7c00u, 0xfc00u, 0x7c01u, 0xfe00u, 0xffffu, 0x0001u, 0x03ffu, 0x7bffu})
    EXPECT_TRUE(has(special_keys<Half>(), bits)) << std::hex << bits;
  for (std::uint64_t bits : {0x00u, 0x7fu, 0x80u, 0xffu}) EXPECT_TRUE(has(special_keys<std::int8_t>(), bits));
}

TEST(Inputs, ShapesAreAsNamed) {
  auto const sorted = seen<std::int32_t>(Fill::sorted), reversed = seen<std::int32_t>(Fill::reversed);
  auto const less = [](Seen a, Seen b) { return a.value < b.value; };
  EXPECT_TRUE(std::is_sorted(sorted.begin(), sorted.end(), less));
  EXPECT_TRUE(std::is_sorted(reversed.rbegin(), reversed.rend(), less));
  EXPECT_GT(distinct<std::int32_t>(Fill::sorted), 300u);
  EXPECT_EQ(distinct<std::uint64_t>(Fill::all_equal), 1u);
  EXPECT_EQ(distinct<double>(Fill::largest), 1u);
  EXPECT_LE(distinct<double>(Fill::few_distinct), 5u);
  EXPECT_LE(distinct<std::uint64_t>(Fill::narrow), 16u);
  EXPECT_LE(distinct<std::uint64_t>(Fill::one_digit), 256u);
  EXPECT_GT(distinct<float>(Fill::denormal), 100u);
  for (Seen const s : seen<float>(Fill::denormal)) EXPECT_LT(s.value < 0 ? -s.value : s.value, 1.2e-38L);
}

TEST(Inputs, TheSameSeedGivesTheSameKeys) {
  EXPECT_EQ(make_keys<std::uint64_t>(Fill::random, 50, 3), make_keys<std::uint64_t>(Fill::random, 50, 3));
  EXPECT_NE(make_keys<std::uint64_t>(Fill::random, 50, 3), make_keys<std::uint64_t>(Fill::random, 50, 4));
}

}  // namespace
}  // namespace KokkosAxis::Test
