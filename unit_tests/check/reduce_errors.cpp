// What reduce refuses, and in which words. Nothing is written by a call that is refused.
#include <KokkosAxis/reduce.hpp>

#include "support/refusal.hpp"

#include <Kokkos_Core.hpp>
#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <tuple>

namespace KokkosAxis::Test {
namespace {

using Host = Kokkos::DefaultHostExecutionSpace;
template <class Data>
using View = Kokkos::View<Data, Kokkos::LayoutRight, Kokkos::HostSpace>;

class ReduceErrors : public ::testing::Test {
 protected:
  Host exec;
  View<float***> in{"in", 4, 300, 5};
  View<float**> out{"out", 4, 5};
  View<int**> index{"index", 4, 5};

  ReduceErrors() {
    Kokkos::deep_copy(out, 77.0f);
    Kokkos::deep_copy(index, 77);
  }
  void TearDown() override {
    for (int i = 0; i < 4; ++i)
      for (int k = 0; k < 5; ++k) {
        EXPECT_EQ(out(i, k), 77);
        EXPECT_EQ(index(i, k), 77);
      }
  }
};

TEST_F(ReduceErrors, NamesAxes) {
  EXPECT_EQ(refusal([&] { reduce(exec, in, out, 3, Sum{}); }),
            "KokkosAxis::reduce: axis 3 is out of range for rank 3; allowed are -3 to 2");
  EXPECT_EQ(refusal([&] { reduce(exec, in, out, {1, -2}, Sum{}); }), "KokkosAxis::reduce: axis -2 is given twice");
  EXPECT_EQ(refusal([&] { reduce(exec, in, out, {0, 1, 2, 0}, Sum{}); }),
            "KokkosAxis::reduce: 4 axes are given, but the input has rank 3");
}

TEST_F(ReduceErrors, NamesExtents) {
  EXPECT_EQ(
      refusal([&] { reduce(exec, in, out, 0, Sum{}); }),
      "KokkosAxis::reduce: the extents of out are 4 x 5, but must be 300 x 5: those of in, reduced axes left out");
  EXPECT_EQ(refusal([&] { reduce(exec, in, out, all_axes, Sum{}); }),
            "KokkosAxis::reduce: the extents of out are 4 x 5, but must be those of rank 0: those of in, reduced axes "
            "left out");
  EXPECT_EQ(
      refusal([&] { reduce(exec, in, out, 1, Sum{}, {.keep_dims = true}); }),
      "KokkosAxis::reduce: the extents of out are 4 x 5, but must be 4 x 1 x 5: those of in, 1 along reduced axes");
  View<float**> const other("other", 4, 4);
  EXPECT_EQ(refusal([&] { reduce(exec, in, std::tie(out, other), 1, MinMax{}); }),
            "KokkosAxis::reduce: the extents of output 1 are 4 x 4, but must be 4 x 5: those of in, reduced axes left "
            "out");
}

TEST_F(ReduceErrors, NamesTooManyElements) {
  View<float> const one("one"), result("result");
  Kokkos::View<float**, Kokkos::LayoutStride, Kokkos::HostSpace> const broadcast(
      one.data(), Kokkos::LayoutStride(1 << 20, 0, 1 << 18, 0));
  EXPECT_EQ(refusal([&] { reduce(exec, broadcast, result, all_axes, Sum{}); }),
            "KokkosAxis::reduce: in has extents 1048576 x 262144; at most 137438953472 elements are supported");
}

TEST_F(ReduceErrors, NamesAnIndexTypeTooNarrow) {
  View<std::int8_t**> const narrow("narrow", 4, 5);
  EXPECT_EQ(
      refusal([&] { reduce(exec, in, narrow, 1, ArgMax{}); }),
      "KokkosAxis::reduce: the reduced axes have 300 elements, but the elements of out (8 bit) count to 127 only; "
      "give a View of a wider type");
  View<std::uint8_t*> const byte("byte", 300);
  EXPECT_EQ(refusal([&] { reduce(exec, in, byte, {0, 2}, ArgMax{}); }), "");
}

TEST_F(ReduceErrors, NamesWhatOverlaps) {
  auto const part = Kokkos::subview(in, Kokkos::ALL, 7, Kokkos::ALL);
  EXPECT_EQ(refusal([&] { reduce(exec, in, part, 1, Sum{}); }),
            "KokkosAxis::reduce: in and out overlap in memory; they must not share elements");
  EXPECT_EQ(refusal([&] { reduce(exec, in, std::tie(out, out), 1, MinMax{}); }),
            "KokkosAxis::reduce: output 0 and output 1 overlap in memory; they must not share elements");
  View<float> const one("one");
  Kokkos::View<float**, Kokkos::LayoutStride, Kokkos::HostSpace> const same(one.data(),
                                                                            Kokkos::LayoutStride(4, 0, 5, 0));
  EXPECT_EQ(
      refusal([&] { reduce(exec, in, same, 1, Sum{}); }),
      "KokkosAxis::reduce: out has stride 0 on axis 0, so elements of it share memory; an output needs memory for "
      "each");
  View<bool***> const mask("mask", 4, 300, 5);
  auto const row = Kokkos::subview(mask, Kokkos::ALL, 0, Kokkos::ALL);
  EXPECT_EQ(refusal([&] { reduce(exec, in, row, 1, Any{}, {.where = mask}); }),
            "KokkosAxis::reduce: where and out overlap in memory; they must not share elements");
}

TEST_F(ReduceErrors, NamesMasks) {
  View<bool***> const mask("mask", 4, 300, 4), fits("fits", 4, 300, 5);
  EXPECT_EQ(refusal([&] { reduce(exec, in, out, 1, Sum{}, {.where = mask}); }),
            "KokkosAxis::reduce: the extents of where are 4 x 300 x 4, but those of in are 4 x 300 x 5; they must be "
            "equal");
  EXPECT_EQ(refusal([&] { reduce(exec, in, out, 1, Max{}, {.where = fits}); }),
            "KokkosAxis::reduce: where may leave slices empty, of which this operation has no result; give it an "
            ".initial value");
}

TEST_F(ReduceErrors, NamesRoutesAndWorkspaces) {
  View<float> const one("one");
  View<float*> const many("many", 100'000);
  View<std::byte*> const small("small", 1);
  EXPECT_EQ(refusal([&] { reduce(exec, many, one, all_axes, Sum{}, {.workspace = small}); }),
            "KokkosAxis::reduce: the workspace has 1 bytes, but this call needs " +
                std::to_string(workspace_bytes::reduce(exec, many, one, all_axes, Sum{})) +
                ", as workspace_bytes::reduce says");
  EXPECT_EQ(refusal([&] { reduce(exec, in, out, 1, Sum{}, {.route = static_cast<ReduceRoute>(99)}); }),
            "KokkosAxis::reduce: route ? cannot serve this call (20 slices of 300 x 1, host space); routes that can: "
            "host_tiles, team_tiles");
}

}  // namespace
}  // namespace KokkosAxis::Test
