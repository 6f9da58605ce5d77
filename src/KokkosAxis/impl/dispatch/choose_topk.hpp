// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosAxis/error.hpp>
#include <KokkosAxis/impl/dispatch/topk_routes.hpp>

#include <string>
#include <string_view>

namespace KokkosAxis::Impl::dispatch {

/// The route of a call and its sizes.
struct TopkChoice {
  TopkRow const* row = nullptr;
  tuning::Select select{};        // of block_select and split_select
  tuning::RegisterSelect held{};  // of register_select
  tuning::TeamSelect team{};      // of team_select
};

/// The forced route, or the table's choice. A forced route that cannot serve the call is an Error that says which can.
inline TopkChoice choose_topk(std::string_view verb, TopkRoute forced, TopkProblem const& asked, Device const& d) {
  TopkProblem const p      = sized(asked, d);
  TopkRow const* const row = forced == TopkRoute::automatic ? &choose(p, d) : find(forced);
  if (row == nullptr || !row->serves(p, d)) {
    std::string able;
    for (TopkRow const& other : topk_routes)
      if (other.serves(p, d)) able += (able.empty() ? "" : ", ") + std::string(other.name);
    throw Error("KokkosAxis::" + std::string(verb) + ": route " + std::string(row ? row->name : "?") +
                " cannot serve this call (the best " + std::to_string(p.want) + " of " + std::to_string(p.count) +
                " slices of " + std::to_string(p.length) + ", keys of " + std::to_string(p.key_bytes) + " bytes" +
                (d.host ? ", host space" : ", device") + "); routes that can: " + able);
  }
  TopkChoice choice{.row = row};
  if (row->route == TopkRoute::register_select) choice.held = p.held;
  if (row->route == TopkRoute::block_select) choice.select = tuning::block_select(p.sizes, p.length, p.count, d);
  if (row->route == TopkRoute::split_select) choice.select = tuning::split_select(p.sizes, p.length, p.count, d);
  if (row->route == TopkRoute::team_select) choice.team = tuning::team_select(p.key_bytes, p.length, d);
  return choice;
}

}  // namespace KokkosAxis::Impl::dispatch
