// What native kernels are made of, on emulated lanes and on the device of this build: the policy's own functions, sums
// and extremes, ranks.
#include <KokkosAxis/impl/algorithm/sort/words.hpp>
#include <KokkosAxis/impl/primitive/simt/match.hpp>
#include <KokkosAxis/impl/primitive/simt/scan.hpp>

#include "support/inputs.hpp"
#include "support/on_team.hpp"
#include "support/simt_blocks.hpp"
#include "support/spaces.hpp"

#include <Kokkos_Core.hpp>
#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace KokkosAxis::Test {
namespace {

namespace primitive = Impl::primitive;
using Impl::algorithm::WideWord;

template <class Block>
class Simt : public OnSpace<Block> {};
TYPED_TEST_SUITE(Simt, SimtBlocks, SimtBlockNames);

template <class T>
std::vector<T> random_numbers(Random& random, std::size_t n) {
  std::vector<T> numbers(n);
  for (T& number : numbers) number = static_cast<T>(random());
  return numbers;
}

/// Room for what n threads write.
template <class Block, class T>
using Results = Kokkos::View<T*, typename Block::Space::memory_space>;

struct Heard {
  std::uint64_t ballot, wide_xor;
  std::uint32_t one, turned, exclusive_or, up;
};

template <class Simt>
struct Hear {
  std::uint32_t const* values;
  Heard* heard;
  int apart;

  KOKKOS_FUNCTION void operator()(std::byte*) const {
    std::uint32_t const value = values[Simt::thread()];
    std::uint64_t const wide  = std::uint64_t{value} << 32 | ~value;
    heard[Simt::thread()]     = {.ballot       = Simt::ballot((value & 1) != 0),
                                 .wide_xor     = Simt::shuffle_xor(wide, apart),
                                 .one          = Simt::shuffle(value, apart),
                                 .turned       = Simt::shuffle(value, (Simt::lane() + apart) % Simt::lanes),
                                 .exclusive_or = Simt::shuffle_xor(value, apart),
                                 .up           = Simt::shuffle_up(value, apart)};
  }
};

TYPED_TEST(Simt, LanesHearEachOther) {
  using Policy        = typename TypeParam::Simt;
  constexpr int lanes = Policy::lanes, threads = 2 * lanes;
  Random random(1);
  for (int apart : {1, 2, 3, 7, 8, 16, 31, lanes / 2, lanes - 1}) {
    auto const values = random_numbers<std::uint32_t>(random, threads);
    auto const device = to_device<typename TypeParam::Space>(values);
    Results<TypeParam, Heard> const results("results", threads);
    TypeParam::run(threads, 0, Hear<Policy>{device.data(), results.data(), apart});
    auto const heard = to_host(results);
    for (int t = 0; t < threads; ++t) {
      int const lane                  = t % lanes;
      std::uint32_t const* const warp = values.data() + (t - lane);
      std::uint64_t ballot            = 0;
      for (int l = 0; l < lanes; ++l) ballot |= std::uint64_t{warp[l] & 1} << l;
      std::uint32_t const across = warp[lane ^ apart];
      ASSERT_EQ(heard[t].ballot, ballot) << "thread " << t;
      ASSERT_EQ(heard[t].wide_xor, std::uint64_t{across} << 32 | ~across) << "thread " << t << ", apart " << apart;
      ASSERT_EQ(heard[t].one, warp[apart]) << "thread " << t << ", apart " << apart;
      ASSERT_EQ(heard[t].turned, warp[(lane + apart) % lanes]) << "thread " << t << ", apart " << apart;
      ASSERT_EQ(heard[t].exclusive_or, across) << "thread " << t << ", apart " << apart;
      ASSERT_EQ(heard[t].up, lane < apart ? warp[lane] : warp[lane - apart]) << "thread " << t << ", apart " << apart;
    }
  }
}

struct Counted {
  int width, wide_width, count, highest;
  std::uint32_t less, less_wide, less_words;
};

template <class Simt>
struct Count {
  std::uint64_t const* values;
  Counted* counted;

