// The TP cases: selections that other libraries are slower at than at a sort. What can be told from explain is always
// tested; times are, as ratios of the best of several runs, where KOKKOSAXIS_TEST_SPEED is set.
#include <KokkosAxis/argsort.hpp>
#include <KokkosAxis/topk.hpp>

#include "support/inputs.hpp"
#include "support/logical.hpp"
#include "support/spaces.hpp"

#include <Kokkos_Core.hpp>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <limits>
#include <string>

namespace KokkosAxis::Test {
namespace {

template <class Exec>
class SpeedTopk : public OnSpace<Exec> {};
TYPED_TEST_SUITE(SpeedTopk, Spaces, SpaceNames);

bool times_are_tested() { return std::getenv("KOKKOSAXIS_TEST_SPEED") != nullptr; }

/// Seconds of the best of several runs.
template <class Exec, class Run>
double seconds(Exec const& exec, Run const& run) {
  double best = std::numeric_limits<double>::infinity();
  for (int i = 0; i < 6; ++i) {
    exec.fence();
    Kokkos::Timer timer;
    run();
    exec.fence();
    if (i > 0) best = std::min(best, timer.seconds());
  }
  return best;
}

template <class Exec>
using Memory = Kokkos::View<std::byte*, typename Exec::memory_space>;

/// The k greatest of each slice and where they are, workspace given.
template <class Exec, class In>
double topk_seconds(Exec const& exec, In const& in, std::int64_t k, int axis) {
  auto const [values, index] = topk(exec, in, k, {.axis = axis});
  Memory<Exec> const memory("workspace", workspace_bytes::topk(exec, in, values, index, k, {.axis = axis}));
  TopkOptions options{.axis = axis};
  options.workspace = memory;
  return seconds(exec, [&, v = values, i = index] { topk(exec, in, v, i, k, options); });
}

/// The whole slices, sorted with their positions.
template <class Exec, class In>
double sort_seconds(Exec const& exec, In const& in, int axis) {
  auto const sorted = Impl::allocate_like<float>(exec, in, "sorted");
  auto const index  = Impl::allocate_like<std::int64_t>(exec, in, "index");
  SortOptions<> options{.axis = axis, .order = Order::descending};
  Memory<Exec> const memory("workspace", workspace_bytes::argsort(exec, in, sorted, index, options));
  options.workspace = memory;
  return seconds(exec, [&] { argsort(exec, in, sorted, index, options); });
}

// TP-1: few long rows
TYPED_TEST(SpeedTopk, TP1FewLongRows) {
  using Exec = TypeParam;
  Exec const exec;
  constexpr std::int64_t n = 3'000'000;
  for (std::int64_t rows : {1, 8, 64}) {
    if (rows == 64 && (on_host<Exec> || !times_are_tested())) continue;  // minutes
    auto const m = static_cast<std::size_t>(rows);
    Kokkos::View<float**, Kokkos::LayoutRight, Exec> const in("in", m, static_cast<std::size_t>(n));
    if (times_are_tested()) write(in, make_keys<float>(Fill::random, rows * n));
    for (std::int64_t k : {1, 700, 100'000}) {
      SCOPED_TRACE(std::to_string(rows) + " rows, k " + std::to_string(k));
      Kokkos::View<int**, Kokkos::LayoutRight, Exec> const index("index", m, static_cast<std::size_t>(k));
      if (k <= 700) {
        EXPECT_NE(explain::argtopk(exec, in, index, k, {.axis = 1}).route, "row_sort");
      }
      if (!times_are_tested()) continue;
      EXPECT_LE(topk_seconds(exec, in, k, 1), (k <= 700 ? 0.35 : 1.0) * sort_seconds(exec, in, 1));
    }
  }
  if (!times_are_tested()) GTEST_SKIP() << "set KOKKOSAXIS_TEST_SPEED to measure times";
}

// TP-3: short slices along the outermost axis, of zeros and of random numbers
TYPED_TEST(SpeedTopk, TP3ShortOuterAxis) {
  if (!times_are_tested()) GTEST_SKIP() << "set KOKKOSAXIS_TEST_SPEED to measure times";
  using Exec = TypeParam;
  Exec const exec;
  Kokkos::View<float***, Kokkos::LayoutRight, Exec> const zeros("zeros", 24, 900, 1100),
      random("random", 24, 900, 1100);
  write(random, make_keys<float>(Fill::random, 24 * 900 * 1100));
  double const of_zeros = topk_seconds(exec, zeros, 4, 0), of_random = topk_seconds(exec, random, 4, 0);
  EXPECT_LE(of_random, sort_seconds(exec, random, 0));
  EXPECT_LE(of_zeros, sort_seconds(exec, zeros, 0));
  EXPECT_LE(of_zeros, 1.5 * of_random);
}

}  // namespace
}  // namespace KokkosAxis::Test
