// sort and argsort on every floating-point key type, with the routes that the library chooses.
#include "support/inputs.hpp"
#include "support/sort_trial.hpp"
#include "support/spaces.hpp"
#include "support/types.hpp"

#include <Kokkos_Core.hpp>

#include <cstdint>

namespace KokkosAxis::Test {
namespace {

template <class Exec>
class SortFloating : public OnSpace<Exec> {};
TYPED_TEST_SUITE(SortFloating, Spaces, SpaceNames);

template <class T, class Exec>
void check_fills(Exec const& exec) {
  for (Fill fill : all_fills)
    for (Policy policy : all_policies<T>())
      for (Extents const& extents : {Extents{2, 9, 3}, Extents{1, 300, 2}}) {
        SCOPED_TRACE(name_of(fill));
        check_sorts<std::int32_t, 3>(exec, {.extents = extents, .axis = 1, .policy = policy},
                                     make_keys<T>(fill, product(extents)));
      }
}

TYPED_TEST(SortFloating, FloatAndDouble) {
  TypeParam const exec;
  for_each_type<float, double>([&]<class T>() { check_fills<T>(exec); });
}

TYPED_TEST(SortFloating, HalfTypes) {
  TypeParam const exec;
  for_each_type<Half, BFloat, Kokkos::Experimental::half_t, Kokkos::Experimental::bhalf_t>(
      [&]<class T>() { check_fills<T>(exec); });
}

}  // namespace
}  // namespace KokkosAxis::Test
