// The codec of native kernels: it orders keys as layout::KeyCodec does, and knows which it cannot give back.
#include <KokkosAxis/impl/algorithm/sort/native_codec.hpp>
#include <KokkosAxis/impl/layout/key_codec.hpp>

#include "support/inputs.hpp"
#include "support/sort_trial.hpp"
#include "support/types.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace KokkosAxis::Test {
namespace {

/// For a list without duplicates.
template <class T>
void check_codec(std::vector<bits_t<T>> bits, Policy policy) {
  using Bits       = bits_t<T>;
  using Native     = Impl::algorithm::NativeCodec<Impl::layout::KeyCodecOf<T>>;
  auto const codec = Impl::layout::key_codec<T>(policy.order, policy.nan, policy.zeros);
  Native const native(codec);
  auto const code = [&](Bits b) { return native.code(native.ordered(b)); };
  auto const show = [](Bits b) { return hex(from_bits<T>(b)); };

  for (Bits b : bits) {
    auto const ordered = native.ordered(b), code_b = code(b);
    ASSERT_EQ(native.stored(ordered), b) << show(b);
    ASSERT_TRUE(native.may_be_recoded(ordered) || code_b == ordered) << show(b);
    ASSERT_TRUE(native.is_shared(code_b) || native.stored(code_b) == b) << show(b);
    ASSERT_GE(native.last(), code_b) << show(b);
    ASSERT_EQ((ordered | code_b) % Native::unit, 0u) << show(b) << " leaves no room for a position";
  }
  // neighbours in the order of one codec are in order for the other: for a total preorder that is the whole order
  std::sort(bits.begin(), bits.end(), [&](Bits a, Bits b) { return codec.encode(a) < codec.encode(b); });
  for (std::size_t i = 1; i < bits.size(); ++i) {
    Bits const a = bits[i - 1], b = bits[i];
    if (codec.encode(a) < codec.encode(b)) {
      ASSERT_LT(code(a), code(b)) << show(a) << " and " << show(b);
    } else {
      ASSERT_EQ(code(a), code(b)) << show(a) << " and " << show(b);
      ASSERT_TRUE(native.is_shared(code(a))) << show(a) << " and " << show(b);
    }
  }
}

/// Keys of up to 2 bytes: all. Others: many, with all that are special.
template <class T>
std::vector<bits_t<T>> some_bits() {
  std::vector<bits_t<T>> bits;
  if constexpr (sizeof(T) <= 2) {
    for (std::uint32_t b = 0; b < 1u << 8 * sizeof(T); ++b) bits.push_back(static_cast<bits_t<T>>(b));
  } else {
    auto const add = [&](List<T> const& keys) {
      for (T const& key : keys) bits.push_back(static_cast<bits_t<T>>(bits_of(key)));
    };
    add(special_keys<T>());
    add(make_keys<T>(Fill::any_bits, 20000));
    for (Fill fill : {Fill::random, Fill::denormal, Fill::all_nan, Fill::heavy_tail}) add(make_keys<T>(fill, 2000));
    std::sort(bits.begin(), bits.end());
    bits.erase(std::unique(bits.begin(), bits.end()), bits.end());
  }
  return bits;
}

template <class T, class F>
void for_each_policy(F const& f) {
  for (Policy policy : all_policies<T>()) {
    SCOPED_TRACE(::testing::Message() << "order " << static_cast<int>(policy.order) << ", nan "
                                      << static_cast<int>(policy.nan) << ", zeros " << static_cast<int>(policy.zeros));
    f(policy);
  }
}

template <class... T>
void check_types() {
  for_each_type<T...>([]<class Key>() {
    auto const bits = some_bits<Key>();
    for_each_policy<Key>([&](Policy policy) { check_codec<Key>(bits, policy); });
  });
}

TEST(NativeCodec, AgreesOnEveryPatternOfShortKeys) {
  check_types<std::int8_t, std::uint8_t, std::int16_t, std::uint16_t, Half, BFloat>();
}
TEST(NativeCodec, AgreesOnManyLongKeys) {
  check_types<std::int32_t, std::uint32_t, float, std::int64_t, std::uint64_t, double>();
}

/// Compact codes keep the order of codes, and their bound; short keys lose nothing.
TEST(NativeCodec, CompactsCodesInOrder) {
  for_each_type<std::int16_t, Half, float, std::int64_t, double>([]<class Key>() {
    for_each_policy<Key>([&](Policy policy) {
      using Native =
          decltype(Impl::algorithm::NativeCodec(Impl::layout::key_codec<Key>(policy.order, policy.nan, policy.zeros)));
      Native const native(Impl::layout::key_codec<Key>(policy.order, policy.nan, policy.zeros));
      std::vector<typename Native::Key> codes;
      for (bits_t<Key> b : some_bits<Key>()) codes.push_back(native.code(native.ordered(b)));
      std::sort(codes.begin(), codes.end());
      for (std::size_t i = 0; i < codes.size(); ++i) {
        auto const compact = Native::compact(codes[i]);
        ASSERT_TRUE(Native::compact_bits == Native::key_bits ||
                    compact >> Native::compact_bits % Native::key_bits == 0);
        ASSERT_LE(Native::compact(codes[i > 0 ? i - 1 : 0]), compact);
      }
    });
  });
}

/// Keys called recoded cost the faster way through a kernel: none may be that has its own code,
/// but for one NaN.
TEST(NativeCodec, CallsNoKeyRecodedThatIsNot) {
  for_each_type<std::int16_t, Half, BFloat, float, double>([]<class Key>() {
    for_each_policy<Key>([&](Policy policy) {
      Impl::algorithm::NativeCodec const native(Impl::layout::key_codec<Key>(policy.order, policy.nan, policy.zeros));
      for (bits_t<Key> b : some_bits<Key>()) {
        auto const ordered    = native.ordered(b);
        bool const is_recoded = native.code(ordered) != ordered;
        bool const is_end     = ordered == 0 || ordered == native.last();  // a NaN that has its own code
        ASSERT_TRUE(is_end || native.may_be_recoded(ordered) == is_recoded) << hex(from_bits<Key>(b));
      }
    });
  });
}

}  // namespace
}  // namespace KokkosAxis::Test
