// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosAxis/impl/algorithm/sort/host_passes.hpp>
#include <KokkosAxis/impl/dispatch/choose_sort.hpp>
#include <KokkosAxis/impl/tuning/device.hpp>

#include <algorithm>
#include <cstdint>
#include <vector>

namespace KokkosAxis::Test {

using Impl::dispatch::SortProblem;
using Impl::tuning::Device;

/// The longest slice that a route serves, found by asking the table.
inline std::int64_t longest_served(SortRoute route, SortProblem problem, Device const& device) {
  std::int64_t low = 0, high = std::int64_t{1} << 32;  // serves low, or is 0; does not serve high, or is the end
  auto const* const row = Impl::dispatch::find(route);
  while (high - low > 1) {
    problem.length                              = low + (high - low) / 2;
    (row->serves(problem, device) ? low : high) = problem.length;
  }
  return low;
}

/// Elements a team of tile_radix takes from a slice that is longer than that.
inline std::int64_t tile_of(int key_bytes, Device const& device) {
  SortProblem const problem{.length = std::int64_t{1} << 31, .count = 1, .key_bytes = key_bytes};
  return Impl::dispatch::tuning_of(SortRoute::tile_radix, problem, device).tile;
}

/// Both sides of a length at which something changes.
inline void add_around(std::vector<std::int64_t>& lengths, std::int64_t threshold) {
  for (std::int64_t l : {threshold - 1, threshold, threshold + 1})
    if (l > 0) lengths.push_back(l);
}

/// Slice lengths at which the sorting code of a key width changes its ways, up to `longest`. This is the one place of
/// the tests that knows the names of the thresholds.
inline std::vector<std::int64_t> critical_lengths(int key_bytes, Device const& device, std::int64_t longest) {
  namespace dispatch = Impl::dispatch;
  SortProblem const problem{.count = 1, .key_bytes = key_bytes};
  std::vector<std::int64_t> lengths{1, 2, 3, 5, 11, 40};
  for (std::int64_t power = 8; power <= 4096; power *= 2) add_around(lengths, power);
  add_around(lengths, dispatch::count_rank_pays_to);
  add_around(lengths, dispatch::compare_rank_pays_to);
  add_around(lengths, dispatch::host_split_pays_from);
  add_around(lengths, Impl::algorithm::host_insertion_to);
  add_around(lengths, Impl::algorithm::host_long_from);
  add_around(lengths, longest_served(SortRoute::count_rank, problem, device));
  add_around(lengths, longest_served(SortRoute::team_radix, problem, device));
  add_around(lengths, tile_of(key_bytes, device));
  add_around(lengths, 2 * tile_of(key_bytes, device));
  std::sort(lengths.begin(), lengths.end());
  lengths.erase(std::unique(lengths.begin(), lengths.end()), lengths.end());
  std::erase_if(lengths, [&](std::int64_t l) { return l > longest; });
  return lengths;
}

/// The longest slice on which a forced route is worth a test's time: some are quadratic.
inline std::int64_t longest_worth_forcing(SortRoute route) {
  return route == SortRoute::compare_rank ? 600 : route == SortRoute::count_rank ? 5000 : std::int64_t{1} << 40;
}

}  // namespace KokkosAxis::Test
