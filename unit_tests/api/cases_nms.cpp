// Reports of other libraries' faults about non-maximum suppression, as tests with their right answers, on every route.
#include <KokkosAxis/nms.hpp>

#include "support/nms_trial.hpp"
#include "support/spaces.hpp"

#include <Kokkos_Core.hpp>
#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <limits>
#include <utility>
#include <vector>

namespace KokkosAxis::Test {
namespace {

template <class Exec>
class NmsCases : public OnSpace<Exec> {};
TYPED_TEST_SUITE(NmsCases, Spaces, SpaceNames);

using P             = std::vector<std::int64_t>;
constexpr float inf = std::numeric_limits<float>::infinity(), nan = std::numeric_limits<float>::quiet_NaN();

template <class T = float>
NmsTrial<T> row_of(List<T> boxes, List<float> scores, double threshold = 0.5) {
  return {.length    = static_cast<std::int64_t>(scores.size()),
          .numbers   = static_cast<int>(boxes.size() / scores.size()),
          .boxes     = std::move(boxes),
          .scores    = std::move(scores),
          .threshold = threshold};
}

/// These positions from every route and from the oracle. One row.
template <class Exec, class T>
void expect_kept(Exec const& exec, NmsTrial<T> const& trial, P const& expected) {
  ASSERT_EQ(kept_of(trial, static_cast<std::int64_t>(expected.size())).keep, expected);
  ASSERT_EQ(kept_of(trial, 0).count, P{static_cast<std::int64_t>(expected.size())});
  check_every_greedy_route(exec, trial);
}

// N-01: areas of halves overflow
TYPED_TEST(NmsCases, N01HalfBoxes) {
  TypeParam const exec;
  List<Half> boxes;
  for (double x : {10, 10, 300, 310, 12, 10, 300, 310}) boxes.push_back(number_as<Half>(x));
  expect_kept(exec, row_of<Half>(boxes, {0.9f, 0.8f}), {0});
}

// N-03: boxes of no area suppress nothing and are not suppressed
TYPED_TEST(NmsCases, N03ZeroArea) {
  TypeParam const exec;
  auto trial       = row_of({0, 0, 1, 1, 3, 3, 3, 4, 5, 5, 5, 5, 5, 5, 5, 5, 6, 6, 7, 7}, {.9f, .8f, .7f, .6f, .5f});
  trial.max_output = 8;
  for (double threshold : {0.5, 0.0, 1.0}) {
    trial.threshold = threshold;
    expect_kept(exec, trial, {0, 1, 2, 3, 4});
  }
}

// N-04: of equal scores, the lowest position first, on every machine
TYPED_TEST(NmsCases, N04EqualScores) {
  TypeParam const exec;
  List<float> boxes;
  for (int i = 0; i < 4; ++i)
    for (float x : {0.0f, 0.0f, 1.0f, 1.0f}) boxes.push_back(x + static_cast<float>(i) / 64);
  expect_kept(exec, row_of(boxes, List<float>(4, 0.625f), 0.3), {0});
  for (Scene scene : {Scene::sparse, Scene::clustered, Scene::identical})
    check_every_greedy_route(exec, nms_trial(scene, 1, 200, 4, 3, 8));
}

// N-06: negative scores are scores; no number stands for "none"
TYPED_TEST(NmsCases, N06NegativeScores) {
  TypeParam const exec;
  List<float> const apart{0, 0, 1, 1, 2, 0, 3, 1, 4, 0, 5, 1};
  expect_kept(exec, row_of(apart, {-3, -0.5f, -7}), {1, 0, 2});
  expect_kept(exec, row_of(apart, {-inf, inf, -std::numeric_limits<float>::max()}), {1, 2, 0});
  NmsTrial<float, std::int32_t> integers{.length = 3, .boxes = apart, .scores = {INT32_MIN, 5, INT32_MAX}};
  EXPECT_EQ(kept_of(integers, 3).keep, (P{2, 1, 0}));
  check_every_greedy_route(exec, integers);
  integers.score_threshold = -1e10;
  check_every_greedy_route(exec, integers);
  integers.score_threshold = INT32_MIN;
  EXPECT_EQ(kept_of(integers, 3).keep, (P{2, 1, -1}));
  check_every_greedy_route(exec, integers);
}

// N-07: max_output 0 keeps none, and none given keeps all
TYPED_TEST(NmsCases, N07Caps) {
  TypeParam const exec;
  auto trial = row_of({0, 0, 1, 1, 2, 0, 3, 1, 4, 0, 5, 1}, {1, 3, 2});
  P const all{1, 2, 0};
  for (int cap : {0, 1, 3, 10}) {
    trial.max_output = cap;
    expect_kept(exec, trial, P(all.begin(), all.begin() + std::min(cap, 3)));
  }
  trial.max_output = std::nullopt;
  expect_kept(exec, trial, all);
  for (Scene scene : {Scene::sparse, Scene::chain})
    for (int cap : {1, 63, 64, 65, 700, 1100}) {
      auto capped       = nms_trial(scene, 2, 1300);
      capped.max_output = cap;
      check_every_greedy_route(exec, capped);
      for (std::int64_t i = 0; i < 2600; ++i) capped.classes.push_back(i % 3);
      check_every_greedy_route(exec, capped);
    }
}

// N-09: the second image's results are those of that image alone
TYPED_TEST(NmsCases, N09ImagesAndClasses) {
  using Exec = TypeParam;
  Exec const exec;
  std::int64_t const images = 2, classes = 3, n = 5;
  List<float> boxes, scores;
  for (std::int64_t image = 0; image < images; ++image)
    for (std::int64_t i = 0; i < n; ++i)
      for (float x : {0.0f, 0.0f, 2.0f, 2.0f})
        boxes.push_back(x + static_cast<float>(100 * image) + static_cast<float>(i % 3) * 0.5f);
  for (std::int64_t s = 0; s < images * classes * n; ++s)
    scores.push_back(static_cast<float>((s < classes * n ? s * 7 : s * 11 + 3) % 31));
  for (GreedyRoute route : serving_greedy_routes(exec, n, images * classes, 20, 4, false)) {
    Field<Exec, float> const box(place(Lay::right, {images, n, 4}), boxes),
        score(place(Lay::left, {images, classes, n}), scores);
    Field<Exec, std::int32_t> const keep(place(Lay::thirds, {images, classes, n}),
                                         List<std::int32_t>(static_cast<std::size_t>(images * classes * n))),
        count(place(Lay::left, {images, classes}), List<std::int32_t>(static_cast<std::size_t>(images * classes)));
    nms(exec, box.template const_view<3>(), score.template const_view<3>(), keep.template view<3>(),
        count.template view<2>(), {.route = route});
    exec.fence();
    P expected, counts;
    for (std::int64_t row = 0; row < images * classes; ++row) {
      auto const first = boxes.begin() + row / classes * n * 4;
      auto const one   = row_of(List<float>(first, first + n * 4),
                                List<float>(scores.begin() + row * n, scores.begin() + (row + 1) * n));
      auto const alone = kept_of(one, n);
      expected.insert(expected.end(), alone.keep.begin(), alone.keep.end());
      counts.push_back(alone.count[0]);
    }
    EXPECT_TRUE(same_positions(keep.read(), expected));
    EXPECT_TRUE(same_positions(count.read(), counts));
    EXPECT_TRUE(keep.surroundings_untouched() && count.surroundings_untouched());

    // one image alone, without an axis of images
    Field<Exec, float> const box_of_one(place(Lay::padded, {n, 4}), List<float>(boxes.begin(), boxes.begin() + n * 4)),
        score_of_one(place(Lay::thirds, {classes, n}), List<float>(scores.begin(), scores.begin() + classes * n));
    Field<Exec, std::int32_t> const keep_of_one(place(Lay::right, {classes, n}),
                                                List<std::int32_t>(static_cast<std::size_t>(classes * n))),
        count_of_one(place(Lay::right, {classes}), List<std::int32_t>(static_cast<std::size_t>(classes)));
    nms(exec, box_of_one.template const_view<2>(), score_of_one.template const_view<2>(),
        keep_of_one.template view<2>(), count_of_one.template view<1>(), {.route = route});
    exec.fence();
    EXPECT_TRUE(same_positions(keep_of_one.read(), P(expected.begin(), expected.begin() + classes * n)));
    EXPECT_TRUE(same_positions(count_of_one.read(), P(counts.begin(), counts.begin() + classes)));
  }
}

// N-10: any two opposite corners, coordinates below zero, reflection
TYPED_TEST(NmsCases, N10Corners) {
  TypeParam const exec;
  List<float> const boxes{10, 10, 0, 0, 0, 0, 10, 9};
  for (float shift : {0.0f, -5.0f})
    for (float mirror : {1.0f, -1.0f}) {
      List<float> moved;
      for (std::size_t k = 0; k < boxes.size(); ++k) moved.push_back((boxes[k] + shift) * (k % 2 == 0 ? mirror : 1.0f));
      expect_kept(exec, row_of(moved, {.9f, .8f}), {0});
      expect_kept(exec, row_of(moved, {.9f, .8f}, 0.875), {0});
      expect_kept(exec, row_of(moved, {.9f, .8f}, 0.9375), {0, 1});
    }
}

/// Overlaps of exactly p / q at that threshold and at the number before it, of boxes of many sizes in 1, 2 and 3
/// dimensions.
template <class T, class Exec>
void check_at_the_threshold(Exec const& exec, int numbers) {
  using Real = real_of_t<T>;
  for (auto [p, q] : {std::pair{1, 2}, {1, 3}, {7, 10}, {1, 10}, {12, 13}}) {
    auto const threshold = static_cast<Real>(p) / static_cast<Real>(q);
    NmsTrial<T> at, before;
    for (int size : {1, 3, 10, 31, 100, 255}) {  // apart from each other along the first axis
      auto const add = [&](int length, float score) {
        for (int corner : {0, 1})
          for (int d = 0; d < numbers / 2; ++d)
            at.boxes.push_back(number_as<T>(d == 0 ? 5000 * size + corner * length * size : corner * size));
        at.scores.push_back(score);
      };
      add(q, 2.0f - static_cast<float>(size) / 256);
      add(p, 1.0f - static_cast<float>(size) / 256);
    }
    at.length        = static_cast<std::int64_t>(at.scores.size());
    at.numbers       = numbers;
    before           = at;
    at.threshold     = static_cast<double>(p) / q;
    before.threshold = std::nextafter(threshold, Real{0});
    ASSERT_EQ(kept_of(at, 0).count, P{12}) << p << "/" << q;
    ASSERT_EQ(kept_of(before, 0).count, P{6}) << p << "/" << q;
    check_every_greedy_route(exec, at);
    check_every_greedy_route(exec, before);
  }
}
TYPED_TEST(NmsCases, OverlapsEqualToTheThreshold) {
  TypeParam const exec;
  check_at_the_threshold<float>(exec, 4);
  check_at_the_threshold<double>(exec, 6);
  check_at_the_threshold<std::int32_t>(exec, 2);
}

/// Areas of more bits than a double has, overlaps half-way between two numbers, and such as are rounded to 0.
TYPED_TEST(NmsCases, OverlapsToTheLastBit) {
  TypeParam const exec;
  List<float> const scores{2, 1};
  double const s = 174'910'658;
  for (double by : {1.0, 10.0, 3'189'135.0}) {
    auto const side = [&](double x) { return x * s * by; };
    expect_kept(exec, row_of<double>({0, 0, side(7), side(10), 0, 0, side(10), side(10)}, scores, 0.7), {0, 1});
  }
  expect_kept(
      exec, row_of<std::int32_t>({0, 0, 1'224'374'606, 1'749'106'580, 0, 0, 1'749'106'580, 1'749'106'580}, scores, 0.7),
      {0, 1});
  float const low = -0.0003865885082632303f, high = 12'158'793;
  auto const tie = [&](float t) {
    return row_of<float>({-2, low, 33'554'430, high, -1, low, 24'056'884, high}, scores, t);
  };
  expect_kept(exec, tie(0.7169510126113892f), {0, 1});
  expect_kept(exec, tie(std::nextafter(0.7169510126113892f, 0.0f)), {0});
  expect_kept(
      exec,
      row_of<double>({0.0007387463103233979, 0.00014329963476049056, 0.00017209888458550937, 8.231229751412539e-05},
                     scores, 0.043872269356929935),
      {0});
  expect_kept(exec, row_of<double>({-1e200, 1e-200, 0, 1e200}, scores, 0), {0, 1});
  expect_kept(exec, row_of<double>({-1e200, 1e-123, 0, 1e200}, scores, 5e-324), {0, 1});
  expect_kept(exec, row_of<double>({-1e100, -1e100, 1e-80, 1e-80, 0, 0, 1e100, 1e100}, scores, 0), {0, 1});
}

// N-12: what stands behind the positions kept
TYPED_TEST(NmsCases, N12Padding) {
  using Exec = TypeParam;
  Exec const exec;
  List<float> const boxes{0, 0, 4, 4, 0, 0, 4, 4, 8, 8, 9, 9, 0, 0, 4, 4};
  for (GreedyRoute route : serving_greedy_routes(exec, 4, 1, 20, 4, false)) {
    Field<Exec, float> const box(place(Lay::right, {4, 4}), boxes), score(place(Lay::right, {4}), {1, 2, 3, 4});
    Field<Exec, std::int64_t> const keep(place(Lay::thirds, {6}), List<std::int64_t>(6, 77));
    Field<Exec, std::int16_t> const count(place(Lay::right, {1}), {77});
    Kokkos::View<std::int16_t, typename Exec::memory_space, Kokkos::MemoryTraits<Kokkos::Unmanaged>> const number(
        count.data());
    nms(exec, box.template const_view<2>(), score.template const_view<1>(), keep.template view<1>(), number,
        {.max_output = 6, .route = route});
    exec.fence();
    EXPECT_TRUE(same_positions(keep.read(), P{3, 2, -1, -1, -1, -1}));
    EXPECT_TRUE(same_positions(count.read(), P{2}));
  }
}

// N-13: NaN and infinities
TYPED_TEST(NmsCases, N13Special) {
  TypeParam const exec;
  expect_kept(exec, row_of({0, 0, 1, 1, 2, 0, 3, 1, 4, 0, 5, 1}, {.9f, nan, .8f}), {0, 2});
  expect_kept(exec, row_of({0, 0, 1, 1, 2, 0, 3, 1, 4, 0, 5, 1}, {nan, -nan, nan}), {});
  for (std::size_t at = 0; at < 4; ++at)
    for (bool first : {true, false}) {
      List<float> boxes{0, 0, 1, 1, 0, 0, 1, 1};
      boxes[at] = nan;
      expect_kept(exec, row_of(boxes, {first ? .9f : .1f, .5f}), first ? P{0, 1} : P{1, 0});
    }
  List<float> const everywhere{-inf, -inf, inf, inf, 0, 0, 1, 1, -inf, -inf, inf, inf};
  for (double threshold : {0.5, 0.0, 1.0})
    expect_kept(exec, row_of(everywhere, {.95f, .9f, .8f}, threshold), {0, 1, 2});
  expect_kept(exec, row_of({inf, 0, inf, 1, 0, 0, inf, 1, 1, 0, 2, 1}, {3, 2, 1}), {0, 1, 2});
}

// N-15: another device than the current one
TYPED_TEST(NmsCases, N15AnotherInstance) {
  for (TypeParam const& exec : Kokkos::Experimental::partition_space(TypeParam(), std::vector<int>{1, 1}))
    check_nms(exec, nms_trial(Scene::clustered, 1, 200, 4, 3, 8), GreedyRoute::automatic);
}

// NP-1: memory for 200000 boxes, of every scene, and none of it on the host
TYPED_TEST(NmsCases, NP1Memory) {
  TypeParam const exec;
  std::int64_t const n = 200'000;
  Kokkos::View<float* [4], TypeParam> const boxes(Kokkos::view_alloc(Kokkos::WithoutInitializing, "boxes"), n);
  Kokkos::View<float*, TypeParam> const scores(Kokkos::view_alloc(Kokkos::WithoutInitializing, "scores"), n);
  Kokkos::View<int*, TypeParam> const keep("keep", n), classes("classes", n);
  Kokkos::View<int, TypeParam> const count("count");
  for (GreedyRoute route : serving_greedy_routes(exec, n, 1, 20, 4, true))
    EXPECT_LT(workspace_bytes::nms(exec, boxes, scores, keep, count, {.classes = classes, .route = route}),
              200'000'000u);
}

/// Many short rows take no more of it a box than few long ones.
TYPED_TEST(NmsCases, MemoryOfManyShortRows) {
  TypeParam const exec;
  std::size_t const rows = 10'000, n = 5;
  Kokkos::View<float** [4], TypeParam> const boxes("boxes", rows, n);
  Kokkos::View<float**, TypeParam> const scores("scores", rows, n);
  Kokkos::View<int**, TypeParam> const keep("keep", rows, n);
  Kokkos::View<int*, TypeParam> const count("count", rows);
  EXPECT_LT(workspace_bytes::nms(exec, boxes, scores, keep, count), rows * n * 300);
}

}  // namespace
}  // namespace KokkosAxis::Test