  KOKKOS_FUNCTION void operator()(std::byte*) const {
    std::uint64_t const a = values[Simt::thread()], b = values[(Simt::thread() + 1) % Simt::threads()];
    auto const low_a = static_cast<std::uint32_t>(a), low_b = static_cast<std::uint32_t>(b);
    auto const mask = static_cast<typename Simt::Mask>(a | 1);
    Counted seen{.width      = Simt::bit_width(low_a),
                 .wide_width = Simt::bit_width(a),
                 .count      = Simt::count(mask),
                 .highest    = Simt::highest(mask),
                 .less       = 5,
                 .less_wide  = 6,
                 .less_words = 7};
    Simt::count_less(seen.less, low_a, low_b);
    Simt::count_less(seen.less_wide, a, b);
    Simt::count_less(seen.less_words, WideWord{a / 4, low_a}, WideWord{b / 4, low_b});
    counted[Simt::thread()] = seen;
  }
};

TYPED_TEST(Simt, LanesCount) {
  using Policy          = typename TypeParam::Simt;
  constexpr int threads = 512;
  Random random(1);
  auto values = random_numbers<std::uint64_t>(random, threads);
  for (int t = 0; t < threads; ++t) values[t] = values[t] >> (t % 64) ^ (t % 3 == 0 ? values[t] << 63 : 0);
  for (int t = 0; t < 8; ++t) values[t] = std::vector<std::uint64_t>{0, 0, 1, 0, 3, 2, ~0ull, 1ull << 32}[t];
  auto const device = to_device<typename TypeParam::Space>(values);
  Results<TypeParam, Counted> const results("results", threads);
  TypeParam::run(threads, 0, Count<Policy>{device.data(), results.data()});
  auto const counted = to_host(results);
  for (int t = 0; t < threads; ++t) {
    std::uint64_t const a = values[t], b = values[(t + 1) % threads];
    auto const low_a = static_cast<std::uint32_t>(a), low_b = static_cast<std::uint32_t>(b);
    auto const mask = static_cast<typename Policy::Mask>(a | 1);
    ASSERT_EQ(counted[t].width, static_cast<int>(std::bit_width(low_a))) << a;
    ASSERT_EQ(counted[t].wide_width, static_cast<int>(std::bit_width(a))) << a;
    ASSERT_EQ(counted[t].count, std::popcount(mask)) << a;
    ASSERT_EQ(counted[t].highest, static_cast<int>(std::bit_width(mask)) - 1) << a;
    ASSERT_EQ(counted[t].less, 5u + (low_a < low_b)) << a << " and " << b;
    ASSERT_EQ(counted[t].less_wide, 6u + (a < b)) << a << " and " << b;
    ASSERT_EQ(counted[t].less_words, 7u + (a / 4 < b / 4 || (a / 4 == b / 4 && low_a < low_b))) << a << " and " << b;
  }
}

/// Thread t adds t + 1, to a sum in shared memory and to one in global memory.
template <class Simt>
struct Add {
  std::uint32_t* sum;
  std::uint32_t* before;  // a shared and a global one for each thread

  KOKKOS_FUNCTION void operator()(std::byte* shared) const {
    auto* const shared_sum = reinterpret_cast<std::uint32_t*>(shared);
    int const t            = Simt::thread();
    if (t == 0) *shared_sum = 0, Simt::publish(sum, 10);
    Simt::sync_block();
    before[t]                   = Simt::add(shared_sum, static_cast<std::uint32_t>(t + 1));
    before[Simt::threads() + t] = Simt::add(sum, static_cast<std::uint32_t>(t + 1));
    Simt::sync_block();
    if (t == 0) Simt::publish(sum, Simt::observe(sum) + *shared_sum);
  }
};

/// Some order of the threads explains what each found.
TYPED_TEST(Simt, AdditionsOfAllThreadsCount) {
  for (int threads : block_sizes<typename TypeParam::Simt>()) {
    Results<TypeParam, std::uint32_t> const sum("sum", 1), results("results", 2 * threads);
    TypeParam::run(threads, 16, Add<typename TypeParam::Simt>{sum.data(), results.data()});
    auto const before     = to_host(results);
    auto const all        = static_cast<std::uint32_t>(threads * (threads + 1) / 2);
    std::uint32_t start[] = {0, 10};
    for (int where : {0, 1}) {
      std::vector<std::pair<std::uint32_t, std::uint32_t>> found;  // what a thread found and what it added
      for (int t = 0; t < threads; ++t) found.emplace_back(before[where * threads + t], t + 1);
      std::sort(found.begin(), found.end());
      for (auto const& [at, added] : found) {
        ASSERT_EQ(at, start[where]) << threads << " threads";
        start[where] += added;
      }
    }
    ASSERT_EQ(to_host(sum)[0], 10 + all + all) << threads << " threads";
  }
}

template <class Simt, class T>
struct Extremes {
  T const* values;
  T* smallest;
  T* largest;

  KOKKOS_FUNCTION void operator()(std::byte*) const {
    T const value            = values[Simt::thread()];
    smallest[Simt::thread()] = primitive::warp_min<Simt>(value);
    largest[Simt::thread()]  = primitive::warp_max<Simt>(value);
  }
};

template <class Block, class T>
void check_extremes() {
  constexpr int lanes = Block::Simt::lanes, threads = 3 * lanes;
  Random random(1);
  for (int where = 0; where < lanes; where += 5) {
    auto values = random_numbers<T>(random, threads);
    for (int t = 0; t < threads; ++t) values[t] = values[t] / 2 + 1;
    values[where]                 = 0;  // in one warp the smallest, in another the largest, in turn in each lane
    values[2 * lanes - 1 - where] = static_cast<T>(~T{0});
    auto const device             = to_device<typename Block::Space>(values);
    Results<Block, T> const smallest("smallest", threads), largest("largest", threads);
    Block::run(threads, 0, Extremes<typename Block::Simt, T>{device.data(), smallest.data(), largest.data()});
    auto const low = to_host(smallest), high = to_host(largest);
    for (int t = 0; t < threads; ++t) {
      auto const warp = values.begin() + t / lanes * lanes;
      ASSERT_EQ(low[t], *std::min_element(warp, warp + lanes)) << "thread " << t;
      ASSERT_EQ(high[t], *std::max_element(warp, warp + lanes)) << "thread " << t;
    }
  }
}

TYPED_TEST(Simt, EveryLaneHasTheExtremesOfItsWarp) {
  check_extremes<TypeParam, std::uint32_t>();
  check_extremes<TypeParam, std::uint64_t>();
}

}  // namespace
}  // namespace KokkosAxis::Test
