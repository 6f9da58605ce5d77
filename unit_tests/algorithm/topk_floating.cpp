// Every route of topk, forced, on floating-point keys, every policy, kind of window and length.
#include "support/spaces.hpp"
#include "support/topk_trial.hpp"
#include "support/types.hpp"

#include <cstdint>

namespace KokkosAxis::Test {
namespace {

template <class Exec>
class TopkFloats : public OnSpace<Exec> {};
TYPED_TEST_SUITE(TopkFloats, Spaces, SpaceNames);

TYPED_TEST(TopkFloats, Agree16) {
  TypeParam const exec;
  for_each_type<Half, BFloat>([&]<class T>() { check_every_topk_route_and_length<T>(exec); });
}
TYPED_TEST(TopkFloats, Agree32) {
  TypeParam const exec;
  for_each_type<float>([&]<class T>() { check_every_topk_route_and_length<T>(exec); });
}
TYPED_TEST(TopkFloats, Agree64) {
  TypeParam const exec;
  for_each_type<double>([&]<class T>() { check_every_topk_route_and_length<T>(exec); });
}

}  // namespace
}  // namespace KokkosAxis::Test
