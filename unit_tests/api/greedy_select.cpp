// Greedy selection with the caller's own notion of who suppresses whom, and nms with the caller's own overlap.
#include <KokkosAxis/greedy_select.hpp>
#include <KokkosAxis/nms.hpp>

#include "support/nms_trial.hpp"
#include "support/spaces.hpp"

#include <Kokkos_Core.hpp>
#include <gtest/gtest.h>

#include <cstdint>
#include <cstdlib>
#include <type_traits>
#include <vector>

namespace KokkosAxis::Test {
namespace {

template <class Exec>
class GreedySelect : public OnSpace<Exec> {};
TYPED_TEST_SUITE(GreedySelect, Spaces, SpaceNames);

/// Neither symmetric nor transitive, and different from row to row.
struct NearBelow {
  KOKKOS_FUNCTION bool operator()(std::int64_t row, std::int64_t winner, std::int64_t other) const {
    std::int64_t const apart = other - winner;
    return apart > -3 * (row + 1) && apart < 5 && (winner * 7 + other) % 3 != 0;
  }
};
/// The same for any row.
struct Near {
  KOKKOS_FUNCTION bool operator()(std::int64_t winner, std::int64_t other) const {
    return winner - other < 9 && other - winner < 9;
  }
};

template <class Exec, class S, class Suppress, class Expected>
void check_select(Exec const& exec, NmsTrial<float, S> const& t, Suppress const& suppress, Expected const& expected) {
  for (GreedyRoute route : serving_greedy_routes(exec, t.length, t.rows, 4, sizeof(S), false)) {
    SCOPED_TRACE("route " + std::to_string(static_cast<int>(route)) + ", length " + std::to_string(t.length));
    NmsFields<Exec, float, S> const f(t);
    GreedyOptions options{.score_threshold = t.score_threshold, .max_output = t.max_output, .route = route};
    if (!t.begin.empty()) options.row_begin = f.begin.template const_view<1>();
    if (!t.end.empty()) options.row_end = f.end.template const_view<1>();
    greedy_select(exec, f.scores.template const_view<2>(), suppress, f.keep.template view<2>(),
                  f.count.template view<1>(), options);
    exec.fence();
    Kept const kept = greedy_by_the_book(t, f.places, expected);
    ASSERT_TRUE(same_positions(f.count.read(), kept.count));
    ASSERT_TRUE(same_positions(f.keep.read(), kept.keep));
  }
}

TYPED_TEST(GreedySelect, AnyFunctor) {
  TypeParam const exec;
  for (std::int64_t length : {1, 5, 64, 500, 1025, 2600}) {
    auto t = nms_trial<float, float>(Scene::disjoint, 3, length, 2, 3, 50);
    t.lay  = Lay::left;  // rows count in C order, however they lie
    check_select(exec, t, NearBelow{}, NearBelow{});
    auto const any_row = [](std::int64_t, std::int64_t a, std::int64_t b) { return Near{}(a, b); };
    check_select(exec, t, Near{}, any_row);
    t.end             = {static_cast<std::int32_t>(length), 0, static_cast<std::int32_t>(length / 2)};
    t.max_output      = 70;
    t.score_threshold = 4;
    check_select(exec, t, NearBelow{}, NearBelow{});
    auto const wide = nms_trial<float, double>(Scene::disjoint, 1, length, 2, 4);
    check_select(exec, wide, NearBelow{}, NearBelow{});
  }
}

/// Writes down whether it was asked about a position that takes no part.
template <class Exec>
struct Witness {
  Kokkos::View<int, typename Exec::memory_space> seen;

