// The tree of a reduction and the routes that follow it, asked without launching anything.
#include <KokkosAxis/impl/dispatch/reduce_routes.hpp>
#include <KokkosAxis/impl/tuning/reduce.hpp>

#include "support/devices.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <vector>

namespace KokkosAxis::Test {
namespace {

using Impl::tuning::reduce_most_kept;
using Impl::tuning::reduce_slack;
using Impl::tuning::reduce_tile;
using Impl::tuning::reduce_tile_of;
using Impl::tuning::reduce_tree;
using Impl::tuning::ReduceShape;
using Impl::tuning::ReduceTree;

std::vector<ReduceShape> shapes() {
  constexpr std::int64_t most = std::int64_t{1} << 38;  // elements
  std::vector<ReduceShape> all;
  for (std::int64_t outputs : {1, 2, 3, 31, 64, 1000, 100'000, 1 << 24})
    for (std::int64_t rows : {0, 1, 2, 5, 64, 1000, 1'000'000})
      for (std::int64_t width : {0, 1, 2, 3, 8, 31, 225, 1024, 100'000, 1 << 28})
        for (int vector : {1, 2, 4, 16})
          for (int state : {1, 4, 24, 128})
            for (bool dense : {true, false})
              if (outputs * std::max<std::int64_t>(rows, 1) <= most / std::max<std::int64_t>(width, 1))
                all.push_back({outputs, rows, width, vector, dense, state, width == 1 && dense});
  return all;
}

/// Pieces cover a slice, each element once, and none is empty.
TEST(ReduceTree, PiecesCoverSlices) {
  for (ReduceShape const& s : shapes()) {
    ReduceTree const t = reduce_tree(s);
    ASSERT_GE(t.pieces_down * t.piece_rows, s.rows);
    ASSERT_GE(t.pieces_across * t.piece_width, s.width);
    ASSERT_LT((t.pieces_down - 1) * t.piece_rows, std::max<std::int64_t>(s.rows, 1));
    ASSERT_LT((t.pieces_across - 1) * t.piece_width, std::max<std::int64_t>(s.width, 1));
    ASSERT_TRUE(t.pieces_across == 1 || t.piece_width % t.columns() == 0);
    ASSERT_TRUE(t.pieces_across == 1 || t.piece_rows == t.row_lanes());
    ASSERT_LT(t.piece_rows, std::int64_t{1} << 31);
    ASSERT_LT(t.piece_width, std::int64_t{1} << 31);
    ASSERT_GE(t.run_rows, 1);
    ASSERT_GE(t.run_steps, s.width > 0 ? 1 : 0);
    ASSERT_EQ(t.across(), s.width > 1);
  }
}

/// What a team keeps in scratch fits it, by vectors and without.
TEST(ReduceTree, StatesFitScratch) {
  for (ReduceShape const& s : shapes()) {
    ReduceTree const t = reduce_tree(s);
    ASSERT_LE(t.pieces() * s.state_bytes, reduce_most_kept);
    for (int vector : {1, s.vector}) {
      if (t.across() && vector != (s.dense_width ? s.vector : 1)) continue;
      auto const tile = reduce_tile_of(t, vector, s.state_bytes);
      ASSERT_LE(tile.scratch + reduce_slack, reduce_most_kept);
      ASSERT_LE(tile.places(), reduce_tile);
      ASSERT_EQ(tile.columns << tile.output_bits << t.row_lane_bits, tile.places());
      ASSERT_GE(tile.tiles * tile.outputs * (t.across() ? 1 : vector), s.outputs);
      ASSERT_EQ(t.across() ? tile.columns * vector : 1, t.columns());
    }
  }
}

/// Few outputs are spread over many teams, and many take no workspace.
TEST(ReduceTree, FewOutputsAreCut) {
  EXPECT_EQ(reduce_tree({.outputs = 1, .width = 1 << 27, .vector = 4}).pieces(), 1024);
  EXPECT_EQ(reduce_tree({.outputs = 1 << 20, .width = 128, .vector = 4}).pieces(), 1);
  EXPECT_EQ(reduce_tree({.outputs = 1 << 24, .rows = 8, .vector = 4}).pieces(), 1);
  auto const columns = reduce_tree({.outputs = 128, .rows = 1 << 20, .vector = 4});
  EXPECT_GE(columns.pieces() * columns.row_lanes(), 1024);
  EXPECT_EQ(reduce_tree({.outputs = 1, .width = 500, .vector = 4}).pieces(), 1);
}

/// Lanes follow each other in runs whose number grows like a square root.
TEST(ReduceTree, RunsGrowLikeASquareRoot) {
  auto const t = reduce_tree({.outputs = 1 << 20, .rows = 1 << 16, .vector = 4});
  EXPECT_EQ(t.run_rows, 256);
  EXPECT_EQ(reduce_tree({.outputs = 1 << 20, .rows = 8, .vector = 4}).run_rows, 16);
}

TEST(ReduceRoutes, HostAndDevice) {
  using Impl::dispatch::choose_reduce;
  for (auto const& device : devices) {
    EXPECT_EQ(choose_reduce("reduce", ReduceRoute::automatic, {}, device).name,
              device.host ? "host_tiles" : "team_tiles");
    EXPECT_EQ(choose_reduce("reduce", ReduceRoute::team_tiles, {}, device).name, "team_tiles");
  }
  EXPECT_THROW(choose_reduce("reduce", ReduceRoute::host_tiles, {}, hopper), Error);
}

}  // namespace
}  // namespace KokkosAxis::Test
