// kth_value, median, argmax, argmin, partition and argpartition against answers that a sort gives.
#include <KokkosAxis/kth_value.hpp>
#include <KokkosAxis/partition.hpp>
#include <KokkosAxis/topk.hpp>

#include "support/spaces.hpp"
#include "support/topk_trial.hpp"
#include "support/types.hpp"

#include <Kokkos_Core.hpp>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <type_traits>
#include <vector>

namespace KokkosAxis::Test {
namespace {

template <class Exec>
class Select : public OnSpace<Exec> {};
TYPED_TEST_SUITE(Select, Spaces, SpaceNames);

/// One element a slice of a rank 3 array, along axis 1.
template <class T, class Exec>
struct OneOfEach {
  Extents extents;
  List<T> input;
  Field<Exec, T> in, values;
  Field<Exec, std::int32_t> index;

  OneOfEach(Extents const& e, List<T> const& keys, Lay lay)
      : extents(e),
        input(keys),
        in(place(lay, e), keys),
        values(place(lay, {e[0], e[2]}), make_payload<T>(e[0] * e[2])),
        index(place(lay, {e[0], e[2]}), List<std::int32_t>(static_cast<std::size_t>(e[0] * e[2]), 77)) {}

  /// These positions, and the elements there.
  void expect(std::vector<std::int64_t> const& positions, bool with_values, T worst = {}) const {
    Cut const cut(extents, 1);
    ASSERT_TRUE(same_positions(index.read(), positions));
    ASSERT_TRUE(index.surroundings_untouched() && values.surroundings_untouched() && in.untouched());
    if (!with_values) return;
    List<T> expected;
    for (std::int64_t s = 0; s < cut.slices(); ++s) {
      std::int64_t const at = positions[static_cast<std::size_t>(s)];
      expected.push_back(at < 0 ? worst : input[cut.at(s, at)]);
    }
    ASSERT_TRUE(same_bits(values.read(), expected));
  }
};

TYPED_TEST(Select, KthValueIsTheLastOfTopk) {
  using Exec = TypeParam;
  Exec const exec;
  for_each_type<float, std::int16_t, double>([&]<class T>() {
    std::uint64_t seed = 0;
    for (Extents const& extents : {Extents{3, 1, 2}, Extents{2, 50, 3}, Extents{1, 3000, 2}})
      for (std::int64_t k : {1, 2, 30, 1500, 3000})
        for (Fill fill : {Fill::random, Fill::special, Fill::few_distinct})
          for (bool largest : {true, false}) {
            if (k > extents[1]) continue;
            ++seed;
            OneOfEach<T, Exec> const one(extents, make_keys<T>(fill, product(extents), seed),
                                         seed % 2 == 0 ? Lay::right : Lay::left_gaps);
            TopkTrial trial{.extents = extents, .axis = 1, .k = k, .largest = largest};
            auto const best = selected_positions(trial, one.input);
            Cut const to(selected_extents(trial), 1);
            std::vector<std::int64_t> positions;
            for (std::int64_t s = 0; s < to.slices(); ++s) positions.push_back(best[to.at(s, k - 1)]);
            for (TopkRoute route : serving_topk_routes(exec, extents[1], extents[0] * extents[2], k, sizeof(T))) {
              kth_value(exec, one.in.template const_view<3>(), one.values.template view<2>(),
                        one.index.template view<2>(), k, {.axis = 1, .largest = largest, .route = route});
              one.expect(positions, true);
            }
          }
  });
}

/// Views that the call allocates, of the input's layout, and positions of any type.
TYPED_TEST(Select, TopkAllocates) {
  using Exec = TypeParam;
  Exec const exec;
  TopkTrial const trial{.extents = {2, 70, 3}, .axis = 1, .k = 9, .largest = false};
  auto const input     = make_keys<float>(Fill::special, product(trial.extents));
  auto const positions = selected_positions(trial, input);
  auto const expected  = selected_values(trial, input, positions);
  Kokkos::View<float***, Kokkos::LayoutLeft, Exec> const left("left", 2, 70, 3);
  auto const host = Kokkos::create_mirror_view(left);
  for (std::size_t i = 0; i < 2; ++i)
    for (std::size_t j = 0; j < 70; ++j)
      for (std::size_t l = 0; l < 3; ++l) host(i, j, l) = input[(i * 70 + j) * 3 + l];
  Kokkos::deep_copy(left, host);
  auto const found = topk<std::uint8_t>(exec, left, 9, {.axis = 1, .largest = false});
  static_assert(std::is_same_v<typename std::remove_cvref_t<decltype(found.values)>::array_layout, Kokkos::LayoutLeft>);
  exec.fence();
  auto const values = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), found.values);
  auto const index  = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), found.index);
  ASSERT_EQ(values.extent(1), 9u);
  List<float> read_values;
  std::vector<std::int64_t> read_index;
  for (std::size_t i = 0; i < 2; ++i)
    for (std::size_t j = 0; j < 9; ++j)
      for (std::size_t l = 0; l < 3; ++l) {
        read_values.push_back(values(i, j, l));
        read_index.push_back(index(i, j, l));
      }
  EXPECT_TRUE(same_positions(read_index, positions));
  EXPECT_TRUE(same_bits(read_values, expected));
  EXPECT_THROW((void)topk(exec, left, 71, {.axis = 1}), Error);
  EXPECT_EQ(topk(exec, left, 0, {.axis = -1}).index.extent(2), 0u);
}

