// Arrays past 2^31 and 2^32 elements. They run where KOKKOSAXIS_TEST_LARGE says how many GiB of memory a test may use.
#include <KokkosAxis/argsort.hpp>
#include <KokkosAxis/sort.hpp>

#include "support/refusal.hpp"

#include <Kokkos_Core.hpp>
#include <gtest/gtest.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdlib>

namespace KokkosAxis::Test {
namespace {

using Exec  = Kokkos::DefaultExecutionSpace;
using Bytes = Kokkos::View<std::uint8_t*, Exec>;
using Rows  = Kokkos::View<std::uint8_t**, Kokkos::LayoutRight, Exec>;

bool allowed(int gibibytes) {
  char const* const limit = std::getenv("KOKKOSAXIS_TEST_LARGE");
  return limit != nullptr && std::atoi(limit) >= gibibytes;
}
#define KOKKOSAXIS_TEST_NEEDS(gibibytes) \
  if (!allowed(gibibytes)) GTEST_SKIP() << "needs " #gibibytes " GiB; set KOKKOSAXIS_TEST_LARGE to allow it"

constexpr std::int64_t modulus = 251;  // prime

struct FillBytes {
  Bytes keys;
  KOKKOS_FUNCTION void operator()(std::int64_t i) const { keys(i) = static_cast<std::uint8_t>(i % modulus); }
};
struct FillRows {
  Rows keys;
  KOKKOS_FUNCTION void operator()(std::int64_t item) const {
    std::int64_t const n = static_cast<std::int64_t>(keys.extent(1)), i = item / n, j = item % n;
    keys(i, j) = static_cast<std::uint8_t>((i * 131 + j * 7919) % modulus);
  }
};

template <class Kernel>
void for_all(std::int64_t n, Kernel const& kernel) {
  Kokkos::parallel_for("fill", Kokkos::RangePolicy<Exec, Kokkos::IndexType<std::int64_t>>(0, n), kernel);
}

/// Key number k of i % modulus for i in [0, n), sorted: the first n % modulus values occur once more than the others.
struct Expected {
  std::int64_t n;
  KOKKOS_FUNCTION std::int64_t begin(std::int64_t value) const {
    std::int64_t const more = n % modulus;
    return value * (n / modulus) + (value < more ? value : more);
  }
  /// The value at place k, and the how-many-eth of its kind that is.
  KOKKOS_FUNCTION Kokkos::pair<std::int64_t, std::int64_t> at(std::int64_t k) const {
    std::int64_t low = 0, high = modulus;
    while (high - low > 1) {
      std::int64_t const middle         = (low + high) / 2;
      (begin(middle) <= k ? low : high) = middle;
    }
    return {low, k - begin(low)};
  }
};

struct CountWrongKeys {
  Bytes keys;
  Expected expected;
  KOKKOS_FUNCTION void operator()(std::int64_t k, std::int64_t& wrong) const {
    wrong += keys(k) != expected.at(k).first;
  }
};

template <class Index>
struct CountWrongPositions {
  Kokkos::View<Index*, Exec> index;
  Expected expected;
  KOKKOS_FUNCTION void operator()(std::int64_t k, std::int64_t& wrong) const {
    auto const [value, nth] = expected.at(k);
    wrong += static_cast<std::int64_t>(index(k)) != value + nth * modulus;
  }
};

template <class Kernel>
std::int64_t count(std::int64_t n, Kernel const& kernel) {
  std::int64_t wrong = 0;
  Kokkos::parallel_reduce("count", Kokkos::RangePolicy<Exec, Kokkos::IndexType<std::int64_t>>(0, n), kernel, wrong);
  return wrong;
}

/// Case S-22.
TEST(Large, S22KeysPast31Bits) {
  KOKKOSAXIS_TEST_NEEDS(8);
  std::int64_t const n = (std::int64_t{1} << 31) + 5;
  Bytes const keys(Kokkos::view_alloc(Kokkos::WithoutInitializing, "keys"), n);
  for_all(n, FillBytes{keys});
  sort(Exec(), keys);
  EXPECT_EQ(count(n, CountWrongKeys{keys, Expected{n}}), 0);
}

template <class Index>
void check_positions() {
  std::int64_t const n = (std::int64_t{1} << 31) + 5;
  Bytes const keys(Kokkos::view_alloc(Kokkos::WithoutInitializing, "keys"), n);
  Kokkos::View<Index*, Exec> const index(Kokkos::view_alloc(Kokkos::WithoutInitializing, "index"), n);
  for_all(n, FillBytes{keys});
  argsort(Exec(), keys, index);
  EXPECT_EQ(count(n, CountWrongPositions<Index>{index, Expected{n}}), 0);
}

TEST(Large, S22PositionsPast31Bits) {
  KOKKOSAXIS_TEST_NEEDS(64);
  check_positions<std::int64_t>();
  check_positions<std::uint32_t>();
}

TEST(Large, S22RefusedPast32Bits) {
  KOKKOSAXIS_TEST_NEEDS(5);
  std::int64_t const n = (std::int64_t{1} << 32) + 3;
  Bytes const keys(Kokkos::view_alloc(Kokkos::WithoutInitializing, "keys"), n);
  EXPECT_EQ(refusal([&] { sort(Exec(), keys); }),
            "KokkosAxis::sort: the axis has 4294967299 elements; at most 4294967295 are supported");
}

struct CountDisorder {
  Rows keys;
  int axis;
  KOKKOS_FUNCTION void operator()(std::int64_t slice, std::int64_t& wrong) const {
    std::int64_t const n = static_cast<std::int64_t>(keys.extent(axis));
    std::int64_t sum     = 0;
    std::uint8_t before  = 0;
    for (std::int64_t k = 0; k < n; ++k) {
      std::uint8_t const key = axis == 1 ? keys(slice, k) : keys(k, slice);
      wrong += key < before;
      before = key;
      sum += key;
    }
    for (std::int64_t k = 0; k < n; ++k)
      sum -= axis == 1 ? (slice * 131 + k * 7919) % modulus : (k * 131 + slice * 7919) % modulus;
    wrong += sum != 0;
  }
};

/// Offsets past 32 bits: many slices, none of them long, along either axis.
TEST(Large, ManySlicesPast32Bits) {
  KOKKOSAXIS_TEST_NEEDS(16);
  std::int64_t const side = 66'000;
  Rows const keys(Kokkos::view_alloc(Kokkos::WithoutInitializing, "keys"), side, side);
  for (int axis : {1, 0}) {
    for_all(side * side, FillRows{keys});
    sort(Exec(), keys, {.axis = axis});
    EXPECT_EQ(count(side, CountDisorder{keys, axis}), 0) << "axis " << axis;
  }
}

}  // namespace
}  // namespace KokkosAxis::Test
