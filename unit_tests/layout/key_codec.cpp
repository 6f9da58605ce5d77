// The codec: unsigned order of the codes is the order of the options, for every bit pattern.
#include <KokkosAxis/impl/layout/key_codec.hpp>
#include <KokkosAxis/key.hpp>

#include "support/inputs.hpp"
#include "support/oracle.hpp"
#include "support/sort_trial.hpp"
#include "support/types.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <vector>

namespace KokkosAxis::Test {
namespace {

using Impl::layout::key_codec;

/// Codes order these keys as the oracle does: both ways, and equal where neither comes first.
template <class T>
void check_order(List<T> const& keys) {
  for (Policy policy : all_policies<T>()) {
    auto const codec = key_codec<T>(policy.order, policy.nan, policy.zeros);
    auto const code  = [&](T const& key) { return codec.encode(static_cast<bits_t<T>>(bits_of(key))); };
    for (T const& a : keys)
      for (T const& b : keys)
        ASSERT_EQ(code(a) < code(b), comes_before(look(a), look(b), policy))
            << hex(a) << " and " << hex(b) << ", order " << static_cast<int>(policy.order) << ", nan "
            << static_cast<int>(policy.nan) << ", zeros " << static_cast<int>(policy.zeros);
  }
}

TEST(KeyCodec, OrdersSpecialKeysOfEveryType) {
  for_each_type<bool, char, std::int8_t, std::uint8_t, Shade, std::int16_t, std::uint16_t, Level, Half, BFloat,
                std::int32_t, std::uint32_t, float, std::int64_t, std::uint64_t, double, Kokkos::Experimental::half_t,
                Kokkos::Experimental::bhalf_t>([]<class T>() { check_order<T>(special_keys<T>()); });
}

TEST(KeyCodec, OrdersRandomBitsOfEveryType) {
  for_each_type<std::int8_t, std::uint16_t, Half, BFloat, std::int32_t, float, std::uint64_t, std::int64_t, double>(
      []<class T>() { check_order<T>(make_keys<T>(Fill::any_bits, 120)); });
}

/// All 65536 bit patterns: neighbours in the oracle's order have codes that agree with it, which for a total preorder
/// is the whole order.
template <class T>
void check_all_patterns() {
  std::vector<Seen> seen;
  for (std::uint64_t bits = 0; bits < 65536; ++bits) seen.push_back(look(from_bits<T>(bits)));
  for (Policy policy : all_policies<T>()) {
    auto const codec = key_codec<T>(policy.order, policy.nan, policy.zeros);
    auto const order = sorted_positions(
        Cut({65536}, 0), [&](std::size_t i, std::size_t j) { return comes_before(seen[i], seen[j], policy); });
    for (std::size_t k = 1; k < order.size(); ++k) {
      auto const a = static_cast<std::size_t>(order[k - 1]), b = static_cast<std::size_t>(order[k]);
      bool const before = comes_before(seen[a], seen[b], policy);
      auto const code_a = codec.encode(static_cast<std::uint16_t>(a)),
                 code_b = codec.encode(static_cast<std::uint16_t>(b));
      ASSERT_TRUE(before ? code_a < code_b : code_a == code_b) << std::hex << a << " and " << b;
    }
  }
}

TEST(KeyCodec, OrdersEveryHalf) { check_all_patterns<Half>(); }
TEST(KeyCodec, OrdersEveryBFloat) { check_all_patterns<BFloat>(); }
TEST(KeyCodec, OrdersEveryShort) { check_all_patterns<std::int16_t>(); }

/// A NaN's code belongs to no number, or numbers at the end of the range would tie with it.
TEST(KeyCodec, NanSharesNoCodeWithANumber) {
  for (Policy policy : all_policies<Half>()) {
    auto const codec = key_codec<Half>(policy.order, policy.nan, policy.zeros);
    for (std::uint32_t bits = 0; bits < 65536; ++bits) {
      bool const nan = look(from_bits<Half>(bits)).nan;
      ASSERT_EQ(codec.encode(static_cast<std::uint16_t>(bits)) == codec.nan_code, nan) << std::hex << bits;
    }
  }
}

TEST(RadixKey, KnowsWhichTypesItCanSort) {
  static_assert(RadixKey<bool> && RadixKey<char> && RadixKey<std::uint64_t> && RadixKey<float> && RadixKey<double>);
  static_assert(RadixKey<Level> && RadixKey<Half> && RadixKey<Kokkos::Experimental::half_t>);
  static_assert(!RadixKey<long double> && !RadixKey<Rgb> && !RadixKey<CacheLine> && !RadixKey<int*>);
  static_assert(!RadixKey<Kokkos::complex<float>>);
  static_assert(!radix_key<Level>::is_floating && radix_key<Level>::is_signed && !radix_key<Shade>::is_signed);
}

}  // namespace
}  // namespace KokkosAxis::Test
