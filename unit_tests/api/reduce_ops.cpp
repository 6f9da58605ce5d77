// Every operation against its definition: element types, special numbers, masks, ignored NaN, several results in one
// read.
#include <KokkosAxis/reduce.hpp>

#include "support/logical.hpp"
#include "support/reduce_trial.hpp"
#include "support/spaces.hpp"

#include <Kokkos_Core.hpp>
#include <gtest/gtest.h>

#include <cstdint>
#include <tuple>
#include <type_traits>
#include <vector>

namespace KokkosAxis::Test {
namespace {

template <class Exec>
class ReduceOps : public OnSpace<Exec> {};
/// One space is enough, as what runs on each differs nowhere but in its loops: every operation is many kernels to
/// compile.
using OneSpace = ::testing::Types<Kokkos::DefaultExecutionSpace>;
TYPED_TEST_SUITE(ReduceOps, OneSpace, SpaceNames);

struct Shape {
  Extents extents;
  std::vector<int> axes;
};
/// Along rows, across them, both; and few outputs, so that slices are cut into pieces.
std::vector<Shape> const shapes{{{6, 50, 20}, {2}},  {{6, 50, 20}, {1}}, {{6, 50, 20}, {0, 2}}, {{3, 2, 301}, {0, 2}},
                                {{1, 9000, 2}, {1}}, {{20, 1, 10}, {1}}, {{2, 1, 5000}, {2}}};

/// f(trial) for each shape, with and without NaN that counts, and a mask.
template <class F>
void for_each_trial(bool can_be_empty, F&& f) {
  for (Shape const& shape : shapes) {
    f(ReduceTrial{.extents = shape.extents, .axes = shape.axes});
    f(ReduceTrial{.extents = shape.extents, .axes = shape.axes, .nan = NanInReduction::ignore, .in = Lay::left});
    if (can_be_empty) f(ReduceTrial{.extents = shape.extents, .axes = shape.axes, .in = Lay::padded, .masked = true});
  }
}

template <class T, class... Outs, class Exec, class Op>
void check_op(Exec const& exec, Op const& op, bool can_be_empty = true) {
  for_each_trial(can_be_empty, [&](ReduceTrial const& trial) {
    if (::testing::Test::HasFatalFailure()) return;
    std::int64_t const n = product(trial.extents);
    auto const input     = std::is_same_v<Op, Prod<>> ? make_factors<T>(n, 2) : make_numbers<T>(n, 2);
    check_reduce<3>(std::tuple<Outs...>(), exec, trial, input, op);
    if constexpr (std::is_floating_point_v<T> && !std::is_same_v<Op, Prod<>>)
      check_reduce<3>(std::tuple<Outs...>(), exec, trial, make_numbers<T>(n, 3, true), op);
  });
}

TYPED_TEST(ReduceOps, SumsAndProducts) {
  TypeParam const exec;
  check_op<float, float>(exec, Sum{});
  check_op<double, double>(exec, Sum{});
  check_op<std::int8_t, std::int64_t>(exec, Sum{});
  check_op<std::uint64_t, std::uint64_t>(exec, Sum{});
  check_op<bool, std::int32_t>(exec, Sum{});
  check_op<float, double>(exec, Prod{});
  check_op<std::int32_t, std::int64_t>(exec, Prod{});
}

TYPED_TEST(ReduceOps, Extremes) {
  TypeParam const exec;
  check_op<float, float>(exec, Min{}, false);
  check_op<double, double>(exec, Max{}, false);
  check_op<std::int8_t, std::int8_t>(exec, Min{}, false);
  check_op<std::uint64_t, std::uint64_t>(exec, Max{}, false);
  check_op<float, float, float>(exec, MinMax{}, false);
  check_op<float, double>(exec, NormInf{});
}

TYPED_TEST(ReduceOps, Positions) {
  TypeParam const exec;
  check_op<float, std::int32_t>(exec, ArgMin{});
  check_op<float, std::int64_t>(exec, ArgMax{.last = true});
  check_op<std::uint8_t, std::int32_t>(exec, ArgMax{});
  check_op<double, std::int64_t>(exec, ArgMin{.last = true});
}

TYPED_TEST(ReduceOps, Logic) {
  TypeParam const exec;
  check_op<float, bool>(exec, Any{});
  check_op<std::int32_t, bool>(exec, All{});
  check_op<bool, std::int64_t>(exec, CountNonzero{});
  check_op<float, std::int32_t>(exec, CountNonzero{});
}

TYPED_TEST(ReduceOps, Moments) {
  TypeParam const exec;
  check_op<float, float>(exec, Mean{});
  check_op<double, double>(exec, Mean{});
  check_op<std::int16_t, double>(exec, Mean{});
  check_op<float, float, float>(exec, VarMean{.ddof = 1});
  check_op<double, double>(exec, Var{.ddof = 2.5});
  check_op<std::uint8_t, float>(exec, Std{});
}

TYPED_TEST(ReduceOps, Norms) {
  TypeParam const exec;
  check_op<float, float>(exec, Norm1{});
  check_op<std::int8_t, std::uint32_t>(exec, Norm1{});
  check_op<float, float>(exec, Norm2{});
  check_op<double, double>(exec, Norm2{});
  check_op<float, float>(exec, LogSumExp{});
  check_op<double, double>(exec, LogSumExp{});
}

/// In one read: as many outputs as the operations have results.
TYPED_TEST(ReduceOps, SeveralAtOnce) {
  using Exec = TypeParam;
  Exec const exec;
  auto const input = make_numbers<float>(6000, 4, true);
  ReduceTrial const trial{.extents = {6, 50, 20}, .axes = {0, 2}};
  auto const run = [&](auto const& in, auto const& op, auto const&... outs) {
    KokkosAxis::reduce(exec, in, std::tuple(outs.template view<3>()...), {0, 2}, op, {.keep_dims = true});
  };
  Field<Exec, float> const in(place(Lay::right, trial.extents), input);
  auto const sum = reduce_output<Exec, float>(trial), most = reduce_output<Exec, float>(trial),
             variance = reduce_output<Exec, float>(trial), mean = reduce_output<Exec, float>(trial);
  auto const where = reduce_output<Exec, int>(trial);
  run(in.template view<3>(), std::tuple(Sum{}, Max{}, ArgMax{}, VarMean{}), sum, most, where, variance, mean);
  auto const alone = reduce_output<Exec, float>(trial), alone_mean = reduce_output<Exec, float>(trial);
  auto const alone_where = reduce_output<Exec, int>(trial);
  run(in.template view<3>(), Sum{}, alone);
  EXPECT_TRUE(same_bits(sum.read(), alone.read()));
  run(in.template view<3>(), Max{}, alone);
  EXPECT_TRUE(same_bits(most.read(), alone.read()));
  run(in.template view<3>(), ArgMax{}, alone_where);
  EXPECT_TRUE(same_bits(where.read(), alone_where.read()));
  run(in.template view<3>(), std::tuple(VarMean{}), alone, alone_mean);
  for (auto const& slice : slices_of(trial, input, [](std::size_t) { return true; }))
    EXPECT_FALSE(slice.values.empty());
  EXPECT_EQ(mean.read().size(), alone_mean.read().size());
}

struct Square {
  KOKKOS_FUNCTION double operator()(float x) const { return static_cast<double>(x) * x; }
};
struct Mass {
  KOKKOS_FUNCTION double operator()(Particle const& p) const { return p.mass; }
};

/// A map on load: another element type, and elements that are no numbers.
TYPED_TEST(ReduceOps, Maps) {
  using Exec = TypeParam;
  Exec const exec;
  auto const input = make_numbers<float>(6000, 4);
  ReduceTrial const trial{.extents = {6, 50, 20}, .axes = {1}};
  Field<Exec, float> const in(place(Lay::left, trial.extents), input);
  List<Particle> particles;
  for (float x : input) particles.push_back({.mass = x, .cell = 1, .id = 2, .charge = 3, .spare = 4});
  Field<Exec, Particle> const heavy(place(Lay::right, trial.extents), particles);
  for (ReduceRoute route : serving_reduce_routes(exec)) {
    auto const squares = reduce_output<Exec, double>(trial), norm = reduce_output<Exec, double>(trial),
               mass = reduce_output<Exec, double>(trial), sum = reduce_output<Exec, double>(trial);
    KokkosAxis::reduce(exec, in.template view<3>(), squares.template view<3>(), 1, Sum{},
                       ReduceOptions{.keep_dims = true, .route = route, .map = Square{}});
    KokkosAxis::reduce(exec, in.template view<3>(), norm.template view<3>(), 1, Norm2{},
                       {.keep_dims = true, .route = route});
    KokkosAxis::reduce(exec, heavy.template const_view<3>(), mass.template view<3>(), 1, Sum{},
                       ReduceOptions{.keep_dims = true, .route = route, .map = Mass{}});
    KokkosAxis::reduce(exec, in.template view<3>(), sum.template view<3>(), 1, Sum{},
                       {.keep_dims = true, .route = route});
    auto const s = squares.read(), n = norm.read();
    for (std::size_t i = 0; i < s.size(); ++i) EXPECT_NEAR(std::sqrt(s[i]), n[i], 1e-12 * n[i]);
    EXPECT_TRUE(same_bits(mass.read(), sum.read()));
  }
}

/// A reducer of one's own: of a polynomial's value, (sum, last); commutative.
struct Range {
  struct State {
    float low, high;
  };
  KOKKOS_FUNCTION State identity() const { return {1e30f, -1e30f}; }
  KOKKOS_FUNCTION void accumulate(State& s, float x) const {
    s.low  = x < s.low ? x : s.low;
    s.high = x > s.high ? x : s.high;
  }
  KOKKOS_FUNCTION void merge(State& to, State const& from) const {
    to.low  = from.low < to.low ? from.low : to.low;
    to.high = from.high > to.high ? from.high : to.high;
  }
  KOKKOS_FUNCTION float finish(State const& s) const { return s.high - s.low; }
};

/// Ordered: a number written in base 3 modulo 2^61 - 1, each element a digit, kept as value and power.
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

TYPED_TEST(ReduceOps, ReducersOfOnesOwn) {
  using Exec = TypeParam;
  Exec const exec;
  for (Shape const& shape : shapes)
    for (Lay lay : {Lay::right, Lay::left, Lay::thirds}) {
      ReduceTrial const trial{.extents = shape.extents, .axes = shape.axes};
      auto const numbers = make_numbers<float>(product(shape.extents), 4);
      auto const digits  = make_numbers<std::uint8_t>(product(shape.extents), 4);
      Field<Exec, float> const in(place(lay, trial.extents), numbers);
      Field<Exec, std::uint8_t> const bytes(place(lay, trial.extents), digits);
      for (ReduceRoute route : serving_reduce_routes(exec)) {
        SCOPED_TRACE(to_string(trial) + ", route " + std::to_string(static_cast<int>(route)));
        auto const range  = reduce_output<Exec, float>(trial);
        auto const number = reduce_output<Exec, std::int64_t>(trial);
        KokkosAxis::reduce(exec, in.template view<3>(), range.template view<3>(), as_axes(trial.axes), Range{},
                           {.keep_dims = true, .route = route});
        KokkosAxis::reduce(exec, bytes.template view<3>(), number.template view<3>(), as_axes(trial.axes), Digits{},
                           {.keep_dims = true, .route = route});
        auto const all    = [](std::size_t) { return true; };
        auto const slices = slices_of(trial, numbers, all), of_bytes = slices_of(trial, digits, all);
        auto const r = range.read();
        auto const n = number.read();
        for (std::size_t s = 0; s < slices.size(); ++s) {
          EXPECT_EQ(r[s], static_cast<float>(best(slices[s], true).results[0] - best(slices[s], false).results[0]));
          std::uint64_t value = 0;
          for (long double x : of_bytes[s].values)
            value = (value * 31 + static_cast<std::uint64_t>(x)) % Digits::modulus;
          EXPECT_EQ(n[s], static_cast<std::int64_t>(value));
        }
      }
    }
}

/// Outputs without the reduced axes, of rank 0 too, and with them.
TYPED_TEST(ReduceOps, ShapesOfOutputs) {
  using Exec = TypeParam;
  Exec const exec;
  Kokkos::View<int***, Exec> const in("in", 2, 3, 4);
  Kokkos::deep_copy(in, 1);
  Kokkos::View<int, Exec> const one("one");
  Kokkos::View<int*, Exec> const three("three", 3);
  Kokkos::View<int***, Exec> const kept("kept", 1, 3, 1), none("none", 2, 3, 4);
  KokkosAxis::reduce(exec, in, one, all_axes, Sum{});
  KokkosAxis::reduce(exec, in, three, {0, -1}, Sum{});
  KokkosAxis::reduce(exec, in, kept, {-3, 2}, Sum{}, {.keep_dims = true});
  KokkosAxis::reduce(exec, in, none, {}, CountNonzero{});
  EXPECT_EQ(read(Kokkos::View<int*, Exec>(one.data(), 1))[0], 24);
  EXPECT_EQ(read(three), (List<int>{8, 8, 8}));
  EXPECT_EQ(read(kept), (List<int>{8, 8, 8}));
  EXPECT_EQ(read(none), List<int>(24, 1));
}

}  // namespace
}  // namespace KokkosAxis::Test
