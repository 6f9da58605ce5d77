// Sums and ranks of native kernels, on emulated lanes and on the device of this build.
#include <KokkosAxis/impl/primitive/simt/match.hpp>
#include <KokkosAxis/impl/primitive/simt/scan.hpp>

#include "support/inputs.hpp"
#include "support/on_team.hpp"
#include "support/simt_blocks.hpp"
#include "support/spaces.hpp"

#include <Kokkos_Core.hpp>
#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <vector>

namespace KokkosAxis::Test {
namespace {

namespace primitive = Impl::primitive;

template <class Block>
class SimtRanks : public OnSpace<Block> {};
TYPED_TEST_SUITE(SimtRanks, SimtBlocks, SimtBlockNames);

template <class Block, class T>
using Results = Kokkos::View<T*, typename Block::Space::memory_space>;

struct SumsOfThread {
  std::uint32_t in_warp;
  primitive::Sums in_block, again;
};

template <class Simt>
struct Sum {
  std::uint32_t const* values;
  SumsOfThread* sums;

  KOKKOS_FUNCTION void operator()(std::byte* shared) const {
    auto* const scratch       = reinterpret_cast<std::uint32_t*>(shared);
    std::uint32_t const value = values[Simt::thread()];
    SumsOfThread& mine        = sums[Simt::thread()];
    mine.in_warp              = primitive::warp_inclusive_sum<Simt>(value);
    mine.in_block             = primitive::block_exclusive_sum<Simt>(value, scratch);
    Simt::sync_block();
    mine.again = primitive::block_exclusive_sum<Simt>(value ^ 1, scratch);  // a block that reuses its scratch
  }
};

/// Numbers of all 32 bits: sums wrap round.
TYPED_TEST(SimtRanks, SumsOfWarpsAndBlocks) {
  using Policy        = typename TypeParam::Simt;
  constexpr int lanes = Policy::lanes;
  Random random(1);
  for (int threads : block_sizes<Policy>()) {
    std::vector<std::uint32_t> values(threads);
    for (std::uint32_t& value : values) value = static_cast<std::uint32_t>(random());
    auto const device = to_device<typename TypeParam::Space>(values);
    Results<TypeParam, SumsOfThread> const results("results", threads);
    TypeParam::run(threads, lanes * sizeof(std::uint32_t), Sum<Policy>{device.data(), results.data()});
    auto const sums     = to_host(results);
    std::uint32_t total = 0, total_again = 0;
    for (std::uint32_t value : values) total += value, total_again += value ^ 1;
    std::uint32_t in_warp = 0, before = 0, before_again = 0;
    for (int t = 0; t < threads; ++t) {
      in_warp = (t % lanes == 0 ? 0 : in_warp) + values[t];
      ASSERT_EQ(sums[t].in_warp, in_warp) << "thread " << t << " of " << threads;
      ASSERT_EQ(sums[t].in_block.before, before) << "thread " << t << " of " << threads;
      ASSERT_EQ(sums[t].in_block.total, total) << "thread " << t << " of " << threads;
      ASSERT_EQ(sums[t].again.before, before_again) << "thread " << t << " of " << threads;
      ASSERT_EQ(sums[t].again.total, total_again) << "thread " << t << " of " << threads;
      before += values[t];
      before_again += values[t] ^ 1;
    }
  }
}

template <class Simt, int Bits>
struct Match {
  std::uint32_t const* digits;
  std::uint64_t* same;
  std::uint64_t* below;

