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
  // of native selections; `sized` fills them in
  tuning::Select sizes{};
  tuning::RegisterSelect held{};
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
  if (!is_native(p, d)) return p;
  p.sizes = tuning::select(p.key_bytes, p.length, p.want, d);
  p.held  = tuning::register_select(p.key_bytes, p.length, p.count, p.want, d);
  return p;
}

/// Where one route takes over from another.
inline constexpr std::int64_t row_sort_pays_to = 256;  // elements, on a device
/// A sort that writes only what is wanted beats a selection among all elements, or of many of few.
inline bool sorts_in_a_block(TopkProblem const& p) {
  bool const many = p.length <= 2048 && p.want * 8 > p.length;
  return p.plain && (p.sizes.sample.each == 0 || many) && p.length <= tuning::longest_in_block;
}
inline constexpr std::int64_t registers_pay_from = 1024;  // shorter slices are sorted as fast
/// Measured on an H200, fp32: one block a slice is the fastest there is where few are wanted. Clusters wait for their
/// blocks, and many candidates for the sort of one block: these pay while the device has room for all at once, mostly
/// with half of it to spare. Of short slices, many are selected as fast by the other routes.
inline bool registers_pay(TopkProblem const& p, Device const& d) {
  if (p.length <= registers_pay_from || p.want * 4 > p.length) return false;
  std::int64_t const threads = p.count * p.held.blocks * p.held.block.threads;
  bool const few             = p.want <= 128;
  if (few && p.held.blocks == 1) return true;
  if (p.length <= 4096) return false;
  return (few && p.held.blocks == 2 ? 1 : 2) * threads <= d.threads;
}
inline constexpr std::int64_t split_select_pays_from = 1 << 14;  // shorter slices gain nothing by more blocks

inline constexpr std::array<TopkRow, 6> topk_routes{{
    {TopkRoute::host_select, "host_select", [](TopkProblem const&, Device const& d) { return d.host; },
     [](TopkProblem const& p, Device const&) { return p.want <= p.length / 4 || p.length <= 64; },
     "host: one read, candidates kept in cache"},
    {TopkRoute::register_select, "register_select",
     [](TopkProblem const& p, Device const& d) {
       return is_native(p, d) && p.held.each > 0 && blocks_fit(p.count, p.held.blocks, p.held.block.threads, d);
     },
     registers_pay, "slices fit in registers: read once, the firsts of lanes bound the candidates", true},
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
