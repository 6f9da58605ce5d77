// Every radix route on integer keys of each width.
#include "support/routes.hpp"
#include "support/spaces.hpp"
#include "support/types.hpp"

#include <cstdint>

namespace KokkosAxis::Test {
namespace {

template <class Exec>
class IntegerRoutes : public OnSpace<Exec> {};
TYPED_TEST_SUITE(IntegerRoutes, Spaces, SpaceNames);

TYPED_TEST(IntegerRoutes, AgreeAtEveryLength8And16) {
  TypeParam const exec;
  for_each_type<std::int8_t, std::uint16_t>([&]<class T>() { check_every_route_and_length<T>(exec); });
}

TYPED_TEST(IntegerRoutes, AgreeAtEveryLength32) { check_every_route_and_length<std::int32_t>(TypeParam()); }

TYPED_TEST(IntegerRoutes, AgreeAtEveryLength64) { check_every_route_and_length<std::uint64_t>(TypeParam()); }

/// tile_radix scans its tiles in spans: slices of one tile more than a span, and of two spans and a bit.
TYPED_TEST(IntegerRoutes, AgreeBeyondASpanOfTiles) {
  TypeParam const exec;
  std::int64_t const tile = tile_of(1, Impl::tuning::device_of(exec));
  for (std::int64_t length : {64 * tile + 1, 130 * tile - 3})
    check_every_route<std::int32_t>(exec, {.extents = {1, length, 1}, .axis = 1},
                                    make_keys<std::uint8_t>(Fill::random, length));
}

/// Trivial digits: keys that differ in one byte, whichever it is, take one pass instead of eight.
TYPED_TEST(IntegerRoutes, AgreeWhereOneDigitDiffers) {
  TypeParam const exec;
  for (std::uint64_t seed = 0; seed < 24; ++seed)
    for (std::int64_t length : {100, 5000})
      check_every_route<std::int32_t>(exec, {.extents = {2, length, 1}, .axis = 1},
                                      make_keys<std::uint64_t>(Fill::one_digit, 2 * length, seed));
}

}  // namespace
}  // namespace KokkosAxis::Test
