// Every route of topk, forced, on every kind of key, policy, window and length.
#include "support/spaces.hpp"
#include "support/topk_trial.hpp"
#include "support/types.hpp"

#include <cstddef>
#include <cstdint>

namespace KokkosAxis::Test {
namespace {

template <class Exec>
class TopkRoutes : public OnSpace<Exec> {};
TYPED_TEST_SUITE(TopkRoutes, Spaces, SpaceNames);

/// Lengths and k on both sides of what fits registers, scratch, samples and blocks.
template <class T, class Exec>
void check_lengths(Exec const& exec) {
  std::vector<TopkTrial> const policies = topk_policies<T>();
  std::size_t turn                      = 0;
  Random random(7);
  for (std::int64_t length : {1, 2, 31, 64, 65, 255, 257, 1023, 1024, 1500, 2049, 5000, 16384, 17000, 40000})
    for (std::int64_t k : {1, 2, 17, 64, 100, 511, 1500, 2048, 4999, 16384, 30000}) {
      if (k > length) continue;
      if (length > 20000 && k > 100 && k < 30000) continue;
      for (Extents const& extents : {Extents{1, length, 1}, Extents{3, length, 1}, Extents{1, length, 5}}) {
        if (product(extents) > (extents[0] * extents[2] == 1 ? 40'000 : 16'000)) continue;
        TopkTrial trial = policies[turn % policies.size()];
        Fill const fill = all_fills[turn * 7 % all_fills.size()];
        ++turn;
        trial.extents = extents;
        trial.axis    = 1;
        trial.k       = k;
        SCOPED_TRACE(name_of(fill));
        auto const input = make_keys<T>(fill, product(extents), turn);
        check_every_topk_route<std::int32_t>(exec, trial, input);
        if (turn % 2 == 0) {
          give_windows(trial, random);
          check_every_topk_route<std::int64_t>(exec, trial, input);
        }
        if (::testing::Test::HasFatalFailure()) return;
      }
    }
}

TYPED_TEST(TopkRoutes, Agree8) {
  TypeParam const exec;
  for_each_type<std::int8_t, std::uint8_t, bool>([&]<class T>() { check_lengths<T>(exec); });
}
TYPED_TEST(TopkRoutes, Agree16) {
  TypeParam const exec;
  for_each_type<std::uint16_t, Half, BFloat>([&]<class T>() { check_lengths<T>(exec); });
}
TYPED_TEST(TopkRoutes, Agree32) {
  TypeParam const exec;
  for_each_type<std::int32_t, float>([&]<class T>() { check_lengths<T>(exec); });
}
TYPED_TEST(TopkRoutes, Agree64) {
  TypeParam const exec;
  for_each_type<std::uint64_t, double>([&]<class T>() { check_lengths<T>(exec); });
}

}  // namespace
}  // namespace KokkosAxis::Test
