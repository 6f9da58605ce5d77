// What cumulative refuses, and in which words. Nothing is written by a call that is refused.
#include <KokkosAxis/cumulative.hpp>

#include "support/refusal.hpp"

#include <Kokkos_Core.hpp>
#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <tuple>

namespace KokkosAxis::Test {
namespace {

using Host = Kokkos::DefaultHostExecutionSpace;
template <class Data>
using View = Kokkos::View<Data, Kokkos::LayoutRight, Kokkos::HostSpace>;

class CumulativeErrors : public ::testing::Test {
 protected:
  Host exec;
  View<float**> in{"in", 4, 300}, out{"out", 4, 300};

  CumulativeErrors() { Kokkos::deep_copy(out, 77.0f); }
  void TearDown() override {
    for (int i = 0; i < 4; ++i)
      for (int k = 0; k < 300; ++k) ASSERT_EQ(out(i, k), 77);
  }
};

TEST_F(CumulativeErrors, NamesTheAxisAndExtents) {
  EXPECT_EQ(refusal([&] { cumulative(exec, in, out, 2, Sum{}); }),
            "KokkosAxis::cumulative: axis 2 is out of range for rank 2; allowed are -2 to 1");
  View<float**> const other("other", 4, 299);
  View<bool**> const mask("mask", 300, 4);
  EXPECT_EQ(refusal([&] { cumulative(exec, other, out, 0, Sum{}); }),
            "KokkosAxis::cumulative: the extents of out are 4 x 300, but those of in are 4 x 299; they must be equal");
  EXPECT_EQ(
      refusal([&] { cumulative(exec, in, out, 0, Sum{}, {.where = mask}); }),
      "KokkosAxis::cumulative: the extents of where are 300 x 4, but those of in are 4 x 300; they must be equal");
}

TEST_F(CumulativeErrors, NamesWhatOverlaps) {
  View<float**> const wide("wide", 4, 301);
  auto const left  = Kokkos::subview(wide, Kokkos::ALL, Kokkos::pair(0, 300)),
             right = Kokkos::subview(wide, Kokkos::ALL, Kokkos::pair(1, 301));
  EXPECT_EQ(refusal([&] { cumulative(exec, left, right, 1, Sum{}); }),
            "KokkosAxis::cumulative: in and out overlap in memory without being the same View; pass the same View for "
            "an in-place call, or separate ones");
  EXPECT_EQ(refusal([&] { cumulative(exec, in, std::tie(out, out), 1, MinMax{}); }),
            "KokkosAxis::cumulative: output 0 and output 1 overlap in memory; they must not share elements");
}

TEST_F(CumulativeErrors, NamesResultsThatThereAreNot) {
  View<bool**> const mask("mask", 4, 300);
  EXPECT_EQ(refusal([&] { cumulative(exec, in, out, 1, Max{}, {.exclusive = true}); }),
            "KokkosAxis::cumulative: exclusive: the first results are of no elements, of which this operation has "
            "none; give it an .initial value");
  EXPECT_EQ(refusal([&] { cumulative(exec, in, out, 1, Max{}, {.where = mask}); }),
            "KokkosAxis::cumulative: where may leave results empty, of which this operation has none; give it an "
            ".initial value");
}

TEST_F(CumulativeErrors, NamesAnIndexTypeTooNarrow) {
  View<std::int8_t**> const narrow("narrow", 4, 300);
  EXPECT_EQ(refusal([&] { cumulative(exec, in, narrow, 1, ArgMax{}); }),
            "KokkosAxis::cumulative: the axis has 300 elements, but the index type (8 bit) counts to 127 only; give an "
            "index View of a wider type");
}

TEST_F(CumulativeErrors, NamesRoutesAndWorkspaces) {
  View<float*> const many("many", 100'000);
  View<std::byte*> const small("small", 1);
  EXPECT_EQ(refusal([&] { cumulative(exec, many, many, 0, Sum{}, {.workspace = small}); }),
            "KokkosAxis::cumulative: the workspace has 1 bytes, but this call needs " +
                std::to_string(workspace_bytes::cumulative(exec, many, many, 0, Sum{})) +
                ", as workspace_bytes::cumulative says");
  EXPECT_EQ(refusal([&] { cumulative(exec, in, out, 1, Sum{}, {.route = static_cast<CumulativeRoute>(99)}); }),
            "KokkosAxis::cumulative: route ? cannot serve this call (4 slices of 300, host space); routes that can: "
            "host_walk, thread_walk, team_tiles");
}

}  // namespace
}  // namespace KokkosAxis::Test
