// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosAxis/explain.hpp>
#include <KokkosAxis/impl/dispatch/run_decay.hpp>
#include <KokkosAxis/nms.hpp>
#include <KokkosAxis/options.hpp>

#include <Kokkos_Core.hpp>
#include <Kokkos_Profiling_ScopedRegion.hpp>

#include <cstddef>
#include <cstdint>
#include <limits>
#include <string_view>
#include <type_traits>

namespace KokkosAxis {

namespace Impl {

/// Scores are computed in double where boxes or scores need it.
template <class Boxes, class Scores>
using decay_real_t = std::conditional_t<layout::fits_float<typename Boxes::non_const_value_type> &&
                                            layout::fits_float<typename Scores::non_const_value_type>,
                                        float, double>;

inline layout::NumberSink number_sink(layout::Strided const& s) {
  return {.data = s.data, .wide = s.element_bytes == 8, .at = dispatch::cut_rows(s)};
}

/// Checks a call of soft_nms and hands what is left of it to `then`.
template <class Exec, class Boxes, class Scores, class Keep, class KeptScores, class Count, class Then>
auto with_soft_nms(Exec const& exec, Boxes const& boxes_view, Scores const& scores_view, Keep const& keep_view,
                   KeptScores const& kept_scores_view, Count const& count_view, SoftNmsOptions const& options,
                   Then&& then) {
  constexpr std::string_view verb = "soft_nms";
  layout::Strided const boxes = layout::describe(boxes_view), scores = layout::describe(scores_view);
  layout::Strided const keep = layout::describe(keep_view), kept_scores = layout::describe(kept_scores_view);
  layout::Strided const count = layout::describe(count_view);
  check_boxes<Exec, Boxes, Scores, BoxOverlap>(verb, boxes, scores, options);
  check::greedy_limits(verb, options);
  check::kept_output<Exec, Scores, Keep, Count>();
  check::real_output<Exec, Scores, KeptScores>();
  check::threshold_in_range(verb, "iou_threshold", options.iou_threshold, 0, 1);
  check::sigma_positive<decay_real_t<Boxes, Scores>>(verb, options.sigma);
  std::int64_t const length = scores.extent[static_cast<std::size_t>(scores.rank - 1)],
                     most   = check::most_kept(length, options.max_output);
  check::keep_fits(verb, scores, keep, most);
  check::same_extents(verb, "keep", keep, "kept_scores", kept_scores);
  check::distinct_elements(verb, "kept_scores", kept_scores);
  check::index_wide_enough<typename Keep::non_const_value_type>(verb, length);
  check::count_fits<typename Count::non_const_value_type>(verb, scores, count, most);
  auto apart = check::apart_from_boxes(verb, boxes, scores, options);
  apart.output("keep", keep);
  apart.output("kept_scores", kept_scores);
  apart.output("count", count);

  using Real   = decay_real_t<Boxes, Scores>;
  auto data    = dispatch::greedy_data<typename Scores::non_const_value_type>(scores, most, {}, options);
  data.classes = dispatch::class_array(options.classes);
  dispatch::give_outputs(data, keep, count);
  return with_stored_boxes<typename Boxes::non_const_value_type, Real>(
      verb, boxes, scores, options.format, [&]<int D>(algorithm::StoredBoxes<Real, D> const& stored) {
        using Steps = dispatch::SoftSteps<Exec, Real, D>;
        Steps const steps{
            .boxes       = stored,
            .decay       = {options.decay, static_cast<Real>(options.sigma), static_cast<Real>(options.iou_threshold)},
            .bounded     = options.score_threshold.has_value(),
            .least       = static_cast<Real>(options.score_threshold.value_or(0)),
            .kept_scores = number_sink(kept_scores)};
        return then(dispatch::RunDecay<Exec, Steps>(verb, exec, data, options.workspace, steps));
      });
}

}  // namespace Impl

/// Non-maximum suppression whose boxes do not go but fall: the best one is kept, the scores of all others of its class
/// fall by their overlap with it, and so again until none is left whose score is enough.
///
///     KokkosAxis::soft_nms(exec, boxes, scores, keep, kept_scores, count, {.sigma = 0.5, .score_threshold = 0.001});
///
/// - Shapes: as nms; `kept_scores`, of float or double, has the extents of `keep`.
/// - `keep` holds positions in the order in which they are kept, and then -1, `kept_scores` the scores that they had
///   then, and then 0. Of equal scores the lowest position comes first. NaN is never kept, as in nms.
/// - Scores, which must be finite, are multiplied by exp(-overlap^2 / sigma), or by 1 - overlap where that is greater
///   than `iou_threshold`: negative ones rise. They are compared with `score_threshold` as they have fallen, both in
///   the precision of the arithmetic.
/// - Arithmetic: in float; in double where boxes or scores are of double or of integers of 4 bytes or more. The
///   exponential is the library's own, so results are the same bits everywhere.
/// - Touches, determinism, asynchrony and errors: as nms. The workspace holds a box and a score for each candidate.
/// - Cost: as many passes over a row as are kept of it, one team a row: for rows of up to some thousand.
/// - Source: Bodla, Singh, Chellappa, Davis, "Soft-NMS: improving object detection with one line of code", 2017.
template <ExecutionSpace Exec, class Boxes, class Scores, class Keep, class KeptScores, class Count>
  requires(Kokkos::is_view_v<Boxes> && Kokkos::is_view_v<Scores> && Kokkos::is_view_v<Keep> &&
           Kokkos::is_view_v<KeptScores> && Kokkos::is_view_v<Count>)
void soft_nms(Exec const& exec, Boxes const& boxes, Scores const& scores, Keep const& keep,
              KeptScores const& kept_scores, Count const& count, SoftNmsOptions const& options = {}) {
  Kokkos::Profiling::ScopedRegion region("KokkosAxis::soft_nms");
  Impl::with_soft_nms(exec, boxes, scores, keep, kept_scores, count, options, [](auto const& call) { call.run(); });
}

namespace explain {

/// How `soft_nms` would run with these arguments.
template <ExecutionSpace Exec, class Boxes, class Scores, class Keep, class KeptScores, class Count>
Explanation soft_nms(Exec const& exec, Boxes const& boxes, Scores const& scores, Keep const& keep,
                     KeptScores const& kept_scores, Count const& count, SoftNmsOptions const& options = {}) {
  return Impl::with_soft_nms(exec, boxes, scores, keep, kept_scores, count, options,
                             [](auto const& call) { return call.explain(); });
}

}  // namespace explain

namespace workspace_bytes {

/// Bytes that a Workspace for this call must have.
template <ExecutionSpace Exec, class Boxes, class Scores, class Keep, class KeptScores, class Count>
std::size_t soft_nms(Exec const& exec, Boxes const& boxes, Scores const& scores, Keep const& keep,
                     KeptScores const& kept_scores, Count const& count, SoftNmsOptions const& options = {}) {
  return explain::soft_nms(exec, boxes, scores, keep, kept_scores, count, options).workspace_bytes;
}

}  // namespace workspace_bytes

}  // namespace KokkosAxis
