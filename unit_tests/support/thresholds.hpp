// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosAxis/impl/algorithm/sort/host_passes.hpp>
#include <KokkosAxis/impl/dispatch/sort_routes.hpp>
#include <KokkosAxis/impl/tuning/device.hpp>
#include <KokkosAxis/impl/tuning/sort.hpp>

#include <algorithm>
#include <cstdint>
#include <vector>

namespace KokkosAxis::Test {

using Impl::tuning::Device;

/// Both sides of a length at which something changes.
inline void add_around(std::vector<std::int64_t>& lengths, std::int64_t threshold) {
  for (std::int64_t l : {threshold - 1, threshold, threshold + 1})
    if (l > 0) lengths.push_back(l);
}

/// Slice lengths at which the sorting code of a key width changes its ways, up to `longest`. This is the one place of
/// the tests that knows the names of the thresholds.
inline std::vector<std::int64_t> critical_lengths(int key_bytes, Device const& device, std::int64_t longest) {
  namespace dispatch = Impl::dispatch;
  namespace tuning   = Impl::tuning;
  std::vector<std::int64_t> lengths{1, 2, 3, 5, 11, 40};
  for (std::int64_t power = 8; power <= 4096; power *= 2) add_around(lengths, power);
  add_around(lengths, dispatch::count_rank_pays_to);
  add_around(lengths, dispatch::compare_rank_pays_to);
  add_around(lengths, dispatch::host_split_pays_from);
  add_around(lengths, Impl::algorithm::host_insertion_to);
  add_around(lengths, Impl::algorithm::host_long_from);
  add_around(lengths, tuning::count_rank_max_length(key_bytes, device));
  add_around(lengths, tuning::team_radix_max_length(key_bytes, device));
  std::int64_t const tile = tuning::tile_radix(key_bytes, std::int64_t{1} << 31, device).tile;
  add_around(lengths, tile);
  add_around(lengths, 2 * tile);
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
