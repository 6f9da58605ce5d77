// Every route of topk, forced, on integer keys, every policy, kind of window and length.
#include "support/spaces.hpp"
#include "support/topk_trial.hpp"
#include "support/types.hpp"

#include <cstdint>

namespace KokkosAxis::Test {
namespace {

template <class Exec>
class TopkIntegers : public OnSpace<Exec> {};
TYPED_TEST_SUITE(TopkIntegers, Spaces, SpaceNames);

TYPED_TEST(TopkIntegers, Agree8) {
  TypeParam const exec;
  for_each_type<std::int8_t, std::uint8_t, bool>([&]<class T>() { check_every_topk_route_and_length<T>(exec); });
}
TYPED_TEST(TopkIntegers, Agree16) {
  TypeParam const exec;
  for_each_type<std::uint16_t>([&]<class T>() { check_every_topk_route_and_length<T>(exec); });
}
TYPED_TEST(TopkIntegers, Agree32) {
  TypeParam const exec;
  for_each_type<std::int32_t>([&]<class T>() { check_every_topk_route_and_length<T>(exec); });
}
TYPED_TEST(TopkIntegers, Agree64) {
  TypeParam const exec;
  for_each_type<std::uint64_t>([&]<class T>() { check_every_topk_route_and_length<T>(exec); });
}

}  // namespace
}  // namespace KokkosAxis::Test
