// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosAxis/impl/dispatch/problem.hpp>
#include <KokkosAxis/impl/dispatch/sort_routes.hpp>
#include <KokkosAxis/impl/tuning/greedy.hpp>
#include <KokkosAxis/options.hpp>

#include <array>
#include <cstdint>
#include <string_view>

namespace KokkosAxis::Impl::dispatch {

/// What the choice of a greedy route depends on.
struct GreedyProblem {
  std::int64_t length = 0;      // candidates a slice
  std::int64_t count  = 0;      // slices
  int item_bytes      = 0;      // of a candidate as the kernels hold it
  int score_bytes     = 4;      // 1, 2, 4, 8
  bool classes        = false;  // do candidates of different classes leave each other alone

  int code_bytes() const { return score_bytes == 8 ? 8 : 4; }
};

/// One row of the route table, as SortRow.
struct GreedyRow {
  GreedyRoute route;
  std::string_view name;
  bool (*serves)(GreedyProblem const&, Device const&);
  bool (*pays)(GreedyProblem const&, Device const&);
  std::string_view why;
};

// Where one route takes over from another: candidates of a slice, on a device. Those of native routes are of one H200,
// 2026-12-01, both routes forced on 1 to 2000 slices of sparse and of clustered boxes.
inline constexpr std::int64_t team_greedy_pays_to = 1024;
/// A block is all that works on its slice: few slices gain by more, from short ones on.
constexpr std::int64_t block_greedy_pays_to(std::int64_t slices) {
  return slices < 32 ? 128 : slices < 256 ? 4 * slices : 1024;
}

inline constexpr std::array<GreedyRow, 5> greedy_routes{{
    {GreedyRoute::host_greedy, "host_greedy", [](GreedyProblem const&, Device const& d) { return d.host; },
     [](GreedyProblem const&, Device const&) { return true; },
     "host: one slice a thread, candidates against those kept near them"},
    {GreedyRoute::block_greedy, "block_greedy",
     [](GreedyProblem const& p, Device const& d) {
       if (d.warp == 0) return false;
       auto const sizes = tuning::block_greedy(p.length, p.item_bytes, p.code_bytes(), p.classes, d);
       return sizes.bytes <= d.shared && blocks_fit(p.count, 1, sizes.threads, d);
     },
     [](GreedyProblem const& p, Device const&) { return p.length <= block_greedy_pays_to(p.count); },
     "a slice fits a block's shared memory: sorted and gone through there, in one launch"},
    {GreedyRoute::chunk_greedy, "chunk_greedy",
     [](GreedyProblem const& p, Device const& d) {
       constexpr std::int64_t most_parts = 64;
       std::int64_t const chunks         = p.length / tuning::block_chunk + 1;
       return d.warp > 0 && blocks_fit(p.count, chunks * most_parts, tuning::block_chunk, d);
     },
     [](GreedyProblem const&, Device const&) { return true; },
     "long slices: a block settles a chunk, and the whole device clears what lies behind it"},
    {GreedyRoute::team_greedy, "team_greedy",
     [](GreedyProblem const& p, Device const& d) {
       return tuning::team_greedy(p.length, p.item_bytes, p.code_bytes(), p.classes, d).bytes <= d.scratch &&
              teams_fit(p.count, 1);
     },
     [](GreedyProblem const& p, Device const& d) { return !d.host && p.length <= team_greedy_pays_to; },
     "a slice fits team scratch: sorted and gone through there, in one launch"},
    {GreedyRoute::tile_greedy, "tile_greedy",
     [](GreedyProblem const& p, Device const&) { return teams_fit(p.count, 1); },
     [](GreedyProblem const&, Device const&) { return true; },
     "long slices: a team settles a chunk, and all teams clear what lies behind it"},
}};

constexpr GreedyRow const* find(GreedyRoute route) {
  for (GreedyRow const& row : greedy_routes)
    if (row.route == route) return &row;
  return nullptr;
}

/// The first row that serves and pays; the last one always does.
constexpr GreedyRow const& choose(GreedyProblem const& p, Device const& d) {
  for (GreedyRow const& row : greedy_routes)
    if (row.serves(p, d) && row.pays(p, d)) return row;
  return greedy_routes.back();
}

}  // namespace KokkosAxis::Impl::dispatch
