// describe, cut and dense_in_order: any rank and layout becomes slices.
#include <KokkosAxis/impl/layout/allocate.hpp>
#include <KokkosAxis/impl/layout/slices.hpp>
#include <KokkosAxis/impl/layout/strided.hpp>

#include "support/oracle.hpp"
#include "support/place.hpp"

#include <Kokkos_Core.hpp>
#include <gtest/gtest.h>

#include <cstdint>
#include <map>
#include <set>
#include <type_traits>
#include <vector>

namespace KokkosAxis::Test {
namespace {

using namespace Impl::layout;

Strided strided(Place const& p) {
  Strided s{.element_bytes = 4, .element_align = 4, .rank = static_cast<int>(p.extent.size())};
  std::copy(p.extent.begin(), p.extent.end(), s.extent.begin());
  std::copy(p.stride.begin(), p.stride.end(), s.stride.begin());
  return s;
}

Slices cut_alone(Strided const& s, int axis) { return cut(s, axis, outer_order(s, axis)); }

TEST(Describe, ReadsExtentsAndStridesOfEveryLayout) {
  Kokkos::View<float***, Kokkos::LayoutRight, Kokkos::HostSpace> const right("right", 2, 3, 5);
  Strided const r = describe(right);
  EXPECT_EQ(r.rank, 3);
  EXPECT_EQ(r.data, right.data());
  EXPECT_EQ(r.element_bytes, 4u);
  EXPECT_EQ(r.extent, (std::array<std::int64_t, max_rank>{2, 3, 5}));
  EXPECT_EQ(r.stride, (std::array<std::int64_t, max_rank>{15, 5, 1}));
  EXPECT_EQ(r.span_bytes(), 120);

  Kokkos::View<double const[4][3], Kokkos::LayoutLeft, Kokkos::HostSpace> const left(
      Kokkos::View<double[4][3], Kokkos::LayoutLeft, Kokkos::HostSpace>("left"));
  EXPECT_EQ(describe(left).stride, (std::array<std::int64_t, max_rank>{1, 4}));
  EXPECT_EQ(describe(left).element_align, alignof(double));

  auto const sub  = Kokkos::subview(right, 1, Kokkos::pair(1, 3), Kokkos::ALL);
  Strided const s = describe(sub);
  EXPECT_EQ(s.data, &right(1, 1, 0));
  EXPECT_EQ(s.extent, (std::array<std::int64_t, max_rank>{2, 5}));
  EXPECT_EQ(s.stride, (std::array<std::int64_t, max_rank>{5, 1}));
}

TEST(Describe, SpanOfGapsAndEmptyViews) {
  EXPECT_EQ(strided(place(Lay::thirds, {4})).span_bytes(), 10 * 4);
  EXPECT_EQ(strided(place(Lay::right, {4, 0, 2})).span_bytes(), 0);
  EXPECT_TRUE(strided(place(Lay::right, {4, 0, 2})).empty());
  EXPECT_FALSE(strided(place(Lay::right, {4, 1, 2})).empty());
}

/// The property that all kernels rest on: the slices cover every element once, and element i of a slice is i steps
/// along the axis with all other coordinates alike.
TEST(Cut, CoversEveryElementOnceOnEveryLayoutAndAxis) {
  for (Extents const& extents : {Extents{6}, Extents{3, 5}, Extents{4, 1, 3}, Extents{2, 3, 4, 2},
                                 Extents{2, 1, 2, 3, 1, 2}, Extents{1, 1, 1}, Extents{2, 2, 2, 2, 2, 2, 2, 2}})
    for (Lay lay : all_lays)
      for (int axis = 0; axis < static_cast<int>(extents.size()); ++axis) {
        Place const p  = place(lay, extents);
        Slices const s = cut_alone(strided(p), axis);
        Cut const logical(extents, axis);
        ASSERT_EQ(s.length, logical.length);
        ASSERT_EQ(s.count, logical.slices());
        ASSERT_EQ(s.stride, p.stride[static_cast<std::size_t>(axis)]);

        std::vector<std::int64_t> offset(static_cast<std::size_t>(p.size()));
        for_each_offset(p, [&](std::size_t i, std::int64_t o) { offset[i] = o; });
        std::set<std::int64_t> starts, expected;
        for (std::int64_t k = 0; k < s.count; ++k) {
          starts.insert(s.offset(k));
          expected.insert(offset[logical.at(k, 0)]);
          if (s.length > 1) {
            ASSERT_EQ(offset[logical.at(k, 1)] - offset[logical.at(k, 0)], s.stride);
          }
        }
        ASSERT_EQ(starts, expected) << name_of(lay) << ", axis " << axis;
      }
}

TEST(Cut, MergesAxesThatLieAsOne) {
  EXPECT_EQ(cut_alone(strided(place(Lay::right, {2, 3, 4, 5})), 3).outer_rank, 1);
  EXPECT_EQ(cut_alone(strided(place(Lay::left, {2, 3, 4, 5})), 0).outer_rank, 1);
  EXPECT_EQ(cut_alone(strided(place(Lay::right, {2, 3, 4, 5})), 1).outer_rank, 2);
  EXPECT_EQ(cut_alone(strided(place(Lay::padded, {2, 3, 4})), 2).outer_rank, 2);
  EXPECT_EQ(cut_alone(strided(place(Lay::right, {7})), 0).outer_rank, 1);
  EXPECT_EQ(cut_alone(strided(place(Lay::right, {1, 1, 1, 6})), 3).outer_rank, 1);
}

TEST(Cut, InterleavedWhereNeighbouringSlicesAreNearer) {
  EXPECT_TRUE(cut_alone(strided(place(Lay::right, {5, 3})), 0).interleaved());
  EXPECT_FALSE(cut_alone(strided(place(Lay::right, {5, 3})), 1).interleaved());
  EXPECT_FALSE(cut_alone(strided(place(Lay::left, {5, 3})), 0).interleaved());
  EXPECT_TRUE(cut_alone(strided(place(Lay::left, {5, 3})), 1).interleaved());
  EXPECT_FALSE(cut_alone(strided(place(Lay::right, {5, 1})), 0).interleaved());
}

/// A slice number means the same slice in every View of a call, whatever their layouts.
TEST(Cut, NumbersSlicesAlikeInAllViewsOfACall) {
  Extents const extents{3, 4, 2, 5};
  for (Lay first : all_lays)
    for (Lay second : all_lays)
      for (int axis = 0; axis < 4; ++axis) {
        Place const a = place(first, extents), b = place(second, extents);
        OuterOrder const order = outer_order(strided(a), axis);
        Slices const in_a = cut(strided(a), axis, order), in_b = cut(strided(b), axis, order);
        std::map<std::int64_t, std::size_t> number_a, number_b;
        for_each_offset(a, [&](std::size_t i, std::int64_t o) { number_a[o] = i; });
        for_each_offset(b, [&](std::size_t i, std::int64_t o) { number_b[o] = i; });
        for (std::int64_t s = 0; s < in_a.count; ++s)
          ASSERT_EQ(number_a.at(in_a.offset(s)), number_b.at(in_b.offset(s)));
      }
}

TEST(Cut, HandlesStrideZero) {
  Slices const s = cut_alone(strided(broadcast(Lay::right, {4, 6}, 0)), 1);
  EXPECT_EQ(s.count, 4);
  for (std::int64_t k = 0; k < 4; ++k) EXPECT_EQ(s.offset(k), 0);
}

TEST(Cut, OffsetsBeyond32Bits) {
  Strided const s{.element_bytes = 1, .rank = 2, .extent = {5, 1'000'000'000}, .stride = {1'000'000'000, 1}};
  EXPECT_EQ(cut_alone(s, 1).offset(4), 4'000'000'000);
}

TEST(Cut, PrintsItself) {
  EXPECT_EQ(to_string(cut_alone(strided(place(Lay::right, {4, 3, 5})), 1)), "20 x 3, stride 5, outer 5:1 4:15");
}

TEST(DenseInOrder, HasNoGapsAndTheSameNeighbours) {
  for (Lay lay : all_lays) {
    Place const p       = place(lay, {3, 4, 5});
    Strided const dense = dense_in_order(strided(p), nullptr);
    EXPECT_EQ(dense.span_bytes(), 60 * 4) << name_of(lay);
    for (std::size_t a = 0; a < 3; ++a)
      for (std::size_t b = 0; b < 3; ++b)
        EXPECT_EQ(p.stride[a] < p.stride[b], dense.stride[a] < dense.stride[b]) << name_of(lay);
  }
  EXPECT_EQ(dense_in_order(strided(place(Lay::right, {2})), nullptr, 8).element_bytes, 8u);
}

TEST(WithAxis, PutsAnAxisOfExtentOneIn) {
  Strided const s = with_axis(strided(place(Lay::right, {2, 3})), 1);
  EXPECT_EQ(s.rank, 3);
  EXPECT_EQ(s.extent, (std::array<std::int64_t, max_rank>{2, 1, 3}));
  EXPECT_EQ(s.stride, (std::array<std::int64_t, max_rank>{3, 0, 1}));
  EXPECT_EQ(with_axis(Strided{}, 0).extent[0], 1);
}

TEST(DenseSlices, FollowEachOther) {
  Slices const s = dense_slices(7, 3);
  EXPECT_EQ(s.offset(2), 14);
  EXPECT_EQ(s.stride, 1);
  EXPECT_FALSE(s.interleaved());
}

TEST(AllocateLike, KeepsShapeAndLayout) {
  Kokkos::DefaultExecutionSpace const exec;
  Kokkos::View<float***, Kokkos::LayoutLeft, Kokkos::DefaultExecutionSpace> const view("view", 2, 3, 4);
  auto const like = Impl::allocate_like<int>(exec, view, "like");
  static_assert(std::is_same_v<decltype(like)::value_type, int>);
  static_assert(std::is_same_v<decltype(like)::array_layout, Kokkos::LayoutLeft>);
  EXPECT_EQ(describe(like).extent, describe(view).extent);
  EXPECT_EQ(describe(like).stride, describe(view).stride);
  EXPECT_EQ(like.label(), "like");

  auto const sub = Kokkos::subview(view, Kokkos::ALL, 1, Kokkos::pair(0, 2));
  using Sub      = std::remove_const_t<decltype(sub)>;
  Kokkos::View<float**, Kokkos::LayoutStride, Sub::memory_space> const gaps = sub;
  auto const packed = Impl::allocate_like<float>(exec, gaps, "packed");
  static_assert(std::is_same_v<decltype(packed)::array_layout, Kokkos::LayoutRight>);
  EXPECT_EQ(packed.extent(0), 2u);
  EXPECT_EQ(packed.extent(1), 2u);
}

}  // namespace
}  // namespace KokkosAxis::Test