TYPED_TEST(Select, MedianIsTheMiddleOfASort) {
  using Exec = TypeParam;
  Exec const exec;
  std::uint64_t seed = 0;
  Random random(5);
  for (Extents const& extents : {Extents{4, 1, 1}, Extents{2, 2, 2}, Extents{3, 101, 2}, Extents{2, 3000, 1}})
    for (bool upper : {false, true})
      for (Nan nan : {Nan::greatest, Nan::smallest, Nan::last, Nan::first})
        for (bool ragged : {false, true}) {
          OneOfEach<float, Exec> const one(extents, make_keys<float>(Fill::special, product(extents), ++seed),
                                           Lay::right);
          Cut const cut(extents, 1);
          TopkTrial windows{.extents = extents, .axis = 1};
          if (ragged) give_windows(windows, random);
          std::vector<std::int64_t> positions;
          for (std::int64_t s = 0; s < cut.slices(); ++s) {
            std::vector<std::int64_t> row;
            auto const clamp = [&](std::int64_t i) { return std::clamp<std::int64_t>(i, 0, cut.length); };
            for (std::int64_t i = ragged ? clamp(windows.begin[static_cast<std::size_t>(s)]) : 0;
                 i < (ragged ? clamp(windows.end[static_cast<std::size_t>(s)]) : cut.length); ++i)
              row.push_back(i);
            std::int64_t const n = static_cast<std::int64_t>(row.size());
            // of equal elements the upper median is counted from the other end, so equal ones are turned round
            if (upper) std::reverse(row.begin(), row.end());
            std::stable_sort(row.begin(), row.end(), [&](std::int64_t i, std::int64_t j) {
              return comes_before(look(one.input[cut.at(s, i)]), look(one.input[cut.at(s, j)]), {.nan = nan});
            });
            positions.push_back(n == 0 ? -1 : row[static_cast<std::size_t>(upper ? n / 2 : (n - 1) / 2)]);
          }
          Field<Exec, std::int32_t> const begin(place(Lay::right, {extents[0], extents[2]}),
                                                ragged ? windows.begin : List<std::int32_t>(positions.size()));
          Field<Exec, std::int32_t> const end(place(Lay::right, {extents[0], extents[2]}),
                                              ragged ? windows.end : List<std::int32_t>(positions.size()));
          MedianOptions options{.axis = 1, .upper = upper, .nan = nan};
          if (ragged) {
            options.row_begin = begin.template const_view<2>();
            options.row_end   = end.template const_view<2>();
          }
          median(exec, one.in.template const_view<3>(), one.values.template view<2>(), one.index.template view<2>(),
                 options);
          constexpr float inf = std::numeric_limits<float>::infinity();
          one.expect(positions, true, upper ? -inf : inf);
          if (::testing::Test::HasFatalFailure()) return;
        }
}

