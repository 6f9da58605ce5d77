// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosAxis/integers.hpp>
#include <KokkosAxis/mask.hpp>
#include <KokkosAxis/row_bounds.hpp>
#include <KokkosAxis/workspace.hpp>

#include <Kokkos_Core.hpp>

#include <cstdint>
#include <optional>

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

/// The default projection: the element itself is the key. As a map of reductions: the element itself is added up.
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

/// Which of equal elements a selection takes where it cannot take all, and puts first.
enum class Ties : std::uint8_t {
  lowest_index,   ///< those that come first along the axis
  highest_index,  ///< those that come last
  any             ///< whichever is fastest
};

/// In what order selected elements are written.
enum class TopkOrder : std::uint8_t {
  sorted,    ///< best first, equal ones as `ties` says
  unsorted,  ///< in whatever order is fastest
  by_index   ///< as they lie along the axis
};

/// The routes of the selecting verbs (topk, argtopk, kth_value, median, argmax, argmin). `explain::topk` names the one
/// a call takes.
enum class TopkRoute : std::uint8_t {
  automatic,    ///< the first row of the route table that serves the call well
  row_sort,     ///< slices are sorted whole, by a route of sort, and their first elements taken
  team_select,  ///< one slice a team: digits narrow down which elements are candidates, and these are sorted in scratch
  register_select,  ///< CUDA, HIP: one slice a block or cluster, read once into registers
  block_select,     ///< CUDA, HIP: one slice a block, read once: a sample says which elements are candidates
  split_select,     ///< CUDA, HIP: the same for few long slices, each over many blocks
  host_select       ///< host spaces: one read, candidates kept in cache; long slices over all threads
};

/// Options of topk, argtopk and kth_value.
///
///     topk(exec, logits, values, index, 40, {.axis = 1, .row_end = lengths});
struct TopkOptions {
  int axis            = -1;                    ///< counts from the end when negative
  bool largest        = true;                  ///< the best are the greatest; false: the smallest
  TopkOrder order     = TopkOrder::sorted;     ///< of the output; not for kth_value
  Ties ties           = Ties::lowest_index;    ///< at the cut and in the output
  Nan nan             = Nan::greatest;         ///< as in a sort with the best first; `last`: never better than a number
  Zeros zeros         = Zeros::equal;          ///< `ordered`: -0.0 is below +0.0
  bool deterministic  = true;                  ///< false lets routes in that differ from run to run where they may
  RowBounds row_begin = {};                    ///< first element of each slice to look at; where not given, 0
  RowBounds row_end   = {};                    ///< the one behind the last; where not given, the axis' length
  TopkRoute route     = TopkRoute::automatic;  ///< a route that cannot serve the call is an Error
  Workspace workspace = {};
};

/// Options of median.
struct MedianOptions {
  int axis            = -1;                    ///< counts from the end when negative
  bool upper          = false;                 ///< of the two middle elements of an even number, the greater one
  Ties ties           = Ties::lowest_index;    ///< which of equal elements the index tells
  Nan nan             = Nan::greatest;         ///< as in an ascending sort
  Zeros zeros         = Zeros::equal;          ///< `ordered`: -0.0 is below +0.0
  RowBounds row_begin = {};                    ///< as in TopkOptions
  RowBounds row_end   = {};                    ///< likewise
  TopkRoute route     = TopkRoute::automatic;  ///< a route that cannot serve the call is an Error
  Workspace workspace = {};
};

/// Options of argmax and argmin.
struct ArgOptions {
  int axis            = -1;                    ///< counts from the end when negative
  Ties ties           = Ties::lowest_index;    ///< which of equal elements the index tells
  Nan nan             = Nan::first;            ///< a slice with NaN has its first one; `last`: NaN only where all are
  Zeros zeros         = Zeros::equal;          ///< `ordered`: -0.0 is below +0.0
  RowBounds row_begin = {};                    ///< as in TopkOptions
  RowBounds row_end   = {};                    ///< likewise
  TopkRoute route     = TopkRoute::automatic;  ///< a route that cannot serve the call is an Error
  Workspace workspace = {};
};

