// What the greedy verbs refuse, and in which words. Nothing is written by a call that is refused.
#include <KokkosAxis/greedy_select.hpp>
#include <KokkosAxis/nms.hpp>

#include "support/refusal.hpp"

#include <Kokkos_Core.hpp>
#include <gtest/gtest.h>

#include <cstdint>
#include <limits>
#include <string>

namespace KokkosAxis::Test {
namespace {

using Host = Kokkos::DefaultHostExecutionSpace;
template <class Data>
using View = Kokkos::View<Data, Kokkos::LayoutRight, Kokkos::HostSpace>;

struct Never {
  KOKKOS_FUNCTION bool operator()(std::int64_t, std::int64_t) const { return false; }
};
struct Distance {
  KOKKOS_FUNCTION double operator()(BoxRow<float> a, BoxRow<float> b) const { return a[0] - b[0]; }
};

class NmsErrors : public ::testing::Test {
 protected:
  Host exec;
  View<float***> boxes{"boxes", 2, 300, 4};
  View<float**> scores{"scores", 2, 300};
  View<int**> keep{"keep", 2, 300};
  View<int*> count{"count", 2};

  NmsErrors() {
    Kokkos::deep_copy(keep, 77);
    Kokkos::deep_copy(count, 77);
  }
  void TearDown() override {
    for (int row = 0; row < 2; ++row) {
      EXPECT_EQ(count(row), 77);
      for (int p = 0; p < 300; ++p) EXPECT_EQ(keep(row, p), 77);
    }
  }
  std::string refused(NmsOptions<> const& options) {
    return refusal([&] { nms(exec, boxes, scores, keep, count, options); });
  }
};

TEST_F(NmsErrors, NamesExtentsThatDoNotFit) {
  View<float***> const few("few", 2, 299, 4), five("five", 2, 300, 5);
  View<float**> const shared("shared", 300, 4), others("others", 300, 2);
  EXPECT_EQ(
      refusal([&] { nms(exec, few, scores, keep, count); }),
      "KokkosAxis::nms: the extents of boxes are 2 x 299 x 4, but those of scores are 2 x 300; they must be equal, "
      "without the numbers of a box");
  EXPECT_EQ(refusal([&] { nms(exec, others, others, keep, count); }),
            "KokkosAxis::nms: the extents of boxes are 300 x 2, but those of scores are 300 x 2; they must be equal, "
            "without the numbers of a box and without the axis of classes");
  EXPECT_EQ(refusal([&] { nms(exec, five, scores, keep, count); }),
            "KokkosAxis::nms: boxes have 5 numbers each; allowed are 2 (intervals), 4 (boxes) and 6 (boxes in space)");
  View<int**> const short_keep("short_keep", 2, 299);
  EXPECT_EQ(refusal([&] { nms(exec, boxes, scores, short_keep, count); }),
            "KokkosAxis::nms: the extents of keep are 2 x 299, but must be 2 x 300, or more along the last axis: those "
            "of scores, and room for all that can be kept");
  EXPECT_EQ(refusal([&] { nms(exec, boxes, scores, short_keep, count, {.max_output = 300}); }),
            "KokkosAxis::nms: the extents of keep are 2 x 299, but must be 2 x 300, or more along the last axis: those "
            "of scores, and room for all that can be kept");
  View<int*> const three("three", 3);
  EXPECT_EQ(refusal([&] { nms(exec, boxes, scores, keep, three); }),
            "KokkosAxis::nms: the extents of count are 3, but those of scores are 2 x 300; they must be equal, axis 1 "
            "left out");
  View<int**> const classes("classes", 2, 30);
  EXPECT_EQ(refused({.classes = classes}),
            "KokkosAxis::nms: the extents of classes are 2 x 30, but those of scores are 2 x 300; they must be equal");
  EXPECT_EQ(
      refused({.row_end = three}),
      "KokkosAxis::nms: the extents of row_end are 3, but those of scores are 2 x 300; they must be equal, axis 1 "
      "left out");
  EXPECT_EQ(refused({.row_begin = classes}),
            "KokkosAxis::nms: row_begin has rank 2, but must have 1: that of scores without the last axis");
}

TEST_F(NmsErrors, NamesValuesOutOfRange) {
  EXPECT_EQ(refused({.iou_threshold = -0.5}), "KokkosAxis::nms: iou_threshold is -0.5; allowed are 0 to 1");
  EXPECT_EQ(refused({.iou_threshold = 1.5}), "KokkosAxis::nms: iou_threshold is 1.5; allowed are 0 to 1");
  EXPECT_EQ(refused({.iou_threshold = std::numeric_limits<double>::quiet_NaN()}),
            "KokkosAxis::nms: iou_threshold is nan; allowed are 0 to 1");
  EXPECT_EQ(refused({.score_threshold = std::numeric_limits<double>::quiet_NaN()}),
            "KokkosAxis::nms: score_threshold is NaN; give a number, or none");
  EXPECT_EQ(refused({.max_output = -1}),
            "KokkosAxis::nms: max_output is -1; allowed are 0 and more, or std::nullopt for all");
  EXPECT_EQ(refusal([&] {
              nms(exec, boxes, scores, keep, count,
                  NmsOptions<Distance>{.format = BoxFormat::center_size, .overlap = {}});
            }),
            "KokkosAxis::nms: format cannot be given together with overlap, which reads the numbers of boxes alone; "
            "leave it out");
}

TEST_F(NmsErrors, NamesTypesTooNarrow) {
  View<std::int8_t**> const narrow("narrow", 2, 300);
  View<std::int8_t*> const small("small", 2);
  EXPECT_EQ(refusal([&] { nms(exec, boxes, scores, narrow, count); }),
            "KokkosAxis::nms: the axis has 300 elements, but the index type (8 bit) counts to 127 only; give an index "
            "View of a wider type");
  EXPECT_EQ(refusal([&] { nms(exec, boxes, scores, keep, small); }),
            "KokkosAxis::nms: count may have to hold 300, but its type (8 bit) counts to 127 only; give a View of a "
            "wider type");
}

TEST_F(NmsErrors, NamesWhatOverlaps) {
  View<int***> const numbers("numbers", 2, 300, 4);
  auto const part = Kokkos::subview(numbers, Kokkos::ALL, Kokkos::ALL, 1);
  EXPECT_EQ(refusal([&] { nms(exec, numbers, scores, part, count); }),
            "KokkosAxis::nms: boxes and keep overlap in memory; they must not share elements");
  EXPECT_EQ(refusal([&] { nms(exec, boxes, keep, keep, count); }),
            "KokkosAxis::nms: scores and keep overlap in memory; they must not share elements");
  EXPECT_EQ(refused({.classes = keep}),
            "KokkosAxis::nms: classes and keep overlap in memory; they must not share elements");
  EXPECT_EQ(refused({.row_end = count}),
            "KokkosAxis::nms: row_end and count overlap in memory; they must not share elements");
  EXPECT_EQ(refusal([&] { nms(exec, boxes, scores, keep, Kokkos::subview(keep, Kokkos::ALL, 3)); }),
            "KokkosAxis::nms: keep and count overlap in memory; they must not share elements");
}

TEST_F(NmsErrors, NamesRoutesAndWorkspaces) {
  EXPECT_EQ(refused({.route = GreedyRoute::block_greedy}),
            "KokkosAxis::nms: route block_greedy cannot serve this call (2 rows of 300 candidates, host space); routes "
            "that can: host_greedy, team_greedy, tile_greedy");
  View<std::byte*> const small("small", 1);
  EXPECT_EQ(refused({.workspace = small}), "KokkosAxis::nms: the workspace has 1 bytes, but this call needs " +
                                               std::to_string(workspace_bytes::nms(exec, boxes, scores, keep, count)) +
                                               ", as workspace_bytes::nms says");
}

TEST_F(NmsErrors, OfGreedySelect) {
  View<int**> const short_keep("short_keep", 2, 9);
  EXPECT_EQ(
      refusal([&] { greedy_select(exec, scores, Never{}, short_keep, count, {.max_output = 10}); }),
      "KokkosAxis::greedy_select: the extents of keep are 2 x 9, but must be 2 x 10, or more along the last axis: "
      "those of scores, and room for all that can be kept");
  EXPECT_EQ(refusal([&] { greedy_select(exec, keep, Never{}, keep, count); }),
            "KokkosAxis::greedy_select: scores and keep overlap in memory; they must not share elements");
  EXPECT_EQ(refusal([&] { greedy_select(exec, scores, Never{}, keep, count, {.max_output = -2}); }),
            "KokkosAxis::greedy_select: max_output is -2; allowed are 0 and more, or std::nullopt for all");
}

}  // namespace
}  // namespace KokkosAxis::Test
