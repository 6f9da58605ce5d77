// Every kind of operation of cumulative against its definition on all elements up to each one: inclusive and exclusive,
// in both directions, with masks, NaN that counts and NaN that does not.
#include <KokkosAxis/cumulative.hpp>

#include "support/cumulative_trial.hpp"
#include "support/logical.hpp"
#include "support/spaces.hpp"

#include <Kokkos_Core.hpp>
#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <limits>
#include <tuple>
#include <type_traits>
#include <vector>

namespace KokkosAxis::Test {
namespace {

template <class Exec>
class CumulativeOps : public OnSpace<Exec> {};
/// One space: what runs on others differs in nothing but loops.
using OneSpace = ::testing::Types<Kokkos::DefaultExecutionSpace>;
TYPED_TEST_SUITE(CumulativeOps, OneSpace, SpaceNames);

template <class T, class... Outs, class Exec, class Op>
void check_op(Exec const& exec, Op const& op, bool can_be_empty = true) {
  Extents const extents{4, 37, 3};
  auto const run = [&](CumulativeTrial const& trial, bool special) {
    if (::testing::Test::HasFatalFailure()) return;
    bool const factors = std::is_same_v<Op, Prod<>>;
    check_cumulative<3>(std::tuple<Outs...>(), exec, trial,
                        factors ? make_factors<T>(product(extents), 2) : make_numbers<T>(product(extents), 2, special),
                        op);
  };
  for (bool reverse : {false, true}) {
    run({.extents = extents, .axis = 1, .reverse = reverse}, true);
    run({.extents = extents, .axis = 1, .reverse = reverse, .in = Lay::left, .out = Lay::padded}, true);
    if (!can_be_empty) continue;
    run({.extents = extents, .axis = 1, .exclusive = true, .reverse = reverse}, true);
    run({.extents   = extents,
         .axis      = 1,
         .exclusive = true,
         .reverse   = reverse,
         .nan       = NanInReduction::ignore,
         .in        = Lay::thirds,
         .masked    = true},
        true);
  }
  run({.extents = extents, .axis = 2, .nan = NanInReduction::ignore}, true);
  run({.extents = extents, .axis = 0, .nan = NanInReduction::ignore, .masked = can_be_empty}, false);
}

TYPED_TEST(CumulativeOps, SumsAndProducts) {
  TypeParam const exec;
  check_op<float, float>(exec, Sum{});
  check_op<std::int8_t, std::int64_t>(exec, Sum{});
  check_op<double, double>(exec, Prod{});
}

TYPED_TEST(CumulativeOps, Extremes) {
  TypeParam const exec;
  check_op<float, float>(exec, Min{}, false);
  check_op<std::int8_t, std::int8_t>(exec, Max{}, false);
  check_op<float, float, float>(exec, MinMax{}, false);
}

TYPED_TEST(CumulativeOps, PositionsAndLogic) {
  TypeParam const exec;
  check_op<float, std::int32_t>(exec, ArgMax{}, false);
  check_op<float, std::int64_t>(exec, ArgMin{.last = true}, false);
  check_op<float, std::int64_t>(exec, CountNonzero{});
  check_op<bool, bool>(exec, All{});
}

TYPED_TEST(CumulativeOps, Moments) {
  TypeParam const exec;
  check_op<double, float>(exec, LogSumExp{});
  check_op<float, float, float>(exec, VarMean{.ddof = 1});
}

constexpr float nan = std::numeric_limits<float>::quiet_NaN(), inf = std::numeric_limits<float>::infinity();

/// One row by every route.
template <class Out, class Exec, class Values, class Op>
List<Out> of_row(Exec const& exec, Values const& row, Op const& op, CumulativeOptions<> options = {}) {
  using T      = typename Values::value_type;
  auto const n = static_cast<std::int64_t>(row.size());
  List<Out> result;
  for (CumulativeRoute route : serving_cumulative_routes(exec)) {
    options.route = route;
    Field<Exec, T> const in(place(Lay::right, {n}), row);
    Field<Exec, Out> const out(place(Lay::right, {n}), List<Out>(row.size(), Out{77}));
    KokkosAxis::cumulative(exec, in.template view<1>(), out.template view<1>(), 0, op, options);
    auto const now = out.read();
    if (result.empty()) result = now;
    EXPECT_TRUE(same_bits(now, result));
  }
  return result;
}

TYPED_TEST(CumulativeOps, FromItsPlaceOnNanIsThere) {
  TypeParam const exec;
  auto const most = of_row<float>(exec, List<float>{1, -inf, 3, nan, 9, inf}, Max{});
  EXPECT_EQ(most[0], 1);
  EXPECT_EQ(most[1], 1);
  EXPECT_EQ(most[2], 3);
  for (std::size_t i : {3, 4, 5}) EXPECT_TRUE(std::isnan(most[i]));
  EXPECT_EQ(of_row<float>(exec, List<float>{-inf, nan, 3}, Max{}, {.nan = NanInReduction::ignore}),
            (List<float>{-inf, -inf, 3}));
  // what a mask or NaN leaves nothing before
  EXPECT_TRUE(std::isnan(of_row<float>(exec, List<float>{nan, 3}, Min{}, {.nan = NanInReduction::ignore})[0]));
  EXPECT_EQ(of_row<int>(exec, List<float>{nan, 3}, ArgMin{}, {.nan = NanInReduction::ignore}), (List<int>{-1, 1}));
}

TYPED_TEST(CumulativeOps, InitialValues) {
  TypeParam const exec;
  List<int> const row{3, 9, 2, 11};
  EXPECT_EQ(of_row<int>(exec, row, Max{.initial = 5}, {.exclusive = true}), (List<int>{5, 5, 9, 9}));
  EXPECT_EQ(of_row<int>(exec, row, Max{.initial = 5}, {.exclusive = true, .reverse = true}),
            (List<int>{11, 11, 11, 5}));
  EXPECT_EQ(of_row<int>(exec, row, Sum{.initial = 100}), (List<int>{103, 112, 114, 125}));
}

/// A result is rounded once: a sum of bytes in a byte is that of its low bits, of the sum in 64.
TYPED_TEST(CumulativeOps, AccumulatorsAreWide) {
  TypeParam const exec;
  List<std::uint8_t> const row(300, 200);
  auto const sums = of_row<std::int32_t>(exec, row, Sum{});
  EXPECT_EQ(sums.back(), 60'000);
  auto const wrapped = of_row<std::uint8_t>(exec, row, Sum{});
  EXPECT_EQ(wrapped.back(), static_cast<std::uint8_t>(60'000));
}

/// Ordered: a number written in base 31, each element a digit.
struct Digits {
  static constexpr bool ordered          = true;
  static constexpr std::uint64_t modulus = 1000003;
  struct State {
    std::uint64_t value, power;
  };
  KOKKOS_FUNCTION State identity() const { return {0, 1}; }
  KOKKOS_FUNCTION void accumulate(State& s, std::uint8_t x) const {
    s.value = (s.value * 31 + x) % modulus;
    s.power = s.power * 31 % modulus;
  }
  KOKKOS_FUNCTION void merge(State& to, State const& from) const {
    to.value = (to.value * from.power + from.value) % modulus;
    to.power = to.power * from.power % modulus;
  }
  KOKKOS_FUNCTION std::uint64_t finish(State const& s) const { return s.value; }
};

TYPED_TEST(CumulativeOps, ReducersOfOnesOwn) {
  TypeParam const exec;
  for (std::int64_t n : {50, 20'000}) {
    auto const row      = make_numbers<std::uint8_t>(n, 4);
    auto const actual   = of_row<std::uint64_t>(exec, row, Digits{});
    std::uint64_t value = 0;
    for (std::size_t i = 0; i < row.size(); ++i) {
      value = (value * 31 + row[i]) % Digits::modulus;
      ASSERT_EQ(actual[i], value) << i;
    }
  }
}

struct Mass {
  KOKKOS_FUNCTION double operator()(Particle const& p) const { return p.mass; }
};

/// A map on load, from elements that are no numbers.
TYPED_TEST(CumulativeOps, Maps) {
  using Exec = TypeParam;
  Exec const exec;
  List<Particle> particles;
  for (int i = 1; i <= 100; ++i)
    particles.push_back({.mass = static_cast<float>(i), .cell = 1, .id = 2, .charge = 3, .spare = 4});
  Field<Exec, Particle> const in(place(Lay::right, {100}), particles);
  for (CumulativeRoute route : serving_cumulative_routes(exec)) {
    Field<Exec, double> const out(place(Lay::right, {100}), List<double>(100, 0));
    KokkosAxis::cumulative(exec, in.template const_view<1>(), out.template view<1>(), 0, Sum{},
                           CumulativeOptions{.route = route, .map = Mass{}});
    auto const sums = out.read();
    for (std::size_t i = 0; i < 100; ++i) EXPECT_EQ(sums[i], static_cast<double>((i + 1) * (i + 2) / 2));
  }
}

}  // namespace
}  // namespace KokkosAxis::Test
