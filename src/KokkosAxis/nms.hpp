// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosAxis/explain.hpp>
#include <KokkosAxis/impl/algorithm/nms/geometry.hpp>
#include <KokkosAxis/impl/check/nms.hpp>
#include <KokkosAxis/impl/dispatch/greedy_request.hpp>
#include <KokkosAxis/impl/dispatch/run_greedy.hpp>
#include <KokkosAxis/options.hpp>

#include <Kokkos_Core.hpp>
#include <Kokkos_Profiling_ScopedRegion.hpp>

#include <cmath>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <type_traits>

namespace KokkosAxis {

namespace Impl {

/// Hands `then` boxes of one, two or three dimensions.
template <class T, class Real, class Then>
auto with_stored_boxes(std::string_view verb, layout::Strided const& boxes, layout::Strided const& scores,
                       BoxFormat format, Then&& then) {
  check::box_dimensions(verb, boxes);
  auto const with = [&]<int D>(std::integral_constant<int, D>) {
    return then(algorithm::StoredBoxes<Real, D>{.numbers = {boxes.data, sizeof(T), layout::number_kind<T>()},
                                                .at      = dispatch::cut_boxes(boxes, scores),
                                                .stride  = boxes.stride[static_cast<std::size_t>(boxes.rank - 1)],
                                                .center  = format == BoxFormat::center_size});
  };
  switch (boxes.extent[static_cast<std::size_t>(boxes.rank - 1)]) {
    case 2:
      return with(std::integral_constant<int, 1>{});
    case 4:
      return with(std::integral_constant<int, 2>{});
    default:
      return with(std::integral_constant<int, 3>{});
  }
}

/// Hands `then` the geometry of a call: boxes and a threshold, or the caller's overlap.
template <class T, class Overlap, class Then>
auto with_box_geometry(std::string_view verb, layout::Strided const& boxes, layout::Strided const& scores,
                       NmsOptions<Overlap> const& options, Then&& then) {
  if constexpr (std::same_as<Overlap, BoxOverlap>) {
    using Real = std::conditional_t<layout::fits_float<T>, float, double>;
    check::threshold_in_range(verb, "iou_threshold", options.iou_threshold, 0, 1);
    return with_stored_boxes<T, Real>(verb, boxes, scores, options.format,
                                      [&]<int D>(algorithm::StoredBoxes<Real, D> const& stored) {
                                        return then(algorithm::BoxGeometry<Real, D>(stored, options.iou_threshold));
                                      });
  } else {
    expects(!std::isnan(options.iou_threshold), verb, "iou_threshold is NaN; it must be a number");
    expects(options.format == BoxFormat::corners, verb,
            "format cannot be given together with overlap, which reads the numbers of boxes alone; leave it out");
    auto const last = static_cast<std::size_t>(boxes.rank - 1);
    return then(algorithm::OverlapGeometry<T, Overlap>{.boxes     = static_cast<T const*>(boxes.data),
                                                       .at        = dispatch::cut_boxes(boxes, scores),
                                                       .stride    = boxes.stride[last],
                                                       .size      = static_cast<int>(boxes.extent[last]),
                                                       .threshold = options.iou_threshold,
                                                       .overlap   = options.overlap});
  }
}

/// The types of boxes and scores, and the values that all verbs of boxes share.
template <class Exec, class Boxes, class Scores, class Overlap, class Options>
void check_boxes(std::string_view verb, layout::Strided const& boxes, layout::Strided const& scores,
                 Options const& options) {
  using T = typename Boxes::non_const_value_type;
  check::score_view<Exec, Scores>();
  check::box_view<Exec, Boxes, Scores>();
  if constexpr (std::same_as<Overlap, BoxOverlap>)
    check::box_numbers<Boxes>();
  else
    check::overlap_of<T, Overlap>();
  check::boxes_fit(verb, boxes, scores);
  check::candidates_supported(verb, scores.extent[scores.rank - 1]);
  check::rows_of_scores<Exec>(verb, scores, options);
  check::box_classes<Exec>(verb, scores, options.classes);
}

/// Checks a call of nms and hands what is left of it to `then`.
template <class Exec, class Boxes, class Scores, class Keep, class Count, class Overlap, class Then>
auto with_nms(Exec const& exec, Boxes const& boxes_view, Scores const& scores_view, Keep const& keep_view,
              Count const& count_view, NmsOptions<Overlap> const& options, Then&& then) {
  constexpr std::string_view verb = "nms";
  layout::Strided const boxes = layout::describe(boxes_view), scores = layout::describe(scores_view);
  layout::Strided const keep = layout::describe(keep_view), count = layout::describe(count_view);
  check_boxes<Exec, Boxes, Scores, Overlap>(verb, boxes, scores, options);
  check::greedy_limits(verb, options);
  check::kept_output<Exec, Scores, Keep, Count>();
  std::int64_t const length = scores.extent[scores.rank - 1], most = check::most_kept(length, options.max_output);
  check::keep_fits(verb, scores, keep, most);
  check::index_wide_enough<typename Keep::non_const_value_type>(verb, length);
  check::count_fits<typename Count::non_const_value_type>(verb, scores, count, most);
  auto apart = check::apart_from_boxes(verb, boxes, scores, options);
  apart.output("keep", keep);
  apart.output("count", count);

  using Score  = typename Scores::non_const_value_type;
  auto data    = dispatch::greedy_data<Score>(scores, most, options.score_threshold, options);
  data.classes = dispatch::class_array(options.classes);
  dispatch::give_outputs(data, keep, count);
  return with_box_geometry<typename Boxes::non_const_value_type>(
      verb, boxes, scores, options, [&]<class Geometry>(Geometry const& geometry) {
        return then(dispatch::RunGreedy<Exec, Geometry, dispatch::score_code_t<Score>>(
            verb, exec, data, geometry, options.route, options.workspace));
      });
}

}  // namespace Impl

/// Non-maximum suppression: from the best score on, each box that is still there is kept, and all that overlap it by
/// more than a threshold go.
///
///     KokkosAxis::nms(exec, boxes, scores, keep, count, {.iou_threshold = 0.5, .score_threshold = 0.05});
///
/// - Shapes: `scores` is (..., n), and `boxes` (..., n, 4): two opposite corners, whichever, or centre and size
///   (`format`). Of 2 numbers they are intervals, of 6 boxes in space. With scores (..., classes, n), `boxes` can also
///   be (..., n, 4), shared by all classes. `keep` is (..., m) with room for all that can be kept, m >= min(n,
///   max_output), and `count` (...). Rows are independent; `row_begin` and `row_end` say how many boxes each has.
/// - Which: overlap is intersection over union, and 0 where that is 0 / 0; it has to be greater than `iou_threshold`.
///   Boxes of different `classes` leave each other alone; classes are compared as integers. Only scores greater than
///   `score_threshold`, as real numbers, take part, and no score that is NaN. A box with a NaN overlaps nothing, as
///   does one of infinite area. One whose area leaves the range of normal numbers of the arithmetic may overlap
///   nothing.
/// - `keep` holds positions in their row (`row_begin` not taken off), by descending score and, of equal scores, lowest
///   position first, classes or not, and then -1. `count` says how many they are, at most `max_output`.
/// - Arithmetic: corners and overlaps are of float precision; of double where boxes are of double or of integers of 4
///   bytes or more. What is compared is the quotient of intersection and union, rounded to that precision once, with
///   `iou_threshold` rounded likewise: boxes of sides 7 and 10 do not go at a threshold of 0.7, however large they are.
///   No division is done, and every compiler decides alike: where it is close in twice the precision of double, which
///   is exact if areas have 106 bits.
/// - `.overlap`: a functor of your own of two BoxRows, that of the kept box first, which gives the number to compare
///   with `iou_threshold`. Boxes can then be rows of anything, such as rotated ones of 5 numbers.
/// - Touches: reads the inputs, writes every element of `keep` and `count`, which share no memory with anything else.
/// - Deterministic: the same result on every run, every route and every execution space.
/// - Asynchronous on `exec`: no fence, no other instance. `workspace_bytes::nms` bytes of Workspace make the call free
///   of allocations. Short rows of a device take none; others about 30 to 270 bytes a box; on hosts each
///   thread has room for a row of its own, about 70 bytes a box of it. No memory grows with n^2.
/// - Cost: a sort, and about as many tests as there are pairs of a kept box and a later one that is still there; routes
///   of chunks and words also test up to 1023 neighbours of each in the order of scores. On hosts only boxes that lie
///   near each other are tested.
/// - Errors: extents that do not fit, a threshold out of range, an index type too narrow, overlap in memory, a route
///   that cannot serve the call, a Workspace too small.
/// - Source: greedy suppression in words of 64 candidates, without the matrix over all pairs that Oro, Fernández,
///   Saeta, Martorell, Hernando, "Work-efficient parallel non-maximum suppression kernels", 2020, reduce.
template <ExecutionSpace Exec, class Boxes, class Scores, class Keep, class Count, class Overlap = BoxOverlap>
  requires(Kokkos::is_view_v<Boxes> && Kokkos::is_view_v<Scores> && Kokkos::is_view_v<Keep> && Kokkos::is_view_v<Count>)
void nms(Exec const& exec, Boxes const& boxes, Scores const& scores, Keep const& keep, Count const& count,
         NmsOptions<Overlap> const& options = {}) {
  Kokkos::Profiling::ScopedRegion region("KokkosAxis::nms");
  Impl::with_nms(exec, boxes, scores, keep, count, options, [](auto const& call) { call.run(); });
}

namespace explain {

/// How `nms` would run with these arguments.
template <ExecutionSpace Exec, class Boxes, class Scores, class Keep, class Count, class Overlap = BoxOverlap>
Explanation nms(Exec const& exec, Boxes const& boxes, Scores const& scores, Keep const& keep, Count const& count,
                NmsOptions<Overlap> const& options = {}) {
  return Impl::with_nms(exec, boxes, scores, keep, count, options, [](auto const& call) { return call.explain(); });
}

}  // namespace explain

namespace workspace_bytes {

/// Bytes that a Workspace for this call must have.
template <ExecutionSpace Exec, class Boxes, class Scores, class Keep, class Count, class Overlap = BoxOverlap>
std::size_t nms(Exec const& exec, Boxes const& boxes, Scores const& scores, Keep const& keep, Count const& count,
                NmsOptions<Overlap> const& options = {}) {
  return explain::nms(exec, boxes, scores, keep, count, options).workspace_bytes;
}

}  // namespace workspace_bytes

}  // namespace KokkosAxis
