// Subviews and new Views: what a user hands to the verbs, and what the allocating forms hand back.
#include <KokkosAxis/KokkosAxis.hpp>

#include "support/inputs.hpp"
#include "support/logical.hpp"
#include "support/oracle.hpp"
#include "support/spaces.hpp"
#include "support/verify.hpp"

#include <Kokkos_Core.hpp>
#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <type_traits>

namespace KokkosAxis::Test {
namespace {

template <class Exec>
class Subviews : public OnSpace<Exec> {};
TYPED_TEST_SUITE(Subviews, Spaces, SpaceNames);

using Kokkos::LayoutLeft, Kokkos::LayoutRight, Kokkos::ALL;
using Range = Kokkos::pair<int, int>;

/// Case S-05: one row of a LayoutLeft View; of a LayoutRight one; a column of a LayoutRight one.
template <class Layout, class Exec>
void check_line(Exec const& exec, bool row) {
  Kokkos::View<int**, Layout, Exec> const view("view", 5, 7);
  List<int> values;
  for (int i = 0; i < 5; ++i)
    for (int j = 0; j < 7; ++j) values.push_back(row ? 100 * i + (6 - j) : 100 * j + (4 - i));
  write(view, values);
  if (row)
    sort(exec, Kokkos::subview(view, 2, ALL));
  else
    sort(exec, Kokkos::subview(view, ALL, 3));
  for (std::size_t k = 0; k < (row ? 7u : 5u); ++k)
    values[row ? 2 * 7 + k : k * 7 + 3] = static_cast<int>(row ? 200 + k : 300 + k);
  EXPECT_TRUE(same_bits(read(view), values));
}

TYPED_TEST(Subviews, OneLineOfAMatrixLeavesTheRestAlone) {
  TypeParam const exec;
  check_line<LayoutLeft>(exec, true);
  check_line<LayoutRight>(exec, true);
  check_line<LayoutRight>(exec, false);
  check_line<LayoutLeft>(exec, false);
}

/// A block inside a larger View, along each axis and into a View of its own shape.
template <class Layout, class Exec>
void check_block(Exec const& exec, int axis) {
  Kokkos::View<float***, Layout, Exec> const parent("parent", 6, 7, 8);
  auto const input = make_keys<float>(Fill::any_bits, 6 * 7 * 8);
  write(parent, input);
  sort(exec, Kokkos::subview(parent, Range(1, 5), Range(2, 7), Range(0, 3)),
       {.axis = axis, .order = Order::descending});
  auto const at = [](std::size_t i, std::size_t j, std::size_t k) { return (i * 7 + j) * 8 + k; };
  List<float> block;
  for (std::size_t i = 1; i < 5; ++i)
    for (std::size_t j = 2; j < 7; ++j)
      for (std::size_t k = 0; k < 3; ++k) block.push_back(input[at(i, j, k)]);
  Cut const cut({4, 5, 3}, axis);
  block            = taken(cut, block, sorted_positions(cut, block, Policy{.order = Order::descending}));
  auto expected    = input;
  std::size_t next = 0;
  for (std::size_t i = 1; i < 5; ++i)
    for (std::size_t j = 2; j < 7; ++j)
      for (std::size_t k = 0; k < 3; ++k) expected[at(i, j, k)] = block[next++];
  EXPECT_TRUE(same_bits(read(parent), expected)) << "axis " << axis;
}

TYPED_TEST(Subviews, ABlockLeavesTheRestAlone) {
  TypeParam const exec;
  for (int axis : {0, 1, 2}) {
    check_block<LayoutLeft>(exec, axis);
    check_block<LayoutRight>(exec, axis);
  }
}

/// Two columns of one LayoutRight matrix: interleaved, but apart.
TYPED_TEST(Subviews, OneColumnIntoAnother) {
  TypeParam const exec;
  Kokkos::View<int**, LayoutRight, TypeParam> const view("view", 100, 3);
  auto const input = make_keys<int>(Fill::random, 300);
  write(view, input);
  sort(exec, Kokkos::subview(view, ALL, 0), Kokkos::subview(view, ALL, 2));
  auto expected = input;
  Cut const cut({100, 3}, 0);
  auto const sorted = taken(cut, input, sorted_positions(cut, input, Policy{}));
  for (std::size_t i = 0; i < 100; ++i) expected[3 * i + 2] = sorted[3 * i];
  EXPECT_TRUE(same_bits(read(view), expected));
}

/// The forms that allocate keep the layout, or pack a strided View.
TYPED_TEST(Subviews, AllocatingForms) {
  TypeParam const exec;
  Kokkos::View<float**, LayoutLeft, TypeParam> const keys("keys", 9, 40);
  auto const input = make_keys<float>(Fill::any_bits, 360);
  write(keys, input);
  Cut const cut({9, 40}, 1);
  auto const positions = sorted_positions(cut, input, Policy{});
  auto const result    = sorted(exec, keys);
  static_assert(std::is_same_v<typename decltype(result)::array_layout, LayoutLeft>);
  EXPECT_EQ(result.label(), "KokkosAxis::sorted");
  EXPECT_TRUE(same_bits(read(result), taken(cut, input, positions)));
  auto const index = argsorted(exec, keys);
  static_assert(std::is_same_v<typename decltype(index)::value_type, std::int64_t>);
  EXPECT_TRUE(same_positions(read(index), positions));
  EXPECT_TRUE(same_positions(read(argsorted<std::uint8_t>(exec, keys, {.axis = 1})), positions));
  auto const packed = sorted(exec, Kokkos::subview(keys, Range(0, 9), ALL), {.axis = 1});
  EXPECT_TRUE(same_bits(read(packed), taken(cut, input, positions)));
}

}  // namespace
}  // namespace KokkosAxis::Test
