// The SP cases: shapes on which other libraries fall off a cliff. What can be told from explain is always tested; times
// are, as ratios of the best of several runs, where KOKKOSAXIS_TEST_SPEED is set: on an idle machine, optimised.
#include <KokkosAxis/sort.hpp>

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
class Speed : public OnSpace<Exec> {};
TYPED_TEST_SUITE(Speed, Spaces, SpaceNames);

#define KOKKOSAXIS_TEST_TIMES \
  if (std::getenv("KOKKOSAXIS_TEST_SPEED") == nullptr) GTEST_SKIP() << "set KOKKOSAXIS_TEST_SPEED to measure times"

template <class Exec, class T>
using Rows = Kokkos::View<T**, Kokkos::LayoutRight, typename Exec::memory_space>;

/// Seconds of the best of several sorts out of place, workspace given.
template <class Exec, class Keys>
double seconds(Exec const& exec, Keys const& keys, SortOptions<> options = {}) {
  auto const out = Impl::allocate_like<typename Keys::non_const_value_type>(exec, keys, "sorted");
  Kokkos::View<std::byte*, typename Exec::memory_space> const memory("workspace",
                                                                     workspace_bytes::sort(exec, keys, out, options));
  options.workspace = memory;
  double best       = std::numeric_limits<double>::infinity();
  for (int run = 0; run < 6; ++run) {
    exec.fence();
    Kokkos::Timer timer;
    sort(exec, keys, out, options);
    exec.fence();
    if (run > 0) best = std::min(best, timer.seconds());
  }
  return best;
}

template <class Exec, class T>
Rows<Exec, T> rows(std::int64_t count, std::int64_t length, Fill fill) {
  Rows<Exec, T> const keys("keys", static_cast<std::size_t>(count), static_cast<std::size_t>(length));
  write(keys, make_keys<T>(fill, count * length));
  return keys;
}

// SP-1: few distinct keys
TYPED_TEST(Speed, SP1RepeatedKeys) {
  KOKKOSAXIS_TEST_TIMES;
  TypeParam const exec;
  double const random = seconds(exec, rows<TypeParam, std::uint64_t>(1, 800'000, Fill::random));
  for (Fill fill : {Fill::few_distinct, Fill::all_equal, Fill::mostly_equal, Fill::skewed, Fill::narrow})
    EXPECT_LE(seconds(exec, rows<TypeParam, std::uint64_t>(1, 800'000, fill)), 2 * random) << name_of(fill);
}

// SP-4: the host path against std::sort, and small calls
TYPED_TEST(Speed, SP4HostAgainstStd) {
  KOKKOSAXIS_TEST_TIMES;
  if constexpr (!on_host<TypeParam>) {
    GTEST_SKIP() << "about host spaces";
  } else {
    TypeParam const exec;
    for (std::int64_t n : {1000, 30'000, 1'000'000}) {
      auto const input = make_keys<float>(Fill::random, n);
      double best      = std::numeric_limits<double>::infinity();
      for (int run = 0; run < 5; ++run) {
        auto copy = input;
        Kokkos::Timer timer;
        std::sort(copy.begin(), copy.end());
        best = std::min(best, timer.seconds());
      }
      EXPECT_LE(seconds(exec, rows<TypeParam, float>(1, n, Fill::random)), 1.2 * best) << n;
    }
    if (exec.concurrency() == 1) {
      EXPECT_LE(seconds(exec, rows<TypeParam, float>(1, 100, Fill::random)), 4e-6);
    }
  }
}

// SP-6: one long row uses the whole machine
TYPED_TEST(Speed, SP6FewLongRowsAreSplit) {
  TypeParam const exec;
  for (std::size_t count : {1u, 2u}) {
    Kokkos::View<float**, TypeParam> const keys("keys", count, 1'000'000);
    std::string const route = explain::sort(exec, keys, {.axis = 1}).route;
    if (!on_host<TypeParam>) {
      EXPECT_TRUE(route == "look_back" || route == "bucket_sort" || route == "tile_radix") << route;
    } else if (static_cast<std::size_t>(exec.concurrency()) > count) {
      EXPECT_EQ(route, "host_split");
    }
  }
}

TYPED_TEST(Speed, SP6FewLongRows) {
  KOKKOSAXIS_TEST_TIMES;
  TypeParam const exec;
  double const one = seconds(exec, rows<TypeParam, float>(1, 131'071, Fill::random));
  for (std::int64_t count : {2, 4, 16, 64})
    EXPECT_LE(seconds(exec, rows<TypeParam, float>(count, 131'071, Fill::random)),
              1.5 * static_cast<double>(count) * one)
        << count << " rows";
}

// SP-7: a strided axis costs no transposed copy
TYPED_TEST(Speed, SP7StridedAxisNeedsNoMoreMemory) {
  TypeParam const exec;
  for (auto [m, n] : {std::pair(512, 512), std::pair(300, 5000), std::pair(50, 20'000)}) {
    Kokkos::View<float**, Kokkos::LayoutRight, TypeParam> const keys("keys", m, n);
    std::size_t const slow = workspace_bytes::sort(exec, keys, {.axis = 0}), size = keys.size() * sizeof(float);
    EXPECT_LE(slow, 4 * size + (1u << 20)) << m << " x " << n;
  }
}

TYPED_TEST(Speed, SP7StridedAxis) {
  KOKKOSAXIS_TEST_TIMES;
  TypeParam const exec;
  for (std::size_t n : {1024u, 4096u}) {
    Kokkos::View<float**, Kokkos::LayoutRight, typename TypeParam::memory_space> const right("right", n, n);
    Kokkos::View<float**, Kokkos::LayoutLeft, typename TypeParam::memory_space> const left("left", n, n);
    auto const input = make_keys<float>(Fill::random, static_cast<std::int64_t>(n * n));
    write(right, input);
    write(left, input);
    EXPECT_LE(seconds(exec, right, {.axis = 0}), 2 * seconds(exec, right, {.axis = 1})) << n;
    EXPECT_LE(seconds(exec, left, {.axis = 1}), 2 * seconds(exec, left, {.axis = 0})) << n;
  }
}

// SP-9: the library picks the tier
TYPED_TEST(Speed, SP9OneRowIsAFlatSort) {
  KOKKOSAXIS_TEST_TIMES;
  TypeParam const exec;
  for (std::int64_t n : {12'000, 1'000'000}) {
    Kokkos::View<float*, typename TypeParam::memory_space> const flat("flat", static_cast<std::size_t>(n));
    write(flat, make_keys<float>(Fill::random, n));
    EXPECT_LE(seconds(exec, rows<TypeParam, float>(1, n, Fill::random)), 1.5 * seconds(exec, flat)) << n;
  }
}

}  // namespace
}  // namespace KokkosAxis::Test
