// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosAxis/impl/dispatch/sort_routes.hpp>
#include <KokkosAxis/impl/tuning/device.hpp>

#include "support/inputs.hpp"
#include "support/sort_trial.hpp"
#include "support/thresholds.hpp"

#include <algorithm>
#include <cstdint>
#include <vector>

namespace KokkosAxis::Test {

/// The routes that the table says serve such a call; `key_bytes` is 0 for comparators.
template <class Exec>
std::vector<SortRoute> serving_routes(Exec const& exec, std::int64_t length, std::int64_t count, int key_bytes,
                                      bool with_index = true) {
  Impl::dispatch::SortProblem const problem{
      .length = length, .count = count, .key_bytes = key_bytes, .with_index = with_index};
  std::vector<SortRoute> routes;
  for (auto const& row : Impl::dispatch::sort_routes)
    if (row.serves(problem, Impl::tuning::device_of(exec))) routes.push_back(row.route);
  return routes;
}

/// Every serving route, forced on one input; each must give the oracle's result bit for bit.
template <class Index, class Exec, class Values>
void check_every_route(Exec const& exec, Trial trial, Values const& input) {
  using T             = typename Values::value_type;
  Policy const policy = trial.policy;
  Cut const cut(trial.extents, trial.axis);
  auto const before     = [policy](T const& a, T const& b) { return comes_before(look(a), look(b), policy); };
  auto const positions  = sorted_positions(cut, input, policy);
  auto const with_index = serving_routes(exec, cut.length, cut.slices(), static_cast<int>(sizeof(T)));
  for (SortRoute route : serving_routes(exec, cut.length, cut.slices(), static_cast<int>(sizeof(T)), false)) {
    if (cut.length > longest_worth_forcing(route)) continue;
    trial.route     = route;
    trial.keys_only = std::find(with_index.begin(), with_index.end(), route) == with_index.end();
    check_sorts<Index, 3>(exec, trial, input, before, positions);
  }
}

/// Lengths on both sides of each threshold, one slice and several, apart and interleaved; fills and policies take
/// turns.
template <class T, class Exec>
void check_every_route_and_length(Exec const& exec) {
  std::vector<Policy> const policies = all_policies<T>();
  std::vector<std::int64_t> const lengths =
      critical_lengths(sizeof(T), Impl::tuning::device_of(exec), std::int64_t{1} << 18);
  std::size_t turn = 0;
  for (std::int64_t length : lengths)
    for (Extents const& extents : {Extents{1, length, 1}, Extents{3, length, 1}, Extents{1, length, 5}}) {
      if (product(extents) > (extents[0] * extents[2] == 1 ? 70'000 : 16'000)) continue;
      Fill const fill     = all_fills[turn % all_fills.size()];
      Policy const policy = policies[turn / 3 % policies.size()];
      ++turn;
      SCOPED_TRACE(name_of(fill));
      check_every_route<std::int32_t>(exec, {.extents = extents, .axis = 1, .policy = policy},
                                      make_keys<T>(fill, product(extents), turn));
      if (::testing::Test::HasFatalFailure()) return;
    }
}

}  // namespace KokkosAxis::Test
