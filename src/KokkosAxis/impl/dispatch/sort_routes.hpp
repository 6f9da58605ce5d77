// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosAxis/impl/dispatch/problem.hpp>
#include <KokkosAxis/impl/tuning/block_sort.hpp>
#include <KokkosAxis/impl/tuning/bucket_sort.hpp>
#include <KokkosAxis/impl/tuning/code_count.hpp>
#include <KokkosAxis/impl/tuning/look_back.hpp>
#include <KokkosAxis/impl/tuning/sort.hpp>
#include <KokkosAxis/options.hpp>

#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>
#include <string_view>

namespace KokkosAxis::Impl::dispatch {

/// One row of the route table. `serves`: the route gives the right answer, so it can be forced. `pays`: it is the one
/// to take, if no row above takes the call. Host code only: no kernel, no GPU needed to ask.
struct SortRow {
  SortRoute route;
  std::string_view name;
  bool (*serves)(SortProblem const&, Device const&);
  bool (*pays)(SortProblem const&, Device const&);
  std::string_view why;
  bool turns       = false;  // walks along slices, so interleaved ones are turned on their way in and out
  bool reads_again = false;  // keys of equal codes, after it has written some
  bool cuts        = false;  // can write the first places alone
};

/// Can a launch number the teams that so many slices take?
inline bool teams_fit(std::int64_t slices, std::int64_t teams_a_slice) {
  constexpr std::int64_t most = std::numeric_limits<int>::max();
  return slices <= most / teams_a_slice;
}

/// The same for native blocks. HIP counts threads too.
inline bool blocks_fit(std::int64_t slices, std::int64_t blocks_a_slice, int threads, Device const& d) {
  return teams_fit(slices, blocks_a_slice) &&
         (d.warp <= 32 || slices < (std::int64_t{1} << 32) / threads / blocks_a_slice);
}

/// Can native kernels take it at all?
inline bool is_native(SortProblem const& p, Device const& d) { return p.radix() && d.warp > 0 && p.short_steps; }

// Where one route takes over from another: lengths of a slice. Those of native routes are of one H200, 2026-12-01, by
// `kokkosaxis_perf --suite=routes --seconds=0.002` and tools/fit_thresholds.py.
inline constexpr std::int64_t count_rank_pays_to   = 128;
inline constexpr std::int64_t compare_rank_pays_to = 32;
constexpr std::int64_t bucket_sort_pays_to(std::int64_t slices) { return slices < 8 ? 1 << 17 : 1 << 18; }
/// Where many slices keep the device busy, those of 192 and 256 keys of 4 bytes took block_sort 0.74 and 0.86 of the
/// time; of 1 and 16 slices warp_sort is ahead.
constexpr bool warp_sort_pays(int key_bytes, std::int64_t length, std::int64_t slices) {
  return key_bytes != 4 || length <= 128 || slices < 1024;
}
/// One pass of look_back over keys of one byte took 0.8 to 0.64 of block_sort's time from 6144 on, and as long at 4096.
constexpr std::int64_t block_sort_pays_below(int key_bytes, bool look_back) {
  return key_bytes == 1 && look_back ? 5120 : tuning::longest_in_block + 1;
}
/// Break even lies near 1100 for keys of one byte; for keys of two, block_sort is ahead wherever it serves. Few slices,
/// fewer than one for every two multiprocessors, are faster by look_back from 12288 on.
constexpr std::int64_t code_count_pays_from(int key_bytes) {
  return key_bytes == 1 ? 1280 : tuning::longest_in_block + 1;
}
inline constexpr std::int64_t code_count_pays_below_for_few = 10240;
inline constexpr std::int64_t host_short_longest            = 65535;  // its counters are 16 bit
inline constexpr std::int64_t host_split_pays_from          = 1 << 14;

/// Measured with both routes forced on 2^18 random keys (integers; of 4 and 8 bytes floating-point numbers too) in rows
/// of 16 to 50000, on one core. At this length keys alone take about as long by either route; with positions host_short
/// stays level, and with those of doubles a third ahead.
constexpr std::int64_t host_short_pays_below(int key_bytes) {
  return key_bytes == 1 ? 48 : key_bytes == 2 ? 96 : key_bytes == 4 ? 1280 : 2048;
}

inline constexpr std::array<SortRow, 13> sort_routes{{
    {SortRoute::compare_rank, "compare_rank", [](SortProblem const& p, Device const&) { return !p.radix(); },
     [](SortProblem const& p, Device const&) { return p.length <= compare_rank_pays_to; },
     "comparator, short slices: an element's place is the number of elements before it"},
    {SortRoute::merge_sort, "merge_sort",
     [](SortProblem const& p, Device const& d) {
       return !p.radix() && teams_fit(p.count, tuning::tiles_of(p.length, tuning::merge_sort(p.length, p.count, d)));
     },
     [](SortProblem const&, Device const&) { return true; }, "comparator: tiles sorted by teams, merged pair by pair"},
    {SortRoute::host_short, "host_short",
     [](SortProblem const& p, Device const& d) { return p.radix() && d.host && p.length <= host_short_longest; },
     [](SortProblem const& p, Device const&) { return p.length < host_short_pays_below(p.key_bytes); },
     "host, short slices: one a thread, in its nearest cache"},
    {SortRoute::host_radix, "host_radix", [](SortProblem const& p, Device const& d) { return p.radix() && d.host; },
     [](SortProblem const& p, Device const& d) { return p.count >= d.threads || p.length < host_split_pays_from; },
     "host, long slices, at least one for each thread"},
    {SortRoute::host_split, "host_split", [](SortProblem const& p, Device const& d) { return p.radix() && d.host; },
     [](SortProblem const&, Device const&) { return true; },
     "host, fewer slices than threads: each slice over all threads"},
    {SortRoute::warp_sort, "warp_sort",
     [](SortProblem const& p, Device const& d) {
       return is_native(p, d) && p.length <= tuning::warp_sort_max_length(p.key_bytes) && blocks_fit(p.count, 1, 32, d);
     },
     [](SortProblem const& p, Device const&) { return warp_sort_pays(p.key_bytes, p.length, p.count); },
     "short slices: sorted by a network in the registers of a warp or part of one", false, false, true},
    {SortRoute::code_count, "code_count",
     [](SortProblem const& p, Device const& d) {
       return is_native(p, d) && p.key_bytes <= 2 && !p.with_index && p.length <= tuning::code_count_longest &&
              tuning::code_count_bytes(p.key_bytes) <= d.shared &&
              blocks_fit(p.count, 1, tuning::code_count_threads(p.key_bytes), d);
     },
     [](SortProblem const& p, Device const& d) {
       return p.length >= code_count_pays_from(p.key_bytes) &&
              (p.length < code_count_pays_below_for_few || p.count >= d.threads / 4096);
     },
     "short keys alone: counted by code in shared memory, and written anew", true, true},
    {SortRoute::block_sort, "block_sort",
     [](SortProblem const& p, Device const& d) {
       if (!is_native(p, d) || p.length > tuning::longest_in_block) return false;
       auto const sizes = tuning::block_sort(p.key_bytes, p.length, d);
       return sizes.shared <= d.shared && blocks_fit(p.count, 1, sizes.threads, d);
     },
     [](SortProblem const& p, Device const& d) { return p.length < block_sort_pays_below(p.key_bytes, d.look_back); },
     "a slice fits a block's shared memory: memory read and written once", true, false, true},
    {SortRoute::bucket_sort, "bucket_sort",
     [](SortProblem const& p, Device const& d) {
       if (!is_native(p, d) || !d.look_back || p.length > tuning::bucket_longest) return false;
       auto const sizes = tuning::bucket_sort(p.key_bytes, p.length, p.count, d);
       return tuning::bucket_scatter_bytes(sizes, p.key_bytes) <= d.shared && sizes.block.shared <= d.shared &&
              teams_fit(p.count, std::max(sizes.buckets, tuning::look_back_tiles(p.key_bytes, p.length)));
     },
     [](SortProblem const& p, Device const&) { return p.key_bytes > 2 && p.length <= bucket_sort_pays_to(p.count); },
     "long slices: a sample plans buckets, which blocks then sort; two passes over memory", true},
    {SortRoute::look_back, "look_back",
     [](SortProblem const& p, Device const& d) {
       return is_native(p, d) && d.look_back && p.length < tuning::look_back_longest &&
              teams_fit(p.count, tuning::look_back_tiles(p.key_bytes, p.length));
     },
     [](SortProblem const&, Device const&) { return true; },
     "long slices: every element read and written once a digit, tiles look back for their places", true},
    {SortRoute::count_rank, "count_rank",
     [](SortProblem const& p, Device const& d) {
       return p.radix() && p.length <= tuning::count_rank_max_length(p.key_bytes, d) &&
              teams_fit(p.count / tuning::count_rank(p.key_bytes, p.length, p.count, d).slices + 1, 1);
     },
     [](SortProblem const& p, Device const&) { return p.length <= count_rank_pays_to; },
     "short slices: several a team, an element's place is the number of smaller ones"},
    {SortRoute::team_radix, "team_radix",
     [](SortProblem const& p, Device const& d) {
       return p.radix() && p.length <= tuning::team_radix_max_length(d) && teams_fit(p.count, 1);
     },
     [](SortProblem const&, Device const&) { return true; },
     "a slice fits team scratch: radix sort there, memory read and written once", true},
    {SortRoute::tile_radix, "tile_radix",
     [](SortProblem const& p, Device const& d) {
       return p.radix() && teams_fit(p.count, tuning::tiles_of(p.length, tuning::tile_radix(p.length, d)));
     },
     [](SortProblem const&, Device const&) { return true; },
     "long slices: tiles ranked in scratch, one pass over memory a digit", true},
}};

/// The row of a route; null for `automatic`.
constexpr SortRow const* find(SortRoute route) {
  for (SortRow const& row : sort_routes)
    if (row.route == route) return &row;
  return nullptr;
}

/// The first row that serves and pays. The table ends in rows that always do, for radix keys and for comparators.
constexpr SortRow const& choose(SortProblem const& p, Device const& d) {
  for (SortRow const& row : sort_routes)
    if (row.serves(p, d) && row.pays(p, d)) return row;
  return sort_routes.back();
}

}  // namespace KokkosAxis::Impl::dispatch