/// Options of partition and argpartition.
struct PartitionOptions {
  int axis            = -1;                    ///< counts from the end when negative
  Order order         = Order::ascending;      ///< which elements come before the k-th: the smaller or the greater ones
  Nan nan             = Nan::greatest;         ///< as in a sort
  Zeros zeros         = Zeros::equal;          ///< `ordered`: -0.0 is below +0.0
  TopkRoute route     = TopkRoute::automatic;  ///< of the selection; one that cannot serve the call is an Error
  Workspace workspace = {};
};

/// What the four numbers of a box are, or the two of an interval, or the six of a box in space.
enum class BoxFormat : std::uint8_t {
  corners,     ///< any two opposite corners: (x1, y1, x2, y2)
  center_size  ///< (x, y, width, height)
};

/// The default overlap of two boxes: intersection over union; 0 where that is 0 / 0.
struct BoxOverlap {};

/// A box as an overlap functor sees it: its elements, as they are stored.
template <class T>
class BoxRow {
 public:
  KOKKOS_FUNCTION BoxRow(T const* first, std::int64_t stride, int size)
      : m_first(first), m_stride(stride), m_size(size) {}
  KOKKOS_FUNCTION T const& operator[](int i) const { return m_first[i * m_stride]; }
  KOKKOS_FUNCTION int size() const { return m_size; }

 private:
  T const* m_first;
  std::int64_t m_stride;
  int m_size;
};

/// The routes of the greedy verbs (nms, nms_triples, greedy_select). `explain::nms` names the one a call takes.
enum class GreedyRoute : std::uint8_t {
  automatic,     ///< the first row of the route table that serves the call well
  host_greedy,   ///< host spaces: one slice a thread, boxes against those kept near them, in vectors
  block_greedy,  ///< CUDA, HIP: one slice a block, sorted and gone through in shared memory
  chunk_greedy,  ///< CUDA, HIP: sorted slices in chunks: a block settles one, the whole device clears what lies behind
  team_greedy,   ///< one slice a team, sorted and gone through in scratch
  tile_greedy    ///< sorted slices in chunks, as chunk_greedy
};

/// Options of nms and nms_triples.
///
///     nms(exec, boxes, scores, keep, count, {.iou_threshold = 0.5, .score_threshold = 0.05, .classes = labels});
///     nms(exec, boxes, scores, keep, count, NmsOptions{.overlap = rotated_iou});   // name the type for overlap
template <class Overlap = BoxOverlap>
struct NmsOptions {
  double iou_threshold                   = 0.5;                 ///< boxes that overlap a kept one more than this go
  std::optional<double> score_threshold  = {};                  ///< only greater scores take part
  std::optional<std::int64_t> max_output = {};                  ///< of each row; 0 keeps none
  BoxFormat format                       = BoxFormat::corners;  ///< not with an overlap of your own
  Integers classes                       = {};                  ///< one a score: boxes suppress those of their class
  RowBounds row_begin                    = {};                  ///< first box of each row; where not given, 0
  RowBounds row_end                      = {};                  ///< the one behind the last; not given: all
  GreedyRoute route                      = GreedyRoute::automatic;  ///< a route that cannot serve is an Error
  Workspace workspace                    = {};
  Overlap overlap                        = {};  ///< a number for two BoxRows, called on the execution space
};

/// How scores fall by overlap.
enum class Decay : std::uint8_t {
  gaussian,  ///< by exp(-overlap^2 / sigma)
  linear     ///< by 1 - overlap
};

/// Options of soft_nms.
struct SoftNmsOptions {
  Decay decay                            = Decay::gaussian;
  double sigma                           = 0.5;  ///< gaussian; greater than 0
  double iou_threshold                   = 0.3;  ///< linear: scores fall by greater overlaps alone
  std::optional<double> score_threshold  = {};   ///< only scores that stay greater are kept
  std::optional<std::int64_t> max_output = {};   ///< of each row; 0 keeps none
  BoxFormat format                       = BoxFormat::corners;
  Integers classes                       = {};  ///< as in NmsOptions
  RowBounds row_begin                    = {};  ///< likewise
  RowBounds row_end                      = {};  ///< likewise
  Workspace workspace                    = {};
};

