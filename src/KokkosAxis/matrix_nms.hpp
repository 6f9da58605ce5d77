// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosAxis/explain.hpp>
#include <KokkosAxis/impl/dispatch/run_decay.hpp>
#include <KokkosAxis/options.hpp>
#include <KokkosAxis/soft_nms.hpp>

#include <Kokkos_Core.hpp>
#include <Kokkos_Profiling_ScopedRegion.hpp>

#include <cstddef>
#include <string_view>

namespace KokkosAxis {

namespace Impl {

/// Checks a call of matrix_nms and hands what is left of it to `then`.
template <class Exec, class Boxes, class Scores, class Decayed, class Then>
auto with_matrix_nms(Exec const& exec, Boxes const& boxes_view, Scores const& scores_view, Decayed const& decayed_view,
                     MatrixNmsOptions const& options, Then&& then) {
  constexpr std::string_view verb = "matrix_nms";
  layout::Strided const boxes = layout::describe(boxes_view), scores = layout::describe(scores_view);
  layout::Strided const decayed = layout::describe(decayed_view);
  check_boxes<Exec, Boxes, Scores, BoxOverlap>(verb, boxes, scores, options);
  check::real_output<Exec, Scores, Decayed>();
  check::sigma_positive<decay_real_t<Boxes, Scores>>(verb, options.sigma);
  check::same_extents(verb, "scores", scores, "decayed", decayed);
  check::distinct_elements(verb, "decayed", decayed);
  auto apart = check::apart_from_boxes(verb, boxes, scores, options);
  apart.output("decayed", decayed);

  using Real   = decay_real_t<Boxes, Scores>;
  auto data    = dispatch::greedy_data<typename Scores::non_const_value_type>(scores, 0, {}, options);
  data.classes = dispatch::class_array(options.classes);
  return with_stored_boxes<typename Boxes::non_const_value_type, Real>(
      verb, boxes, scores, options.format, [&]<int D>(algorithm::StoredBoxes<Real, D> const& stored) {
        using Steps = dispatch::MatrixSteps<Exec, Real, D>;
        Steps const steps{.boxes   = stored,
                          .decay   = {options.decay, static_cast<Real>(options.sigma), 0},
                          .decayed = number_sink(decayed)};
        return then(dispatch::RunDecay<Exec, Steps>(verb, exec, data, options.workspace, steps));
      });
}

}  // namespace Impl

/// Scores that have fallen by the overlap of their boxes with better ones of their class, all at once: what soft_nms
/// does one after the other, here for all pairs side by side. Take the best of them with topk.
///
///     KokkosAxis::matrix_nms(exec, boxes, scores, decayed, {.sigma = 0.5});
///
/// - Shapes: boxes and scores as nms; `decayed`, of float or double, has the extents of `scores`.
/// - A score, which must be finite, falls by the least quotient f(overlap with a better box) / f(most that this one
/// overlaps a better one), 1
///   at most, f being exp(-overlap^2 / sigma) or 1 - overlap. Better means a greater score, or an equal one at a lower
///   position. A better box that itself lies wholly on a better one takes no part in the linear one.
/// - Elements that are NaN or lie outside `row_begin` and `row_end` stay as they are, and let others be.
/// - Arithmetic, touches, determinism, asynchrony and errors: as soft_nms. The workspace holds 35 to 170 bytes a box.
/// - Cost: a sort, and each pair of boxes of a class twice.
/// - Source: Wang, Zhang, Kong, Li, Shen, "SOLOv2: dynamic and fast instance segmentation", 2020; its sigma is 1 /
///   sigma.
template <ExecutionSpace Exec, class Boxes, class Scores, class Decayed>
  requires(Kokkos::is_view_v<Boxes> && Kokkos::is_view_v<Scores> && Kokkos::is_view_v<Decayed>)
void matrix_nms(Exec const& exec, Boxes const& boxes, Scores const& scores, Decayed const& decayed,
                MatrixNmsOptions const& options = {}) {
  Kokkos::Profiling::ScopedRegion region("KokkosAxis::matrix_nms");
  Impl::with_matrix_nms(exec, boxes, scores, decayed, options, [](auto const& call) { call.run(); });
}

namespace explain {

/// How `matrix_nms` would run with these arguments.
template <ExecutionSpace Exec, class Boxes, class Scores, class Decayed>
Explanation matrix_nms(Exec const& exec, Boxes const& boxes, Scores const& scores, Decayed const& decayed,
                       MatrixNmsOptions const& options = {}) {
  return Impl::with_matrix_nms(exec, boxes, scores, decayed, options, [](auto const& call) { return call.explain(); });
}

}  // namespace explain

namespace workspace_bytes {

/// Bytes that a Workspace for this call must have.
template <ExecutionSpace Exec, class Boxes, class Scores, class Decayed>
std::size_t matrix_nms(Exec const& exec, Boxes const& boxes, Scores const& scores, Decayed const& decayed,
                       MatrixNmsOptions const& options = {}) {
  return explain::matrix_nms(exec, boxes, scores, decayed, options).workspace_bytes;
}

}  // namespace workspace_bytes

}  // namespace KokkosAxis
