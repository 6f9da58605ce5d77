// Keys that are projected from elements, and keys that have no bits to sort by.
#include <KokkosAxis/argsort.hpp>
#include <KokkosAxis/is_sorted.hpp>
#include <KokkosAxis/sort_by_key.hpp>

#include "support/inputs.hpp"
#include "support/routes.hpp"
#include "support/sort_trial.hpp"
#include "support/spaces.hpp"

#include <Kokkos_Core.hpp>
#include <gtest/gtest.h>

#include <cstdint>
#include <limits>

namespace KokkosAxis::Test {
namespace {

template <class Exec>
class Project : public OnSpace<Exec> {};
TYPED_TEST_SUITE(Project, Spaces, SpaceNames);

/// Every route that serves a projected key of these many bytes (0: no radix key).
template <class Exec, class Values, class By, class Before, class Compare = NaturalOrder>
void check_project(Exec const& exec, Trial trial, Values const& input, int key_bytes, By by, Before before,
                   Compare compare = {}) {
  Cut const cut(trial.extents, trial.axis);
  auto const positions =
      sorted_positions(cut, [&](std::size_t i, std::size_t j) { return before(input[i], input[j]); });
  for (SortRoute route : serving_routes(exec, cut.length, cut.slices(), key_bytes)) {
    if (cut.length > longest_worth_forcing(route)) continue;
    trial.route = route;
    check_sorts<int, 3>(exec, trial, input, before, positions, by, compare);
  }
}

struct MassOf {
  KOKKOS_FUNCTION double operator()(Particle const& p) const { return p.mass; }
};
struct CellOf {
  KOKKOS_FUNCTION std::int32_t operator()(Particle const& p) const { return p.cell; }
};
struct IsCharged {
  KOKKOS_FUNCTION bool operator()(Particle const& p) const { return p.charge != 0; }
};

List<Particle> particles(std::int64_t n, std::uint64_t seed) {
  auto const mass = make_keys<double>(Fill::any_bits, n, seed);
  auto const cell = make_keys<std::int32_t>(Fill::narrow, n, seed + 1);
  List<Particle> result;
  for (std::size_t i = 0; i < mass.size(); ++i)
    result.push_back({i % 3 == 0 ? -0.0 : mass[i], cell[i], static_cast<std::int32_t>(i), i % 5 == 0 ? 0.0f : 1.0f, 7});
  return result;
}

TYPED_TEST(Project, ToFloatingPointKeysUnderEveryPolicy) {
  TypeParam const exec;
  for (Policy policy : all_policies<double>()) {
    auto const before = [=](Particle const& a, Particle const& b) {
      return comes_before(look(a.mass), look(b.mass), policy);
    };
    for (Extents const& extents : {Extents{2, 30, 2}, Extents{1, 700, 1}})
      check_project(exec, {.extents = extents, .axis = 1, .policy = policy, .in = Lay::thirds},
                    particles(product(extents), 3), 8, MassOf{}, before);
  }
}

TYPED_TEST(Project, ToIntegersAndFlags) {
  TypeParam const exec;
  for (Order order : {Order::ascending, Order::descending})
    for (std::int64_t length : {1, 50, 6000}) {
      bool const down = order == Order::descending;
      Trial const trial{.extents = {3, length, 1}, .axis = 1, .policy = {.order = order}, .out = Lay::left};
      auto const input = particles(3 * length, 5);
      check_project(exec, trial, input, 4, CellOf{},
                    [=](Particle const& a, Particle const& b) { return down ? b.cell < a.cell : a.cell < b.cell; });
      check_project(exec, trial, input, 1, IsCharged{}, [=](Particle const& a, Particle const& b) {
        return down ? a.charge != 0 && b.charge == 0 : a.charge == 0 && b.charge != 0;
      });
    }
}

/// A key without bits to sort by: its `<` counts.
struct CellThenId {
  std::int32_t cell, id;
  KOKKOS_FUNCTION friend bool operator<(CellThenId const& a, CellThenId const& b) {
    return a.cell != b.cell ? a.cell < b.cell : b.id < a.id;
  }
};
struct PairOf {
  KOKKOS_FUNCTION CellThenId operator()(Particle const& p) const { return {p.cell, p.id}; }
};
struct LargerCell {
  KOKKOS_FUNCTION bool operator()(CellThenId const& a, CellThenId const& b) const { return a.cell > b.cell; }
};

TYPED_TEST(Project, ToStructsWithAnOrderOrAComparator) {
  TypeParam const exec;
  for (std::int64_t length : {9, 33, 5000}) {
    Trial const trial{.extents = {2, length, 1}, .axis = 1};
    auto const input = particles(2 * length, 8);
    check_project(exec, trial, input, 0, PairOf{},
                  [](Particle const& a, Particle const& b) { return PairOf{}(a) < PairOf{}(b); });
    check_project(
        exec, trial, input, 0, PairOf{}, [](Particle const& a, Particle const& b) { return a.cell > b.cell; },
        LargerCell{});
  }
}

struct Magnitude {
  KOKKOS_FUNCTION float operator()(float x) const { return x < 0 ? -x : x; }
};

/// The stored bits move, not the projected ones.
TYPED_TEST(Project, OfPlainNumbers) {
  TypeParam const exec;
  Trial const trial{.extents = {1, 500, 2}, .axis = 1};
  check_project(exec, trial, make_keys<float>(Fill::special, 1000), 4, Magnitude{},
                [](float a, float b) { return comes_before(look(Magnitude{}(a)), look(Magnitude{}(b)), {}); });
}

template <class Exec>
class LongDouble : public OnSpace<Exec> {};
TYPED_TEST_SUITE(LongDouble, Spaces, SpaceNames);

/// Too wide for radix sort: compared, with NaN and zeros as for every floating-point type.
TYPED_TEST(LongDouble, UnderEveryPolicy) {
  if constexpr (!on_host<TypeParam>) {
    GTEST_SKIP() << "devices have no long double";
  } else {
    TypeParam const exec;
    for (Policy policy : all_policies<double>())
      for (std::int64_t length : {20, 300}) {
        List<long double> input;
        for (double const x : make_keys<double>(Fill::special, 2 * length)) input.push_back(x);
        auto const before = [=](long double a, long double b) { return comes_before(look(a), look(b), policy); };
        check_project(exec, {.extents = {2, length, 1}, .axis = 1, .policy = policy}, input, 0, Identity{}, before);
      }
  }
}

/// sort_by_key and is_sorted take the same options.
TYPED_TEST(Project, InEveryVerb) {
  using Exec = TypeParam;
  Exec const exec;
  std::int64_t const n = 400;
  auto const input     = particles(n, 4);
  Field<Exec, Particle> const keys(place(Lay::right, {n}), input);
  Field<Exec, std::int32_t> const values(place(Lay::right, {n}), make_payload<std::int32_t>(n));
  auto const before = values.read();
  Kokkos::View<bool, Exec> const unsorted("unsorted"), is_in_order("is_in_order");
  SortOptions<CellOf> const options{.order = Order::descending};
  is_sorted(exec, keys.template view<1>(), unsorted, options);
  sort_by_key(exec, keys.template view<1>(), values.template view<1>(), options);
  is_sorted(exec, keys.template view<1>(), is_in_order, options);
  exec.fence();
  Cut const cut({n}, 0);
  auto const positions =
      sorted_positions(cut, [&](std::size_t i, std::size_t j) { return input[j].cell < input[i].cell; });
  EXPECT_TRUE(same_bits(keys.read(), taken(cut, input, positions)));
  EXPECT_TRUE(same_bits(values.read(), taken(cut, before, positions)));
  auto const flag = [](auto const& view) { return Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace{}, view)(); };
  EXPECT_FALSE(flag(unsorted));
  EXPECT_TRUE(flag(is_in_order));
}

}  // namespace
}  // namespace KokkosAxis::Test
