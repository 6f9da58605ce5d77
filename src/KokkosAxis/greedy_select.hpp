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

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <type_traits>

namespace KokkosAxis {

namespace Impl {

/// Checks a call of greedy_select and hands what is left of it to `then`.
template <class Exec, class Scores, class Suppress, class Keep, class Count, class Then>
auto with_greedy_select(Exec const& exec, Scores const& scores_view, Suppress const& suppress, Keep const& keep_view,
                        Count const& count_view, GreedyOptions const& options, Then&& then) {
  constexpr std::string_view verb = "greedy_select";
  check::score_view<Exec, Scores>();
  check::suppress_of<Suppress>();
  check::kept_output<Exec, Scores, Keep, Count>();
  layout::Strided const scores = layout::describe(scores_view);
  layout::Strided const keep = layout::describe(keep_view), count = layout::describe(count_view);
  std::int64_t const length = scores.extent[scores.rank - 1], most = check::most_kept(length, options.max_output);
  check::candidates_supported(verb, length);
  check::rows_of_scores<Exec>(verb, scores, options);
  check::greedy_limits(verb, options);
  check::keep_fits(verb, scores, keep, most);
  check::index_wide_enough<typename Keep::non_const_value_type>(verb, length);
  check::count_fits<typename Count::non_const_value_type>(verb, scores, count, most);
  check::Apart apart(verb);
  apart.input("scores", scores);
  apart.input("row_begin", options.row_begin);
  apart.input("row_end", options.row_end);
  apart.output("keep", keep);
  apart.output("count", count);

  using Score    = typename Scores::non_const_value_type;
  using Geometry = algorithm::PositionGeometry<Suppress>;
  using Code     = dispatch::score_code_t<Score>;
  auto data      = dispatch::greedy_data<Score>(scores, most, options.score_threshold, options);
  dispatch::give_outputs(data, keep, count);
  return then(dispatch::RunGreedy<Exec, Geometry, Code>(verb, exec, data, Geometry{suppress}, options.route,
                                                        options.workspace));
}

}  // namespace Impl

/// Greedy selection, the pattern behind non-maximum suppression: the best candidate that is still there is kept and
/// suppresses others, again and again until none is left.
///
///     greedy_select(exec, density, KOKKOS_LAMBDA(std::int64_t peak, std::int64_t other) {
///                     return distance(peak, other) < r; }, keep, count, {.score_threshold = 200.0});
///
/// - Shapes: `scores` is (..., n), `keep` (..., m) with room for all that can be kept, m >= min(n, max_output), and
///   `count` (...). Rows are independent.
/// - `suppress(winner, candidate)`, or `suppress(row, winner, candidate)` where rows matter, is asked on the execution
///   space about positions along the last axis of `scores`, the winner's score being the better one or as good; rows
///   count in C order, the last of the other axes fastest. It depends on nothing but its arguments, may be asked of any
///   two candidates that take part, in any order and more than once, and need not be symmetric or transitive.
/// - Which take part, what `keep` and `count` hold, determinism, touches and errors: as nms.
/// - Asynchronous on `exec`: no fence, no other instance. `workspace_bytes::greedy_select` bytes of Workspace make the
///   call free of allocations.
/// - Cost: a sort, and one call of `suppress` for every pair of a kept candidate and a later one that is still there;
///   routes of chunks and words also ask about up to 1023 neighbours of each in the order of scores.
template <ExecutionSpace Exec, class Scores, class Suppress, class Keep, class Count>
  requires(Kokkos::is_view_v<Scores> && Kokkos::is_view_v<Keep> && Kokkos::is_view_v<Count>)
void greedy_select(Exec const& exec, Scores const& scores, Suppress const& suppress, Keep const& keep,
                   Count const& count, GreedyOptions const& options = {}) {
  Kokkos::Profiling::ScopedRegion region("KokkosAxis::greedy_select");
  Impl::with_greedy_select(exec, scores, suppress, keep, count, options, [](auto const& call) { call.run(); });
}

namespace explain {

/// How `greedy_select` would run with these arguments.
template <ExecutionSpace Exec, class Scores, class Suppress, class Keep, class Count>
Explanation greedy_select(Exec const& exec, Scores const& scores, Suppress const& suppress, Keep const& keep,
                          Count const& count, GreedyOptions const& options = {}) {
  return Impl::with_greedy_select(exec, scores, suppress, keep, count, options,
                                  [](auto const& call) { return call.explain(); });
}

}  // namespace explain

namespace workspace_bytes {

/// Bytes that a Workspace for this call must have.
template <ExecutionSpace Exec, class Scores, class Suppress, class Keep, class Count>
std::size_t greedy_select(Exec const& exec, Scores const& scores, Suppress const& suppress, Keep const& keep,
                          Count const& count, GreedyOptions const& options = {}) {
  return explain::greedy_select(exec, scores, suppress, keep, count, options).workspace_bytes;
}

}  // namespace workspace_bytes

}  // namespace KokkosAxis
