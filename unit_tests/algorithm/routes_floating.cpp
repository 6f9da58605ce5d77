// Every radix route on floating-point keys of each width.
#include "support/routes.hpp"
#include "support/spaces.hpp"
#include "support/types.hpp"

#include <cstdint>

namespace KokkosAxis::Test {
namespace {

template <class Exec>
class FloatingRoutes : public OnSpace<Exec> {};
TYPED_TEST_SUITE(FloatingRoutes, Spaces, SpaceNames);

TYPED_TEST(FloatingRoutes, AgreeAtEveryLengthHalf) { check_every_route_and_length<Half>(TypeParam()); }
TYPED_TEST(FloatingRoutes, AgreeAtEveryLengthFloat) { check_every_route_and_length<float>(TypeParam()); }
TYPED_TEST(FloatingRoutes, AgreeAtEveryLengthDouble) { check_every_route_and_length<double>(TypeParam()); }

/// Every fill under every policy, short slices and slices longer than a tile of any host or device.
TYPED_TEST(FloatingRoutes, AgreeOnEveryFillAndPolicy) {
  TypeParam const exec;
  for (Fill fill : all_fills)
    for (Policy policy : all_policies<float>())
      for (Extents const& extents : {Extents{3, 50, 2}, Extents{1, 1500, 1}}) {
        SCOPED_TRACE(name_of(fill));
        check_every_route<std::int32_t>(exec, {.extents = extents, .axis = 1, .policy = policy},
                                        make_keys<float>(fill, product(extents)));
      }
}

/// Layouts of input, output and positions against each other, on every route.
TYPED_TEST(FloatingRoutes, AgreeOnEveryPairOfLayouts) {
  TypeParam const exec;
  std::size_t turn = 0;
  for (Lay in : all_lays)
    for (Lay out : all_lays)
      for (int axis : {0, 1, 2}) {
        Extents extents{4, 5, 3};
        extents[static_cast<std::size_t>(axis)] = 75;
        check_every_route<std::int64_t>(
            exec,
            {.extents = extents, .axis = axis - 3, .in = in, .out = out, .index = all_lays[++turn % all_lays.size()]},
            make_keys<Half>(Fill::special, product(extents), turn));
      }
}

/// The same where the slices are longer than a tile, so that tile_radix has to turn tiles in or out.
TYPED_TEST(FloatingRoutes, AgreeOnLongSlicesOfEveryPairOfLayouts) {
  TypeParam const exec;
  std::int64_t const tile = tile_of(4, Impl::tuning::device_of(exec));
  std::size_t turn        = 0;
  for (Lay in : all_lays)
    for (Lay out : all_lays) {
      int const axis = static_cast<int>(turn % 3);
      Extents extents{2, 1, 2};
      extents[static_cast<std::size_t>(axis)] = tile + 70;
      check_every_route<std::int64_t>(
          exec, {.extents = extents, .axis = axis, .in = in, .out = out, .index = all_lays[++turn % all_lays.size()]},
          make_keys<float>(Fill::any_bits, product(extents), turn));
    }
}

}  // namespace
}  // namespace KokkosAxis::Test
