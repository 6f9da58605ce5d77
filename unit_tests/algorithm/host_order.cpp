// The order of a short slice by one host thread: sorting networks, merges and radix passes against std::stable_sort.
#include <KokkosAxis/impl/algorithm/sort/host_network.hpp>
#include <KokkosAxis/impl/algorithm/sort/host_order.hpp>
#include <KokkosAxis/impl/layout/arena.hpp>

#include "support/inputs.hpp"
#include "support/types.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <string>
#include <vector>

namespace KokkosAxis::Test {
namespace {

using namespace Impl::algorithm;

/// A network that sorts every sequence of zeros and ones sorts everything.
template <int N>
void check_network() {
  for (std::uint32_t ones = 0; ones < (1u << N); ++ones) {
    double words[N];
    for (int i = 0; i < N; ++i) words[i] = HostWord::make(ones >> i & 1);
    host_network<N>(words);
    ASSERT_TRUE(std::is_sorted(words, words + N)) << N << " words, ones at bits of " << ones;
  }
}

TEST(HostOrder, NetworksSortZerosAndOnes) {
  check_network<2>();
  check_network<4>();
  check_network<8>();
  check_network<16>();
}

/// Merges of two sorted sequences of zeros and ones are few, so that larger networks can be tested whole too: their
/// halves are networks of the size before.
template <int N>
void check_merge() {
  for (int ones_left = 0; ones_left <= N / 2; ++ones_left)
    for (int ones_right = 0; ones_right <= N / 2; ++ones_right) {
      double words[N];
      for (int i = 0; i < N / 2; ++i) {
        words[i]         = HostWord::make(i < ones_left);
        words[N / 2 + i] = HostWord::make(i < ones_right);
      }
      host_network<N>(words);
      ASSERT_TRUE(std::is_sorted(words, words + N)) << ones_left << " and " << ones_right << " of " << N;
    }
}

TEST(HostOrder, LargerNetworksMergeZerosAndOnes) {
  check_merge<32>();
  check_merge<64>();
}

template <class Bits>
struct AsItIs {
  Bits encode(Bits bits) const { return bits; }
};

template <class Bits>
void check_order(std::vector<Bits> const& keys, std::string const& what) {
  std::size_t const n = keys.size();
  std::vector<std::uint32_t> expected(n), order(n);
  std::iota(expected.begin(), expected.end(), 0u);
  std::stable_sort(expected.begin(), expected.end(), [&](auto a, auto b) { return keys[a] < keys[b]; });
  Impl::layout::Arena counting;
  HostOrderScratch<Bits>::carve(counting, static_cast<std::int64_t>(n));
  std::vector<std::byte> block(counting.bytes());
  Impl::layout::Arena arena(block.data());
  host_order(keys.data(), static_cast<std::int64_t>(n), AsItIs<Bits>(), order.data(),
             HostOrderScratch<Bits>::carve(arena, static_cast<std::int64_t>(n)));
  ASSERT_EQ(order, expected) << what << ", " << n << " keys of " << sizeof(Bits) << " bytes";
}

/// Bits that differ only here and there: high ones, low ones, both, none.
TEST(HostOrder, AgreesWithStableSort) {
  for_each_type<std::uint8_t, std::uint16_t, std::uint32_t, std::uint64_t>([]<class Bits>() {
    constexpr Bits ones = static_cast<Bits>(~Bits{0}), top = static_cast<Bits>(ones ^ (ones >> 1));
    Random random(11);
    for (std::size_t n = 1; n <= 300; n += n < 140 ? 1 : 23)
      for (Bits mask : {ones, Bits{0}, Bits{1}, Bits{7}, top, static_cast<Bits>(top | 3),
                        static_cast<Bits>(top | ones >> 4), static_cast<Bits>(ones << sizeof(Bits))}) {
        std::vector<Bits> keys(n);
        for (Bits& key : keys) key = static_cast<Bits>(random()) & mask;
        check_order(keys, "mask " + std::to_string(mask));
        std::sort(keys.begin(), keys.end());
        check_order(keys, "sorted, mask " + std::to_string(mask));
        std::reverse(keys.begin(), keys.end());
        check_order(keys, "reversed, mask " + std::to_string(mask));
      }
  });
}

}  // namespace
}  // namespace KokkosAxis::Test
