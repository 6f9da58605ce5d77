// The route table of the greedy verbs: which route is chosen, for calls and devices made up here; no kernel runs.
#include <KokkosAxis/error.hpp>
#include <KokkosAxis/impl/dispatch/choose_greedy.hpp>
#include <KokkosAxis/impl/dispatch/greedy_routes.hpp>

#include "support/devices.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace KokkosAxis::Test {
namespace {

using namespace Impl::dispatch;
using enum GreedyRoute;
namespace tuning = Impl::tuning;

/// Boxes of four floats.
GreedyProblem boxes(std::int64_t length, std::int64_t count, bool classes = false) {
  return {.length = length, .count = count, .item_bytes = 20, .score_bytes = 4, .classes = classes};
}

struct Case {
  Device device;
  GreedyProblem problem;
  GreedyRoute expected;
};

/// What each kind of call gets. A route that stops serving, or paying for, a case it is listed for fails here.
TEST(GreedyRoutes, ChooseAsListed) {
  std::vector<Case> const cases{
      {serial, boxes(1, 1), host_greedy},
      {threads16, boxes(200'000, 80), host_greedy},
      {old_kokkos, boxes(100, 1), team_greedy},
      {old_kokkos, boxes(team_greedy_pays_to, 1), team_greedy},
      {old_kokkos, boxes(team_greedy_pays_to + 1, 1), tile_greedy},
      {old_kokkos, boxes(200'000, 4), tile_greedy},
      {native_hopper, boxes(128, 1), block_greedy},
      {native_hopper, boxes(129, 1), chunk_greedy},
      {native_hopper, boxes(600, 80), chunk_greedy},
      {native_hopper, boxes(500, 150), block_greedy},
      {native_hopper, boxes(1024, 256), block_greedy},
      {native_hopper, boxes(1025, 256), chunk_greedy},
      {native_hopper, boxes(200'000, 1, true), chunk_greedy},
      {native_cdna, boxes(5000, 8), chunk_greedy},
  };
  for (Case const& c : cases) {
    GreedyRow const& row = choose(c.problem, c.device);
    EXPECT_EQ(row.name, find(c.expected)->name)
        << c.problem.count << " x " << c.problem.length << ", warp " << c.device.warp;
    EXPECT_TRUE(find(c.expected)->serves(c.problem, c.device));
  }
}

TEST(GreedyRoutes, EveryRouteHasARowOfItsOwn) {
  std::set<GreedyRoute> routes;
  std::set<std::string_view> names;
  for (GreedyRow const& row : greedy_routes) {
    routes.insert(row.route);
    names.insert(row.name);
    EXPECT_EQ(find(row.route), &row);
    EXPECT_FALSE(row.why.empty());
  }
  EXPECT_EQ(routes.size(), greedy_routes.size());
  EXPECT_EQ(names.size(), greedy_routes.size());
  EXPECT_EQ(find(automatic), nullptr);
}

/// Every call that a table can number has a route, and what is chosen serves.
TEST(GreedyRoutes, EveryCallIsServed) {
  for (Device const& d : devices)
    for (int item_bytes : {4, 12, 20, 56})
      for (int score_bytes : {1, 4, 8})
        for (std::int64_t length : {1LL, 2LL, 100LL, 5000LL, 70'000LL, 2'000'000'000LL})
          for (std::int64_t count : {1LL, 3LL, 1000LL, 2'000'000'000LL})
            for (bool classes : {false, true}) {
              GreedyProblem const p{length, count, item_bytes, score_bytes, classes};
              EXPECT_TRUE(choose(p, d).serves(p, d));
            }
}

/// What is served fits the memory of a team or a block.
TEST(GreedyRoutes, OwnMemoryFits) {
  for (Device const& d : devices)
    for (std::int64_t length = 1; length < 20'000; length += 7)
      for (bool classes : {false, true}) {
        GreedyProblem const p = boxes(length, 100, classes);
        auto const team       = tuning::team_greedy(length, p.item_bytes, p.code_bytes(), classes, d);
        auto const block      = tuning::block_greedy(length, p.item_bytes, p.code_bytes(), classes, d);
        EXPECT_EQ(find(team_greedy)->serves(p, d), team.bytes <= d.scratch);
        EXPECT_EQ(find(block_greedy)->serves(p, d), d.warp > 0 && block.bytes <= d.shared);
        EXPECT_LE(team.threads, d.max_team);
        EXPECT_EQ(block.threads % 64, 0);
      }
}

/// A chunk takes enough blocks to keep the device busy, and each looks at a power of two of those kept.
TEST(GreedyRoutes, PartsOfChunks) {
  for (std::int64_t length : {513, 5000, 50'000, 1'000'000})
    for (std::int64_t count : {1, 8, 64}) {
      int const part = tuning::chunk_greedy(length, count, native_hopper).part;
      EXPECT_GE(part, 16);
      EXPECT_LE(part, tuning::block_chunk);
      EXPECT_EQ(part & (part - 1), 0);
    }
  EXPECT_LT(tuning::chunk_greedy(5000, 1, native_hopper).part, tuning::chunk_greedy(1'000'000, 1, native_hopper).part);
}

TEST(GreedyRoutes, ARouteThatCannotServeIsRefused) {
  try {
    choose_greedy("nms", chunk_greedy, boxes(1000, 2), serial);
    FAIL();
  } catch (Error const& e) {
    EXPECT_EQ(std::string(e.what()),
              "KokkosAxis::nms: route chunk_greedy cannot serve this call (2 rows of 1000 candidates, host space); "
              "routes that can: host_greedy, team_greedy, tile_greedy");
  }
}

}  // namespace
}  // namespace KokkosAxis::Test
