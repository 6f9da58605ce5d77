// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosAxis/explain.hpp>
#include <KokkosAxis/impl/dispatch/run_triples.hpp>
#include <KokkosAxis/nms.hpp>
#include <KokkosAxis/options.hpp>

#include <Kokkos_Core.hpp>
#include <Kokkos_Profiling_ScopedRegion.hpp>

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace KokkosAxis {

namespace Impl {

/// Checks a call of nms_triples and hands what is left of it to `then`.
template <class Exec, class Boxes, class Scores, class Triples, class Count, class Overlap, class Then>
auto with_nms_triples(Exec const& exec, Boxes const& boxes_view, Scores const& scores_view, Triples const& triples_view,
                      Count const& count_view, NmsOptions<Overlap> const& options, Then&& then) {
  constexpr std::string_view verb = "nms_triples";
  check::triple_output<Exec, Scores, Triples, Count>();
  layout::Strided const boxes = layout::describe(boxes_view), scores = layout::describe(scores_view);
  layout::Strided const triples = layout::describe(triples_view), count = layout::describe(count_view);
  check_boxes<Exec, Boxes, Scores, Overlap>(verb, boxes, scores, options);
  check::greedy_limits(verb, options);
  std::int64_t const length = scores.extent[2], most = check::most_kept(length, options.max_output);
  check::triples_fit<typename Triples::non_const_value_type>(verb, scores, triples, most);
  check::number_fits<typename Count::non_const_value_type>(verb, "count", scores.extent[0] * scores.extent[1] * most);
  auto apart = check::apart_from_boxes(verb, boxes, scores, options);
  apart.output("triples", triples);
  apart.output("count", count);

  using Score  = typename Scores::non_const_value_type;
  auto data    = dispatch::greedy_data<Score>(scores, most, options.score_threshold, options);
  data.classes = dispatch::class_array(options.classes);
  return with_box_geometry<typename Boxes::non_const_value_type>(
      verb, boxes, scores, options, [&]<class Geometry>(Geometry const& geometry) {
        return then(dispatch::RunTriples<Exec, Geometry, dispatch::score_code_t<Score>>(
            verb, exec, data, geometry, options.route, options.workspace, scores.extent[1], triples, count));
      });
}

}  // namespace Impl

/// Non-maximum suppression of each class of each image, with one list for all: as NonMaxSuppression of ONNX.
///
///     KokkosAxis::nms_triples(exec, boxes, scores, triples, count, {.iou_threshold = 0.5, .max_output = 20});
///
/// - Shapes: `scores` is (images, classes, n), `boxes` (images, n, 4), or (images, classes, n, 4) where classes have
///   boxes of their own. `triples` is (m, 3), m >= images * classes * min(n, max_output), and `count` of rank 0.
/// - `triples` holds (image, class, box): images in order, classes in order in an image, and in a class by descending
///   score and lowest position first; behind the last one -1. `count` says how many they are. `max_output` is of each
///   class.
/// - Everything else as nms; the workspace holds about 16 bytes more for all that can be kept.
template <ExecutionSpace Exec, class Boxes, class Scores, class Triples, class Count, class Overlap = BoxOverlap>
  requires(Kokkos::is_view_v<Boxes> && Kokkos::is_view_v<Scores> && Kokkos::is_view_v<Triples> &&
           Kokkos::is_view_v<Count>)
void nms_triples(Exec const& exec, Boxes const& boxes, Scores const& scores, Triples const& triples, Count const& count,
                 NmsOptions<Overlap> const& options = {}) {
  Kokkos::Profiling::ScopedRegion region("KokkosAxis::nms_triples");
  Impl::with_nms_triples(exec, boxes, scores, triples, count, options, [](auto const& call) { call.run(); });
}

namespace explain {

/// How `nms_triples` would run with these arguments.
template <ExecutionSpace Exec, class Boxes, class Scores, class Triples, class Count, class Overlap = BoxOverlap>
Explanation nms_triples(Exec const& exec, Boxes const& boxes, Scores const& scores, Triples const& triples,
                        Count const& count, NmsOptions<Overlap> const& options = {}) {
  return Impl::with_nms_triples(exec, boxes, scores, triples, count, options,
                                [](auto const& call) { return call.explain(); });
}

}  // namespace explain

namespace workspace_bytes {

/// Bytes that a Workspace for this call must have.
template <ExecutionSpace Exec, class Boxes, class Scores, class Triples, class Count, class Overlap = BoxOverlap>
std::size_t nms_triples(Exec const& exec, Boxes const& boxes, Scores const& scores, Triples const& triples,
                        Count const& count, NmsOptions<Overlap> const& options = {}) {
  return explain::nms_triples(exec, boxes, scores, triples, count, options).workspace_bytes;
}

}  // namespace workspace_bytes

}  // namespace KokkosAxis
