// softmax and log_softmax against their definition in long double: axes, layouts, ranks, masks, numbers that are not
// finite, slices in pieces; by every route, with the same bits.
#include <KokkosAxis/softmax.hpp>

#include "support/inputs.hpp"
#include "support/reduce_trial.hpp"
#include "support/spaces.hpp"

#include <Kokkos_Core.hpp>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <type_traits>
#include <utility>
#include <vector>

namespace KokkosAxis::Test {
namespace {

template <class Exec>
class SoftmaxTest : public OnSpace<Exec> {};
/// One space: what runs on others differs in nothing but loops.
using OneSpace = ::testing::Types<Kokkos::DefaultExecutionSpace>;
TYPED_TEST_SUITE(SoftmaxTest, OneSpace, SpaceNames);

constexpr float inf = std::numeric_limits<float>::infinity(), nan = std::numeric_limits<float>::quiet_NaN();

/// The number of each element's slice, elements in C order.
std::vector<std::size_t> slice_numbers(ReduceTrial const& t) {
  std::vector<std::size_t> numbers;
  Extents at(t.extents.size(), 0);
  for (std::int64_t i = 0; i < product(t.extents); ++i) {
    std::int64_t slice = 0;
    for (std::size_t d = 0; d < at.size(); ++d)
      if (!t.reduces(d)) slice = slice * t.extents[d] + at[d];
    numbers.push_back(static_cast<std::size_t>(slice));
    for (std::size_t d = at.size(); d-- > 0 && ++at[d] == t.extents[d];) at[d] = 0;
  }
  return numbers;
}

struct Expected {
  long double softmax, log;
  long double distance;  // to the largest: by how much a rounding error of the element grows
};

/// The definition, with the rules about what is not finite spelt out.
template <class Values>
std::vector<Expected> by_definition(ReduceTrial const& t, Values const& in, List<bool> const& counts) {
  auto const slice         = slice_numbers(t);
  std::size_t const slices = slice.empty() ? 0 : *std::max_element(slice.begin(), slice.end()) + 1;
  std::vector<long double> largest(slices, -std::numeric_limits<long double>::infinity()), sum(slices, 0);
  std::vector<bool> bad(slices, false);
  for (std::size_t i = 0; i < in.size(); ++i)
    if (counts[i]) {
      auto const x      = static_cast<long double>(in[i]);
      bad[slice[i]]     = bad[slice[i]] || std::isnan(x) || (std::isinf(x) && x > 0);
      largest[slice[i]] = std::max(largest[slice[i]], x);
    }
  for (std::size_t i = 0; i < in.size(); ++i)
    if (counts[i]) {
      bad[slice[i]] = bad[slice[i]] || std::isinf(largest[slice[i]]);
      if (!bad[slice[i]]) sum[slice[i]] += std::exp(static_cast<long double>(in[i]) - largest[slice[i]]);
    }
  std::vector<Expected> out;
  for (std::size_t i = 0; i < in.size(); ++i) {
    long double const d = static_cast<long double>(in[i]) - largest[slice[i]];
    if (!counts[i])
      out.push_back({0, -std::numeric_limits<long double>::infinity(), 0});
    else if (bad[slice[i]])
      out.push_back({no_number, no_number, 0});
    else
      out.push_back({std::exp(d) / sum[slice[i]], d - std::log(sum[slice[i]]), std::isinf(d) ? 0 : std::abs(d)});
  }
  return out;
}

template <class A, class Out>
bool near(Out actual, long double expected, long double error) {
  auto const a = static_cast<long double>(actual);
  if (std::isnan(a) || std::isnan(expected)) return std::isnan(a) && std::isnan(expected);
  auto const e = static_cast<long double>(static_cast<Out>(expected));
  return a == e || std::abs(a - expected) <= error * static_cast<long double>(std::numeric_limits<A>::epsilon()) +
                                                 static_cast<long double>(std::max<double>(
                                                     std::numeric_limits<A>::min(), std::numeric_limits<Out>::min()));
}

/// Both verbs by every route, out of place; A is what they compute in.
template <int Rank, class A, class Out, class Exec, class Values>
void check_softmax(Exec const& exec, ReduceTrial trial, Values const& input) {
  using T = typename Values::value_type;
  Field<Exec, T> const in(place(trial.in, trial.extents), input);
  List<bool> counts(input.size(), true);
  Random random(3);
  if (trial.masked)
    for (auto&& c : counts) c = random.below(3) != 0;
  Field<Exec, bool> const mask(place(trial.out, trial.extents), counts);
  auto const expected = by_definition(trial, input, counts);
  std::vector<std::pair<List<Out>, List<Out>>> all;
  for (ReduceRoute route : serving_reduce_routes(exec)) {
    trial.route = route;
    SCOPED_TRACE(to_string(trial));
    List<Out> const before(input.size(), static_cast<Out>(77));
    Field<Exec, Out> const out(place(trial.out, trial.extents), before), logs(place(trial.out, trial.extents), before);
    SoftmaxOptions<> options{.route = route};
    if (trial.masked) options.where = mask.template const_view<Rank>();
    softmax(exec, in.template const_view<Rank>(), out.template view<Rank>(), as_axes(trial.axes), options);
    log_softmax(exec, in.template const_view<Rank>(), logs.template view<Rank>(), as_axes(trial.axes), options);
    exec.fence();
    all.emplace_back(out.read(), logs.read());
    ASSERT_TRUE(in.untouched());
    ASSERT_TRUE(out.surroundings_untouched());
    ASSERT_TRUE(logs.surroundings_untouched());
    for (std::size_t i = 0; i < expected.size(); ++i) {
      auto const& [p, l, distance] = expected[i];
      ASSERT_TRUE((near<A>(all.back().first[i], p, 8 * (distance + 4) * p)))
          << "element " << i << " is " << all.back().first[i] << ", expected " << p;
      ASSERT_TRUE((near<A>(all.back().second[i], l, 8 * (distance + 4))))
          << "logarithm " << i << " is " << all.back().second[i] << ", expected " << l;
    }
    ASSERT_TRUE(same_bits(all.back().first, all.front().first)) << "by the first route";
    ASSERT_TRUE(same_bits(all.back().second, all.front().second)) << "by the first route";
  }
}

/// Numbers of which some are far below the others, and at most one in forty is not finite.
template <class T>
List<T> make_logits(std::int64_t n, std::uint64_t seed, bool special = false) {
  Random random(seed);
  List<T> numbers(static_cast<std::size_t>(n));
  for (T& x : numbers) {
    std::uint64_t const kind = random.below(special ? 200 : 100);
    x = static_cast<T>(static_cast<double>(random.below(1 << 20)) / 65536 - 8) * static_cast<T>(kind < 5 ? 30 : 1);
    if (kind == 150) x = static_cast<T>(nan);
    if (kind == 151) x = static_cast<T>(inf);
    if (kind > 151) x = static_cast<T>(-inf);
  }
  return numbers;
}

TYPED_TEST(SoftmaxTest, EverySetOfAxesAndLayout) {
  TypeParam const exec;
  for (Extents const& extents : {Extents{3, 5, 33}, Extents{40, 5, 2}})
    for (Lay in : all_lays)
      for (auto const& axes : all_axis_sets(3)) {
        auto const input = make_logits<float>(product(extents), 1);
        ReduceTrial trial{.extents = extents,
                          .axes    = axes,
                          .in      = in,
                          .out     = in == Lay::right    ? Lay::thirds
                                     : in == Lay::padded ? Lay::left
                                                         : Lay::right};
        check_softmax<3, float, float>(exec, trial, input);
        trial.masked = true;
        check_softmax<3, float, float>(exec, trial, make_logits<float>(product(extents), 2, true));
        if (this->HasFatalFailure()) return;
      }
}

TYPED_TEST(SoftmaxTest, RanksOneAndEight) {
  TypeParam const exec;
  check_softmax<1, float, float>(exec, {.extents = {1000}, .axes = {0}}, make_logits<float>(1000, 4));
  Extents const extents{2, 3, 2, 3, 2, 3, 2, 3};
  for (Lay in : {Lay::right, Lay::left, Lay::rotated})
    for (std::vector<int> const& axes : {std::vector<int>{0, 2, 4, 6}, std::vector<int>{7}})
      check_softmax<8, float, float>(exec, {.extents = extents, .axes = axes, .in = in, .out = Lay::padded},
                                     make_logits<float>(product(extents), 5));
}

/// Lengths on both sides of what the tree changes at, slices that are cut into pieces included.
TYPED_TEST(SoftmaxTest, LengthsAndPieces) {
  TypeParam const exec;
  for (std::int64_t n : {1, 2, 3, 4, 5, 31, 63, 65, 129, 1023, 1025, 8193})
    for (int axis : {0, 1, 2}) {
      Extents extents{3, 2, 3};
      extents[static_cast<std::size_t>(axis)] = n;
      check_softmax<3, float, float>(exec, {.extents = extents, .axes = {axis}},
                                     make_logits<float>(product(extents), 6));
    }
  struct Case {
    Extents extents;
    std::vector<int> axes;
  };
  for (Case const& c : {Case{{1, 1, 100'003}, {2}}, Case{{3, 2, 30'001}, {0, 2}}, Case{{30'001, 3, 2}, {0, 2}},
                        Case{{30'001, 1, 3}, {0}}, Case{{300, 5, 101}, {0, 2}}})
    for (bool masked : {false, true})
      check_softmax<3, float, float>(exec, {.extents = c.extents, .axes = c.axes, .in = Lay::right, .masked = masked},
                                     make_logits<float>(product(c.extents), 7));
}

/// Computed in double, and rounded once.
TYPED_TEST(SoftmaxTest, OtherElements) {
  TypeParam const exec;
  for (auto const& axes : {std::vector<int>{1}, std::vector<int>{0, 2}}) {
    ReduceTrial const trial{.extents = {6, 50, 20}, .axes = axes};
    check_softmax<3, double, float>(exec, trial, make_logits<double>(6000, 8, true));
  }
}

/// Softmax of one row by every route, which all must give the same.
template <class Exec>
List<float> of_row(Exec const& exec, List<float> const& row, bool log = false) {
  auto const n = static_cast<std::int64_t>(row.size());
  List<float> result;
  for (ReduceRoute route : serving_reduce_routes(exec)) {
    Field<Exec, float> const in(place(Lay::right, {n}), row), out(place(Lay::right, {n}), row);
    log ? log_softmax(exec, in.template view<1>(), out.template view<1>(), 0, {.route = route})
        : softmax(exec, in.template view<1>(), out.template view<1>(), 0, {.route = route});
    auto const now = out.read();
    if (result.empty()) result = now;
    EXPECT_TRUE(same_bits(now, result));
  }
  return result;
}

void expect_same(List<float> const& actual, List<float> const& expected) {
  ASSERT_EQ(actual.size(), expected.size());
  for (std::size_t i = 0; i < actual.size(); ++i)
    if (std::isnan(expected[i]))
      EXPECT_TRUE(std::isnan(actual[i])) << i;
    else
      EXPECT_EQ(actual[i], expected[i]) << i;
}

TYPED_TEST(SoftmaxTest, NumbersThatAreNotFinite) {
  TypeParam const exec;
  expect_same(of_row(exec, {1e38f, -1e38f, 1e38f, 3e38f - 3e38f}), {0.5f, 0, 0.5f, 0});
  expect_same(of_row(exec, {-3e38f, -3e38f}), {0.5f, 0.5f});
  expect_same(of_row(exec, {3e38f, -3e38f}, true), {0, -inf});
  expect_same(of_row(exec, {-inf, 2, -inf, 2}), {0, 0.5f, 0, 0.5f});
  expect_same(of_row(exec, {-inf, 5}, true), {-inf, 0});
  for (bool log : {false, true}) {
    expect_same(of_row(exec, {1, inf, 2}, log), {nan, nan, nan});
    expect_same(of_row(exec, {inf, inf}, log), {nan, nan});
    expect_same(of_row(exec, {inf, -inf}, log), {nan, nan});
    expect_same(of_row(exec, {-inf, -inf, -inf}, log), {nan, nan, nan});
    expect_same(of_row(exec, {1, nan, -inf}, log), {nan, nan, nan});
    expect_same(of_row(exec, {nan, inf}, log), {nan, nan});
  }
  expect_same(of_row(exec, {-3e38f}), {1});
}

/// What a mask rules out does not matter, whatever it is; and slices that it rules out whole are zeros. One mask serves
/// all slices, by a stride of 0.
TYPED_TEST(SoftmaxTest, MasksThatSlicesShare) {
  using Exec = TypeParam;
  Exec const exec;
  Extents const extents{2, 3, 4};
  List<float> input(24, 1);
  for (std::size_t i = 3; i < 24; i += 4) input[i] = std::array{nan, inf, -inf}[i / 4 % 3];
  Field<Exec, float> const in(place(Lay::right, extents), input);
  for (ReduceRoute route : serving_reduce_routes(exec)) {
    // rows 0 and 1 attend to the first two and the first three, row 2 to nothing
    Field<Exec, bool> const mask(broadcast(Lay::right, extents, 0), [] {
      List<bool> m(24, false);
      for (std::size_t i : {0, 1, 4, 5, 6, 12, 13, 16, 17, 18}) m[i] = true;
      return m;
    }());
    Field<Exec, float> const out(place(Lay::left, extents), List<float>(24, 77));
    softmax(exec, in.template view<3>(), out.template view<3>(), -1,
            {.where = mask.template view<3>(), .route = route});
    float const third = 1.0f / 3;
    List<float> expected{0.5f, 0.5f, 0, 0, third, third, third, 0, 0, 0, 0, 0};
    expected.insert(expected.end(), expected.begin(), expected.begin() + 12);
    expect_same(out.read(), expected);
    log_softmax(exec, in.template view<3>(), out.template view<3>(), -1,
                {.where = mask.template view<3>(), .route = route});
    auto const logs = out.read();
    for (std::size_t i = 0; i < 24; ++i)
      if (expected[i] == 0)
        EXPECT_EQ(logs[i], -inf) << i;
      else
        EXPECT_NEAR(logs[i], std::log(expected[i]), 1e-6) << i;
  }
}

struct Halved {
  KOKKOS_FUNCTION float operator()(int x) const { return static_cast<float>(x) / 2; }
};

/// In place, the same bits as out of place, by rows, columns and pieces; and a map of elements that are no floats.
TYPED_TEST(SoftmaxTest, InPlaceAndMaps) {
  using Exec = TypeParam;
  Exec const exec;
  for (Extents const& extents : {Extents{6, 50, 20}, Extents{2, 20'000, 1}, Extents{20'000, 1, 2}}) {
    auto const input = make_logits<float>(product(extents), 11);
    for (auto const& axes : all_axis_sets(3))
      for (ReduceRoute route : serving_reduce_routes(exec)) {
        Field<Exec, float> const in(place(Lay::padded, extents), input), out(place(Lay::padded, extents), input);
        softmax(exec, in.template view<3>(), out.template view<3>(), as_axes(axes), {.route = route});
        softmax(exec, in.template view<3>(), in.template view<3>(), as_axes(axes), {.route = route});
        ASSERT_TRUE(same_bits(in.read(), out.read())) << static_cast<int>(route);
      }
  }
  Field<Exec, int> const ints(place(Lay::right, {4}), List<int>{2, 2, 0, 0});
  Field<Exec, float> const out(place(Lay::right, {4}), List<float>(4, 0));
  softmax(exec, ints.template view<1>(), out.template view<1>(), 0, SoftmaxOptions{.map = Halved{}});
  auto const p = out.read();
  EXPECT_NEAR(p[0] / p[2], std::exp(1.0f), 1e-6);
  EXPECT_NEAR(p[0] + p[1] + p[2] + p[3], 1, 1e-6);
}

TYPED_TEST(SoftmaxTest, Empty) {
  using Exec = TypeParam;
  Exec const exec;
  for (Extents const& extents : {Extents{0, 4}, Extents{4, 0}, Extents{0, 0}})
    for (int axis : {0, 1}) {
      Field<Exec, float> const in(place(Lay::right, extents), {}), out(place(Lay::right, extents), {});
      softmax(exec, in.template view<2>(), out.template view<2>(), axis);
      EXPECT_EQ(explain::softmax(exec, in.template view<2>(), out.template view<2>(), axis).route, "none");
      EXPECT_TRUE(out.surroundings_untouched());
    }
}

/// The same bits wherever the View begins, and for every number of threads, as pieces and lanes do not ask for it.
TYPED_TEST(SoftmaxTest, SameBitsAtEveryAddress) {
  using Exec = TypeParam;
  Exec const exec;
  for (Extents const& extents : {Extents{7, 1000}, Extents{1, 30'000}, Extents{3000, 6}})
    for (int axis : {0, 1}) {
      auto const input = make_logits<float>(product(extents), 12);
      List<float> first;
      for (std::int64_t lead : {0, 1, 2, 3})
        for (ReduceRoute route : serving_reduce_routes(exec)) {
          Place where = place(Lay::right, extents);
          where.lead  = lead;
          Field<Exec, float> const in(where, input), out(where, input);
          softmax(exec, in.template view<2>(), out.template view<2>(), axis, {.route = route});
          auto const now = out.read();
          if (first.empty()) first = now;
          EXPECT_TRUE(same_bits(now, first)) << "lead " << lead << ", route " << static_cast<int>(route);
        }
    }
}

}  // namespace
}  // namespace KokkosAxis::Test