/// Options of matrix_nms.
struct MatrixNmsOptions {
  Decay decay         = Decay::gaussian;
  double sigma        = 0.5;  ///< gaussian; greater than 0
  BoxFormat format    = BoxFormat::corners;
  Integers classes    = {};  ///< as in NmsOptions
  RowBounds row_begin = {};  ///< likewise
  RowBounds row_end   = {};  ///< likewise
  Workspace workspace = {};
};

/// Options of greedy_select.
struct GreedyOptions {
  std::optional<double> score_threshold  = {};                      ///< only greater scores take part
  std::optional<std::int64_t> max_output = {};                      ///< of each row; 0 keeps none
  RowBounds row_begin                    = {};                      ///< first candidate of each row; not given: 0
  RowBounds row_end                      = {};                      ///< the one behind the last; not given: all
  GreedyRoute route                      = GreedyRoute::automatic;  ///< a route that cannot serve is an Error
  Workspace workspace                    = {};
};

/// What NaN is to a reduction.
enum class NanInReduction : std::uint8_t {
  propagate,  ///< a slice with NaN has NaN as its result; arg* tell where the first one is
  ignore      ///< NaN does not count, as if it were not there
};

/// The routes of reduce and softmax. All give the same bits. `explain::reduce` names the one a call takes.
enum class ReduceRoute : std::uint8_t {
  automatic,   ///< the first row of the route table that serves the call well
  team_tiles,  ///< tiles of outputs and lanes of their slices, one a team
  host_tiles   ///< host spaces: each thread walks along memory
};

/// Options of reduce.
///
///     reduce(exec, in, out, {0, 2}, Mean{}, {.keep_dims = true, .nan = NanInReduction::ignore});
///     reduce(exec, in, out, 1, Sum{}, ReduceOptions{.map = Square()});   // name the type for map
template <class Map = Identity>
struct ReduceOptions {
  bool keep_dims      = false;                      ///< reduced axes stay in the outputs, with extent 1
  NanInReduction nan  = NanInReduction::propagate;  ///< of what `map` returns
  Mask where          = {};                         ///< elements that count; where not given, all
  ReduceRoute route   = ReduceRoute::automatic;     ///< a route that cannot serve the call is an Error
  Workspace workspace = {};
  Map map             = {};  ///< x -> map(x) on load, called on the execution space
};

/// Options of softmax and log_softmax.
///
///     softmax(exec, scores, weights, -1, {.where = may_attend});
///     softmax(exec, scores, weights, -1, SoftmaxOptions{.map = Scaled{0.125f}});   // name the type for map
template <class Map = Identity>
struct SoftmaxOptions {
  Mask where          = {};                      ///< elements that take part; where not given, all
  ReduceRoute route   = ReduceRoute::automatic;  ///< as of reduce; one that cannot serve the call is an Error
  Workspace workspace = {};
  Map map             = {};  ///< x -> map(x) on load, called on the execution space
};

/// The routes of cumulative. All give the same bits. `explain::cumulative` names the one a call takes.
enum class CumulativeRoute : std::uint8_t {
  automatic,    ///< the first row of the route table that serves the call well
  host_walk,    ///< host spaces: each thread walks along memory
  thread_walk,  ///< a thread walks along a slice, or a piece of it, beside those of neighbouring slices
  team_tiles    ///< a team reads stretches of slices into scratch, and its threads take runs of them
};

/// Options of cumulative.
///
///     cumulative(exec, in, out, 0, Sum{}, {.exclusive = true, .reverse = true});
///     cumulative(exec, in, out, 0, Sum{}, CumulativeOptions{.map = Square()});   // name the type for map
template <class Map = Identity>
struct CumulativeOptions {
  bool exclusive        = false;                       ///< results are of what lies before an element, itself left out
  bool reverse          = false;                       ///< from the end of the axis to its beginning
  NanInReduction nan    = NanInReduction::propagate;   ///< of what `map` returns
  Mask where            = {};                          ///< elements that count; where not given, all
  CumulativeRoute route = CumulativeRoute::automatic;  ///< a route that cannot serve the call is an Error
  Workspace workspace   = {};
  Map map               = {};  ///< x -> map(x) on load, called on the execution space
};

/// Options of permute.
struct PermuteOptions {
  int axis            = -1;  ///< axis of the index View; counts from the end when negative
  Workspace workspace = {};
};

}  // namespace KokkosAxis
