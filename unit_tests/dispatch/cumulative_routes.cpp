// The tree of cumulative and the routes that follow it, asked without launching anything.
#include <KokkosAxis/impl/dispatch/cumulative_routes.hpp>
#include <KokkosAxis/impl/tuning/cumulative.hpp>

#include "support/devices.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <vector>

namespace KokkosAxis::Test {
namespace {

using Impl::dispatch::choose_cumulative;
using Impl::tuning::cumulative_run;
using Impl::tuning::cumulative_tile;
using Impl::tuning::cumulative_tree;
using Impl::tuning::CumulativeShape;
using Impl::tuning::reduce_most_kept;
using Impl::tuning::reduce_tile;

std::vector<CumulativeShape> shapes() {
  std::vector<CumulativeShape> all;
  for (std::int64_t slices :
       {std::int64_t{1}, std::int64_t{3}, std::int64_t{64}, std::int64_t{100'000}, std::int64_t{1} << 37})
    for (std::int64_t length : {std::int64_t{1}, std::int64_t{16}, std::int64_t{17}, std::int64_t{5000},
                                std::int64_t{1'000'003}, std::int64_t{1} << 37})
      for (int state : {1, 4, 16, 128})
        for (bool along : {true, false})
          if (slices <= (std::int64_t{1} << 37) / length) all.push_back({slices, length, state, along});
  return all;
}

/// Pieces cover a slice, begin where runs do, and none is empty; one thread chains their states in scratch.
TEST(CumulativeTree, PiecesCoverSlices) {
  for (CumulativeShape const& s : shapes()) {
    auto const t = cumulative_tree(s);
    ASSERT_GE(t.pieces * t.piece, s.length);
    ASSERT_LT((t.pieces - 1) * t.piece, s.length);
    ASSERT_EQ(t.piece % cumulative_run, 0);
    ASSERT_LE(t.pieces * s.state_bytes, reduce_most_kept);
  }
}

/// Few slices are spread over many threads, and many take no workspace.
TEST(CumulativeTree, FewSlicesAreCut) {
  EXPECT_EQ(cumulative_tree({.slices = 1, .length = 1 << 28}).pieces, 1024);
  EXPECT_EQ(cumulative_tree({.slices = 1, .length = 5000}).pieces, 1);
  EXPECT_EQ(cumulative_tree({.slices = 1 << 12, .length = 1 << 16}).pieces, 1);
  EXPECT_EQ(cumulative_tree({.slices = 64, .length = 1 << 20, .along = false}).pieces, 1024);
  EXPECT_EQ(cumulative_tree({.slices = 1 << 17, .length = 1 << 12, .along = false}).pieces, 1);
}

/// What a team keeps in scratch fits it.
TEST(CumulativeTree, TilesFitScratch) {
  for (CumulativeShape const& s : shapes())
    for (int slot : {1, 2, 4, 8, 40})
      for (std::int64_t room : {32 * 1024, 48 * 1024}) {
        auto const t    = cumulative_tree(s);
        auto const tile = cumulative_tile(t, slot, s.state_bytes, 24, room);
        ASSERT_LE(tile.scratch, std::min<std::int64_t>(room, 40 * 1024));
        ASSERT_LE(tile.places(), reduce_tile);
        ASSERT_GE(tile.groups * tile.slices(), s.slices);
      }
}

TEST(CumulativeRoutes, HostAndDevice) {
  for (auto const& device : devices) {
    auto const chosen = [&](CumulativeShape const& shape) {
      return choose_cumulative("cumulative", CumulativeRoute::automatic, shape, device).name;
    };
    EXPECT_EQ(chosen({.along = true}), device.host ? "host_walk" : "team_tiles");
    EXPECT_EQ(chosen({.along = false}), device.host ? "host_walk" : "thread_walk");
    for (auto route : {CumulativeRoute::thread_walk, CumulativeRoute::team_tiles})
      EXPECT_EQ(choose_cumulative("cumulative", route, {}, device).route, route);
  }
  EXPECT_THROW(choose_cumulative("cumulative", CumulativeRoute::host_walk, {}, hopper), Error);
}

}  // namespace
}  // namespace KokkosAxis::Test
