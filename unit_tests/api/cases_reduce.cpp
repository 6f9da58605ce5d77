// The reported bugs of other libraries' reductions, as tests: inputs and answers of their own.
#include <KokkosAxis/reduce.hpp>

#include "support/logical.hpp"
#include "support/reduce_trial.hpp"
#include "support/refusal.hpp"
#include "support/spaces.hpp"

#include <Kokkos_Core.hpp>
#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <limits>
#include <string>
#include <tuple>
#include <vector>

namespace KokkosAxis::Test {
namespace {

constexpr float inf = std::numeric_limits<float>::infinity(), nan = std::numeric_limits<float>::quiet_NaN();

template <class Exec>
class CasesReduce : public OnSpace<Exec> {};
TYPED_TEST_SUITE(CasesReduce, Spaces, SpaceNames);

/// All of a list reduced, by every serving route; the routes must agree.
template <class Out, class Exec, class T, class Op>
Out of_all(Exec const& exec, std::vector<T> const& values, Op const& op, NanInReduction policy = {}) {
  auto const n = static_cast<std::int64_t>(values.size());
  Field<Exec, T> const in(place(Lay::right, {n}), List<T>(values.begin(), values.end()));
  Out first{};
  bool begun = false;
  for (ReduceRoute route : serving_reduce_routes(exec)) {
    Field<Exec, Out> const out(place(Lay::right, {1}), {static_cast<Out>(77)});
    KokkosAxis::reduce(exec, in.template const_view<1>(), out.template view<1>(), 0, op,
                       {.keep_dims = true, .nan = policy, .route = route});
    Out const result = out.read()[0];
    if (!begun) first = result;
    begun = true;
    EXPECT_TRUE(same(first, result)) << "route " << static_cast<int>(route);
  }
  return first;
}
template <class T>
std::vector<T> times(std::size_t n, T x) {
  return std::vector<T>(n, x);
}

TYPED_TEST(CasesReduce, R01_ExtremesOfInfinities) {
  TypeParam const exec;
  for (std::size_t n : {1u, 10u}) {
    EXPECT_EQ((of_all<float>(exec, times(n, inf), Min{})), inf);
    EXPECT_EQ((of_all<int>(exec, times(n, inf), ArgMin{})), 0);
    EXPECT_EQ((of_all<float>(exec, times(n, -inf), Max{})), -inf);
    EXPECT_EQ((of_all<int>(exec, times(n, -inf), ArgMax{})), 0);
    EXPECT_EQ((of_all<double>(exec, times(n, -HUGE_VAL), Max{})), -HUGE_VAL);
  }
  EXPECT_EQ((of_all<int>(exec, times<std::uint8_t>(5, 255), ArgMin{})), 0);
  EXPECT_EQ((of_all<int>(exec, times<std::int32_t>(5, std::numeric_limits<int>::max()), Min{})),
            std::numeric_limits<int>::max());
  for (int axis : {0, 1}) {
    ReduceTrial const trial{.extents = {4, 10}, .axes = {axis}};
    check_reduce<2, std::int32_t>(exec, trial, times(40, inf), ArgMin{});
    check_reduce<2, float>(exec, trial, times(40, inf), Min{});
  }
}

TYPED_TEST(CasesReduce, R03_FirstIndexOfTies) {
  TypeParam const exec;
  for (std::size_t n : {23u, 100'003u}) {
    EXPECT_EQ((of_all<std::int64_t>(exec, times(n, 1.0f), ArgMax{})), 0);
    EXPECT_EQ((of_all<std::int64_t>(exec, times(n, 1.0f), ArgMax{.last = true})), static_cast<std::int64_t>(n) - 1);
  }
  check_reduce<2, std::int32_t>(exec, {.extents = {2, 5}, .axes = {1}}, std::vector<int>{4, 7, 0, 7, 7, 6, 2, 6, 1, 6},
                                ArgMax{});
  // the first in C order, whatever lies first in memory
  for (Lay lay : all_lays)
    check_reduce<3, std::int64_t>(exec, {.extents = {4, 3, 5}, .axes = {0, 2}, .in = lay}, times(60, -0.0f), ArgMax{});
}

TYPED_TEST(CasesReduce, R04_NanAndLengths) {
  TypeParam const exec;
  for (std::size_t n = 2; n < 20; ++n)
    for (std::size_t at : {std::size_t{1}, std::size_t{0}, n - 1}) {
      std::vector<float> x(n, 3);
      x[0]         = 1;
      x[at]        = nan;
      auto const i = static_cast<int>(at);
      EXPECT_TRUE(std::isnan(of_all<float>(exec, x, Max{})) && std::isnan(of_all<float>(exec, x, Min{})));
      EXPECT_EQ(of_all<int>(exec, x, ArgMax{}), i);
      EXPECT_EQ(of_all<int>(exec, x, ArgMin{}), i);
      auto const ignore = NanInReduction::ignore;
      float const most = of_all<float>(exec, x, Max{}, ignore), least = of_all<float>(exec, x, Min{}, ignore);
      EXPECT_EQ(x[static_cast<std::size_t>(of_all<int>(exec, x, ArgMax{}, ignore))], most);
      EXPECT_EQ(x[static_cast<std::size_t>(of_all<int>(exec, x, ArgMin{}, ignore))], least);
      EXPECT_EQ(of_all<float>(exec, x, Sum{}, ignore),
                at == 0 ? 3.0f * static_cast<float>(n - 1) : 1.0f + 3.0f * static_cast<float>(n - 2));
    }
  EXPECT_EQ(of_all<int>(exec, times(9, nan), ArgMax{}), 0);
  EXPECT_TRUE(std::isnan(of_all<float>(exec, times(9, nan), Max{}, NanInReduction::ignore)));
  EXPECT_EQ(of_all<int>(exec, times(9, nan), ArgMax{}, NanInReduction::ignore), -1);
  EXPECT_EQ((of_all<int>(exec, times(9, nan), ArgMax{.initial = 5}, NanInReduction::ignore)), 5);
}

TYPED_TEST(CasesReduce, R06_AxesOfOneElement) {
  TypeParam const exec;
  List<float> const zeros(40'000, 0.0f);
  for (std::vector<int> const& axes : {std::vector<int>{2}, std::vector<int>{1}, std::vector<int>{1, 2}}) {
    check_reduce<3, std::int32_t>(exec, {.extents = {50, 800, 1}, .axes = axes}, zeros, ArgMax{});
    check_reduce<3, std::int32_t>(exec, {.extents = {50, 800, 1}, .axes = axes}, zeros, ArgMin{});
    check_reduce<3, float>(exec, {.extents = {50, 800, 1}, .axes = axes}, zeros, Var{});
  }
  for (auto const& axes : all_axis_sets(3)) {
    check_reduce<3, std::int32_t>(exec, {.extents = {1, 1, 1}, .axes = axes}, List<float>{-3}, ArgMax{});
    check_reduce<3, float>(exec, {.extents = {1, 1, 1}, .axes = axes}, List<float>{-3}, Var{});
  }
}

/// no outputs, and outputs of no elements.
TYPED_TEST(CasesReduce, R08_NothingToReduce) {
  TypeParam const exec;
  for (Extents const& extents :
       {Extents{0, 4, 2}, Extents{4, 0, 3}, Extents{0, 0, 1}, Extents{2, 0, 3}, Extents{0, 0, 0}})
    for (auto const& axes : all_axis_sets(3)) {
      ReduceTrial const trial{.extents = extents, .axes = axes};
      List<float> const none;
      check_reduce<3, float>(exec, trial, none, Sum{});
      check_reduce<3, float>(exec, trial, none, Prod{});
      check_reduce<3, bool>(exec, trial, none, All{});
      check_reduce<3, bool>(exec, trial, none, Any{});
      check_reduce<3, float>(exec, trial, none, Mean{});
      check_reduce<3>(std::tuple<float, float>(), exec, trial, none, VarMean{});
      check_reduce<3, float>(exec, trial, none, LogSumExp{});
      check_reduce<3, float>(exec, trial, none, NormInf{});
      Field<TypeParam, float> const in(place(Lay::right, extents), none);
      auto const out         = reduce_output<TypeParam, float>(trial);
      auto const index       = reduce_output<TypeParam, int>(trial);
      bool const has_outputs = product(trial.out_extents()) > 0;
      auto const refused     = [&](auto const& op, auto const& to) {
        return refusal([&] {
          KokkosAxis::reduce(exec, in.template const_view<3>(), to.template view<3>(), as_axes(axes), op,
                                 {.keep_dims = true});
        });
      };
      std::string const text =
          has_outputs ? "KokkosAxis::reduce: the reduced axes have no elements, of which this operation has no result; "
                        "give it an .initial value"
                      : "";
      EXPECT_EQ(refused(Max{}, out), text);
      EXPECT_EQ(refused(ArgMin{}, index), text);
      EXPECT_TRUE(out.untouched() && index.untouched());
      EXPECT_EQ(refused(Max{.initial = -5}, out), "");
      EXPECT_EQ(refused(ArgMin{.initial = -1}, index), "");
      for (float x : out.read()) EXPECT_EQ(x, -5);
      for (int i : index.read()) EXPECT_EQ(i, -1);
    }
}

TYPED_TEST(CasesReduce, R11_SmallSpreadOnALargeMean) {
  TypeParam const exec;
  std::vector<float> const small{4096.25f, 4096.5f, 4096.75f}, large{1e8f, 1e8f + 8, 1e8f + 16, 1e8f + 24};
  EXPECT_EQ(of_all<float>(exec, small, Var{.ddof = 1}), 0.0625f);
  EXPECT_FLOAT_EQ(of_all<float>(exec, large, Var{.ddof = 1}), 106.666667f);
  EXPECT_EQ(of_all<float>(exec, large, Var{}), 80);
  for (auto const& pattern : {small, large})
    for (Extents const& extents : {Extents{1, 10'007}, Extents{10'007, 1}, Extents{10'007, 6}, Extents{6, 10'007}}) {
      List<float> x;
      for (std::int64_t i = 0; i < product(extents); ++i)
        x.push_back(
            pattern[static_cast<std::size_t>(i / std::max<std::int64_t>(extents[1] % 10'007, 1)) % pattern.size()]);
      for (int axis : {0, 1}) {
        check_reduce<2, float>(exec, {.extents = extents, .axes = {axis}}, x, Var{.ddof = 1});
        check_reduce<2, double>(exec, {.extents = extents, .axes = {axis}}, List<double>(x.begin(), x.end()), Std{});
      }
    }
}

TYPED_TEST(CasesReduce, R13_MeansDoNotOverflow) {
  using Kokkos::Experimental::half_t;
  TypeParam const exec;
  EXPECT_EQ(static_cast<float>(of_all<half_t>(exec, times(4, half_t(49152.0f)), Mean{})), 49152);
  EXPECT_EQ(static_cast<float>(of_all<half_t>(exec, times(70'000, half_t(1.0f)), Mean{})), 1);
  EXPECT_EQ(of_all<float>(exec, times(2, 2.5e38f), Mean{}), 2.5e38f);
  EXPECT_EQ(of_all<double>(exec, times(3, 1.5e308), Mean{}), 1.5e308);
  for (std::size_t n : {641u, 700u, 777u, 1000u}) EXPECT_EQ(of_all<float>(exec, times(n, 1.0f), Mean{}), 1);
  EXPECT_EQ(of_all<double>(exec, times<std::int8_t>(3, 127), Mean{}), 127);
}

TYPED_TEST(CasesReduce, R14_HalvesAddUpInFloat) {
  using Kokkos::Experimental::bhalf_t;
  using Kokkos::Experimental::half_t;
  TypeParam const exec;
  auto const sum = [&](auto const& x) {
    using T = typename std::remove_cvref_t<decltype(x)>::value_type;
    return static_cast<float>(of_all<T>(exec, x, Sum{}));
  };
  EXPECT_EQ(sum(times(5000, half_t(1.0f))), 5000);
  EXPECT_EQ(sum(times(3000, half_t(0.75f))), 2250);
  EXPECT_EQ(sum(times(1000, bhalf_t(1.0f))), 1000);
  auto x = times(10, half_t(30000.0f));
  for (std::size_t i = 5; i < 10; ++i) x[i] = half_t(-30000.0f);
  EXPECT_EQ(sum(x), 0);
}

TYPED_TEST(CasesReduce, R16_IntegersAddUpIn64Bits) {
  TypeParam const exec;
  EXPECT_EQ(of_all<std::int64_t>(exec, times<std::uint8_t>(3, 200), Sum{}), 600);
  EXPECT_EQ(of_all<std::int64_t>(exec, times<std::int32_t>(2, 2147483643), Sum{}), 4294967286);
  EXPECT_EQ(of_all<std::int64_t>(exec, times<std::int8_t>(2, -128), Sum{}), -256);
  EXPECT_EQ(of_all<std::uint64_t>(exec, times<std::int8_t>(2, -128), Norm1{}), 256u);
  EXPECT_EQ(of_all<std::uint64_t>(exec, times<std::int8_t>(2, -128), NormInf{}), 128u);
  check_reduce<1, std::int64_t>(exec, {.extents = {320}, .axes = {0}}, List<bool>(320, true), Sum{});
}

TYPED_TEST(CasesReduce, R17_TruthIsThatOfTheElement) {
  TypeParam const exec;
  std::vector<std::int32_t> const high{768, 1024};
  std::vector<float> const mixed{0.25f, nan, -0.0f};
  EXPECT_EQ(of_all<std::uint8_t>(exec, high, All{}), 1);
  EXPECT_EQ(of_all<std::uint8_t>(exec, high, Any{}), 1);
  EXPECT_EQ(of_all<std::uint8_t>(exec, mixed, Any{}), 1);
  EXPECT_EQ(of_all<std::uint8_t>(exec, mixed, All{}), 0);
  EXPECT_EQ(of_all<std::uint8_t>(exec, std::vector<float>{nan}, Any{}), 1);
  EXPECT_EQ(of_all<int>(exec, mixed, CountNonzero{}), 2);
}

TYPED_TEST(CasesReduce, R19_TooFewDegreesOfFreedom) {
  TypeParam const exec;
  EXPECT_TRUE(std::isnan(of_all<float>(exec, times(1, 5.0f), Var{.ddof = 1})));
  EXPECT_TRUE(std::isnan(of_all<float>(exec, times(3, 5.0f), Std{.ddof = 3})));
  EXPECT_TRUE(std::isnan(of_all<float>(exec, times(3, 5.0f), Var{.ddof = 5})));
  EXPECT_TRUE(std::isnan(of_all<float>(exec, times(0, 5.0f), Var{})));
  EXPECT_EQ(of_all<float>(exec, times(1, 5.0f), Var{}), 0);
}

/// Sums the members of structs of odd sizes.
struct SumRgb {
  struct State {
    std::uint32_t r, g, b;
  };
  KOKKOS_FUNCTION State identity() const { return {0, 0, 0}; }
  KOKKOS_FUNCTION void accumulate(State& s, Rgb const& x) const { merge(s, {x.r, x.g, x.b}); }
  KOKKOS_FUNCTION void merge(State& to, State const& from) const {
    to.r += from.r;
    to.g += from.g;
    to.b += from.b;
  }
  KOKKOS_FUNCTION std::uint64_t finish(State const& s) const {
    return (std::uint64_t{s.r} << 42) + (std::uint64_t{s.g} << 21) + s.b;
  }
};
struct SumOfParticle {
  KOKKOS_FUNCTION double identity() const { return 0; }
  KOKKOS_FUNCTION void accumulate(double& s, Particle const& p) const { s += p.mass * p.cell; }
  KOKKOS_FUNCTION void merge(double& to, double const& from) const { to += from; }
  KOKKOS_FUNCTION double finish(double s) const { return s; }
};

TYPED_TEST(CasesReduce, R21_ElementsOfOddSizes) {
  using Exec = TypeParam;
  Exec const exec;
  Extents const extents{30, 7, 50};
  List<Rgb> rgb;
  List<Particle> particles;
  for (std::int64_t i = 0; i < product(extents); ++i) {
    rgb.push_back({static_cast<std::uint8_t>(i), static_cast<std::uint8_t>(i / 3), static_cast<std::uint8_t>(i * 7)});
    particles.push_back({static_cast<double>(i % 13), static_cast<int>(i % 5), 0, 0, 0});
  }
  Field<Exec, Rgb> const colours(place(Lay::right, extents), rgb);
  Field<Exec, Particle> const heavy(place(Lay::right, extents), particles);
  for (std::vector<int> const& axes : all_axis_sets(3)) {
    ReduceTrial const trial{.extents = extents, .axes = axes};
    std::vector<std::uint64_t> wanted(static_cast<std::size_t>(product(trial.out_extents())), 0);
    std::vector<double> mass(wanted.size(), 0);
    for (std::int64_t i = 0; i < product(extents); ++i) {
      std::int64_t const at[3]{i / 350, i / 50 % 7, i % 50};
      std::int64_t slice = 0;
      for (std::size_t d = 0; d < 3; ++d) slice = trial.reduces(d) ? slice : slice * extents[d] + at[d];
      auto const s = static_cast<std::size_t>(slice), e = static_cast<std::size_t>(i);
      wanted[s] += SumRgb{}.finish({rgb[e].r, rgb[e].g, rgb[e].b});
      mass[s] += particles[e].mass * particles[e].cell;
    }
    for (ReduceRoute route : serving_reduce_routes(exec))
      for (int round = 0; round < 5; ++round) {
        auto const sums   = reduce_output<Exec, std::uint64_t>(trial);
        auto const masses = reduce_output<Exec, double>(trial);
        KokkosAxis::reduce(exec, colours.template view<3>(), sums.template view<3>(), as_axes(axes), SumRgb{},
                           {.keep_dims = true, .route = route});
        KokkosAxis::reduce(exec, heavy.template view<3>(), masses.template view<3>(), as_axes(axes), SumOfParticle{},
                           {.keep_dims = true, .route = route});
        EXPECT_EQ(sums.read(), wanted);
        EXPECT_EQ(masses.read(), mass);
      }
  }
}

TYPED_TEST(CasesReduce, R23_OutputsAreNotAddedTo) {
  TypeParam const exec;
  EXPECT_EQ(of_all<float>(exec, times(30, 1.0f), Sum{}), 30);  // into an output that holds 77
  EXPECT_EQ(of_all<float>(exec, times(30, 1.0f), Sum{.initial = 7}), 37);
  EXPECT_EQ(of_all<float>(exec, times(30, 1.0f), Max{.initial = 7}), 7);
  EXPECT_EQ(of_all<float>(exec, times(30, 1.0f), Prod{.initial = 7}), 7);
  EXPECT_EQ(of_all<std::int64_t>(exec, times<std::uint8_t>(30, 1), Sum{.initial = -1000}), -970);
}

/// (first, last) of a stretch: associative, not commutative.
struct FirstAndLast {
  static constexpr bool ordered = true;
  struct State {
    std::int64_t first, last;
  };
  KOKKOS_FUNCTION State identity() const { return {-1, -1}; }
  KOKKOS_FUNCTION void accumulate(State& s, std::int32_t x) const { merge(s, {x, x}); }
  KOKKOS_FUNCTION void merge(State& to, State const& from) const {
    if (from.first < 0) return;
    to = {to.first < 0 ? from.first : to.first, from.last};
  }
  KOKKOS_FUNCTION std::int64_t finish(State const& s) const { return s.first * 1'000'000 + s.last; }
};

TYPED_TEST(CasesReduce, R24_OrderMatters) {
  TypeParam const exec;
  std::vector<std::int32_t> count(100'007);
  for (std::size_t i = 0; i < count.size(); ++i) count[i] = static_cast<int>(i) + 1;
  EXPECT_EQ(of_all<std::int64_t>(exec, count, FirstAndLast{}), 1'100'007);
  Extents const extents{50, 4, 60};
  List<std::int32_t> const x(count.begin(), count.begin() + product(extents));
  for (Lay lay : all_lays) {
    Field<TypeParam, std::int32_t> const in(place(lay, extents), x);
    for (ReduceRoute route : serving_reduce_routes(exec)) {
      ReduceTrial const trial{.extents = extents, .axes = {0, 2}};
      auto const out = reduce_output<TypeParam, std::int64_t>(trial);
      KokkosAxis::reduce(exec, in.template view<3>(), out.template view<3>(), {0, 2}, FirstAndLast{},
                         {.keep_dims = true, .route = route});
      for (std::int64_t k = 0; k < 4; ++k)
        EXPECT_EQ(out.read()[static_cast<std::size_t>(k)], (k * 60 + 1) * 1'000'000 + 49 * 240 + k * 60 + 60);
    }
  }
}

/// One bit pattern on every run, by every route.
TYPED_TEST(CasesReduce, R26_TheSameBitsOnEveryRun) {
  using Exec = TypeParam;
  Exec const exec;
  Random random(26);
  List<double> x(80'000);
  for (double& v : x)
    v = (random.below(2) ? 1 : -1) * std::pow(10.0, static_cast<double>(random.below(6000)) / 1000 - 3);
  for (ReduceTrial const& trial :
       {ReduceTrial{.extents = {80'000, 1}, .axes = {0}}, ReduceTrial{.extents = {1, 61'000}, .axes = {1}},
        ReduceTrial{.extents = {4000, 20}, .axes = {1}}, ReduceTrial{.extents = {4000, 20}, .axes = {0}}}) {
    Field<Exec, double> const in(place(Lay::right, trial.extents),
                                 List<double>(x.begin(), x.begin() + product(trial.extents)));
    List<double> first;
    for (int round = 0; round < 20; ++round)
      for (ReduceRoute route : serving_reduce_routes(exec)) {
        auto const out = reduce_output<Exec, double>(trial);
        KokkosAxis::reduce(exec, in.template view<2>(), out.template view<2>(), as_axes(trial.axes), Sum{},
                           {.keep_dims = true, .route = route});
        auto const now = out.read();
        if (first.empty()) first = now;
        EXPECT_TRUE(same_bits(now, first));
      }
  }
}

TYPED_TEST(CasesReduce, R28_StridedOutputs) {
  using Exec = TypeParam;
  Exec const exec;
  auto const numbers = make_numbers<float>(24, 28);
  check_reduce<2, float>(exec, {.extents = {6, 4}, .axes = {0}, .out = Lay::thirds}, numbers, Sum{});
  check_reduce<2, float>(exec, {.extents = {6, 4}, .axes = {1}, .out = Lay::thirds}, numbers, Sum{});
  Kokkos::View<float**, Exec> const in("in", 6, 4);
  Kokkos::View<float*, Exec> const wide("wide", 20);
  Kokkos::deep_copy(in, 1.0f);
  Kokkos::deep_copy(wide, 77.0f);
  Kokkos::View<float*, Kokkos::LayoutStride, Exec> const every_fifth(wide.data(), Kokkos::LayoutStride(4, 5));
  KokkosAxis::reduce(exec, in, every_fifth, 0, Sum{});
  auto const after = read(wide);
  for (std::size_t i = 0; i < 20; ++i) EXPECT_EQ(after[i], i % 5 == 0 ? 6 : 77);
  auto const four = make_numbers<float>(4 * 5 * 6 * 7, 29);
  check_reduce<4, float>(exec, {.extents = {4, 5, 6, 7}, .axes = {1, 2}, .out = Lay::left}, four, Sum{});
}

/// RP-1 asks for speed on tall, short and narrow shapes: here that slices are shared out, in pieces where they are few.
TYPED_TEST(CasesReduce, RP1_WorkIsSharedOut) {
  using Exec = TypeParam;
  struct Case {
    std::int64_t rows, columns;
  };
  for (Case const& c : {Case{40'000, 24}, Case{6'000'000, 5}, Case{5, 6'000'000}, Case{1000, 1000}})
    for (int axis : {0, 1}) {
      Kokkos::View<float**, Kokkos::LayoutRight, Exec> const in(nullptr, static_cast<std::size_t>(c.rows),
                                                                static_cast<std::size_t>(c.columns));
      Kokkos::View<float*, Exec> const out("out", static_cast<std::size_t>(axis == 0 ? c.columns : c.rows));
      auto const e       = explain::reduce(Exec(), in, out, axis, Sum{});
      auto const outputs = out.size();
      if (outputs < 100) {  // in pieces
        EXPECT_GT(e.workspace_bytes, 0u) << e;
      }
      if (outputs > 10'000) {  // many slices need none
        EXPECT_EQ(e.workspace_bytes, 0u) << e;
      }
      EXPECT_LT(e.workspace_bytes, 200'000u);
    }
}

/// RP-3: nothing is converted before it is added up, so a large input costs no more memory than a small one.
TYPED_TEST(CasesReduce, RP3_NoHiddenCopies) {
  using Exec = TypeParam;
  Kokkos::View<bool*, Exec> const in(nullptr, 2'200'000'000);
  Kokkos::View<std::int64_t, Exec> const out("out");
  EXPECT_LT(workspace_bytes::reduce(Exec(), in, out, all_axes, Sum{}), 100'000u);
}

}  // namespace
}  // namespace KokkosAxis::Test