  KOKKOS_FUNCTION bool operator()(std::int64_t winner, std::int64_t other) const {
    if (winner == 0 || other == 0) Kokkos::atomic_store(&seen(), 1);
    return false;
  }
};

/// The worst integers have the code of what takes no part.
TYPED_TEST(GreedySelect, AsksOnlyAboutWhatTakesPart) {
  using Exec = TypeParam;
  Exec const exec;
  NmsTrial<float, std::uint32_t> t{.rows = 1, .length = 3, .scores = {5, 0, 0}};
  t.boxes.resize(12);
  t.begin = {1};
  for (GreedyRoute route : serving_greedy_routes(exec, 3, 1, 4, 4, false)) {
    SCOPED_TRACE(static_cast<int>(route));
    NmsFields<Exec, float, std::uint32_t> const f(t);
    Witness<Exec> const witness{Kokkos::View<int, typename Exec::memory_space>("seen")};
    greedy_select(exec, f.scores.template const_view<2>(), witness, f.keep.template view<2>(),
                  f.count.template view<1>(),
                  GreedyOptions{.row_begin = f.begin.template const_view<1>(), .route = route});
    exec.fence();
    EXPECT_TRUE(same_positions(f.count.read(), {2}));
    int seen = 0;
    Kokkos::deep_copy(seen, witness.seen);
    EXPECT_EQ(seen, 0);
  }
}

/// Integers of 64 bits and a threshold that no double between them tells apart.
TYPED_TEST(GreedySelect, ThresholdsOfLongIntegersAreExact) {
  using Exec = TypeParam;
  Exec const exec;
  auto const kept = [&](auto const& scores, double threshold) {
    using S = std::remove_cvref_t<decltype(scores[0])>;
    NmsTrial<float, S> t{.rows = 1, .length = static_cast<std::int64_t>(scores.size()), .scores = scores};
    t.boxes.resize(4 * scores.size());
    t.score_threshold = threshold;
    NmsFields<Exec, float, S> const f(t);
    greedy_select(exec, f.scores.template const_view<2>(), Near{}, f.keep.template view<2>(),
                  f.count.template view<1>(), GreedyOptions{.score_threshold = threshold});
    exec.fence();
    return f.keep.read()[0];
  };
  constexpr std::int64_t even = std::int64_t{1} << 53;
  EXPECT_EQ(kept(List<std::int64_t>{even, even + 1}, static_cast<double>(even)), 1);
  EXPECT_EQ(kept(List<std::int64_t>{even}, static_cast<double>(even)), -1);
  EXPECT_EQ(kept(List<std::int64_t>{-even - 1, -even}, static_cast<double>(-even) - 2), 1);
  EXPECT_EQ(kept(List<std::int64_t>{INT64_MIN, INT64_MAX}, 0x1p63), -1);
  EXPECT_EQ(kept(List<std::int64_t>{INT64_MIN}, -0x1p64), 0);
  EXPECT_EQ(kept(List<std::uint64_t>{UINT64_MAX - 1, UINT64_MAX}, 0x1.fffffffffffffp63), 1);
  EXPECT_EQ(kept(List<std::uint64_t>{UINT64_MAX}, 0x1p64), -1);
  EXPECT_EQ(kept(List<std::uint64_t>{0}, -0.5), 0);
  EXPECT_EQ(kept(List<std::uint64_t>{0, 1}, 0.5), 1);
}

TYPED_TEST(GreedySelect, NoCandidates) {
  using Exec = TypeParam;
  Exec const exec;
  Field<Exec, float> const none(place(Lay::right, {2, 0}), {});
  Field<Exec, int> const keep(place(Lay::right, {2, 3}), List<int>(6, 77)), count(place(Lay::right, {2}), {77, 77});
  greedy_select(exec, none.template const_view<2>(), Near{}, keep.template view<2>(), count.template view<1>());
  exec.fence();
  EXPECT_TRUE(same_positions(keep.read(), std::vector<std::int64_t>(6, -1)));
  EXPECT_TRUE(same_positions(count.read(), {0, 0}));
  Field<Exec, float> const no_rows(place(Lay::right, {0, 5}), {});
  Field<Exec, int> const no_keep(place(Lay::right, {0, 5}), {}), no_count(place(Lay::right, {0}), {});
  greedy_select(exec, no_rows.template const_view<2>(), Near{}, no_keep.template view<2>(),
                no_count.template view<1>());
  EXPECT_EQ(explain::greedy_select(exec, no_rows.template const_view<2>(), Near{}, no_keep.template view<2>(),
                                   no_count.template view<1>())
                .route,
            "none");
}

/// Discs of three numbers: how far the first reaches into the second.
struct Reach {
  template <class T>
  KOKKOS_FUNCTION double operator()(BoxRow<T> a, BoxRow<T> b) const {
    double const x = static_cast<double>(a[0]) - b[0], y = static_cast<double>(a[1]) - b[1];
    return a[2] - Kokkos::sqrt(x * x + y * y);
  }
};

TYPED_TEST(GreedySelect, AnyOverlap) {
  using Exec = TypeParam;
  Exec const exec;
  for (std::int64_t length : {3, 200, 1300}) {
    NmsTrial<float, float> t{.rows = 2, .length = length, .numbers = 3, .scores = make_scores<float>(2 * length, 5)};
    Random random(6);
    for (std::int64_t i = 0; i < 6 * length; ++i)
      t.boxes.push_back(static_cast<float>(random.below(i % 3 == 2 ? 5 : 64)));
    for (std::int64_t i = 0; i < 2 * length; ++i) t.classes.push_back(i % 2);
    t.lay = Lay::thirds;
    for (GreedyRoute route : serving_greedy_routes(exec, length, 2, 4, 4, true)) {
      NmsFields<Exec, float, float> const f(t);
      nms(exec, f.boxes.template const_view<3>(), f.scores.template const_view<2>(), f.keep.template view<2>(),
          f.count.template view<1>(),
          NmsOptions<Reach>{.iou_threshold = -1, .classes = f.classes.template const_view<2>(), .route = route});
      exec.fence();
      Kept const kept = greedy_by_the_book(t, f.places, [&](std::int64_t row, std::int64_t a, std::int64_t b) {
        auto const at = [&](std::int64_t i) { return t.boxes.data() + (row * length + i) * 3; };
        return Reach{}(BoxRow<float>(at(a), 1, 3), BoxRow<float>(at(b), 1, 3)) > -1;
      });
      ASSERT_TRUE(same_positions(f.count.read(), kept.count));
      ASSERT_TRUE(same_positions(f.keep.read(), kept.keep));
    }
  }
}

}  // namespace
}  // namespace KokkosAxis::Test
