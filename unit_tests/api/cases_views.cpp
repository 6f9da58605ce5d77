// Reports of other libraries' faults, as tests with their right answers: Views, shapes and sizes that went wrong.
#include <KokkosAxis/KokkosAxis.hpp>

#include "support/by_key_trial.hpp"
#include "support/inputs.hpp"
#include "support/routes.hpp"
#include "support/spaces.hpp"

#include <Kokkos_Core.hpp>
#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>

namespace KokkosAxis::Test {
namespace {

template <class Exec>
class CaseViews : public OnSpace<Exec> {};
TYPED_TEST_SUITE(CaseViews, Spaces, SpaceNames);

// S-01: nothing to sort
TYPED_TEST(CaseViews, S01EmptyViews) {
  using Exec = TypeParam;
  Exec const exec;
  for (auto [m, n] : {std::pair(0, 7), std::pair(7, 0), std::pair(0, 0)})
    for (int axis : {0, 1}) {
      Kokkos::View<float**, Exec> const keys("keys", m, n), sorted_keys("sorted", m, n);
      Kokkos::View<int**, Exec> const index("index", m, n);
      sort(exec, keys, {.axis = axis});
      sort(exec, keys, sorted_keys, {.axis = axis});
      argsort(exec, keys, index, {.axis = axis});
      argsort(exec, keys, sorted_keys, index, {.axis = axis});
      sort_by_key(exec, keys, index, {.axis = axis});
      permute(exec, index, keys, {.axis = axis});
      EXPECT_EQ(sorted(exec, keys, {.axis = axis}).extent(1), static_cast<std::size_t>(n));
      EXPECT_EQ(argsorted(exec, keys, {.axis = axis}).extent(0), static_cast<std::size_t>(m));
      EXPECT_EQ(workspace_bytes::sort(exec, keys, {.axis = axis}), 0u);
    }
  Kokkos::View<float*, Exec> const null;
  ASSERT_EQ(null.data(), nullptr);
  sort(exec, null);
  argsort(exec, null, Kokkos::View<int*, Exec>());
  sort_by_key(exec, null, Kokkos::View<double*, Exec>());
  exec.fence();
}

// S-14: keys in place at lengths and key ranges that take one, two, three and four passes
TYPED_TEST(CaseViews, S14InPlaceWhateverTheNumberOfPasses) {
  TypeParam const exec;
  for (std::int64_t n : {7, 1025, 4111, 150'007})
    for (int passes = 1; passes <= 4; ++passes) {
      List<std::uint32_t> keys = make_keys<std::uint32_t>(Fill::random, n);
      for (auto& key : keys) key >>= 8 * (4 - passes);
      check_every_route<int>(exec, {.extents = {1, n, 1}, .axis = 1}, keys);
    }
  Trial const trial{.extents = {1, 1'500'007, 1}, .axis = 1};
  check_sorts<int, 3>(exec, trial, make_keys<std::uint32_t>(Fill::random, 1'500'007));
}

// S-14: only the values are in place
TYPED_TEST(CaseViews, S14OnlyValuesInPlace) {
  using Exec = TypeParam;
  Exec const exec;
  for (std::int64_t n : {7, 1025, 41'111}) {
    Keys<Exec, std::uint32_t> const keys({.extents = {n}, .axis = 0}, make_keys<std::uint32_t>(Fill::few_distinct, n));
    Payload<Exec, std::int32_t, 1> const values({n}, Lay::right, Lay::right);
    sort_by_key(exec, keys.from.template const_view<1>(), values.in_place(), keys.to.template view<1>(),
                values.in_place());
    exec.fence();
    keys.check(keys.to);
    EXPECT_TRUE(keys.from.untouched());
    values.check_moved_in_place(keys.cut, keys.positions);
  }
}

// S-17: into every third slot
TYPED_TEST(CaseViews, S17StridedOutput) {
  using Exec = TypeParam;
  Exec const exec;
  Kokkos::View<int*, Exec> const slots("slots", 20), index("index", 6);
  Field<Exec, int> const keys(place(Lay::right, {6}), {5, 3, 1, 4, 2, 0});
  Kokkos::deep_copy(slots, 77);
  Kokkos::LayoutStride const thirds(6, 3);
  Kokkos::View<int*, Kokkos::LayoutStride, typename Exec::memory_space> const out(slots.data(), thirds);
  argsort(exec, keys.template view<1>(), out, index);
  exec.fence();
  auto const host     = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace{}, slots);
  auto const position = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace{}, index);
  for (int i = 0; i < 20; ++i) EXPECT_EQ(host(i), i % 3 == 0 && i <= 15 ? i / 3 : 77);
  int const expected[] = {5, 2, 4, 1, 3, 0};
  for (int i = 0; i < 6; ++i) EXPECT_EQ(position(i), expected[i]);
}

// S-19: all rows are one
TYPED_TEST(CaseViews, S19BroadcastInput) {
  using Exec = TypeParam;
  Exec const exec;
  List<int> const row{2, 0, 5, 2, 0, 1};
  List<int> rows, sorted_rows, positions;
  for (int i = 0; i < 3; ++i) {
    rows.insert(rows.end(), row.begin(), row.end());
    for (int key : {0, 0, 1, 2, 2, 5}) sorted_rows.push_back(key);
    for (int position : {1, 4, 5, 0, 3, 2}) positions.push_back(position);
  }
  Field<Exec, int> const keys(broadcast(Lay::right, {3, 6}, 0), rows);
  for (SortRoute route : serving_routes(exec, 6, 3, 4)) {
    Field<Exec, int> const out(place(Lay::right, {3, 6}), List<int>(18)),
        index(place(Lay::left, {3, 6}), List<int>(18));
    sort(exec, keys.template view<2>(), out.template view<2>(), {.axis = 1, .route = route});
    argsort(exec, keys.template view<2>(), index.template view<2>(), {.axis = 1, .route = route});
    exec.fence();
    EXPECT_TRUE(same_bits(out.read(), sorted_rows));
    EXPECT_TRUE(same_bits(index.read(), positions));
    EXPECT_TRUE(keys.untouched());
  }
  EXPECT_THROW(sort(exec, keys.template view<2>(), {.axis = 1}), Error);
}

/// The whole kind: stride 0 on any axis, the sorted one included, at lengths that reach every route.
TYPED_TEST(CaseViews, S19BroadcastOnAnyAxis) {
  using Exec = TypeParam;
  Exec const exec;
  for (std::int64_t length : {5, 100, 2000, 9000})
    for (std::size_t flat : {0u, 1u, 2u}) {
      Extents const extents{3, length, 2};
      Field<Exec, float> const keys(broadcast(Lay::right, extents, flat), make_keys<float>(Fill::special, 6 * length));
      auto const input = keys.read();
      Cut const cut(extents, 1);
      auto const positions = sorted_positions(cut, input, Policy{});
      for (SortRoute route : serving_routes(exec, length, 6, 4)) {
        if (length > longest_worth_forcing(route)) continue;
        Field<Exec, float> const out(place(Lay::left, extents), List<float>(input.size()));
        Field<Exec, int> const index(place(Lay::right, extents), List<int>(input.size()));
        argsort(exec, keys.template const_view<3>(), out.template view<3>(), index.template view<3>(),
                {.axis = 1, .route = route});
        exec.fence();
        ASSERT_TRUE(same_positions(index.read(), positions)) << Impl::dispatch::find(route)->name;
        ASSERT_TRUE(same_bits(out.read(), taken(cut, input, positions)));
      }
    }
}

// S-31: row lengths around team sizes
TYPED_TEST(CaseViews, S31RowLengthsAroundTeamSizes) {
  TypeParam const exec;
  for (std::int64_t length : {1, 2, 31, 32, 33, 63, 64, 65, 511, 512, 513, 1023, 1024, 1025, 2047, 2048, 2049, 4097}) {
    Trial const trial{.extents = {65, length, 1}, .axis = 1};
    auto const input = make_keys<std::int32_t>(Fill::heavy_tail, 65 * length);
    if (length <= 65 || length % 2 == 1)
      check_every_route<int>(exec, trial, input);
    else
      check_sorts<int, 3>(exec, trial, input);
  }
}

// S-33: more rows than a grid has on its second axis
TYPED_TEST(CaseViews, S33ManyShortRowsAndFewLongOnes) {
  TypeParam const exec;
  check_every_route<int>(exec, {.extents = {1, 70'001, 3}, .axis = 2}, make_keys<std::int16_t>(Fill::random, 210'003));
  check_sorts<int, 3>(exec, {.extents = {1, 3, 70'001}, .axis = 1}, make_keys<std::int16_t>(Fill::random, 210'003));
  check_every_route<int>(exec, {.extents = {1, 3, 70'001}, .axis = 2}, make_keys<std::int16_t>(Fill::random, 210'003));
}

}  // namespace
}  // namespace KokkosAxis::Test
