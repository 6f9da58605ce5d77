// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosAxis/workspace.hpp>

#include <cstdint>

namespace KokkosAxis {

/// Which end of the order comes first.
enum class Order : std::uint8_t { ascending, descending };

/// Where NaN goes. Every NaN is the same key, whatever its sign and payload; stored bits are kept.
enum class Nan : std::uint8_t {
  greatest,  ///< above +inf: last when ascending, first when descending
  last,      ///< after every number, whatever the order
  smallest,  ///< below -inf: first when ascending, last when descending
  first      ///< before every number, whatever the order
};

/// Are -0.0 and +0.0 the same key?
enum class Zeros : std::uint8_t {
  equal,   ///< yes: a stable sort keeps their order
  ordered  ///< no: -0.0 is below +0.0, as in IEEE 754 totalOrder
};

/// The routes of the sorting verbs (sort, argsort, sort_by_key). `explain::sort` names the one a call takes.
enum class SortRoute : std::uint8_t {
  automatic,     ///< the first row of the route table that serves the call well
  count_rank,    ///< short slices: each element counts the smaller ones of its slice
  team_radix,    ///< one slice a team, radix sorted in scratch
  tile_radix,    ///< long slices: tiles ranked by teams, one digit a pass
  warp_sort,     ///< CUDA, HIP: short slices in registers
  block_sort,    ///< CUDA, HIP: one slice a block, in shared memory
  code_count,    ///< CUDA, HIP: keys of 1 or 2 bytes alone, counted by code and written anew
  bucket_sort,   ///< CUDA: long slices, scattered to buckets that a block can sort
  look_back,     ///< CUDA: long slices, one read and one write a digit
  compare_rank,  ///< short slices, any comparator: as count_rank
  merge_sort,    ///< any comparator: sorted tiles, merged pair by pair
  host_short,    ///< host spaces: short slices, one a thread
  host_radix,    ///< host spaces: long slices, one a thread
  host_split     ///< host spaces: one slice over all threads
};

/// The default projection: the element itself is the key.
struct Identity {};

/// The default comparison: `<` of the key type, with NaN and zeros as the options say.
struct NaturalOrder {};

/// Options of sort, argsort, sort_by_key and is_sorted.
///
///     sort(exec, view, {.axis = 0, .order = Order::descending});
///     sort(exec, view, SortOptions{.by = [](Particle const& p) { return p.cell; }});   // name the type for by /
///     compare
template <class By = Identity, class Compare = NaturalOrder>
struct SortOptions {
  int axis            = -1;                    ///< counts from the end when negative
  Order order         = Order::ascending;      ///< descending is as stable as ascending
  Nan nan             = Nan::greatest;         ///< not with `compare`
  Zeros zeros         = Zeros::equal;          ///< not with `compare`
  bool stable         = true;                  ///< false lets routes in that move equal keys
  SortRoute route     = SortRoute::automatic;  ///< a route that cannot serve the call is an Error
  Workspace workspace = {};
  By by               = {};  ///< key = by(element), called on the execution space
  Compare compare     = {};  ///< strict weak order of keys, called on the execution space
};

/// Options of permute.
struct PermuteOptions {
  int axis            = -1;  ///< axis of the index View; counts from the end when negative
  Workspace workspace = {};
};

}  // namespace KokkosAxis
