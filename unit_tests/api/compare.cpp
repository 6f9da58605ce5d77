// Comparators and projections on element types of a user's own.
#include <KokkosAxis/sort.hpp>

#include "support/inputs.hpp"
#include "support/logical.hpp"
#include "support/routes.hpp"
#include "support/sort_trial.hpp"
#include "support/spaces.hpp"

#include <Kokkos_Core.hpp>
#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstring>

namespace KokkosAxis::Test {
namespace {

template <class Exec>
class Compare : public OnSpace<Exec> {};
TYPED_TEST_SUITE(Compare, Spaces, SpaceNames);

/// Every route of the comparator on one input: `order` is called on the execution space and by the oracle.
template <class Index, class Exec, class Values, class Order_>
void check_compare(Exec const& exec, Trial trial, Values const& input, Order_ order) {
  using T           = typename Values::value_type;
  bool const turned = trial.policy.order == Order::descending;
  auto const before = [=](T const& a, T const& b) { return turned ? order(b, a) : order(a, b); };
  Cut const cut(trial.extents, trial.axis);
  auto const positions =
      sorted_positions(cut, [&](std::size_t i, std::size_t j) { return before(input[i], input[j]); });
  for (SortRoute route : serving_routes(exec, cut.length, cut.slices(), 0)) {
    if (cut.length > longest_worth_forcing(route)) continue;
    trial.route = route;
    check_sorts<Index, 3>(exec, trial, input, before, positions, Identity{}, order);
  }
}

template <int Modulus>
struct Remainder {
  KOKKOS_FUNCTION bool operator()(std::int32_t a, std::int32_t b) const { return a % Modulus < b % Modulus; }
};

List<std::int32_t> count_up(std::int64_t n) {
  List<std::int32_t> values;
  for (std::int64_t i = 0; i < n; ++i) values.push_back(static_cast<std::int32_t>(i));
  return values;
}

/// Case S-12: many ties, or nothing but ties.
TYPED_TEST(Compare, TiesLoseNothing) {
  TypeParam const exec;
  check_compare<int>(exec, {.extents = {1, 150, 1}, .axis = 1}, count_up(150), Remainder<7>{});
  for (std::int64_t n = 1; n <= 1025; n = n < 40 ? n + 1 : n * 5 / 4 + 1)
    for (Order order : {Order::ascending, Order::descending})
      check_compare<int>(exec, {.extents = {1, n, 1}, .axis = 1, .policy = {.order = order}}, count_up(n),
                         Remainder<1>{});
}

/// Lengths around the tiles and thresholds of the comparator routes, slices apart and interleaved, layouts in turn.
TYPED_TEST(Compare, EveryRouteAtEveryLength) {
  TypeParam const exec;
  std::size_t turn = 0;
  for (std::int64_t length : critical_lengths(0, Impl::tuning::device_of(exec), 20'000))
    for (Extents const& extents : {Extents{1, length, 1}, Extents{2, length, 3}}) {
      ++turn;
      check_compare<std::int64_t>(exec,
                                  {.extents = extents,
                                   .axis    = 1,
                                   .policy  = {.order = turn % 2 ? Order::ascending : Order::descending},
                                   .in      = all_lays[turn % all_lays.size()],
                                   .out     = all_lays[turn / 2 % all_lays.size()],
                                   .index   = all_lays[turn / 3 % all_lays.size()]},
                                  make_keys<std::int32_t>(Fill::heavy_tail, product(extents), turn), Remainder<1000>{});
    }
}

struct ByBoth {
  KOKKOS_FUNCTION bool operator()(Tagged const& x, Tagged const& y) const { return x.a != y.a ? x.a < y.a : x.b < y.b; }
};

/// Case S-07: elements 3 to 8 of twelve structs; each moves whole, its neighbours stay.
TYPED_TEST(Compare, RangeOfStructs) {
  using Exec = TypeParam;
  Exec const exec;
  List<Tagged> input(12);
  std::memset(input.data(), 0, 12 * sizeof(Tagged));
  for (int i = 0; i < 12; ++i) {
    input[static_cast<std::size_t>(i)].a = (7 * i) % 3;
    input[static_cast<std::size_t>(i)].b = static_cast<float>((5 * i) % 4);
    std::snprintf(input[static_cast<std::size_t>(i)].tag, 3, "%c%c", 'a' + (7 * i) % 3, 'a' + (5 * i) % 4);
  }
  Field<Exec, Tagged> const field(place(Lay::right, {12}), input);
  auto const range = Kokkos::subview(field.template view<1>(), Kokkos::pair(3, 9));
  sort(exec, range, SortOptions{.compare = ByBoth{}});
  exec.fence();
  auto expected = input;
  std::stable_sort(expected.begin() + 3, expected.begin() + 9, ByBoth{});
  auto const result = field.read();
  EXPECT_TRUE(same_bits(result, expected));
  for (Tagged const& t : result) EXPECT_TRUE(t.tag[0] == 'a' + t.a && t.tag[1] == 'a' + static_cast<int>(t.b));
  EXPECT_TRUE(field.surroundings_untouched());
}

struct ByLength {
  KOKKOS_FUNCTION bool operator()(Vec3 const& a, Vec3 const& b) const {
    return a.x * a.x + a.y * a.y + a.z * a.z < b.x * b.x + b.y * b.y + b.z * b.z;
  }
};
struct ByLastWord {
  KOKKOS_FUNCTION bool operator()(CacheLine const& a, CacheLine const& b) const { return a.word[15] < b.word[15]; }
};
struct ByGreen {
  KOKKOS_FUNCTION bool operator()(Rgb const& a, Rgb const& b) const { return a.g < b.g; }
};

/// Case S-25 for structs: elements of 3, 12 and 64 bytes, one element off alignment.
TYPED_TEST(Compare, StructsOfEverySize) {
  TypeParam const exec;
  for (std::int64_t length : {5, 200, 3000})
    for (Lay lay : {Lay::right, Lay::thirds}) {
      Trial const trial{.extents = {2, length, 1}, .axis = 1, .in = lay, .out = lay};
      List<Vec3> vectors;
      for (float const x : make_keys<float>(Fill::narrow, 2 * length)) vectors.push_back({x, 1.0f, -x});
      check_compare<int>(exec, trial, vectors, ByLength{});
      check_compare<int>(exec, trial, make_payload<CacheLine>(2 * length), ByLastWord{});
      check_compare<int>(exec, trial, make_payload<Rgb>(2 * length), ByGreen{});
    }
}

/// No default constructor, no assignment of single members needed: trivially copyable is enough (case S-29).
struct Guarded {
  Guarded() = delete;
  KOKKOS_FUNCTION explicit Guarded(std::int32_t v) : value(v) {}
  std::int32_t value;
  std::int32_t magic = 0x600d;
};
static_assert(std::is_trivially_copyable_v<Guarded>);

struct ByValue {
  KOKKOS_FUNCTION bool operator()(Guarded const& a, Guarded const& b) const { return a.value < b.value; }
};

TYPED_TEST(Compare, NoDefaultConstructor) {
  TypeParam const exec;
  std::int64_t const n = 30'011;
  Kokkos::View<Guarded*, typename TypeParam::memory_space> const view(
      Kokkos::view_alloc(Kokkos::WithoutInitializing, "guarded"), static_cast<std::size_t>(n));
  auto const host = Kokkos::create_mirror_view(Kokkos::WithoutInitializing, view);
  for (std::int64_t i = 0; i < n; ++i) host.data()[i] = Guarded(static_cast<std::int32_t>(n - i));
  Kokkos::deep_copy(view, host);
  sort(exec, view, SortOptions{.compare = ByValue{}});
  exec.fence();
  Kokkos::deep_copy(host, view);
  for (std::int64_t i = 0; i < n; ++i) {
    ASSERT_EQ(host.data()[i].value, i + 1);
    ASSERT_EQ(host.data()[i].magic, 0x600d);
  }
}

struct Counted {
  Kokkos::View<long, Kokkos::DefaultHostExecutionSpace::memory_space> calls;
  KOKKOS_FUNCTION bool operator()(int a, int b) const {
    Kokkos::atomic_inc(&calls());
    return a < b;
  }
};

/// Case SP-3: a short slice is not padded to a long one.
TYPED_TEST(Compare, FewComparisonsForFewElements) {
  using Exec = TypeParam;
  if constexpr (!on_host<Exec>) {
    GTEST_SKIP() << "the counter is in host memory";
  } else {
    for (int n : {2, 7, 60}) {
      Counted const counted{Kokkos::View<long, Kokkos::DefaultHostExecutionSpace::memory_space>("calls")};
      Kokkos::View<int*, Exec> const view("view", n);
      write(view, make_keys<int>(Fill::reversed, n));
      sort(Exec(), view, SortOptions{.compare = counted});
      double const log2 = std::ceil(std::log2(n));
      EXPECT_LE(static_cast<double>(counted.calls()), 4 * n * log2 * log2) << n;
    }
  }
}

}  // namespace
}  // namespace KokkosAxis::Test
