// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosAxis/error.hpp>
#include <KokkosAxis/impl/dispatch/greedy_routes.hpp>

#include <string>
#include <string_view>

namespace KokkosAxis::Impl::dispatch {

/// The forced route, or the table's choice. A forced route that cannot serve the call is an Error that says which can.
inline GreedyRow const& choose_greedy(std::string_view verb, GreedyRoute forced, GreedyProblem const& p,
                                      Device const& d) {
  GreedyRow const* const row = forced == GreedyRoute::automatic ? &choose(p, d) : find(forced);
  if (row != nullptr && row->serves(p, d)) return *row;
  std::string able;
  for (GreedyRow const& other : greedy_routes)
    if (other.serves(p, d)) able += (able.empty() ? "" : ", ") + std::string(other.name);
  throw Error("KokkosAxis::" + std::string(verb) + ": route " + std::string(row ? row->name : "?") +
              " cannot serve this call (" + std::to_string(p.count) + " rows of " + std::to_string(p.length) +
              " candidates" + (d.host ? ", host space" : ", device") + "); routes that can: " + able);
}

}  // namespace KokkosAxis::Impl::dispatch
