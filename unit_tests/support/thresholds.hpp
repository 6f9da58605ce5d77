// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosAxis/impl/dispatch/choose_sort.hpp>
#include <KokkosAxis/impl/tuning/device.hpp>

#include <algorithm>
#include <cstdint>
#include <utility>
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

/// Lengths up to `longest` after which another route is chosen, or teams get another size.
inline std::vector<std::int64_t> changes_of_choice(SortProblem problem, Device const& device, std::int64_t longest) {
  std::vector<std::int64_t> lengths;
  auto const choice = [&](std::int64_t length) {
    problem.length  = length;
    auto const& row = Impl::dispatch::choose(problem, device);
    return std::pair(row.route, Impl::dispatch::tuning_of(row.route, problem, device).team_size);
  };
  for (std::int64_t length = 1; length < longest; ++length)
    if (choice(length) != choice(length + 1)) lengths.push_back(length);
  return lengths;
}

/// Slice lengths at which the sorting code of a key width changes its ways, up to `longest`: found by asking the table,
/// so that a threshold that moves stays tested. Powers of two stand for what kernels do inside.
inline std::vector<std::int64_t> critical_lengths(int key_bytes, Device const& device, std::int64_t longest) {
  SortProblem const problem{.count = 1, .key_bytes = key_bytes};
  std::vector<std::int64_t> lengths{1, 2, 3, 5, 11, 40};
  for (std::int64_t power = 8; power <= 4096; power *= 2) add_around(lengths, power);
  for (std::int64_t count : {std::int64_t{1}, std::int64_t{1} << 20})
    for (bool with_index : {false, true})
      for (std::int64_t length : changes_of_choice({.count = count, .key_bytes = key_bytes, .with_index = with_index},
                                                   device, std::min<std::int64_t>(longest, 70'000)))
        add_around(lengths, length);
  for (auto const& row : Impl::dispatch::sort_routes) add_around(lengths, longest_served(row.route, problem, device));
  if (key_bytes != 0)
    for (std::int64_t tiles : {1, 2}) {
      add_around(lengths, tiles * tile_of(key_bytes, device));
      if (device.look_back) add_around(lengths, tiles * Impl::tuning::look_back_tile(key_bytes));
    }
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
