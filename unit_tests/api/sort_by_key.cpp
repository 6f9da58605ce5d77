// sort_by_key: keys of several kinds, one value View of every size and rank.
#include "support/by_key_trial.hpp"
#include "support/routes.hpp"
#include "support/spaces.hpp"
#include "support/types.hpp"

#include <cstdint>

namespace KokkosAxis::Test {
namespace {

template <class Exec>
class SortByKey : public OnSpace<Exec> {};
TYPED_TEST_SUITE(SortByKey, Spaces, SpaceNames);

template <class T, class V, class Exec>
void check_value_type(Exec const& exec) {
  std::size_t turn = 0;
  for (std::int64_t length : {1, 2, 31, 140, 5000})
    for (int axis : {0, 1}) {
      Extents extents{3, 3};
      extents[static_cast<std::size_t>(axis)] = length;
      Lay const in = all_lays[turn % all_lays.size()], out = all_lays[turn / 2 % all_lays.size()];
      ++turn;
      Trial const trial{.extents = extents,
                        .axis    = axis,
                        .policy  = {.order = turn % 2 ? Order::ascending : Order::descending},
                        .in      = out,
                        .out     = in};
      check_by_key<2, 2, Exec, T, V>(exec, trial,
                                     make_keys<T>(all_fills[turn % all_fills.size()], product(extents), turn),
                                     Payload<Exec, V, 2>(extents, in, out));
    }
}

TYPED_TEST(SortByKey, MovesValuesOfEverySize) {
  TypeParam const exec;
  for_each_type<bool, std::int8_t, Half, Rgb, float, std::int64_t, Vec3, long double, Particle, CacheLine>(
      [&]<class V>() { check_value_type<std::int32_t, V>(exec); });
}

TYPED_TEST(SortByKey, SortsKeysOfSeveralTypes) {
  TypeParam const exec;
  for_each_type<std::uint8_t, BFloat, float, std::int64_t, double>(
      [&]<class T>() { check_value_type<T, std::int32_t>(exec); });
}

/// Values with axes behind those of the keys: x, y, z of each particle, in either layout.
TYPED_TEST(SortByKey, CarriesFurtherAxesAlong) {
  using Exec = TypeParam;
  Exec const exec;
  for (Lay in : all_lays)
    for (Lay out : all_lays) {
      Trial const flat{.extents = {70}, .axis = 0};
      check_by_key<1, 2, Exec, float, double>(exec, flat, make_keys<float>(Fill::few_distinct, 70),
                                              Payload<Exec, double, 2>({70}, in, out, {3}));
      check_by_key<1, 3, Exec, float, Rgb>(exec, flat, make_keys<float>(Fill::random, 70),
                                           Payload<Exec, Rgb, 3>({70}, in, out, {2, 4}));
      Trial const rows{.extents = {5, 30}, .axis = -2};
      check_by_key<2, 3, Exec, float, float>(exec, rows, make_keys<float>(Fill::special, 150),
                                             Payload<Exec, float, 3>({5, 30}, in, out, {3}));
    }
}

/// Every route gives sort_by_key the same answer.
TYPED_TEST(SortByKey, ServesEveryRoute) {
  using Exec = TypeParam;
  Exec const exec;
  for (std::int64_t length : {7, 100, 900, 6000})
    for (SortRoute route : serving_routes(exec, length, 2, 4))
      for (Order order : {Order::ascending, Order::descending}) {
        Trial const trial{.extents = {2, length}, .axis = 1, .policy = {.order = order}, .route = route};
        check_by_key<2, 2, Exec, std::int32_t, double>(exec, trial,
                                                       make_keys<std::int32_t>(Fill::few_distinct, 2 * length),
                                                       Payload<Exec, double, 2>({2, length}, Lay::right, Lay::left));
      }
}

}  // namespace
}  // namespace KokkosAxis::Test
