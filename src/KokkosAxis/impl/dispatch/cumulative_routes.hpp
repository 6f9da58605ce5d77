// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosAxis/error.hpp>
#include <KokkosAxis/impl/dispatch/problem.hpp>
#include <KokkosAxis/impl/tuning/cumulative.hpp>
#include <KokkosAxis/impl/tuning/device.hpp>
#include <KokkosAxis/options.hpp>

#include <array>
#include <string>
#include <string_view>

namespace KokkosAxis::Impl::dispatch {

/// One row of the route table, as SortRow. What a route works on is the same tree of the same slices.
struct CumulativeRow {
  CumulativeRoute route;
  std::string_view name;
  bool (*serves)(tuning::CumulativeShape const&, Device const&);
  bool (*pays)(tuning::CumulativeShape const&, Device const&);
  std::string_view why;
};

inline constexpr std::array<CumulativeRow, 3> cumulative_routes{{
    {CumulativeRoute::host_walk, "host_walk", [](tuning::CumulativeShape const&, Device const& d) { return d.host; },
     [](tuning::CumulativeShape const&, Device const&) { return true; },
     "host: each thread walks along memory, an accumulator for each neighbouring slice"},
    {CumulativeRoute::thread_walk, "thread_walk", [](tuning::CumulativeShape const&, Device const&) { return true; },
     [](tuning::CumulativeShape const& s, Device const&) { return !s.along; },
     "neighbouring slices lie side by side: one a thread"},
    {CumulativeRoute::team_tiles, "team_tiles", [](tuning::CumulativeShape const&, Device const&) { return true; },
     [](tuning::CumulativeShape const&, Device const&) { return true; },
     "slices lie along memory: stretches in scratch, a run a thread"},
}};

constexpr CumulativeRow const* find(CumulativeRoute route) {
  for (CumulativeRow const& row : cumulative_routes)
    if (row.route == route) return &row;
  return nullptr;
}

/// As choose_reduce.
inline CumulativeRow const& choose_cumulative(std::string_view verb, CumulativeRoute forced,
                                              tuning::CumulativeShape const& shape, Device const& d) {
  if (forced == CumulativeRoute::automatic) {
    for (CumulativeRow const& row : cumulative_routes)
      if (row.serves(shape, d) && row.pays(shape, d)) return row;
    return cumulative_routes.back();
  }
  CumulativeRow const* const row = find(forced);
  if (row != nullptr && row->serves(shape, d)) return *row;
  std::string able;
  for (CumulativeRow const& other : cumulative_routes)
    if (other.serves(shape, d)) able += (able.empty() ? "" : ", ") + std::string(other.name);
  throw Error("KokkosAxis::" + std::string(verb) + ": route " + std::string(row ? row->name : "?") +
              " cannot serve this call (" + std::to_string(shape.slices) + " slices of " +
              std::to_string(shape.length) + (d.host ? ", host space" : ", device") + "); routes that can: " + able);
}

}  // namespace KokkosAxis::Impl::dispatch