  KOKKOS_FUNCTION void operator()(std::byte*) const {
    same[Simt::thread()]  = primitive::match<Simt, Bits>(digits[Simt::thread()]);
    below[Simt::thread()] = primitive::lanes_below<Simt>();
  }
};

/// Digits of so many threads: any, one for all, one for all but one lane, all that there are, two.
template <int Bits>
std::vector<std::vector<std::uint32_t>> digits_of(int threads) {
  constexpr std::uint32_t count = 1u << Bits;
  Random random(1);
  std::vector<std::vector<std::uint32_t>> all(6, std::vector<std::uint32_t>(threads, count - 1));
  all[1][threads / 2 + 1] = count / 2;
  for (int t = 0; t < threads; ++t) {
    all[2][t] = static_cast<std::uint32_t>(random.below(count));
    all[3][t] = static_cast<std::uint32_t>(t) % count;
    all[4][t] = random.below(2) == 0 ? 0 : count / 2;
    all[5][t] = static_cast<std::uint32_t>(random.below(5));
  }
  return all;
}

template <class Block, int Bits>
void check_match() {
  constexpr int lanes = Block::Simt::lanes, threads = 2 * lanes;
  for (std::vector<std::uint32_t> const& digits : digits_of<Bits>(threads)) {
    auto const device = to_device<typename Block::Space>(digits);
    Results<Block, std::uint64_t> const same("same", threads), below("below", threads);
    Block::run(threads, 0, Match<typename Block::Simt, Bits>{device.data(), same.data(), below.data()});
    auto const found = to_host(same), lower = to_host(below);
    for (int t = 0; t < threads; ++t) {
      std::uint64_t expected = 0;
      for (int lane = 0; lane < lanes; ++lane)
        if (digits[t / lanes * lanes + lane] == digits[t]) expected |= std::uint64_t{1} << lane;
      ASSERT_EQ(found[t], expected) << "thread " << t << ", digit " << digits[t];
      ASSERT_EQ(lower[t], (std::uint64_t{1} << (t % lanes)) - 1) << "thread " << t;
    }
  }
}

TYPED_TEST(SimtRanks, LanesOfOneDigitFindEachOther) {
  check_match<TypeParam, 4>();
  check_match<TypeParam, 8>();
}

/// Ranks several digits a thread, and gives the warps' counters away as they are then.
template <class Simt, int Bits>
struct Rank {
  static constexpr int digits_of_warp = 1 << Bits;
  std::uint32_t const* digits;
  std::uint32_t* ranks;
  std::uint32_t* counts;
  int items;

  KOKKOS_FUNCTION void operator()(std::byte* shared) const {
    int const warp       = Simt::thread() / Simt::lanes;
    auto* const counters = reinterpret_cast<std::uint32_t*>(shared) + warp * digits_of_warp;
    for (int d = Simt::lane(); d < digits_of_warp; d += Simt::lanes) counters[d] = 0;
    Simt::sync_warp();
    for (int i = 0; i < items; ++i) {
      int const at = i * Simt::threads() + Simt::thread();
      ranks[at]    = primitive::rank_in_warp<Simt, Bits>(digits[at], counters);
    }
    Simt::sync_warp();
    for (int d = Simt::lane(); d < digits_of_warp; d += Simt::lanes) counts[warp * digits_of_warp + d] = counters[d];
  }
};

template <class Block, int Bits>
void check_ranks() {
  constexpr int lanes = Block::Simt::lanes, warps = 3, threads = warps * lanes, items = 7;
  using Kernel = Rank<typename Block::Simt, Bits>;
  for (std::vector<std::uint32_t> const& digits : digits_of<Bits>(items * threads)) {
    auto const device = to_device<typename Block::Space>(digits);
    Results<Block, std::uint32_t> const ranks("ranks", items * threads), counts("counts", warps << Bits);
    Block::run(threads, sizeof(std::uint32_t) * warps << Bits,
               Kernel{device.data(), ranks.data(), counts.data(), items});
    auto const found = to_host(ranks);
    std::vector<std::uint32_t> counters(warps << Bits);
    for (int i = 0; i < items; ++i)
      for (int t = 0; t < threads; ++t) {
        int const at = i * threads + t;
        ASSERT_EQ(found[at], counters[(t / lanes << Bits) + digits[at]]++) << "item " << i << " of thread " << t;
      }
    ASSERT_EQ(to_host(counts), counters);
  }
}

TYPED_TEST(SimtRanks, RanksAreStableInOrderOfItemsThenLanes) {
  check_ranks<TypeParam, 4>();
  check_ranks<TypeParam, 8>();
}

}  // namespace
}  // namespace KokkosAxis::Test
