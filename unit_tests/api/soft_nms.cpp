// soft_nms, matrix_nms and nms_triples against loops as they are written in books.
#include <KokkosAxis/matrix_nms.hpp>
#include <KokkosAxis/nms_triples.hpp>
#include <KokkosAxis/soft_nms.hpp>

#include "support/nms_trial.hpp"
#include "support/refusal.hpp"
#include "support/spaces.hpp"

#include <Kokkos_Core.hpp>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

namespace KokkosAxis::Test {
namespace {

template <class Exec>
class SoftNms : public OnSpace<Exec> {};
TYPED_TEST_SUITE(SoftNms, Spaces, SpaceNames);

/// Overlaps of all pairs of a row, in the arithmetic that is promised.
template <class Real, class T, class S>
std::vector<Real> overlaps(NmsTrial<T, S> const& t, std::int64_t row) {
  std::vector<Sides<Real>> boxes;
  for (std::int64_t i = 0; i < t.length; ++i) boxes.push_back(sides<Real>(t, row, i));
  std::vector<Real> all;
  for (auto const& a : boxes)
    for (auto const& b : boxes) {
      Real const both   = std::min(common_size<Real>(a, b, t.numbers / 2), std::min(a.area, b.area));
      Real const either = a.area + b.area - both;
      bool const real   = !std::isnan(a.area) && !std::isnan(b.area) && either > 0 && std::isfinite(either);
      all.push_back(real ? both / either : Real{0});
    }
  return all;
}
template <class Real>
Real fall(Decay decay, Real overlap, Real sigma, Real threshold) {
  if (decay == Decay::linear) return overlap > threshold ? 1 - overlap : Real{1};
  return static_cast<Real>(std::exp(-static_cast<double>(overlap * overlap / sigma)));
}
template <class T, class S>
using real_of =
    std::conditional_t<std::is_same_v<real_of_t<T>, float> && std::is_same_v<real_of_t<S>, float>, float, double>;

template <class T, class S>
bool same_class(NmsTrial<T, S> const& t, std::int64_t row, std::int64_t i, std::int64_t j) {
  auto const at = [&](std::int64_t k) { return static_cast<std::size_t>(row * t.length + k); };
  return t.classes.empty() || t.classes[at(i)] == t.classes[at(j)];
}
template <class T, class S>
std::pair<std::int64_t, std::int64_t> window_of(NmsTrial<T, S> const& t, std::int64_t row) {
  auto const bound = [&](std::vector<std::int32_t> const& given, std::int64_t otherwise) {
    return given.empty() ? otherwise : std::clamp<std::int64_t>(given[static_cast<std::size_t>(row)], 0, t.length);
  };
  return {bound(t.begin, 0), bound(t.end, t.length)};
}
template <class Real, class T, class S>
Real score_of(NmsTrial<T, S> const& t, std::int64_t row, std::int64_t i) {
  Seen const seen = look(t.scores[static_cast<std::size_t>(row * t.length + i)]);
  return seen.nan ? std::numeric_limits<Real>::quiet_NaN() : static_cast<Real>(seen.value);
}
/// Equal, or as near as two exponentials are.
template <class Real>
bool near(Real a, Real b) {
  return (std::isnan(a) && std::isnan(b)) || a == b ||
         std::abs(a - b) <= 4 * std::numeric_limits<Real>::epsilon() * std::abs(b);
}

template <class Exec, class T, class S>
void check_soft(Exec const& exec, NmsTrial<T, S> const& t, Decay decay) {
  using Real = real_of<T, S>;
  SCOPED_TRACE("length " + std::to_string(t.length) + (decay == Decay::linear ? ", linear" : ", gaussian"));
  NmsFields<Exec, T, S> const f(t);
  std::int64_t const all = t.rows * f.places;
  Field<Exec, Real> const kept_scores(place(t.lay, {t.rows, f.places}),
                                      List<Real>(static_cast<std::size_t>(all), Real{77}));
  SoftNmsOptions options{.decay           = decay,
                         .sigma           = 0.25,
                         .iou_threshold   = 0.125,
                         .score_threshold = t.score_threshold,
                         .max_output      = t.max_output,
                         .format          = t.format};
  if (!t.classes.empty()) options.classes = f.classes.template const_view<2>();
  if (!t.begin.empty()) options.row_begin = f.begin.template const_view<1>();
  if (!t.end.empty()) options.row_end = f.end.template const_view<1>();
  soft_nms(exec, f.boxes.template const_view<3>(), f.scores.template const_view<2>(), f.keep.template view<2>(),
           kept_scores.template view<2>(), f.count.template view<1>(), options);
  exec.fence();
  std::vector<std::int64_t> keep, count;
  std::vector<Real> fallen;
  for (std::int64_t row = 0; row < t.rows; ++row) {
    auto const pairs      = overlaps<Real>(t, row);
    auto const [from, to] = window_of(t, row);
    std::vector<Real> scores;
    std::vector<bool> left;
    for (std::int64_t i = 0; i < t.length; ++i) {
      scores.push_back(score_of<Real>(t, row, i));
      left.push_back(i >= from && i < to);
    }
    std::int64_t kept = 0;
    for (; kept < t.most(); ++kept) {
      std::int64_t best = -1;
      for (std::int64_t i = 0; i < t.length; ++i) {
        auto const k = static_cast<std::size_t>(i);
        if (!left[k] || std::isnan(scores[k]) ||
            (t.score_threshold && !(scores[k] > static_cast<Real>(*t.score_threshold))))
          continue;
        if (best < 0 || scores[k] > scores[static_cast<std::size_t>(best)]) best = i;
      }
      if (best < 0) break;
      keep.push_back(best);
      fallen.push_back(scores[static_cast<std::size_t>(best)]);
      left[static_cast<std::size_t>(best)] = false;
      for (std::int64_t i = 0; i < t.length; ++i)
        if (same_class(t, row, best, i))
          scores[static_cast<std::size_t>(i)] *=
              fall(decay, pairs[static_cast<std::size_t>(best * t.length + i)], Real{0.25}, Real{0.125});
    }
    count.push_back(kept);
    keep.resize(static_cast<std::size_t>((row + 1) * f.places), -1);
    fallen.resize(keep.size(), 0);
  }
  ASSERT_TRUE(same_positions(f.count.read(), count));
  ASSERT_TRUE(same_positions(f.keep.read(), keep));
  auto const scores = kept_scores.read();
  for (std::size_t i = 0; i < scores.size(); ++i)
    ASSERT_TRUE(near(scores[i], fallen[i])) << i << ": " << scores[i] << ", " << fallen[i];
  ASSERT_TRUE(kept_scores.surroundings_untouched() && f.keep.surroundings_untouched());
}

TYPED_TEST(SoftNms, ScenesAndLengths) {
  TypeParam const exec;
  std::uint64_t turn = 0;
  for (std::int64_t length : {1, 2, 70, 300})
    for (Scene scene : all_scenes)
      for (Decay decay : {Decay::linear, Decay::gaussian}) {
        auto t = nms_trial(scene, 2, length, turn % 3 == 0 ? 6 : turn % 3 == 1 ? 4 : 2, turn, turn % 4 == 0 ? 9 : 0);
        t.lay  = all_lays[turn % all_lays.size()];
        check_soft(exec, t, decay);
        if (turn % 2 == 0) t.score_threshold = 3;
        if (turn % 3 == 0) t.max_output = 20;
        t.end = {static_cast<std::int32_t>(length - 1), static_cast<std::int32_t>(length)};
        for (std::int64_t i = 0; i < 2 * length; ++i) t.classes.push_back(i % 3);
        check_soft(exec, t, decay);
        ++turn;
        if (::testing::Test::HasFatalFailure()) return;
      }
  check_soft(exec, nms_trial<double, float>(Scene::clustered, 1, 100), Decay::gaussian);
  check_soft(exec, nms_trial<float, double>(Scene::clustered, 1, 100), Decay::linear);
  check_soft(exec, nms_trial<Half, Half>(Scene::clustered, 1, 100), Decay::gaussian);
}

template <class Exec, class T, class S>
void check_matrix(Exec const& exec, NmsTrial<T, S> const& t, Decay decay) {
  using Real = real_of<T, S>;
  SCOPED_TRACE("length " + std::to_string(t.length) + (decay == Decay::linear ? ", linear" : ", gaussian"));
  NmsFields<Exec, T, S> const f(t);
  Field<Exec, Real> const decayed(place(t.lay, {t.rows, t.length}),
                                  List<Real>(static_cast<std::size_t>(t.rows * t.length), Real{77}));
  MatrixNmsOptions options{.decay = decay, .sigma = 0.25, .format = t.format};
  if (!t.classes.empty()) options.classes = f.classes.template const_view<2>();
  if (!t.begin.empty()) options.row_begin = f.begin.template const_view<1>();
  if (!t.end.empty()) options.row_end = f.end.template const_view<1>();
  matrix_nms(exec, f.boxes.template const_view<3>(), f.scores.template const_view<2>(), decayed.template view<2>(),
             options);
  exec.fence();
  auto const result = decayed.read();
  for (std::int64_t row = 0; row < t.rows; ++row) {
    auto const pairs      = overlaps<Real>(t, row);
    auto const [from, to] = window_of(t, row);
    auto const score      = [&](std::int64_t i) { return score_of<Real>(t, row, i); };
    auto const better     = [&, from = from, to = to](std::int64_t i, std::int64_t j) {
      if (i == j || i < from || i >= to || std::isnan(score(i)) || !same_class(t, row, i, j)) return false;
      return score(i) > score(j) || (score(i) == score(j) && i < j);
    };
    auto const at = [&](std::int64_t i, std::int64_t j) { return pairs[static_cast<std::size_t>(i * t.length + j)]; };
    std::vector<Real> most;
    for (std::int64_t j = 0; j < t.length; ++j) {
      Real m = 0;
      for (std::int64_t i = 0; i < t.length; ++i)
        if (better(i, j)) m = std::max(m, at(i, j));
      most.push_back(m);
    }
    for (std::int64_t j = 0; j < t.length; ++j) {
      Real factor = 1, exponent = 0;
      if (j >= from && j < to && !std::isnan(score(j)))
        for (std::int64_t i = 0; i < t.length; ++i) {
          if (!better(i, j)) continue;
          Real const m = most[static_cast<std::size_t>(i)];
          if (decay == Decay::linear) {
            if (m < 1) factor = std::min(factor, (1 - at(i, j)) / (1 - m));
          } else {
            exponent = std::max(exponent, at(i, j) * at(i, j) / Real{0.25} - m * m / Real{0.25});
          }
        }
      if (decay == Decay::gaussian) factor = static_cast<Real>(std::exp(-static_cast<double>(exponent)));
      Real const expected = score(j) * factor, got = result[static_cast<std::size_t>(row * t.length + j)];
      ASSERT_TRUE(near(got, expected)) << row << ", " << j << ": " << got << ", " << expected;
    }
  }
  ASSERT_TRUE(decayed.surroundings_untouched());
}

TYPED_TEST(SoftNms, Matrix) {
  TypeParam const exec;
  std::uint64_t turn = 0;
  for (std::int64_t length : {1, 70, 300})
    for (Scene scene : all_scenes)
      for (Decay decay : {Decay::linear, Decay::gaussian}) {
        auto t = nms_trial(scene, 2, length, turn % 3 == 0 ? 6 : turn % 3 == 1 ? 4 : 2, turn, turn % 4 == 0 ? 9 : 0);
        t.lay  = all_lays[turn % all_lays.size()];
        check_matrix(exec, t, decay);
        t.end    = {static_cast<std::int32_t>(length - 1), static_cast<std::int32_t>(length)};
        t.scores = make_keys<float>(Fill::special, 2 * length, turn);
        for (std::int64_t i = 0; i < 2 * length; ++i) t.classes.push_back(i % 3);
        check_matrix(exec, t, decay);
        ++turn;
        if (::testing::Test::HasFatalFailure()) return;
      }
  check_matrix(exec, nms_trial<double, double>(Scene::clustered, 1, 100), Decay::gaussian);
}

/// As ONNX has it: images, classes, and in a class by score.
TYPED_TEST(SoftNms, Triples) {
  using Exec = TypeParam;
  Exec const exec;
  for (bool own_boxes : {false, true})
    for (std::int64_t cap : {0, 2, 50})
      for (std::int64_t n : {1, 40, 700}) {
        std::int64_t const images = 3, classes = n > 100 ? 2 : 300, rows = images * classes;
        auto t       = nms_trial(Scene::clustered, rows, n, 4, 3, 30);
        t.max_output = cap;
        if (!own_boxes)
          for (std::int64_t row = 0; row < rows; ++row)
            std::copy_n(t.boxes.begin() + row / classes * classes * n * 4, n * 4, t.boxes.begin() + row * n * 4);
        List<float> boxes = t.boxes;
        if (!own_boxes) {
          boxes.clear();
          for (std::int64_t image = 0; image < images; ++image)
            boxes.insert(boxes.end(), t.boxes.begin() + image * classes * n * 4,
                         t.boxes.begin() + (image * classes + 1) * n * 4);
        }
        Kept const kept = kept_of(t, t.most());
        std::vector<std::int64_t> expected;
        std::int64_t total = 0;
        for (std::int64_t row = 0; row < rows; ++row)
          for (std::int64_t k = 0; k < kept.count[static_cast<std::size_t>(row)]; ++k, ++total)
            for (std::int64_t number :
                 {row / classes, row % classes, kept.keep[static_cast<std::size_t>(row * t.most() + k)]})
              expected.push_back(number);
        std::int64_t const room = rows * t.most() + 5;
        expected.resize(static_cast<std::size_t>(3 * room), -1);
        Extents const shape = own_boxes ? Extents{images, classes, n, 4} : Extents{images, n, 4};
        Field<Exec, float> const box(place(Lay::left, shape), boxes),
            score(place(Lay::right, {images, classes, n}), t.scores);
        Field<Exec, std::int64_t> const triples(place(Lay::padded, {room, 3}),
                                                List<std::int64_t>(static_cast<std::size_t>(3 * room), 77)),
            count(place(Lay::right, {1}), {77});
        Kokkos::View<std::int64_t, typename Exec::memory_space, Kokkos::MemoryTraits<Kokkos::Unmanaged>> const number(
            count.data());
        NmsOptions<> const options{.max_output = cap};
        if (own_boxes)
          nms_triples(exec, box.template const_view<4>(), score.template const_view<3>(), triples.template view<2>(),
                      number, options);
        else
          nms_triples(exec, box.template const_view<3>(), score.template const_view<3>(), triples.template view<2>(),
                      number, options);
        exec.fence();
        ASSERT_TRUE(same_positions(count.read(), {total}));
        ASSERT_TRUE(same_positions(triples.read(), expected));
        ASSERT_TRUE(triples.surroundings_untouched());
      }
}

TEST(SoftNmsErrors, NamesWhatDoesNotFit) {
  Kokkos::DefaultHostExecutionSpace const exec;
  Kokkos::View<float***, Kokkos::LayoutRight, Kokkos::HostSpace> const boxes("boxes", 2, 9, 4),
      scores3("scores", 2, 3, 9);
  Kokkos::View<float**, Kokkos::LayoutRight, Kokkos::HostSpace> const scores("scores", 2, 9), out("out", 2, 9),
      few("few", 2, 8);
  Kokkos::View<int**, Kokkos::LayoutRight, Kokkos::HostSpace> const keep("keep", 2, 9), triples("triples", 53, 3);
  Kokkos::View<int*, Kokkos::HostSpace> const count("count", 2);
  Kokkos::View<int, Kokkos::HostSpace> const total("total");
  EXPECT_EQ(refusal([&] { soft_nms(exec, boxes, scores, keep, out, count, {.sigma = 0}); }),
            "KokkosAxis::soft_nms: sigma is 0; it must be greater than 0");
  EXPECT_EQ(refusal([&] { soft_nms(exec, boxes, scores, keep, out, count, {.sigma = 1e-50}); }),
            "KokkosAxis::soft_nms: sigma is 1e-50; it must be greater than 0");
  EXPECT_EQ(
      refusal([&] { soft_nms(exec, boxes, scores, keep, few, count); }),
      "KokkosAxis::soft_nms: the extents of kept_scores are 2 x 8, but those of keep are 2 x 9; they must be equal");
  EXPECT_EQ(refusal([&] { soft_nms(exec, boxes, scores, keep, scores, count); }),
            "KokkosAxis::soft_nms: scores and kept_scores overlap in memory; they must not share elements");
  EXPECT_EQ(
      refusal([&] { matrix_nms(exec, boxes, scores, few); }),
      "KokkosAxis::matrix_nms: the extents of decayed are 2 x 8, but those of scores are 2 x 9; they must be equal");
  EXPECT_EQ(refusal([&] { matrix_nms(exec, boxes, scores, scores); }),
            "KokkosAxis::matrix_nms: scores and decayed overlap in memory; they must not share elements");
  EXPECT_EQ(
      refusal([&] { nms_triples(exec, boxes, scores3, triples, total); }),
      "KokkosAxis::nms_triples: the extents of triples are 53 x 3, but must be 54 x 3, or more along the first axis: "
      "images, classes, and what can be kept of each");
  EXPECT_EQ(refusal([&] { nms_triples(exec, boxes, scores3, triples, total, {.max_output = 8}); }), "");
}

}  // namespace
}  // namespace KokkosAxis::Test
