// What softmax and log_softmax refuse, and in which words. Nothing is written by a call that is refused.
#include <KokkosAxis/softmax.hpp>

#include "support/refusal.hpp"

#include <Kokkos_Core.hpp>
#include <gtest/gtest.h>

#include <cstddef>
#include <string>

namespace KokkosAxis::Test {
namespace {

using Host = Kokkos::DefaultHostExecutionSpace;
template <class Data>
using View = Kokkos::View<Data, Kokkos::LayoutRight, Kokkos::HostSpace>;

class SoftmaxErrors : public ::testing::Test {
 protected:
  Host exec;
  View<float**> in{"in", 4, 300}, out{"out", 4, 300};

  SoftmaxErrors() { Kokkos::deep_copy(out, 77.0f); }
  void TearDown() override {
    for (int i = 0; i < 4; ++i)
      for (int k = 0; k < 300; ++k) ASSERT_EQ(out(i, k), 77);
  }
};

TEST_F(SoftmaxErrors, NamesAxes) {
  EXPECT_EQ(refusal([&] { softmax(exec, in, out, 2); }),
            "KokkosAxis::softmax: axis 2 is out of range for rank 2; allowed are -2 to 1");
  EXPECT_EQ(refusal([&] { log_softmax(exec, in, out, {1, -1}); }), "KokkosAxis::log_softmax: axis -1 is given twice");
}

TEST_F(SoftmaxErrors, NamesExtents) {
  View<float**> const other("other", 4, 299);
  View<bool**> const mask("mask", 300, 4);
  EXPECT_EQ(refusal([&] { softmax(exec, other, out, 0); }),
            "KokkosAxis::softmax: the extents of out are 4 x 300, but those of in are 4 x 299; they must be equal");
  EXPECT_EQ(refusal([&] { softmax(exec, in, out, 0, {.where = mask}); }),
            "KokkosAxis::softmax: the extents of where are 300 x 4, but those of in are 4 x 300; they must be equal");
}

TEST_F(SoftmaxErrors, NamesWhatOverlaps) {
  View<float**> const wide("wide", 4, 301);
  auto const left  = Kokkos::subview(wide, Kokkos::ALL, Kokkos::pair(0, 300)),
             right = Kokkos::subview(wide, Kokkos::ALL, Kokkos::pair(1, 301));
  EXPECT_EQ(refusal([&] { softmax(exec, left, right, 1); }),
            "KokkosAxis::softmax: in and out overlap in memory without being the same View; pass the same View for an "
            "in-place call, or separate ones");
  Kokkos::View<float**, Kokkos::LayoutStride, Kokkos::HostSpace> const same(wide.data(),
                                                                            Kokkos::LayoutStride(4, 0, 300, 1));
  EXPECT_EQ(refusal([&] { softmax(exec, in, same, 1); }),
            "KokkosAxis::softmax: out has stride 0 on axis 0, so elements of it share memory; an output needs memory "
            "for each");
  // one memory as elements of two types
  View<double*> const doubles("doubles", 6);
  Kokkos::View<float*, Kokkos::HostSpace, Kokkos::MemoryTraits<Kokkos::Unmanaged>> const floats(
      reinterpret_cast<float*>(doubles.data()), 6);
  EXPECT_EQ(refusal([&] { softmax(exec, floats, doubles, 0); }),
            "KokkosAxis::softmax: in and out overlap in memory; they must not share elements");
}

TEST_F(SoftmaxErrors, NamesRoutesAndWorkspaces) {
  View<std::byte*> const small("small", 1);
  EXPECT_EQ(refusal([&] { softmax(exec, in, out, 1, {.workspace = small}); }),
            "KokkosAxis::softmax: the workspace has 1 bytes, but this call needs " +
                std::to_string(workspace_bytes::softmax(exec, in, out, 1)) + ", as workspace_bytes::softmax says");
  EXPECT_EQ(refusal([&] { softmax(exec, in, out, 1, {.route = static_cast<ReduceRoute>(99)}); }),
            "KokkosAxis::softmax: route ? cannot serve this call (4 slices of 1 x 300, host space); routes that can: "
            "host_tiles, team_tiles");
}

}  // namespace
}  // namespace KokkosAxis::Test
