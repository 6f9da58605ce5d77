// LayoutLeft and LayoutRight of every rank, one in, the other out; static extents.
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
#include <string>
#include <utility>

namespace KokkosAxis::Test {
namespace {

template <class Exec>
class Layouts : public OnSpace<Exec> {};
TYPED_TEST_SUITE(Layouts, Spaces, SpaceNames);

using Kokkos::LayoutLeft, Kokkos::LayoutRight;

template <class T, int Rank, class Layout, class Exec>
auto make_view(Exec const& exec, Extents const& extents) {
  Layout layout;
  for (std::size_t d = 0; d < Rank; ++d) layout.dimension[d] = static_cast<std::size_t>(extents[d]);
  using Data = typename Impl::layout::Pointers<T, Rank>::type;
  return Kokkos::View<Data, Layout, typename Exec::memory_space>(Kokkos::view_alloc(exec, "view"), layout);
}

template <int Rank, class In, class Out, class Exec>
void check_pair(Exec const& exec, int axis) {
  Extents extents{3, 2, 2, 1, 2, 3, 2, 2};
  extents.resize(Rank);
  extents[static_cast<std::size_t>(axis)] = 37;
  auto const input                        = make_keys<double>(Fill::special, product(extents));
  auto const keys                         = make_view<double, Rank, In>(exec, extents);
  auto const sorted                       = make_view<double, Rank, Out>(exec, extents);
  auto const index                        = make_view<int, Rank, In>(exec, extents);
  write(keys, input);
  sort(exec, keys, sorted, {.axis = axis});
  argsort(exec, keys, index, {.axis = axis - Rank});
  Cut const cut(extents, axis);
  auto const positions = sorted_positions(cut, input, Policy{});
  EXPECT_TRUE(same_bits(read(sorted), taken(cut, input, positions)));
  EXPECT_TRUE(same_positions(read(index), positions));
  EXPECT_TRUE(same_bits(read(keys), input));
}

template <int Rank, class Exec>
void check_rank(Exec const& exec) {
  for (int axis = 0; axis < Rank; ++axis) {
    SCOPED_TRACE("rank " + std::to_string(Rank) + ", axis " + std::to_string(axis));
    if constexpr (Rank % 2 == 1)
      check_pair<Rank, LayoutRight, LayoutLeft>(exec, axis);
    else
      check_pair<Rank, LayoutLeft, LayoutRight>(exec, axis);
  }
}

template <class Exec, int... R>
void check_ranks(Exec const& exec, std::integer_sequence<int, R...>) {
  (check_rank<R + 1>(exec), ...);
}

TYPED_TEST(Layouts, LeftAndRightOfEveryRank) { check_ranks(TypeParam(), std::make_integer_sequence<int, 8>{}); }

TYPED_TEST(Layouts, StaticExtents) {
  TypeParam const exec;
  Kokkos::View<std::int16_t* [5][2], LayoutRight, TypeParam> const keys("keys", 3);
  Kokkos::View<std::int16_t[3][5][2], LayoutLeft, TypeParam> const sorted("sorted");
  auto const input = make_keys<std::int16_t>(Fill::random, 30);
  write(keys, input);
  sort(exec, keys, sorted, {.axis = 1});
  Cut const cut({3, 5, 2}, 1);
  EXPECT_TRUE(same_bits(read(sorted), taken(cut, input, sorted_positions(cut, input, Policy{}))));
}

}  // namespace
}  // namespace KokkosAxis::Test
