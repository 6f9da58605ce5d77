// What Kokkos Tools sees of every call: labels, instance, fences, allocations.
#include <KokkosAxis/is_sorted.hpp>

#include "async/verb_calls.hpp"
#include "support/kernel_audit.hpp"
#include "support/spaces.hpp"

#include <Kokkos_Core.hpp>
#include <gtest/gtest.h>

#include <cstddef>
#include <string>

namespace KokkosAxis::Test {
namespace {

template <class Exec>
class Audit : public OnSpace<Exec> {};
TYPED_TEST_SUITE(Audit, Spaces, SpaceNames);

/// An instance that is not the default one, where a space has several.
template <class Exec>
Exec own_instance() {
  return on_host<Exec> ? Exec() : Kokkos::Experimental::partition_space(Exec(), 1)[0];
}

/// Cases S-26, S-28 and DESIGN 3: with a workspace a call launches, and does nothing else.
TYPED_TEST(Audit, WithAWorkspaceACallOnlyLaunches) {
  using Exec      = TypeParam;
  Exec const exec = own_instance<Exec>();
  for (Extents const& extents : {Extents{3, 20}, Extents{2, 3000}})
    for (int round = 0; round < 2; ++round)  // the first round makes what Kokkos itself keeps
      for (VerbCall const& call : verb_calls(exec, extents)) {
        SCOPED_TRACE(call.verb + ", " + call.form + ", " + call.route + ", length " + std::to_string(extents[1]));
        Kokkos::View<std::byte*, typename Exec::memory_space> const memory("workspace", call.bytes());
        Audited seen;
        {
          KernelAudit const audit;
          call.run(memory);
          seen = audit.result();
        }
        call.check();
        if (round == 0) continue;
        EXPECT_FALSE(seen.kernels.empty());
        EXPECT_TRUE(kernels_belong_to(seen, exec));
        EXPECT_EQ(seen.regions, std::vector<std::string>{"KokkosAxis::" + call.verb});
        seen.kernels.clear();
        EXPECT_TRUE(nothing_happened(seen));
      }
}

/// Without a workspace: one allocation at the most, with the library's label, and no copy.
TYPED_TEST(Audit, WithoutAWorkspaceACallAllocatesOnce) {
  using Exec      = TypeParam;
  Exec const exec = own_instance<Exec>();
  for (int round = 0; round < 2; ++round)
    for (VerbCall const& call : verb_calls(exec, {2, 3000})) {
      SCOPED_TRACE(call.verb + ", " + call.form + ", " + call.route);
      Audited seen;
      {
        KernelAudit const audit;
        call.run({});
        seen = audit.result();
      }
      call.check();
      if (round == 0) continue;
      EXPECT_TRUE(kernels_belong_to(seen, exec));
      EXPECT_EQ(seen.allocations.size(), call.bytes() == 0 ? 0u : 1u);
      for (std::string const& label : seen.allocations) EXPECT_EQ(label, "KokkosAxis::" + call.verb);
      EXPECT_EQ(seen.deep_copies, 0);
    }
}

TYPED_TEST(Audit, IsSortedOnlyLaunches) {
  using Exec      = TypeParam;
  Exec const exec = own_instance<Exec>();
  Kokkos::View<float**, Exec> const keys("keys", 4, 50);
  Kokkos::View<bool*, Exec> const flags("flags", 4);
  KernelAudit const audit;
  KokkosAxis::is_sorted(exec, keys, flags);
  Audited seen = audit.result();
  EXPECT_EQ(seen.kernels.size(), 2u);
  EXPECT_TRUE(kernels_belong_to(seen, exec));
  EXPECT_EQ(seen.regions, std::vector<std::string>{"KokkosAxis::is_sorted"});
  seen.kernels.clear();
  EXPECT_TRUE(nothing_happened(seen));
}

/// Routes for short slices and for slices that fit a team's scratch need no memory at all on devices.
TYPED_TEST(Audit, TeamRoutesNeedNoWorkspace) {
  for (VerbCall const& call : verb_calls(TypeParam(), {3, 100}))
    if ((call.verb == "sort" || call.verb == "argsort") && call.form != "particles" &&
        (call.route == "count_rank" || call.route == "team_radix")) {
      EXPECT_EQ(call.bytes(), 0u) << call.form << ", " << call.route;
    }
}

}  // namespace
}  // namespace KokkosAxis::Test
