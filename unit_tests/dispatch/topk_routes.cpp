// The route table of the selecting verbs: which route is chosen, for calls and devices made up here; no kernel runs.
#include <KokkosAxis/error.hpp>
#include <KokkosAxis/impl/dispatch/choose_topk.hpp>
#include <KokkosAxis/impl/dispatch/topk_routes.hpp>

#include "support/devices.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <set>
#include <string>
#include <vector>

namespace KokkosAxis::Test {
namespace {

using namespace Impl::dispatch;
using enum TopkRoute;
namespace tuning = Impl::tuning;

TopkProblem best(std::int64_t k, std::int64_t length, std::int64_t count, int bytes = 4) {
  return {.length = length, .count = count, .want = k, .key_bytes = bytes};
}

/// Not what a sort of whole slices leaves first.
TopkProblem ragged(TopkProblem p) {
  p.plain = false;
  return p;
}

struct Case {
  Device device;
  TopkProblem problem;
  TopkRoute expected;
};

/// What each kind of call gets. A route that stops serving, or paying for, a case it is listed for fails here.
TEST(TopkRoutes, ChooseAsListed) {
  std::vector<Case> const cases{
      {serial, best(1, 1, 1), host_select},
      {serial, best(64, 1 << 20, 1), host_select},
      {serial, best(1 << 18, 1 << 20, 1), host_select},
      {serial, best((1 << 18) + 1, 1 << 20, 1), row_sort},
      {threads16, best(5, 10, 1'000'000), host_select},
      {old_kokkos, best(1, row_sort_pays_to, 1000), row_sort},
      {old_kokkos, best(1, row_sort_pays_to + 1, 1000), team_select},
      {old_kokkos, best(2000, 1'000'000, 4), team_select},
      {old_kokkos, best(5000, 1'000'000, 4), row_sort},
      {native_cdna, best(64, 100'000, 64), team_select},
      {native_hopper, best(1, 64, 1'000'000), row_sort},
      {native_hopper, best(64, 1024, 4096), row_sort},
      {native_hopper, best(64, 1025, 4096), register_select},
      {native_hopper, best(64, 16384, 1'000'000), register_select},
      {native_hopper, best(64, 16385, 4096), block_select},
      {native_hopper, best(8, 16385, 8), register_select},  // a cluster each
      {native_hopper, best(64, 131072, 8), register_select},
      {native_hopper, best(64, 131073, 8), split_select},
      {native_hopper, best(512, 16384, 8), register_select},
      {native_hopper, best(2048, 16384, 4096), block_select},
      {native_hopper, best(64, 131072, 4096), block_select},
      {native_hopper, best(2048, 131072, 4096), block_select},
      {native_hopper, best(64, 131072, 100), split_select},
      {native_hopper, best(2048, 1 << 20, 1), split_select},
      {native_hopper, best(512, 4096, 4096), block_select},
      {native_hopper, best(512, 2048, 64), row_sort},
      {native_hopper, best(2048, 4096, 64), row_sort},  // most are wanted: a sort that writes only these
      {native_hopper, ragged(best(2048, 4096, 64)), block_select},
      {native_hopper, best(8192, 16384, 64), row_sort},
      {native_hopper, best(65536, 131072, 64), row_sort},
      {native_hopper, best(64, 65536, 1, 8), register_select},
      {native_hopper, best(64, 131072, 1, 8), split_select},
      {native_hopper, best(2048, 131072, 1000, 2), block_select},
  };
  for (Case const& c : cases) {
    TopkProblem const problem = sized(c.problem, c.device);
    TopkRow const& row        = choose(problem, c.device);
    EXPECT_EQ(row.name, find(c.expected)->name)
        << "the best " << c.problem.want << " of " << c.problem.count << " x " << c.problem.length << ", "
        << c.problem.key_bytes << " bytes, warp " << c.device.warp;
    EXPECT_TRUE(find(c.expected)->serves(problem, c.device));
  }
}

TEST(TopkRoutes, EveryRouteHasARowOfItsOwn) {
  std::set<TopkRoute> routes;
  std::set<std::string_view> names;
  for (TopkRow const& row : topk_routes) {
    routes.insert(row.route);
    names.insert(row.name);
    EXPECT_EQ(find(row.route), &row);
    EXPECT_FALSE(row.why.empty());
  }
  EXPECT_EQ(routes.size(), topk_routes.size());
  EXPECT_EQ(names.size(), topk_routes.size());
  EXPECT_EQ(find(automatic), nullptr);
}

/// Every call has a route, whatever its numbers, and what is chosen serves.
TEST(TopkRoutes, EveryCallIsServed) {
  for (Device const& d : devices)
    for (int bytes : {1, 2, 4, 8})
      for (std::int64_t length : {1LL, 2LL, 100LL, 5000LL, 70'000LL, 4'000'000'000LL})
        for (std::int64_t count : {1LL, 3LL, 1000LL, 5'000'000'000LL})
          for (std::int64_t k : {std::int64_t{1}, length / 100 + 1, length / 2 + 1, length}) {
            TopkProblem const p = sized(best(k, length, count, bytes), d);
            EXPECT_TRUE(choose(p, d).serves(p, d));
          }
}

/// Sizes of native blocks fit what a device has, and hold what is wanted.
TEST(TopkRoutes, BlocksFit) {
  for (Device const& d : {native_hopper, native_cdna})
    for (int bytes : {1, 2, 4, 8})
      for (std::int64_t length : {100, 3000, 20'000, 1'000'000})
        for (std::int64_t k : {1, 60, 1000, 6000}) {
          if (k > length) continue;
          auto const sample = tuning::select(bytes, length, k, d);
          for (auto const& s :
               {tuning::block_select(sample, length, 1000, d), tuning::split_select(sample, length, 2, d)}) {
            if (s.block.threads == 0) continue;
            EXPECT_LE(s.shared, d.shared);
            EXPECT_GE(s.block.capacity, k);
            EXPECT_LE(s.block.capacity, std::int64_t{s.block.threads} * s.block.items);
            EXPECT_LE(s.block.threads, tuning::block_threads(s.block.items));
            EXPECT_EQ(s.block.threads % tuning::sample_groups, 0);
            EXPECT_TRUE(s.block.capacity >= length || s.slots > 0 || length <= tuning::searched_by_a_block)
                << "a sample may mislead";
          }
        }
}

/// The same of slices in registers, which also have to hold them.
TEST(TopkRoutes, RegistersFit) {
  for (Device const& d : {native_hopper, native_cdna})
    for (int bytes : {1, 2, 4, 8})
      for (std::int64_t length : {1, 2000, 2048, 2049, 16'384, 30'000, 131'072, 200'000})
        for (std::int64_t k : {1, 60, 1000, 3276, 6000}) {
          if (k > length) continue;
          auto const s = tuning::register_select(bytes, length, 8, k, d);
          if (s.each == 0) continue;
          int const most = tuning::register_select_most(bytes);
          EXPECT_GE(std::int64_t{s.each} * s.block.threads * s.blocks, length);
          EXPECT_TRUE(s.each == most ? s.block.threads <= 512 : s.each == most / 2 && s.block.threads <= 256);
          EXPECT_LE(s.block.threads * s.blocks / d.warp, tuning::register_select_warps);
          EXPECT_LE(s.blocks, std::max(d.clustered, 1));
          EXPECT_LE(s.shared, d.shared);
          EXPECT_GE(s.block.capacity, k);
          EXPECT_LE(s.block.capacity, std::int64_t{s.block.threads} * s.block.items);
        }
}

TEST(TopkRoutes, ARouteThatCannotServeIsRefused) {
  try {
    choose_topk("topk", block_select, best(3, 1000, 2), serial);
    FAIL();
  } catch (Error const& e) {
    EXPECT_EQ(std::string(e.what()),
              "KokkosAxis::topk: route block_select cannot serve this call (the best 3 of 2 slices of 1000, keys of 4 "
              "bytes, host space); routes that can: host_select, team_select, row_sort");
  }
}

}  // namespace
}  // namespace KokkosAxis::Test
