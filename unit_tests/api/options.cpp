// Options that are not about order: unstable sorts, defaults, options given together.
#include <KokkosAxis/argsort.hpp>
#include <KokkosAxis/sort.hpp>
#include <KokkosAxis/sort_by_key.hpp>

#include "support/field.hpp"
#include "support/inputs.hpp"
#include "support/routes.hpp"
#include "support/spaces.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <set>

namespace KokkosAxis::Test {
namespace {

template <class Exec>
class Options : public OnSpace<Exec> {};
TYPED_TEST_SUITE(Options, Spaces, SpaceNames);

/// Unstable: equal keys in any order, but keys and positions still belong together, each once.
TYPED_TEST(Options, UnstableIsStillASort) {
  using Exec = TypeParam;
  Exec const exec;
  for (std::int64_t length : {5, 100, 3000, 70'000})
    for (Order order : {Order::ascending, Order::descending})
      for (Fill fill : {Fill::few_distinct, Fill::special}) {
        Extents const extents{2, length};
        auto const input = make_keys<float>(fill, 2 * length);
        Field<Exec, float> const keys(place(Lay::right, extents), input);
        Field<Exec, float> const out(place(Lay::right, extents), List<float>(input.size()));
        Field<Exec, int> const index(place(Lay::right, extents), List<int>(input.size()));
        argsort(exec, keys.template view<2>(), out.template view<2>(), index.template view<2>(),
                {.axis = 1, .order = order, .stable = false});
        exec.fence();
        Cut const cut(extents, 1);
        auto const sorted    = out.read();
        auto const positions = index.read();
        Policy const policy{.order = order};
        ASSERT_TRUE(in_order(cut, sorted, [&](float a, float b) { return comes_before(look(a), look(b), policy); }));
        ASSERT_TRUE(same_multiset(cut, sorted, input));
        ASSERT_TRUE(same_bits(sorted, taken(cut, input, {positions.begin(), positions.end()})));
        for (std::int64_t s = 0; s < 2; ++s) {
          std::set<int> seen;
          for (std::int64_t k = 0; k < length; ++k) seen.insert(positions[cut.at(s, k)]);
          ASSERT_EQ(static_cast<std::int64_t>(seen.size()), length);
        }
      }
}

/// Without options: the last axis, ascending, NaN last, zeros equal, stable.
TYPED_TEST(Options, Defaults) {
  using Exec = TypeParam;
  Exec const exec;
  auto const input = make_keys<float>(Fill::special, 5 * 40);
  Cut const cut({5, 40}, 1);
  auto const positions = sorted_positions(cut, input, Policy{});
  Field<Exec, float> const keys(place(Lay::right, {5, 40}), input);
  Field<Exec, int> const index(place(Lay::right, {5, 40}), List<int>(200)),
      values(place(Lay::right, {5, 40}), make_payload<int>(200));
  auto const before = values.read();
  argsort(exec, keys.template view<2>(), index.template view<2>());
  sort_by_key(exec, keys.template view<2>(), values.template view<2>());
  exec.fence();
  EXPECT_TRUE(same_positions(index.read(), positions));
  EXPECT_TRUE(same_bits(keys.read(), taken(cut, input, positions)));
  EXPECT_TRUE(same_bits(values.read(), taken(cut, before, positions)));
}

/// NaN and zeros say nothing about integers, and are no error.
TYPED_TEST(Options, PoliciesOfNumbersThatHaveNone) {
  TypeParam const exec;
  for (Nan nan : {Nan::greatest, Nan::last, Nan::smallest, Nan::first})
    for (Zeros zeros : {Zeros::equal, Zeros::ordered})
      check_every_route<int>(exec, {.extents = {1, 60, 2}, .axis = 1, .policy = {Order::descending, nan, zeros}},
                             make_keys<std::int16_t>(Fill::special, 120));
}

}  // namespace
}  // namespace KokkosAxis::Test