TYPED_TEST(Select, ArgmaxAndArgminHaveTheFirstNan) {
  using Exec = TypeParam;
  Exec const exec;
  constexpr float nan = std::numeric_limits<float>::quiet_NaN(), inf = std::numeric_limits<float>::infinity();
  OneOfEach<float, Exec> const one({4, 5, 1}, {1,     3,    -2,   3,    -2,    //
                                               1,     nan,  inf,  -nan, 5,     //
                                               -inf,  -inf, -inf, -inf, -inf,  //
                                               -0.0f, 0.0f, -1,   0.0f, -1},
                                   Lay::padded);
  auto const in = one.in.template const_view<3>();
  auto const at = one.index.template view<2>();
  argmax(exec, in, at, {.axis = 1});
  one.expect({1, 1, 0, 0}, false);
  argmin(exec, in, at, {.axis = 1});
  one.expect({2, 1, 0, 2}, false);
  argmax(exec, in, at, {.axis = 1, .ties = Ties::highest_index});
  one.expect({3, 3, 4, 3}, false);
  argmax(exec, in, at, {.axis = 1, .nan = Nan::last});
  one.expect({1, 2, 0, 0}, false);
  argmin(exec, in, at, {.axis = 1, .nan = Nan::last});
  one.expect({2, 0, 0, 2}, false);
  argmax(exec, in, at, {.axis = 1, .zeros = Zeros::ordered});
  one.expect({1, 1, 0, 1}, false);
}

/// Rank 1 has outputs of rank 0.
TYPED_TEST(Select, RankOneGivesRankZero) {
  using Exec = TypeParam;
  Exec const exec;
  Field<Exec, int> const in(place(Lay::right, {5}), {4, 9, -3, 9, 0});
  Kokkos::View<int, Exec> const value("value"), index("index");
  auto const host = [](auto const& view) { return Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), view)(); };
  kth_value(exec, in.template const_view<1>(), value, index, 2);
  exec.fence();
  EXPECT_EQ(host(value), 9);
  EXPECT_EQ(host(index), 3);
  median(exec, in.template const_view<1>(), value);
  argmin(exec, in.template const_view<1>(), index);
  exec.fence();
  EXPECT_EQ(host(value), 4);
  EXPECT_EQ(host(index), 2);
}

TYPED_TEST(Select, PartitionKeepsTheOrderOfBothSides) {
  using Exec = TypeParam;
  Exec const exec;
  for_each_type<float, std::uint8_t, std::int64_t>([&]<class T>() {
    std::uint64_t seed = 0;
    for (Extents const& extents : {Extents{2, 1, 2}, Extents{3, 40, 2}, Extents{1, 2048, 1}, Extents{2, 5000, 1}})
      for (std::int64_t k : {0, 1, 39, 1000, 2047, 4999})
        for (Fill fill : {Fill::random, Fill::any_bits, Fill::few_distinct, Fill::all_equal}) {
          if (k >= extents[1]) continue;
          ++seed;
          Policy const policy{seed % 2 == 0 ? Order::ascending : Order::descending,
                              seed % 3 == 0 ? Nan::last : Nan::greatest, Zeros::equal};
          SCOPED_TRACE(::testing::Message() << extents[1] << ", k " << k << ", " << name_of(fill));
          Lay const lay      = all_lays[seed % all_lays.size()];
          List<T> const keys = make_keys<T>(fill, product(extents), seed);
          Cut const cut(extents, 1);
          auto const sorted = sorted_positions(cut, keys, policy);
          std::vector<std::int64_t> expected(keys.size());
          for (std::int64_t s = 0; s < cut.slices(); ++s) {
            auto const row = [&](std::int64_t p) -> std::int64_t& { return expected[cut.at(s, p)]; };
            std::vector<std::int64_t> order;
            for (std::int64_t p = 0; p < cut.length; ++p) order.push_back(sorted[cut.at(s, p)]);
            std::sort(order.begin(), order.begin() + k);
            std::sort(order.begin() + k + 1, order.end());
            for (std::int64_t p = 0; p < cut.length; ++p) row(p) = order[static_cast<std::size_t>(p)];
          }
          Field<Exec, T> const in(place(lay, extents), keys),
              out(place(lay, extents), make_payload<T>(product(extents)));
          List<std::int32_t> const garbage(keys.size(), 77);
          Field<Exec, std::int32_t> const index(place(Lay::right, extents), garbage),
              alone(place(lay, extents), garbage);
          PartitionOptions const options{.axis = 1, .order = policy.order, .nan = policy.nan};
          partition(exec, in.template const_view<3>(), out.template view<3>(), index.template view<3>(), k, options);
          argpartition(exec, in.template const_view<3>(), alone.template view<3>(), k, options);
          exec.fence();
          ASSERT_TRUE(same_positions(index.read(), expected));
          ASSERT_TRUE(same_positions(alone.read(), expected));
          ASSERT_TRUE(same_bits(out.read(), taken(cut, keys, expected)));
          ASSERT_TRUE(in.untouched() && out.surroundings_untouched() && index.surroundings_untouched() &&
                      alone.surroundings_untouched());
        }
  });
}

}  // namespace
}  // namespace KokkosAxis::Test
