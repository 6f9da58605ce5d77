// Reports of other libraries' faults about selection, as tests with their right answers, on every route.
#include <KokkosAxis/partition.hpp>

#include "support/refusal.hpp"
#include "support/spaces.hpp"
#include "support/topk_trial.hpp"
#include "support/types.hpp"

#include <Kokkos_Core.hpp>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <numeric>
#include <vector>

namespace KokkosAxis::Test {
namespace {

template <class Exec>
class TopkCases : public OnSpace<Exec> {};
TYPED_TEST_SUITE(TopkCases, Spaces, SpaceNames);

using P             = std::vector<std::int64_t>;
constexpr float inf = std::numeric_limits<float>::infinity(), nan = std::numeric_limits<float>::quiet_NaN();

/// These positions from every route and from the oracle. One row.
template <class T, class Exec>
void expect_best(Exec const& exec, List<T> const& keys, TopkTrial trial, P const& expected) {
  trial.extents = {1, static_cast<std::int64_t>(keys.size()), 1};
  trial.axis    = 1;
  trial.k       = static_cast<std::int64_t>(expected.size());
  ASSERT_EQ(selected_positions(trial, keys), expected);
  check_every_topk_route<std::int32_t>(exec, trial, keys);
}

P iota(std::int64_t n) {
  P positions(static_cast<std::size_t>(n));
  std::iota(positions.begin(), positions.end(), 0);
  return positions;
}

// T-01: k = 0, no rows, rows of no elements
TYPED_TEST(TopkCases, T01NothingWanted) {
  TypeParam const exec;
  for_each_type<float, int, Half>([&]<class T>() {
    for (bool largest : {true, false})
      for (TopkOrder order : {TopkOrder::sorted, TopkOrder::unsorted, TopkOrder::by_index})
        for (Extents const& extents : {Extents{4, 11, 1}, Extents{0, 11, 1}, Extents{3, 0, 1}})
          check_topk<std::int32_t, 3>(exec, {.extents = extents, .axis = 1, .k = 0, .largest = largest, .order = order},
                                      make_keys<T>(Fill::random, product(extents)));
  });
  check_topk<std::int32_t, 3>(exec, {.extents = {0, 11, 2}, .axis = 1, .k = 3}, List<float>{});
}

// T-02: rows of fewer than k elements
TYPED_TEST(TopkCases, T02MoreThanARowHas) {
  TypeParam const exec;
  List<float> keys;
  for (int row = 0; row < 4; ++row)
    for (float key : {9.0f, 2.0f, 7.0f, 4.0f, 8.0f, 1.0f}) keys.push_back(key);
  TopkTrial const trial{.extents = {4, 6, 1}, .axis = 1, .k = 5, .end = {0, 1, 3, 6}};
  EXPECT_EQ(selected_positions(trial, keys),
            (P{-1, -1, -1, -1, -1, 0, -1, -1, -1, -1, 0, 2, 1, -1, -1, 0, 4, 2, 3, 1}));
  check_every_topk_route<std::int32_t>(exec, trial, keys);
  Kokkos::View<float*, TypeParam> const row("row", 6), best("best", 7);
  EXPECT_EQ(refusal([&] { topk(exec, row, best, 7); }),
            "KokkosAxis::topk: k is 7, but the axis has 6 elements; allowed are 0 to 6 (rows with row_begin or row_end "
            "may have fewer than k)");
}

// T-04: indices of infinities
TYPED_TEST(TopkCases, T04Infinities) {
  TypeParam const exec;
  expect_best<float>(exec, {0.25f, -inf, -inf, -inf, -inf, -inf}, {}, {0, 1, 2, 3});
  expect_best<float>(exec, {-0.25f, inf, inf, inf, inf, inf}, {.largest = false}, {0, 1, 2, 3});
}

// T-05: rows of NaN
TYPED_TEST(TopkCases, T05RowsOfNan) {
  TypeParam const exec;
  expect_best<float>(exec, make_keys<float>(Fill::all_nan, 9), {}, {0, 1, 2});
  expect_best<Half>(exec, make_keys<Half>(Fill::all_nan, 9), {}, {0, 1, 2});
  expect_best<double>(exec, make_keys<double>(Fill::all_nan, 9), {.nan = Nan::last}, {0, 1, 2});
  List<float> mixed(9, 1.5f);
  for (std::size_t i = 0; i < 5; ++i) mixed[i] = i % 2 == 0 ? nan : -nan;
  expect_best<float>(exec, mixed, {}, {0, 1, 2, 3, 4, 5});
  expect_best<float>(exec, mixed, {.nan = Nan::last}, {5, 6, 7, 8, 0, 1});
}

/// Rows that are nearly all NaN, where NaN comes last: whatever bound a sample says is NaN, and numbers are few.
TYPED_TEST(TopkCases, T05MostlyNan) {
  TypeParam const exec;
  for_each_type<Half, BFloat, float, double>([&]<class T>() {
    for (std::int64_t n : {3000, 20'000, 40'000})
      for (bool largest : {true, false}) {
        auto keys = make_keys<T>(Fill::all_nan, n);
        for (std::int64_t at : {n / 20 * 19, n - 1, n / 3})
          keys[static_cast<std::size_t>(at)] = from_bits<T>(at == n / 3 ? 0 : std::uint64_t{1} << (8 * sizeof(T) - 3));
        check_every_topk_route<std::int32_t>(
            exec, {.extents = {1, n, 1}, .axis = 1, .k = 64, .largest = largest, .nan = Nan::last}, keys);
      }
  });
}

// T-07: NaN with the sign bit set, at lengths and k on both sides of special kernels
TYPED_TEST(TopkCases, T07NegativeNan) {
  TypeParam const exec;
  for (std::int64_t n : {1023, 1024, 5000})
    for (std::int64_t k : {1, 16, 17}) {
      List<float> keys;
      for (std::int64_t i = 0; i < n; ++i) keys.push_back(static_cast<float>(i) * 0.001f);
      for (std::size_t at : {63, 127, 511, 700, 1000}) keys[at] = -nan;
      for (Nan policy : {Nan::greatest, Nan::last, Nan::smallest})
        check_every_topk_route<std::int32_t>(exec, {.extents = {1, n, 1}, .axis = 1, .k = k, .nan = policy}, keys);
    }
}

// T-08: the result for k is the beginning of that for k + 1
TYPED_TEST(TopkCases, T08GrowingK) {
  TypeParam const exec;
  P const all{1, 3, 4, 2, 6, 0, 5};
  for (std::ptrdiff_t k = 1; k <= 7; ++k)
    expect_best<int>(exec, {3, 9, 7, 9, 9, 2, 7}, {}, P(all.begin(), all.begin() + k));
  for (std::int64_t k = 1; k <= 5; ++k) expect_best<int>(exec, {4, 4, 4, 4, 4}, {}, iota(k));
}

// T-10: k at the limits of algorithms
TYPED_TEST(TopkCases, T10EveryK) {
  TypeParam const exec;
  std::int64_t const n = 5000;
  List<float> keys;
  for (std::int64_t i = 0; i < n; ++i) keys.push_back(static_cast<float>(i * 2741 % n));
  for (std::int64_t k : {1, 2, 31, 32, 33, 255, 256, 257, 1024, 1025, 2048, 2049, 4999, 5000})
    for (bool largest : {true, false})
      for (TopkOrder order : {TopkOrder::sorted, TopkOrder::by_index})
        check_every_topk_route<std::int32_t>(
            exec, {.extents = {1, n, 1}, .axis = 1, .k = k, .largest = largest, .order = order}, keys);
}

/// The same elements in whatever order, and each at its position.
TYPED_TEST(TopkCases, T10UnsortedHasTheSameElements) {
  TypeParam const exec;
  auto const keys = make_keys<float>(Fill::few_distinct, 5000);
  Field<TypeParam, float> const in(place(Lay::right, {1, 5000}), keys);
  for (std::int64_t k : {3, 300, 3000}) {
    Field<TypeParam, std::int32_t> const index(place(Lay::right, {1, k}),
                                               List<std::int32_t>(static_cast<std::size_t>(k)));
    argtopk(exec, in.template const_view<2>(), index.template view<2>(), k, {.order = TopkOrder::unsorted});
    auto found = index.read();
    std::sort(found.begin(), found.end());
    EXPECT_TRUE(same_positions(
        found, selected_positions({.extents = {1, 5000}, .axis = 1, .k = k, .order = TopkOrder::by_index}, keys)));
  }
}

// T-11: lengths between one and two blocks
TYPED_TEST(TopkCases, T11BetweenBlocks) {
  TypeParam const exec;
  for (std::int64_t n : {999, 1024, 1025, 1500, 2047, 2048, 2049}) {
    List<float> keys(static_cast<std::size_t>(n), 0.0f);
    for (std::int64_t i = 0; i < 6; ++i) keys[static_cast<std::size_t>((i * 331 + 57) % n)] = static_cast<float>(i + 1);
    expect_best<float>(exec, keys, {}, {(5 * 331 + 57) % n, (4 * 331 + 57) % n, (3 * 331 + 57) % n});
  }
}

// T-13: transposed input, outputs with gaps
TYPED_TEST(TopkCases, T13Strides) {
  TypeParam const exec;
  List<int> keys;
  for (int i = 0; i < 32; ++i)
    for (int j = 0; j < 32; ++j) keys.push_back((7 * i + 11 * j) % 1009);
  for (int axis : {0, 1})
    for (Lay out : all_lays)
      check_topk<std::int32_t, 2>(exec, {.extents = {32, 32}, .axis = axis, .k = 4, .in = Lay::left, .out = out}, keys);
}

/// Every lay of rows too long for a register, along every axis, with windows.
TYPED_TEST(TopkCases, T13EveryLay) {
  TypeParam const exec;
  Random random(11);
  for (Lay in : all_lays)
    for (int axis : {0, 1, 2}) {
      Extents extents{3, 4, 5};
      extents[static_cast<std::size_t>(axis)] = 700;
      TopkTrial trial{.extents = extents, .axis = axis, .k = 40, .in = in, .out = Lay::thirds};
      auto const keys = make_keys<double>(Fill::special, product(extents));
      check_every_topk_route<std::int64_t>(exec, trial, keys);
      give_windows(trial, random);
      check_every_topk_route<std::int64_t>(exec, trial, keys);
    }
}

/// Every rank, along every axis.
template <int Rank, class Exec>
void check_rank(Exec const& exec) {
  for (int axis = 0; axis < Rank; ++axis) {
    Extents extents;
    for (int d = 0; d < Rank; ++d) extents.push_back(d == axis ? 9 : 1 + (d * 5 + axis) % 3);
    TopkTrial trial{.extents = extents,
                    .axis    = axis - Rank,
                    .k       = 4,
                    .in      = all_lays[static_cast<std::size_t>(axis) % all_lays.size()]};
    auto const keys = make_keys<float>(Fill::special, product(extents));
    check_topk<std::int32_t, Rank>(exec, trial, keys);
    Random random(3);
    give_windows(trial, random);
    check_topk<std::int32_t, Rank>(exec, trial, keys);
  }
}
TYPED_TEST(TopkCases, EveryRankAndAxis) {
  TypeParam const exec;
  check_rank<1>(exec);
  check_rank<2>(exec);
  check_rank<3>(exec);
  check_rank<5>(exec);
  check_rank<8>(exec);
}

/// Index Views of every width; -1 of an unsigned type is its largest number.
TYPED_TEST(TopkCases, IndexTypes) {
  TypeParam const exec;
  auto const keys = make_keys<std::int32_t>(Fill::few_distinct, 3 * 100);
  for_each_type<std::int8_t, std::uint8_t, std::int16_t, std::uint16_t, std::uint32_t, std::int64_t, std::uint64_t>(
      [&]<class Index>() {
        check_topk<Index, 2>(exec, {.extents = {3, 100}, .axis = 1, .k = 20, .end = {0, 15, 100}}, keys);
      });
}

// T-14: windows that do not begin at 0
TYPED_TEST(TopkCases, T14Windows) {
  TypeParam const exec;
  List<float> keys;
  for (std::int64_t j = 0; j < 9000; ++j) keys.push_back(j < 5000 ? 1e9f : static_cast<float>(j) * 1e-3f);
  expect_best<float>(exec, keys, {.begin = {5000}, .end = {9000}}, {8999, 8998, 8997});
  expect_best<float>(exec, keys, {.begin = {5000}}, {8999, 8998, 8997});
  expect_best<float>(exec, keys, {.begin = {5003}, .end = {5005}}, {5004, 5003, -1});
  expect_best<float>(exec, keys, {.begin = {8999}, .end = {12000}}, {8999, -1});
}

// T-16: calls of several instances, unsynchronised
TYPED_TEST(TopkCases, T16InstancesShareNothing) {
  using Exec = TypeParam;
  std::vector<Exec> instances;
  if constexpr (on_host<Exec>)
    instances.assign(2, Exec());
  else
    instances = Kokkos::Experimental::partition_space(Exec(), std::vector<int>(4, 1));
  struct Call {
    TopkTrial trial;
    List<float> keys;
    Field<Exec, float> in;
    std::vector<Field<Exec, std::int32_t>> index;
  };
  std::vector<Call> calls;
  for (std::int64_t n : {300, 3000, 40'000}) {
    TopkTrial const trial{.extents = {3, n}, .axis = 1, .k = 50};
    auto const keys = make_keys<float>(n == 3000 ? Fill::few_distinct : Fill::random, 3 * n);
    calls.push_back({trial, keys, Field<Exec, float>(place(Lay::right, {3, n}), keys), {}});
    for (std::size_t i = 0; i < instances.size(); ++i)
      calls.back().index.emplace_back(place(Lay::right, {3, 50}), List<std::int32_t>(150, 77));
  }
  for (int round = 0; round < 20; ++round)
    for (Call const& call : calls)
      for (std::size_t i = 0; i < instances.size(); ++i)
        argtopk(instances[i], call.in.template const_view<2>(), call.index[i].template view<2>(), 50, {.axis = 1});
  Kokkos::fence();
  for (Call const& call : calls)
    for (auto const& index : call.index)
      EXPECT_TRUE(same_positions(index.read(), selected_positions(call.trial, call.keys)));
}

// T-18: NaN together with infinities
TYPED_TEST(TopkCases, T18NanAndInfinities) {
  TypeParam const exec;
  std::int64_t const n = 20'000;
  auto keys            = make_keys<double>(Fill::random, n);
  for (double& key : keys) key = std::fmod(key, 1e6);
  for (std::size_t i = 0; i < 100; ++i) keys[i * 197 + 3] = std::numeric_limits<double>::quiet_NaN();
  for (std::size_t i = 0; i < 50; ++i) keys[i * 391 + 7] = std::numeric_limits<double>::infinity();
  Field<TypeParam, double> const in(place(Lay::right, {n}), keys);
  for (std::int64_t k : {0, 19'849, 19'850, 19'899, 19'900, 19'999}) {
    Field<TypeParam, double> const out(place(Lay::right, {n}), List<double>(keys.size()));
    partition(exec, in.template const_view<1>(), out.template view<1>(), k);
    auto const found = out.read();
    for (std::int64_t p = 0; p < n; ++p) {
      double const value = found[static_cast<std::size_t>(p)];
      if (p <= k && k < 19'850) {
        ASSERT_TRUE(std::isfinite(value)) << p;
      }
      if (p >= k && k >= 19'900) {
        ASSERT_TRUE(std::isnan(value)) << p;
      }
    }
    if (k >= 19'850 && k < 19'900) {
      EXPECT_TRUE(std::isinf(found[static_cast<std::size_t>(k)]));
    }
    EXPECT_TRUE(same_multiset(Cut({n}, 0), found, keys));
  }
}

// T-19: zeros of both signs
TYPED_TEST(TopkCases, T19Zeros) {
  TypeParam const exec;
  expect_best<float>(exec, {-1, -0.0f, -2, 0.0f, 0.0f}, {}, {1, 3});
  expect_best<float>(exec, {-1, -0.0f, -2, 0.0f, 0.0f}, {.zeros = Zeros::ordered}, {3, 4});
  expect_best<float>(exec, {-1, -0.0f, -2, 0.0f, 0.0f}, {.ties = Ties::highest_index}, {4, 3});
}

// T-20: which of equal elements
TYPED_TEST(TopkCases, T20Ties) {
  TypeParam const exec;
  List<int> const keys{3, 7, 7, 7, 1};
  expect_best<int>(exec, keys, {}, {1, 2});
  expect_best<int>(exec, keys, {.ties = Ties::highest_index}, {3, 2});
  expect_best<int>(exec, keys, {.ties = Ties::highest_index, .order = TopkOrder::by_index}, {2, 3});
  expect_best<int>(exec, keys, {.order = TopkOrder::by_index}, {1, 2});
  expect_best<int>(exec, keys, {.ties = Ties::any}, {1, 2});
}

}  // namespace
}  // namespace KokkosAxis::Test
