// Ranges and bits over blocks, and products, of native kernels: on emulated lanes and on the device of this build.
#include <KokkosAxis/impl/primitive/simt/block_range.hpp>

#include "support/inputs.hpp"
#include "support/on_team.hpp"
#include "support/simt_blocks.hpp"
#include "support/spaces.hpp"

#include <Kokkos_Core.hpp>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace KokkosAxis::Test {
namespace {

namespace primitive = Impl::primitive;

template <class Block>
class SimtRange : public OnSpace<Block> {};
TYPED_TEST_SUITE(SimtRange, SimtBlocks, SimtBlockNames);

template <class T>
struct Ranged {
  T low, high, bits;
};

template <class Simt, class T>
struct Range {
  T const* values;
  Ranged<T>* results;

  KOKKOS_FUNCTION void operator()(std::byte* shared) const {
    auto* const scratch = reinterpret_cast<std::uint64_t*>(shared);
    T const value       = values[Simt::thread()];
    auto const range    = primitive::block_range<Simt>(value, value, scratch);
    Simt::sync_block();
    results[Simt::thread()] = {range.low, range.high, primitive::block_or<Simt>(value, scratch)};
  }
};

template <class Block, class T>
void check_ranges() {
  using Simt = typename Block::Simt;
  Random random(3);
  for (int threads : block_sizes<Simt>())
    for (int where : {Simt::lanes - 1, threads - 1}) {
      std::vector<T> values(threads);
      for (T& value : values) value = static_cast<T>(random() & 0xF0F0) + 16;
      values[where] = 1;                                           // the smallest, and the only odd one
      values[threads - 1 - where] |= T{1} << (8 * sizeof(T) - 1);  // the largest
      auto const device = to_device<typename Block::Space>(values);
      Kokkos::View<Ranged<T>*, typename Block::Space::memory_space> const results("results", threads);
      Block::run(threads, 2 * Simt::lanes * sizeof(std::uint64_t), Range<Simt, T>{device.data(), results.data()});
      T bits = 0;
      for (T value : values) bits |= value;
      auto const [low, high] = std::minmax_element(values.begin(), values.end());
      for (Ranged<T> const& found : to_host(results)) {
        ASSERT_EQ(found.low, *low) << threads << " threads, " << where;
        ASSERT_EQ(found.high, *high) << threads << " threads, " << where;
        ASSERT_EQ(found.bits, bits) << threads << " threads, " << where;
      }
    }
}

TYPED_TEST(SimtRange, EveryThreadHasTheRangeAndTheBitsOfItsBlock) {
  check_ranges<TypeParam, std::uint32_t>();
  check_ranges<TypeParam, std::uint64_t>();
}

template <class Simt>
struct Multiply {
  std::uint32_t const* factors;
  std::uint32_t* products;

  KOKKOS_FUNCTION void operator()(std::byte*) const {
    int const next           = (Simt::thread() + 1) % Simt::threads();
    products[Simt::thread()] = Simt::multiply_high(factors[Simt::thread()], factors[next]);
  }
};

TYPED_TEST(SimtRange, UpperHalvesOfProducts) {
  using Simt            = typename TypeParam::Simt;
  constexpr int threads = 4 * Simt::lanes;
  Random random(4);
  std::vector<std::uint32_t> factors(threads);
  for (std::uint32_t& factor : factors) factor = static_cast<std::uint32_t>(random());
  factors[0] = 0, factors[1] = factors[2] = ~0u, factors[3] = 1;
  auto const device = to_device<typename TypeParam::Space>(factors);
  Kokkos::View<std::uint32_t*, typename TypeParam::Space::memory_space> const results("results", threads);
  TypeParam::run(threads, 0, Multiply<Simt>{device.data(), results.data()});
  auto const products = to_host(results);
  for (int t = 0; t < threads; ++t)
    ASSERT_EQ(products[t], std::uint64_t{factors[t]} * factors[(t + 1) % threads] >> 32) << "thread " << t;
}

}  // namespace
}  // namespace KokkosAxis::Test
