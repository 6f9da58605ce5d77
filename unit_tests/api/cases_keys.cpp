// Reports of other libraries' faults, as tests with their right answers: keys that went wrong. Each answer is checked
// on every route, and the kind of input behind each report runs at many lengths in algorithm/.
#include "support/by_key_trial.hpp"
#include "support/inputs.hpp"
#include "support/routes.hpp"
#include "support/spaces.hpp"
#include "support/types.hpp"

#include <Kokkos_Core.hpp>
#include <gtest/gtest.h>

#include <cstdint>
#include <limits>
#include <numeric>
#include <type_traits>
#include <vector>

#if defined(__SSE2__)
#include <xmmintrin.h>
#endif

namespace KokkosAxis::Test {
namespace {

template <class Exec>
class Cases : public OnSpace<Exec> {};
TYPED_TEST_SUITE(Cases, Spaces, SpaceNames);

using P      = std::vector<std::int64_t>;
using Float  = std::numeric_limits<float>;
using Double = std::numeric_limits<double>;
using enum Order;
constexpr float inf = Float::infinity(), nan = Float::quiet_NaN();

/// These positions from every route, and from the oracle.
template <class T, class Exec>
void expect_positions(Exec const& exec, List<T> const& keys, Policy policy, P const& expected) {
  std::int64_t const n = static_cast<std::int64_t>(keys.size());
  ASSERT_EQ(sorted_positions(Cut({n}, 0), keys, policy), expected);
  check_every_route<std::int32_t>(exec, {.extents = {1, n, 1}, .axis = 1, .policy = policy}, keys);
}

P iota(std::int64_t n) {
  P positions(static_cast<std::size_t>(n));
  std::iota(positions.begin(), positions.end(), 0);
  return positions;
}

// S-02: every key equal
TYPED_TEST(Cases, S02EveryKeyEqual) {
  TypeParam const exec;
  for (std::int64_t n : {1, 2, 300, 5000})
    for (Order order : {ascending, descending}) {
      List<std::int32_t> const keys(static_cast<std::size_t>(n), -7);
      expect_positions<std::int32_t>(exec, keys, {.order = order}, iota(n));
      check_by_key<1, 1, TypeParam, std::int32_t>(exec, {.extents = {n}, .axis = 0, .policy = {.order = order}}, keys,
                                                  Payload<TypeParam, std::int32_t, 1>({n}, Lay::right, Lay::right));
    }
}

// S-04: largest minus smallest key is infinite
TYPED_TEST(Cases, S04WideRange) {
  expect_positions<float>(TypeParam(), {Float::max(), 3, -Float::max(), inf, -inf, nan, 0}, {}, {4, 2, 6, 1, 0, 3, 5});
}

// S-06: a few neighbouring keys at the top of the range, one at the bottom
TYPED_TEST(Cases, S06KeysInTheTopOfTheRange) {
  TypeParam const exec;
  for (std::int64_t n = 11; n <= 40; ++n) {
    check_every_route<int>(exec, {.extents = {1, n, 1}, .axis = 1}, make_keys<float>(Fill::skewed, n));
    check_every_route<int>(exec, {.extents = {1, n, 1}, .axis = 1}, make_keys<std::int16_t>(Fill::skewed, n));
  }
}

// S-08: zeros are equal, and keep their signs
TYPED_TEST(Cases, S08SignedZeros) {
  TypeParam const exec;
  auto const check = [&](auto const& keys) {
    using T = typename std::remove_cvref_t<decltype(keys)>::value_type;
    expect_positions<T>(exec, keys, {.order = ascending}, {4, 0, 1, 2, 3, 5});
    expect_positions<T>(exec, keys, {.order = descending}, {0, 1, 2, 3, 5, 4});
    expect_positions<T>(exec, keys, {ascending, Nan::greatest, Zeros::ordered}, {4, 1, 3, 0, 2, 5});
    expect_positions<T>(exec, keys, {descending, Nan::greatest, Zeros::ordered}, {0, 2, 5, 1, 3, 4});
  };
  check(List<float>{0.0f, -0.0f, 0.0f, -0.0f, -1.0f, 0.0f});
  check(List<double>{0.0, -0.0, 0.0, -0.0, -1.0, 0.0});
  check(List<Half>{{0}, {0x8000}, {0}, {0x8000}, {0xbc00}, {0}});
  check(List<BFloat>{{0}, {0x8000}, {0}, {0x8000}, {0xbf80}, {0}});
}

// S-10: NaN must not disturb its neighbours
TYPED_TEST(Cases, S10NanAmongNumbers) {
  TypeParam const exec;
  List<double> const keys{9, nan, 4, 7, nan, 5, 6};
  expect_positions<double>(exec, keys, {.nan = Nan::last}, {2, 5, 6, 3, 0, 1, 4});
  expect_positions<double>(exec, keys, {.nan = Nan::greatest}, {2, 5, 6, 3, 0, 1, 4});
  expect_positions<double>(exec, keys, {descending, Nan::greatest}, {1, 4, 0, 3, 6, 5, 2});
  expect_positions<double>(exec, keys, {descending, Nan::last}, {0, 3, 6, 5, 2, 1, 4});
  List<double> many;
  for (int i = 0; i < 150; ++i) many.push_back(i % 5 == 0 ? static_cast<double>(nan) : (i * 37) % 150);
  for (Policy policy : all_policies<double>())
    check_every_route<int>(exec, {.extents = {1, 150, 1}, .axis = 1, .policy = policy}, many);
}

// S-11: keys that a padding sentinel would be
TYPED_TEST(Cases, S11KeysEqualToASentinel) {
  TypeParam const exec;
  for_each_type<double, float, Half, BFloat, std::uint32_t, std::int8_t, std::uint64_t, bool>([&]<class T>() {
    for (std::int64_t n : {7, 37, 129, 1500})
      for (Order order : {ascending, descending}) {
        expect_positions<T>(exec, make_keys<T>(Fill::largest, n), {.order = order}, iota(n));
        // the other end of the range, for descending order
        List<T> lowest;
        for (T const& key : make_keys<T>(Fill::largest, n)) lowest.push_back(from_bits<T>(~bits_of(key)));
        if (!format_of<T>().floating) expect_positions<T>(exec, lowest, {.order = order}, iota(n));
      }
  });
  for (float key : {-inf, -nan, nan})
    expect_positions<float>(exec, List<float>(37, key), {.order = descending}, iota(37));
}

// S-15: descending on minimum values
TYPED_TEST(Cases, S15DescendingIsNoNegation) {
  TypeParam const exec;
  Policy const down{.order = descending};
  expect_positions<std::int8_t>(exec, {-128, 5, 127, -1}, down, {2, 1, 3, 0});
  expect_positions<std::uint8_t>(exec, {0, 255, 128, 1}, down, {1, 2, 3, 0});
  expect_positions<bool>(exec, {false, true, true, false}, down, {1, 2, 0, 3});
  expect_positions<std::int64_t>(exec, {std::numeric_limits<std::int64_t>::min(), 0, -1}, down, {1, 2, 0});
}

List<float> denormals() {
  List<float> keys;
  for (std::uint32_t bits : {0x0u, 0x2u, 0x80000002u, 0x80000000u, 0x00800000u, 0x800116C2u})
    keys.push_back(from_bits<float>(bits));
  return keys;
}

// S-20: denormals are numbers
TYPED_TEST(Cases, S20Denormals) {
  TypeParam const exec;
  expect_positions<float>(exec, denormals(), {.order = ascending}, {5, 2, 0, 3, 1, 4});
  expect_positions<float>(exec, denormals(), {.order = descending}, {4, 1, 0, 3, 2, 5});
}

#if defined(__SSE2__)
/// The same where the processor flushes them to zero, as code of -ffast-math makes it do.
TYPED_TEST(Cases, S20DenormalsUnderFlushToZero) {
  TypeParam const exec;
  struct FlushToZero {
    unsigned before = _mm_getcsr();
    FlushToZero() { _mm_setcsr(before | 0x8040); }
    ~FlushToZero() { _mm_setcsr(before); }
  } const flush;
  expect_positions<float>(exec, denormals(), {.order = ascending}, {5, 2, 0, 3, 1, 4});
  expect_positions<float>(exec, denormals(), {.order = descending}, {4, 1, 0, 3, 2, 5});
}
#endif

}  // namespace
}  // namespace KokkosAxis::Test
