// sort_by_key of several value Views in one call.
#include "support/by_key_trial.hpp"
#include "support/kernel_audit.hpp"
#include "support/spaces.hpp"

#include <cstdint>
#include <tuple>

namespace KokkosAxis::Test {
namespace {

template <class Exec>
class SortByKeyTie : public OnSpace<Exec> {};
TYPED_TEST_SUITE(SortByKeyTie, Spaces, SpaceNames);

/// Case G-13: an application's particles, permuted by one key in one call.
TYPED_TEST(SortByKeyTie, MovesPayloadsOfDifferentTypesAndRanks) {
  using Exec = TypeParam;
  Exec const exec;
  std::int64_t const n = 4321;
  Trial const trial{.extents = {n}, .axis = 0};
  Keys<Exec, std::uint64_t> const keys(trial, make_keys<std::uint64_t>(Fill::heavy_tail, n));
  Payload<Exec, std::int32_t, 1> const id({n}, Lay::right, Lay::thirds);
  Payload<Exec, double, 1> const mass({n}, Lay::right, Lay::right);
  Payload<Exec, double, 2> const position({n}, Lay::left, Lay::right, {3}), velocity({n}, Lay::right, Lay::left, {3});
  Payload<Exec, CacheLine, 1> const state({n}, Lay::right, Lay::right);
  auto const key         = keys.from.template const_view<1>();
  auto const id_in       = id.in();
  auto const mass_in     = mass.in();
  auto const position_in = position.in(), velocity_in = velocity.in();
  auto const state_in     = state.in();
  auto const id_out       = id.out();
  auto const mass_out     = mass.out();
  auto const position_out = position.out(), velocity_out = velocity.out();
  auto const state_out = state.out();
  KokkosAxis::sort_by_key(exec, key, std::tie(id_in, mass_in, position_in, velocity_in, state_in),
                          keys.to.template view<1>(),
                          std::tie(id_out, mass_out, position_out, velocity_out, state_out));
  exec.fence();
  keys.check(keys.to);
  id.check_moved(keys.cut, keys.positions);
  mass.check_moved(keys.cut, keys.positions);
  position.check_moved(keys.cut, keys.positions);
  velocity.check_moved(keys.cut, keys.positions);
  state.check_moved(keys.cut, keys.positions);

  int allocations = 0;
  {
    KernelAudit const audit;
    KokkosAxis::sort_by_key(
        exec, keys.from.template view<1>(),
        std::make_tuple(id.in_place(), mass.in_place(), position.in_place(), velocity.in_place(), state.in_place()));
    allocations = static_cast<int>(audit.result().allocations.size());
  }
  exec.fence();
  EXPECT_LE(allocations, 1);
  keys.check(keys.from);
  id.check_moved_in_place(keys.cut, keys.positions);
  mass.check_moved_in_place(keys.cut, keys.positions);
  position.check_moved_in_place(keys.cut, keys.positions);
  velocity.check_moved_in_place(keys.cut, keys.positions);
  state.check_moved_in_place(keys.cut, keys.positions);
}

/// More Views than the plans of one launch hold.
TYPED_TEST(SortByKeyTie, MovesMoreThanTenViews) {
  using Exec  = TypeParam;
  using Value = Payload<Exec, std::int32_t, 1>;
  Exec const exec;
  std::int64_t const n = 333;
  Keys<Exec, float> const keys({.extents = {n}, .axis = 0}, make_keys<float>(Fill::special, n));
  std::vector<Value> values;
  for (std::uint64_t v = 0; v < 23; ++v)
    values.emplace_back(Extents{n}, all_lays[v % all_lays.size()], Lay::right, Extents{}, v);
  auto const call = [&]<std::size_t... I>(std::index_sequence<I...>) {
    KokkosAxis::sort_by_key(exec, keys.from.template const_view<1>(), std::make_tuple(values[I].in()...),
                            keys.to.template view<1>(), std::make_tuple(values[I].out()...));
    exec.fence();
    KokkosAxis::sort_by_key(exec, keys.from.template view<1>(), std::make_tuple(values[I].in_place()...));
    exec.fence();
  };
  call(std::make_index_sequence<23>{});
  keys.check(keys.to);
  keys.check(keys.from);
  for (Value const& value : values) {
    EXPECT_TRUE(same_bits(value.to.read(), taken(keys.cut, value.input, keys.positions)));
    EXPECT_TRUE(value.to.surroundings_untouched());
    value.check_moved_in_place(keys.cut, keys.positions);
  }
}

/// Some Views in place, others not, in one call.
TYPED_TEST(SortByKeyTie, MixesInPlaceAndOutOfPlace) {
  using Exec = TypeParam;
  Exec const exec;
  std::int64_t const n = 200;
  Trial const trial{.extents = {2, n}, .axis = 1};
  Keys<Exec, std::int16_t> const keys(trial, make_keys<std::int16_t>(Fill::narrow, 2 * n));
  Payload<Exec, float, 2> const in_place({2, n}, Lay::padded, Lay::right), apart({2, n}, Lay::left, Lay::thirds);
  KokkosAxis::sort_by_key(exec, keys.from.template const_view<2>(), std::make_tuple(in_place.in_place(), apart.in()),
                          keys.to.template view<2>(), std::make_tuple(in_place.in_place(), apart.out()));
  exec.fence();
  keys.check(keys.to);
  in_place.check_moved_in_place(keys.cut, keys.positions);
  apart.check_moved(keys.cut, keys.positions);
}

}  // namespace
}  // namespace KokkosAxis::Test
