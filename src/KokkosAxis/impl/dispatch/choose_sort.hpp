// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosAxis/error.hpp>
#include <KokkosAxis/impl/dispatch/sort_routes.hpp>

#include <string>
#include <string_view>

namespace KokkosAxis::Impl::dispatch {

/// The route of a call and its sizes.
struct SortChoice {
  SortRow const* row = nullptr;
  tuning::SortTuning tuning{};
  tuning::BlockSort block{};    // of block_sort
  tuning::BucketSort bucket{};  // of bucket_sort
};

/// The sizes of a choice, for people.
inline std::string to_string(SortChoice const& c, SortProblem const& p) {
  switch (c.row->route) {
    case SortRoute::warp_sort:
      return "in registers of a warp or part of one";
    case SortRoute::block_sort:
      return to_string(c.block);
    case SortRoute::code_count:
      return "a block of " + std::to_string(tuning::code_count_threads(p.key_bytes)) + " threads a slice, " +
             std::to_string(tuning::code_count_bytes(p.key_bytes)) + " bytes of shared memory";
    case SortRoute::bucket_sort:
      return "buckets of about " + std::to_string(c.bucket.target) + " elements, " + to_string(c.bucket.block);
    case SortRoute::look_back:
      return "tiles of " + std::to_string(tuning::look_back_tile(p.key_bytes)) + " elements";
    default:
      return to_string(c.tuning);
  }
}

inline tuning::SortTuning tuning_of(SortRoute route, SortProblem const& p, Device const& d) {
  switch (route) {
    case SortRoute::count_rank:
      return tuning::count_rank(p.key_bytes, p.length, p.count, d);
    case SortRoute::team_radix:
      return tuning::team_radix(p.length, d);
    case SortRoute::tile_radix:
      return tuning::tile_radix(p.length, d);
    case SortRoute::merge_sort:
      return tuning::merge_sort(p.length, p.count, d);
    case SortRoute::automatic:
    case SortRoute::compare_rank:
    case SortRoute::warp_sort:
    case SortRoute::block_sort:
    case SortRoute::code_count:
    case SortRoute::bucket_sort:
    case SortRoute::look_back:
    case SortRoute::host_short:
    case SortRoute::host_radix:
    case SortRoute::host_split:
      break;
  }
  return {.team_size = 1, .slices = 1, .tile = p.length, .scratch = 0};
}

/// The forced route, or the table's choice. A forced route that cannot serve the call is an Error that says which can.
inline SortChoice choose_sort(std::string_view verb, SortRoute forced, SortProblem const& p, Device const& d) {
  SortRow const* const row = forced == SortRoute::automatic ? &choose(p, d) : find(forced);
  if (row == nullptr || !row->serves(p, d)) {
    std::string able;
    for (SortRow const& other : sort_routes)
      if (other.serves(p, d)) able += (able.empty() ? "" : ", ") + std::string(other.name);
    throw Error("KokkosAxis::" + std::string(verb) + ": route " + std::string(row ? row->name : "?") +
                " cannot serve this call (" + std::to_string(p.count) + " slices of " + std::to_string(p.length) +
                (p.radix() ? ", keys of " + std::to_string(p.key_bytes) + " bytes" : ", comparator") +
                (d.host ? ", host space" : ", device") + "); routes that can: " + able);
  }
  SortChoice choice{.row = row, .tuning = tuning_of(row->route, p, d)};
  if (row->route == SortRoute::block_sort) {
    choice.block = tuning::block_sort(p.key_bytes, p.length, d);
    if (!blocks_fit(p.count + tuning::cluster_slices, 1, choice.block.threads, d)) choice.block.turning = 0;
  }
  if (row->route == SortRoute::bucket_sort) choice.bucket = tuning::bucket_sort(p.key_bytes, p.length, p.count, d);
  return choice;
}

}  // namespace KokkosAxis::Impl::dispatch
