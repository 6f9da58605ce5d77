// explain: what a call would do, as text, without doing it.
#include <KokkosAxis/KokkosAxis.hpp>

#include "async/verb_calls.hpp"
#include "support/kernel_audit.hpp"
#include "support/spaces.hpp"

#include <Kokkos_Core.hpp>
#include <gtest/gtest.h>

#include <sstream>
#include <string>

namespace KokkosAxis::Test {
namespace {

template <class Exec>
class Explain : public OnSpace<Exec> {};
TYPED_TEST_SUITE(Explain, Spaces, SpaceNames);

TYPED_TEST(Explain, NamesVerbRouteAndReason) {
  TypeParam const exec;
  for (VerbCall const& call : verb_calls(exec, {2, 3000})) {
    KernelAudit const audit;
    Explanation const e = call.explain();
    EXPECT_TRUE(nothing_happened(audit.result()));
    EXPECT_EQ(e.verb, call.verb);
    EXPECT_EQ(e.route, call.route);
    EXPECT_EQ(e.workspace_bytes, call.bytes());
    bool const has_routes =
        call.verb != "permute" && call.verb != "partition" && call.verb != "soft_nms" && call.verb != "matrix_nms";
    if (has_routes) {
      EXPECT_EQ(e.why, "forced by option");
    }
    EXPECT_FALSE(e.slices.empty() || e.tuning.empty());
  }
}

TYPED_TEST(Explain, TellsHowSlicesLie) {
  TypeParam const exec;
  Kokkos::View<float***, Kokkos::LayoutRight, TypeParam> const keys("keys", 4, 3, 5);
  EXPECT_EQ(explain::sort(exec, keys, {.axis = 1}).slices, "20 x 3, stride 5, outer 5:1 4:15");
  EXPECT_EQ(explain::sort(exec, keys, {.axis = -1}).slices, "12 x 5, stride 1, outer 12:5");
  EXPECT_EQ(explain::sort(exec, keys, {.axis = 0}).slices, "15 x 4, stride 15, outer 15:1");
}

TYPED_TEST(Explain, SaysWhyARouteWasChosen) {
  TypeParam const exec;
  Kokkos::View<float**, TypeParam> const keys("keys", 4, 3000);
  auto const* const row = &Impl::dispatch::choose(
      Impl::dispatch::SortProblem{.length = 3000, .count = 4, .key_bytes = 4}, Impl::tuning::device_of(exec));
  Explanation const e = explain::sort(exec, keys, {.axis = 1});
  EXPECT_EQ(e.route, row->name);
  EXPECT_EQ(e.why, row->why);
}

TYPED_TEST(Explain, NothingToSort) {
  TypeParam const exec;
  Kokkos::View<float**, TypeParam> const none("none", 0, 7);
  Explanation const e = explain::sort(exec, none);
  EXPECT_EQ(e.route, "none");
  EXPECT_EQ(e.why, "nothing to sort");
  EXPECT_EQ(e.workspace_bytes, 0u);
}

TEST(ExplanationText, HasALineForEach) {
  Explanation const e{.verb            = "sort",
                      .slices          = "1 x 2",
                      .route           = "team_radix",
                      .why             = "it fits",
                      .tuning          = "team 8",
                      .workspace_bytes = 12};
  std::string const text =
      "verb: sort\nslices: 1 x 2\nroute: team_radix\nwhy: it fits\ntuning: team 8\nworkspace: 12 bytes\n";
  EXPECT_EQ(e.text(), text);
  std::ostringstream out;
  out << e;
  EXPECT_EQ(out.str(), text);
}

}  // namespace
}  // namespace KokkosAxis::Test
