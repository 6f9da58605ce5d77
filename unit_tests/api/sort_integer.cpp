// sort and argsort on every integer key type, with the routes that the library chooses.
#include "support/inputs.hpp"
#include "support/sort_trial.hpp"
#include "support/spaces.hpp"
#include "support/types.hpp"

#include <cstdint>

namespace KokkosAxis::Test {
namespace {

template <class Exec>
class SortInteger : public OnSpace<Exec> {};
TYPED_TEST_SUITE(SortInteger, Spaces, SpaceNames);

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

TYPED_TEST(SortInteger, EveryTypeUpTo16Bits) {
  TypeParam const exec;
  for_each_type<bool, char, signed char, unsigned char, short, unsigned short, char16_t, Level, Shade>(
      [&]<class T>() { check_fills<T>(exec); });
}

TYPED_TEST(SortInteger, EveryTypeOf32And64Bits) {
  TypeParam const exec;
  for_each_type<int, unsigned, long, unsigned long, long long, unsigned long long, char32_t>(
      [&]<class T>() { check_fills<T>(exec); });
}

}  // namespace
}  // namespace KokkosAxis::Test
