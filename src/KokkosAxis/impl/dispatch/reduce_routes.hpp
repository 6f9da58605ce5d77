// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosAxis/error.hpp>
#include <KokkosAxis/impl/dispatch/problem.hpp>
#include <KokkosAxis/impl/tuning/device.hpp>
#include <KokkosAxis/impl/tuning/reduce.hpp>
#include <KokkosAxis/options.hpp>

#include <array>
#include <string>
#include <string_view>

namespace KokkosAxis::Impl::dispatch {

/// One row of the route table, as SortRow. What a route works on is the same tree of the same slices.
struct ReduceRow {
  ReduceRoute route;
  std::string_view name;
  bool (*serves)(tuning::ReduceShape const&, Device const&);
  bool (*pays)(tuning::ReduceShape const&, Device const&);
  std::string_view why;
};

inline constexpr std::array<ReduceRow, 2> reduce_routes{{
    {ReduceRoute::host_tiles, "host_tiles", [](tuning::ReduceShape const&, Device const& d) { return d.host; },
     [](tuning::ReduceShape const&, Device const&) { return true; },
     "host: each thread walks along memory, an accumulator for each neighbour"},
    {ReduceRoute::team_tiles, "team_tiles", [](tuning::ReduceShape const&, Device const&) { return true; },
     [](tuning::ReduceShape const&, Device const&) { return true; },
     "tiles of outputs and lanes of their slices, one a team"},
}};

constexpr ReduceRow const* find(ReduceRoute route) {
  for (ReduceRow const& row : reduce_routes)
    if (row.route == route) return &row;
  return nullptr;
}

/// The forced route, or the first row that serves and pays. A forced route that cannot serve the call is an Error that
/// says which can.
inline ReduceRow const& choose_reduce(std::string_view verb, ReduceRoute forced, tuning::ReduceShape const& shape,
                                      Device const& d) {
  if (forced == ReduceRoute::automatic) {
    for (ReduceRow const& row : reduce_routes)
      if (row.serves(shape, d) && row.pays(shape, d)) return row;
    return reduce_routes.back();
  }
  ReduceRow const* const row = find(forced);
  if (row != nullptr && row->serves(shape, d)) return *row;
  std::string able;
  for (ReduceRow const& other : reduce_routes)
    if (other.serves(shape, d)) able += (able.empty() ? "" : ", ") + std::string(other.name);
  throw Error("KokkosAxis::" + std::string(verb) + ": route " + std::string(row ? row->name : "?") +
              " cannot serve this call (" + std::to_string(shape.outputs) + " slices of " + std::to_string(shape.rows) +
              " x " + std::to_string(shape.width) + (d.host ? ", host space" : ", device") +
              "); routes that can: " + able);
}

}  // namespace KokkosAxis::Impl::dispatch
