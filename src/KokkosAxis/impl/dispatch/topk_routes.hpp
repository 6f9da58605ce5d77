// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosAxis/impl/dispatch/problem.hpp>
#include <KokkosAxis/impl/dispatch/sort_routes.hpp>
#include <KokkosAxis/impl/tuning/select.hpp>
#include <KokkosAxis/options.hpp>

#include <array>
#include <cstdint>
#include <string_view>

namespace KokkosAxis::Impl::dispatch {

/// What the choice of a selecting route depends on.
struct TopkProblem {
  std::int64_t length = 0;     // elements a slice
  std::int64_t count  = 0;     // slices
  std::int64_t want   = 0;     // the best so many have to be found
  int key_bytes       = 0;     // 1, 2, 4, 8
  bool short_steps    = true;  // do neighbours of a slice lie less than 2^29 elements apart
  bool plain          = true;  // are the first places wanted, of whole slices, as a sort leaves them
  tuning::Select sizes{};      // of a native selection; `sized` fills them in
};

/// One row of the route table, as SortRow.
struct TopkRow {
  TopkRoute route;
  std::string_view name;
  bool (*serves)(TopkProblem const&, Device const&);
  bool (*pays)(TopkProblem const&, Device const&);
  std::string_view why;
  bool turns = false;  // walks along slices, so interleaved ones are turned on their way in
};

inline bool is_native(TopkProblem const& p, Device const& d) { return d.warp > 0 && p.short_steps; }

/// The problem as the table wants it: finding the sizes tries many samples, so it is done once a call.
inline TopkProblem sized(TopkProblem p, Device const& d) {
  if (is_native(p, d)) p.sizes = tuning::select(p.key_bytes, p.length, p.want, d);
  return p;
}

/// Where one route takes over from another.
inline constexpr std::int64_t row_sort_pays_to = 256;  // elements, on a device
/// A sort that writes only what is wanted beats a selection among all elements.
inline bool sorts_in_a_block(TopkProblem const& p) {
  return p.plain && p.sizes.sample.each == 0 && p.length <= tuning::longest_in_block;
}
inline constexpr std::int64_t split_select_pays_from = 1 << 14;  // shorter slices gain nothing by more blocks

inline constexpr std::array<TopkRow, 5> topk_routes{{
    {TopkRoute::host_select, "host_select", [](TopkProblem const&, Device const& d) { return d.host; },
     [](TopkProblem const& p, Device const&) { return p.want <= p.length / 4 || p.length <= 64; },
     "host: one read, candidates kept in cache"},
    {TopkRoute::split_select, "split_select",
     [](TopkProblem const& p, Device const& d) {
       if (!is_native(p, d) || !d.look_back) return false;
       auto const sizes = tuning::split_select(p.sizes, p.length, p.count, d);
       return sizes.block.threads > 0 && blocks_fit(p.count, sizes.parts, sizes.block.threads, d);
     },
     [](TopkProblem const& p, Device const& d) {
       return p.length >= split_select_pays_from && p.count * 2 <= tuning::select_blocks(256, d);
     },
     "few long slices, each over many blocks: a sample bounds the candidates, one read finds them", true},
    {TopkRoute::block_select, "block_select",
     [](TopkProblem const& p, Device const& d) {
       if (!is_native(p, d)) return false;
       auto const sizes = tuning::block_select(p.sizes, p.length, p.count, d);
       return sizes.block.threads > 0 && (sizes.slots == 0 || d.look_back) &&
              blocks_fit(p.count, 1, sizes.block.threads, d);
     },
     [](TopkProblem const& p, Device const&) { return p.length > row_sort_pays_to && !sorts_in_a_block(p); },
     "one slice a block: a sample bounds the candidates, one read finds them", true},
    {TopkRoute::team_select, "team_select",
     [](TopkProblem const& p, Device const& d) {
       return p.want <= tuning::team_select(p.key_bytes, p.length, d).capacity && teams_fit(p.count, 1);
     },
     [](TopkProblem const& p, Device const& d) {
       bool const in_a_block = is_native(p, d) && p.plain && p.length <= tuning::longest_in_block;
       return !d.host && p.length > row_sort_pays_to && !in_a_block;
     },
     "one slice a team: digits narrow down which elements are candidates", true},
    {TopkRoute::row_sort, "row_sort", [](TopkProblem const&, Device const&) { return true; },
     [](TopkProblem const&, Device const&) { return true; }, "slices are sorted whole, and their best taken"},
}};

constexpr TopkRow const* find(TopkRoute route) {
  for (TopkRow const& row : topk_routes)
    if (row.route == route) return &row;
  return nullptr;
}

/// The first row that serves and pays a sized problem; the last one always does.
constexpr TopkRow const& choose(TopkProblem const& p, Device const& d) {
  for (TopkRow const& row : topk_routes)
    if (row.serves(p, d) && row.pays(p, d)) return row;
  return topk_routes.back();
}

}  // namespace KokkosAxis::Impl::dispatch
