// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "api/ours.hpp"
#include "api/ours_typed.hpp"
#include "support/flags.hpp"

#include <KokkosAxis/impl/dispatch/sort_routes.hpp>

#include <stdexcept>

namespace perf {

namespace {

PrepareTable const& table() {
  static PrepareTable const the_table = [] {
    PrepareTable made;
    add_floats(made);
    add_halves(made);
    add_integers(made);
    return made;
  }();
  return the_table;
}

KokkosAxis::SortRoute route_of(std::string const& name) {
  if (name.empty()) return KokkosAxis::SortRoute::automatic;
  for (auto const& row : KokkosAxis::Impl::dispatch::sort_routes)
    if (row.name == name) return row.route;
  throw std::invalid_argument("no route " + name);
}

Contender contender(std::string const& name, std::string const& route) {
  return {name, [=](Case const& c) { return table().contains(c.dtype) && (route.empty() || route_serves(route, c)); },
          [=](Exec const& exec, Case const& c) { return table().at(c.dtype)(exec, c, route_of(route)); }};
}

}  // namespace

Contender ours() { return contender("ours", flags().route); }
Contender ours_by(std::string const& route) { return contender("ours." + route, route); }

std::vector<std::string> route_names() {
  std::vector<std::string> names;
  for (auto const& row : KokkosAxis::Impl::dispatch::sort_routes) names.emplace_back(row.name);
  return names;
}

bool route_serves(std::string const& route, Case const& c) {
  namespace dispatch = KokkosAxis::Impl::dispatch;
  dispatch::SortProblem const problem{.length     = c.length,
                                      .count      = c.count,
                                      .key_bytes  = static_cast<int>(bytes_of(c.dtype)),
                                      .with_index = c.verb == "argsort"};
  return dispatch::find(route_of(route))->serves(problem, KokkosAxis::Impl::tuning::device_of(Exec{}));
}

}  // namespace perf
