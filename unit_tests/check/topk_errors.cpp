// What the selecting verbs refuse, and in which words. Nothing is written by a call that is refused.
#include <KokkosAxis/kth_value.hpp>
#include <KokkosAxis/partition.hpp>
#include <KokkosAxis/topk.hpp>

#include "support/refusal.hpp"

#include <Kokkos_Core.hpp>
#include <gtest/gtest.h>

#include <cstdint>

namespace KokkosAxis::Test {
namespace {

using Host = Kokkos::DefaultHostExecutionSpace;
template <class Data>
using View = Kokkos::View<Data, Kokkos::LayoutRight, Kokkos::HostSpace>;

class TopkErrors : public ::testing::Test {
 protected:
  Host exec;
  View<float**> in{"in", 4, 300}, values{"values", 4, 3};
  View<int**> index{"index", 4, 3};

  TopkErrors() {
    Kokkos::deep_copy(values, 77.0f);
    Kokkos::deep_copy(index, 77);
  }
  void TearDown() override {
    for (int i = 0; i < 4; ++i)
      for (int p = 0; p < 3; ++p) {
        EXPECT_EQ(values(i, p), 77);
        EXPECT_EQ(index(i, p), 77);
      }
  }
};

TEST_F(TopkErrors, NamesWhatDoesNotFit) {
  EXPECT_EQ(refusal([&] { topk(exec, in, values, index, 3, {.axis = 2}); }),
            "KokkosAxis::topk: axis 2 is out of range for rank 2; allowed are -2 to 1");
  EXPECT_EQ(refusal([&] { topk(exec, in, values, index, -1); }),
            "KokkosAxis::topk: k is -1, but the axis has 300 elements; allowed are 0 to 300 (rows with row_begin or "
            "row_end may have fewer than k)");
  EXPECT_EQ(refusal([&] { topk(exec, in, values, index, 4); }),
            "KokkosAxis::topk: the extents of values are 4 x 3, but must be 4 x 4: those of in, and k along axis 1");
  EXPECT_EQ(
      refusal([&] { argtopk(exec, in, index, 3, {.axis = 0}); }),
      "KokkosAxis::argtopk: the extents of index are 4 x 3, but must be 3 x 300: those of in, and k along axis 0");
  View<std::int8_t**> const narrow("narrow", 4, 3);
  EXPECT_EQ(
      refusal([&] { argtopk(exec, in, narrow, 3); }),
      "KokkosAxis::argtopk: the axis has 300 elements, but the index type (8 bit) counts to 127 only; give an index "
      "View of a wider type");
}

/// Rows with bounds need a number that is no position.
TEST_F(TopkErrors, NamesAnIndexTypeWithoutRoomForNone) {
  View<float*> const row("row", 256);
  View<std::uint8_t*> const at("at", 3);
  View<int> const end("end");
  EXPECT_EQ(refusal([&] { argtopk(exec, row, at, 3); }), "");
  EXPECT_EQ(
      refusal([&] { argtopk(exec, row, at, 3, {.row_end = end}); }),
      "KokkosAxis::argtopk: the axis has 256 elements, and in rows with bounds the largest number of the index type "
      "(8 bit) says that there is no element; give an index View of a wider type");
}

TEST_F(TopkErrors, NamesWhatOverlaps) {
  auto const part = Kokkos::subview(in, Kokkos::ALL, Kokkos::pair(0, 3));
  EXPECT_EQ(refusal([&] { topk(exec, in, part, index, 3); }),
            "KokkosAxis::topk: in and values overlap in memory; they must not share elements");
  View<int**> const numbers("numbers", 4, 300);
  EXPECT_EQ(refusal([&] { topk(exec, numbers, index, index, 3); }),
            "KokkosAxis::topk: values and index overlap in memory; they must not share elements");
  View<int*> const ends("ends", 12);
  Kokkos::View<int**, Kokkos::LayoutRight, Kokkos::HostSpace, Kokkos::MemoryTraits<Kokkos::Unmanaged>> const same(
      ends.data(), 4, 3);
  EXPECT_EQ(refusal([&] { topk(exec, in, values, same, 3, {.row_end = Kokkos::subview(ends, Kokkos::pair(0, 4))}); }),
            "KokkosAxis::topk: row_end and index overlap in memory; they must not share elements");
}

TEST_F(TopkErrors, NamesBoundsThatDoNotFit) {
  View<int*> const three("three", 3);
  View<int**> const two_axes("two_axes", 4, 300);
  EXPECT_EQ(refusal([&] { topk(exec, in, values, index, 3, {.row_begin = three}); }),
            "KokkosAxis::topk: the extents of row_begin are 3, but those of in are 4 x 300; they must be equal, axis 1 "
            "left out");
  EXPECT_EQ(refusal([&] { topk(exec, in, values, index, 3, {.row_end = two_axes}); }),
            "KokkosAxis::topk: row_end has rank 2, but must have 1: that of the input without axis 1");
}

TEST_F(TopkErrors, NamesRoutesAndWorkspaces) {
  EXPECT_EQ(
      refusal([&] { topk(exec, in, values, index, 3, {.route = TopkRoute::block_select}); }),
      "KokkosAxis::topk: route block_select cannot serve this call (the best 3 of 4 slices of 300, keys of 4 bytes, "
      "host space); routes that can: host_select, team_select, row_sort");
  View<std::byte*> const small("small", 1);
  EXPECT_EQ(refusal([&] { topk(exec, in, values, index, 3, {.workspace = small}); }),
            "KokkosAxis::topk: the workspace has 1 bytes, but this call needs " +
                std::to_string(workspace_bytes::topk(exec, in, values, index, 3)) + ", as workspace_bytes::topk says");
}

TEST_F(TopkErrors, OfVerbsWithOneElementASlice) {
  View<float*> const one("one", 4), five("five", 5);
  View<float**> const no_columns("no_columns", 4, 0), nothing("nothing", 0, 0);
  View<int*> const four("four", 4), none("none", 0);
  EXPECT_EQ(
      refusal([&] { kth_value(exec, in, one, 0); }),
      "KokkosAxis::kth_value: k is 0, but the axis has 300 elements; allowed are 1 to 300 (rows with row_begin or "
      "row_end may have fewer than k)");
  EXPECT_EQ(refusal([&] { kth_value(exec, in, one, 2, {.order = TopkOrder::by_index}); }),
            "KokkosAxis::kth_value: order has no meaning for a single element; leave it out");
  EXPECT_EQ(refusal([&] { median(exec, in, five); }),
            "KokkosAxis::median: the extents of values are 5, but those of in are 4 x 300; they must be equal, axis 1 "
            "left out");
  EXPECT_EQ(refusal([&] { argmax(exec, no_columns, four); }),
            "KokkosAxis::argmax: the axis has no elements, so its slices have none to choose");
  EXPECT_EQ(refusal([&] { argmin(exec, nothing, none); }), "");
  EXPECT_EQ(refusal([&] { partition(exec, in, in, 300); }),
            "KokkosAxis::partition: k is 300, but the axis has 300 elements; allowed are 0 to 299");
  EXPECT_EQ(refusal([&] { partition(exec, in, in, 3); }),
            "KokkosAxis::partition: in and out overlap in memory; they must not share elements");
}

}  // namespace
}  // namespace KokkosAxis::Test
