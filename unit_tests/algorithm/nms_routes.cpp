// Every route of nms on scenes of every kind, at lengths on both sides of words, chunks and what fits scratch.
#include <KokkosAxis/nms.hpp>

#include "support/nms_trial.hpp"
#include "support/spaces.hpp"
#include "support/types.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace KokkosAxis::Test {
namespace {

template <class Exec>
class NmsRoutes : public OnSpace<Exec> {};
TYPED_TEST_SUITE(NmsRoutes, Spaces, SpaceNames);

TYPED_TEST(NmsRoutes, ScenesAndLengths) {
  TypeParam const exec;
  std::uint64_t turn = 0;
  for (std::int64_t length : {1, 2, 63, 64, 65, 128, 300, 511, 512, 513, 1023, 1024, 1025, 1500, 2100})
    for (Scene scene : all_scenes) {
      auto trial = nms_trial(scene, length < 600 ? 3 : 1, length, 4, turn, turn % 3 == 0 ? 20 : 0);
      ++turn;
      trial.lay       = all_lays[turn % all_lays.size()];
      trial.threshold = turn % 2 == 0 ? 0.5 : 0.25;
      check_every_greedy_route(exec, trial);
      if (::testing::Test::HasFatalFailure()) return;
    }
}

TYPED_TEST(NmsRoutes, Dimensions) {
  TypeParam const exec;
  for (Scene scene : all_scenes)
    for (int numbers : {2, 6}) {
      check_every_greedy_route(exec, nms_trial(scene, 2, 700, numbers, 5));
      check_every_greedy_route(exec, nms_trial<double>(scene, 2, 150, numbers, 6));
      if (::testing::Test::HasFatalFailure()) return;
    }
}

TYPED_TEST(NmsRoutes, Types) {
  TypeParam const exec;
  for_each_type<Half, BFloat, double, std::int16_t, std::int32_t, std::uint8_t, std::int64_t>([&]<class T>() {
    for (Scene scene : {Scene::sparse, Scene::clustered, Scene::chain})
      check_every_greedy_route(exec, nms_trial<T>(scene, 2, 200, 4, 11));
  });
  for_each_type<Half, BFloat, double, std::int64_t, std::uint8_t, std::int16_t>([&]<class S>() {
    for (std::int64_t length : {70, 1700}) {
      auto trial = nms_trial<float, S>(Scene::clustered, 2, length, 4, 12, 100);
      check_every_greedy_route(exec, trial);
      trial.score_threshold = 40.25;
      check_every_greedy_route(exec, trial);
    }
  });
}

/// Bits of all kinds as scores: NaN of both signs, infinities, zeros of both signs.
TYPED_TEST(NmsRoutes, ScoresOfAnyBits) {
  TypeParam const exec;
  for_each_type<Half, float, double>([&]<class S>() {
    for (Fill fill : {Fill::any_bits, Fill::special, Fill::all_nan, Fill::denormal})
      for (std::optional<double> threshold :
           {std::optional<double>{}, {0.0}, {-1e30}, {1e-42}, {-std::numeric_limits<double>::infinity()}, {1e300}}) {
        auto trial            = nms_trial<float, S>(Scene::clustered, 2, 600, 4, 21);
        trial.scores          = make_keys<S>(fill, 1200);
        trial.score_threshold = threshold;
        check_every_greedy_route(exec, trial);
        if (::testing::Test::HasFatalFailure()) return;
      }
  });
}

TYPED_TEST(NmsRoutes, CentresAndSizes) {
  TypeParam const exec;
  for (Scene scene : {Scene::sparse, Scene::chain, Scene::special})
    for (int numbers : {2, 4, 6}) {
      auto trial   = nms_trial(scene, 2, 300, numbers, 31);
      trial.format = BoxFormat::center_size;
      check_every_greedy_route(exec, trial);
    }
}

/// Rows of unequal lengths, empty ones among them.
TYPED_TEST(NmsRoutes, RowBounds) {
  TypeParam const exec;
  for (std::int64_t length : {100, 1500}) {
    auto trial   = nms_trial(Scene::clustered, 6, length, 4, 41);
    auto const n = static_cast<std::int32_t>(length);
    trial.end    = {n, 0, n / 2, -4, n + 9, 3};
    check_every_greedy_route(exec, trial);
    trial.begin = {1, 0, n / 3, 0, -2, 5};
    check_every_greedy_route(exec, trial);
    trial.end.clear();
    trial.score_threshold = 0;
    check_every_greedy_route(exec, trial);
  }
}

/// More rows than a device works on at once, of very different lengths: the longest go first.
TYPED_TEST(NmsRoutes, ManyUnequalRows) {
  TypeParam const exec;
  auto trial = nms_trial(Scene::clustered, 6000, 70, 4, 42);
  Random random(43);
  for (int row = 0; row < 6000; ++row)
    trial.end.push_back(static_cast<std::int32_t>(random.below(10) == 0 ? 70 : random.below(9)));
  check_every_greedy_route(exec, trial);
}

/// Classes of any 64 bits, of one size and of very different ones.
TYPED_TEST(NmsRoutes, Classes) {
  TypeParam const exec;
  Random random(51);
  for (std::int64_t length : {70, 1100, 2300})
    for (int kind = 0; kind < 4; ++kind) {
      auto trial = nms_trial(kind == 3 ? Scene::identical : Scene::clustered, 2, length, 4, 52, kind == 2 ? 5 : 0);
      for (std::int64_t i = 0; i < 2 * length; ++i) {
        auto const some = static_cast<std::int64_t>(random.below(kind == 1 ? 2 : 40));
        trial.classes.push_back(kind == 2   ? (some - 20) * 0x100000001
                                : kind == 1 ? some * INT64_MIN
                                            : some * some / 300);
      }
      check_every_greedy_route(exec, trial);
      trial.score_threshold = 1;
      trial.end             = {static_cast<std::int32_t>(length - 3), 40};
      check_every_greedy_route(exec, trial);
      if (::testing::Test::HasFatalFailure()) return;
    }
}

/// Thresholds at which corners of a grid make equal ratios: none of these counts as more. By integers, exactly.
TYPED_TEST(NmsRoutes, ExactRatios) {
  TypeParam const exec;
  auto trial = nms_trial(Scene::sparse, 1, 400, 4, 61);
  Random random(62);
  for (float& x : trial.boxes) x = static_cast<float>(random.below(8));
  for (int quarters : {0, 1, 2, 3, 4}) {
    trial.threshold        = quarters / 4.0;
    auto const by_integers = greedy_by_the_book(trial, 400, [&](std::int64_t, std::int64_t k, std::int64_t i) {
      auto const a = sides<double>(trial, 0, k), b = sides<double>(trial, 0, i);
      auto const both = static_cast<std::int64_t>(common_size<double>(a, b, 2));
      return 4 * both > quarters * (static_cast<std::int64_t>(a.area + b.area) - both);
    });
    ASSERT_EQ(kept_of(trial, 400).keep, by_integers.keep);
    check_every_greedy_route(exec, trial);
  }
}

/// Where two rounded comparisons agree they say what the exact one says: pairs on both sides of their threshold, a few
/// steps away and at it, and pairs of all sizes.
template <class Real, int D>
void check_quick_answers(std::uint64_t seed) {
  using Geometry = Impl::algorithm::BoxGeometry<Real, D>;
  Random random(seed);
  std::int64_t above = 0;
  for (int trial = 0; trial < 40'000; ++trial) {
    Impl::algorithm::Box<Real, D> boxes[2];
    Real const scale = std::ldexp(Real{1}, static_cast<int>(random.below(30)) - 10);
    Sides<Real> sides[2];
    for (int b : {0, 1}) {
      boxes[b].share = 1;
      for (int d = 0; d < D; ++d) {
        Real const low   = static_cast<Real>(random.below(1000)) * scale / 7,
                   size  = static_cast<Real>(3000 + random.below(1000));
        boxes[b].low[d]  = low;
        boxes[b].high[d] = low + size * scale / 11;
        boxes[b].share *= boxes[b].high[d] - boxes[b].low[d];
        sides[b].low[static_cast<std::size_t>(d)]  = boxes[b].low[d];
        sides[b].high[static_cast<std::size_t>(d)] = boxes[b].high[d];
      }
    }
    auto const size    = [&](int a, int b) { return common_size<Precise>(sides[a], sides[b], D); };
    Precise const both = size(0, 1), ratio = both / (size(0, 0) + size(1, 1) - both);
    Real t = static_cast<Real>(ratio);
    for (std::uint64_t steps = random.below(16); steps > 0; --steps) t = std::nextafter(t, Real(trial % 2));
    Geometry const geometry({}, static_cast<double>(t));
    for (auto& box : boxes) box.share *= t;
    bool const expected = static_cast<Real>(ratio) > t;
    ASSERT_EQ(geometry.suppresses(0, boxes[0], boxes[1]), expected) << "trial " << trial;
    above += expected;
  }
  EXPECT_GT(above, 10'000);
  EXPECT_LT(above, 30'000);
}
TEST(BoxGeometry, QuickAnswersAreTheExactOnes) {
  check_quick_answers<float, 1>(71);
  check_quick_answers<float, 2>(72);
  check_quick_answers<float, 3>(73);
  check_quick_answers<double, 1>(74);
  check_quick_answers<double, 2>(75);
}

}  // namespace
}  // namespace KokkosAxis::Test
