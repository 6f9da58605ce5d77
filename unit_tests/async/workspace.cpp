// The caller's workspace: its size is exact, its alignment does not matter, nothing around it is touched.
#include <KokkosAxis/KokkosAxis.hpp>

#include "async/verb_calls.hpp"
#include "support/field.hpp"
#include "support/refusal.hpp"
#include "support/spaces.hpp"

#include <Kokkos_Core.hpp>
#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <string>

namespace KokkosAxis::Test {
namespace {

template <class Exec>
class Workspaces : public OnSpace<Exec> {};
TYPED_TEST_SUITE(Workspaces, Spaces, SpaceNames);

/// Memory of exactly so many bytes, `shift` bytes off alignment, red zones around it.
template <class Exec>
Field<Exec, unsigned char> bytes(std::size_t n, std::int64_t shift = 0) {
  std::int64_t const size = static_cast<std::int64_t>(n);
  return {Place{.extent = {size}, .stride = {1}, .lead = shift}, List<unsigned char>(n, 0xdb)};
}

std::string describe(VerbCall const& call, Extents const& extents) {
  return call.verb + ", " + call.form + ", " + call.route + ", length " + std::to_string(extents[1]);
}

/// Case S-25: a workspace at any address.
TYPED_TEST(Workspaces, ExactlyTheBytesAskedForAtAnyAddress) {
  using Exec = TypeParam;
  Exec const exec;
  for (Extents const& extents : {Extents{3, 20}, Extents{1, 700}, Extents{2, 6000}})
    for (std::int64_t shift : {0, 1, 4, 127})
      for (VerbCall const& call : verb_calls(exec, extents)) {
        SCOPED_TRACE(describe(call, extents) + ", shift " + std::to_string(shift));
        auto const memory = bytes<Exec>(call.bytes(), shift);
        call.run(memory.template view<1>());
        call.check();
        EXPECT_TRUE(memory.surroundings_untouched());
      }
}

TYPED_TEST(Workspaces, OneByteLessIsRefused) {
  using Exec = TypeParam;
  Exec const exec;
  Extents const extents{2, 6000};
  for (VerbCall const& call : verb_calls(exec, extents)) {
    SCOPED_TRACE(describe(call, extents));
    std::size_t const needed = call.bytes();
    if (needed == 0) continue;
    auto const memory = bytes<Exec>(needed - 1);
    EXPECT_EQ(refusal([&] { call.run(memory.template view<1>()); }),
              "KokkosAxis::" + call.verb + ": the workspace has " + std::to_string(needed - 1) +
                  " bytes, but this call needs " + std::to_string(needed) + ", as workspace_bytes::" + call.verb +
                  " says");
    EXPECT_TRUE(memory.untouched());
  }
}

TYPED_TEST(Workspaces, AnyElementTypeWillDo) {
  using Exec = TypeParam;
  Kokkos::View<double***, Exec> const view("workspace", 3, 4, 5);
  Workspace const workspace(view);
  EXPECT_EQ(workspace.data(), view.data());
  EXPECT_EQ(workspace.bytes(), 60 * sizeof(double));
  EXPECT_TRUE(workspace.accessible_from<Exec>());
  EXPECT_EQ(Workspace().data(), nullptr);
  EXPECT_EQ(Workspace().bytes(), 0u);
  EXPECT_TRUE(Workspace().accessible_from<Exec>());
}

/// The bytes asked for do not depend on the workspace that the options carry, and asking launches nothing.
/// A column of a matrix has the others' elements between its own.
TYPED_TEST(Workspaces, MemoryWithGapsIsRefused) {
  using Exec = TypeParam;
  Kokkos::View<std::byte**, Kokkos::LayoutRight, Exec> const matrix("matrix", 20000, 8);
  Kokkos::View<int*, Exec> const keys("keys", 1000);
  Workspace const column(Kokkos::subview(matrix, Kokkos::ALL, 0));
  EXPECT_EQ(refusal([&] { KokkosAxis::sort(Exec(), keys, {.workspace = column}); }),
            "KokkosAxis::sort: the workspace is a View with gaps in its memory; give one that is contiguous");
}

TYPED_TEST(Workspaces, AskingIsFree) {
  TypeParam const exec;
  for (VerbCall const& call : verb_calls(exec, {2, 6000})) {
    KernelAudit const audit;
    EXPECT_EQ(call.bytes(), call.explain().workspace_bytes);
    EXPECT_TRUE(nothing_happened(audit.result())) << describe(call, {2, 6000});
  }
}

#if defined(KOKKOS_ENABLE_CUDA) || defined(KOKKOS_ENABLE_HIP)
/// Memory of the other side is refused, by device and host spaces alike.
TEST(WorkspaceOfTheWrongSide, IsRefused) {
  using Device = Kokkos::DefaultExecutionSpace;
  using Host   = Kokkos::DefaultHostExecutionSpace;
  Kokkos::View<float*, Device> const keys("keys", 100'000);
  Kokkos::View<std::byte*, Kokkos::HostSpace> const host("host", 10'000'000);
  EXPECT_EQ(refusal([&] { KokkosAxis::sort(Device(), keys, {.workspace = host}); }),
            std::string("KokkosAxis::sort: the workspace's memory cannot be used from ") + Device::name() +
                "; make it of " + Device::memory_space::name());
  Kokkos::View<float*, Host> const host_keys("keys", 100'000);
  Kokkos::View<std::byte*, Device> const device("device", 10'000'000);
  EXPECT_NE(refusal([&] { KokkosAxis::sort(Host(), host_keys, {.workspace = device}); }), "");
}
#endif

}  // namespace
}  // namespace KokkosAxis::Test
