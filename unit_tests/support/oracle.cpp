// The oracle against answers worked out by hand.
#include "support/oracle.hpp"
#include "support/place.hpp"
#include "support/types.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

namespace KokkosAxis::Test {
namespace {

constexpr float inf = std::numeric_limits<float>::infinity();
constexpr float nan = std::numeric_limits<float>::quiet_NaN();

std::vector<std::int64_t> positions(std::vector<float> const& keys, Policy policy) {
  return sorted_positions(Cut({static_cast<std::int64_t>(keys.size())}, 0), keys, policy);
}
using P = std::vector<std::int64_t>;

TEST(Oracle, ReadsFormatsByTheirDefinition) {
  EXPECT_EQ(look(1.5f).value, 1.5L);
  EXPECT_EQ(look(-0.1).value, static_cast<long double>(-0.1));
  EXPECT_EQ(look(std::numeric_limits<float>::denorm_min()).value, std::ldexp(1.0L, -149));
  EXPECT_EQ(look(std::numeric_limits<double>::max()).value,
            static_cast<long double>(std::numeric_limits<double>::max()));
  EXPECT_EQ(look(Half{0x3c00}).value, 1);
  EXPECT_EQ(look(Half{0xc500}).value, -5);
  EXPECT_EQ(look(Half{0x0001}).value, std::ldexp(1.0L, -24));
  EXPECT_EQ(look(BFloat{0x3fc0}).value, 1.5L);
  EXPECT_EQ(look(std::numeric_limits<std::uint64_t>::max()).value, 18446744073709551615.0L);
  EXPECT_EQ(look(Level::low).value, -300);
  EXPECT_TRUE(look(nan).nan && look(Half{0x7c01}).nan && look(BFloat{0xffff}).nan);
  EXPECT_FALSE(look(inf).nan || look(Half{0xfc00}).nan);
  EXPECT_TRUE(look(-0.0f).negative);
  EXPECT_EQ(look(-0.0f).value, 0);
}

TEST(Oracle, NanGoesWhereThePolicySays) {
  std::vector<float> const keys{2, nan, -inf, -nan, inf};
  using enum Order;
  EXPECT_EQ(positions(keys, {ascending, Nan::greatest}), (P{2, 0, 4, 1, 3}));
  EXPECT_EQ(positions(keys, {ascending, Nan::last}), (P{2, 0, 4, 1, 3}));
  EXPECT_EQ(positions(keys, {ascending, Nan::smallest}), (P{1, 3, 2, 0, 4}));
  EXPECT_EQ(positions(keys, {ascending, Nan::first}), (P{1, 3, 2, 0, 4}));
  EXPECT_EQ(positions(keys, {descending, Nan::greatest}), (P{1, 3, 4, 0, 2}));
  EXPECT_EQ(positions(keys, {descending, Nan::first}), (P{1, 3, 4, 0, 2}));
  EXPECT_EQ(positions(keys, {descending, Nan::smallest}), (P{4, 0, 2, 1, 3}));
  EXPECT_EQ(positions(keys, {descending, Nan::last}), (P{4, 0, 2, 1, 3}));
}

TEST(Oracle, ZerosAreEqualUnlessOrdered) {
  std::vector<float> const keys{0.0f, -0.0f, -1, 0.0f, -0.0f};
  using enum Order;
  EXPECT_EQ(positions(keys, {ascending, Nan::greatest, Zeros::equal}), (P{2, 0, 1, 3, 4}));
  EXPECT_EQ(positions(keys, {ascending, Nan::greatest, Zeros::ordered}), (P{2, 1, 4, 0, 3}));
  EXPECT_EQ(positions(keys, {descending, Nan::greatest, Zeros::equal}), (P{0, 1, 3, 4, 2}));
  EXPECT_EQ(positions(keys, {descending, Nan::greatest, Zeros::ordered}), (P{0, 3, 1, 4, 2}));
}

TEST(Oracle, CutsAnArrayIntoSlices) {
  Cut const rows({2, 3}, 1), columns({2, 3}, 0), middle({2, 3, 4}, -2);
  EXPECT_EQ(rows.slices(), 2);
  EXPECT_EQ(rows.at(1, 2), 5u);
  EXPECT_EQ(columns.slices(), 3);
  EXPECT_EQ(columns.at(2, 1), 5u);
  EXPECT_EQ(middle.length, 3);
  EXPECT_EQ(middle.slices(), 8);
  EXPECT_EQ(middle.at(5, 2), 12u + 8u + 1u);
}

TEST(Oracle, TakesFurtherElementsAlong) {
  Cut const cut({3}, 0);
  EXPECT_EQ(taken(cut, std::vector<int>{0, 1, 10, 11, 20, 21}, {2, 0, 1}, 2), (std::vector<int>{20, 21, 0, 1, 10, 11}));
  EXPECT_EQ(taken(cut, std::vector<int>{7, 8, 9}, {2, -1, 3}), (std::vector<int>{9, 8, 9}));
}

TEST(Places, LieApart) {
  for (Lay lay : all_lays)
    for (Extents const& extents : {Extents{7}, Extents{3, 4}, Extents{2, 3, 4}, Extents{2, 1, 3, 2, 1, 2}}) {
      Place const p = place(lay, extents);
      std::vector<int> hits(static_cast<std::size_t>(p.span()), 0);
      for_each_offset(p, [&](std::size_t, std::int64_t offset) { ++hits[static_cast<std::size_t>(offset)]; });
      EXPECT_EQ(std::count(hits.begin(), hits.end(), 1), p.size()) << name_of(lay);
      EXPECT_EQ(std::count(hits.begin(), hits.end(), 0), p.span() - p.size()) << name_of(lay);
    }
  EXPECT_EQ(place(Lay::right, {2, 3}).stride, (Extents{3, 1}));
  EXPECT_EQ(place(Lay::left, {2, 3}).stride, (Extents{1, 2}));
  EXPECT_EQ(place(Lay::rotated, {2, 3, 5}).stride, (Extents{1, 10, 2}));
  EXPECT_EQ(broadcast(Lay::right, {2, 3}, 0).stride, (Extents{0, 1}));
}

}  // namespace
}  // namespace KokkosAxis::Test
