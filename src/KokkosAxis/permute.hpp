// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosAxis/explain.hpp>
#include <KokkosAxis/impl/check/axes.hpp>
#include <KokkosAxis/impl/check/value_views.hpp>
#include <KokkosAxis/impl/dispatch/run_permute.hpp>
#include <KokkosAxis/options.hpp>

#include <Kokkos_Core.hpp>
#include <Kokkos_Profiling_ScopedRegion.hpp>

#include <cstddef>
#include <string>
#include <vector>

namespace KokkosAxis {

namespace Impl {

/// Checks a call of permute and hands its steps, `steps(stage)`, to `then`.
template <class Exec, class Index, class In, class Out, class Then>
auto with_permute(Index const& index, In const& in, Out const& out, PermuteOptions const& options, Then&& then) {
  check::index_input<Exec, Index>();
  layout::Strided const positions = layout::describe(index);
  int const axis                  = check::axis("permute", options.axis, positions.rank);
  check::length_supported("permute", positions.extent[axis]);
  check::index_wide_enough<typename Index::non_const_value_type>("permute", positions.extent[axis]);

  auto const pairs = check::describe_pairs<Exec>(in, out);
  check::value_pairs("permute", "index", positions, pairs);
  std::vector<dispatch::MovedView> views;
  for (auto const& [from, to] : pairs) views.push_back({from, to});
  return then([&](auto& stage) { dispatch::run_permute(stage, positions, axis, views); });
}

}  // namespace Impl

/// Applies positions along an axis to many Views at once: out[..., i, ...] = in[..., index[..., i], ...].
///
///     KokkosAxis::permute(exec, index, std::tie(a, b), std::tie(a_out, b_out), {.axis = 0});
///     KokkosAxis::permute(exec, index, std::tie(id, position, velocity));   // in place
///
/// - Shapes: `in` and `out` are Views or std::tuples of Views (std::tie) of any trivially copyable element types and
///   ranks. The first extents of each equal those of `index`; further axes are carried along. `options.axis` counts in
///   `index`. An index View with stride 0 serves for all slices alike.
/// - `index` need not be a permutation. An element whose index is negative or past the axis is left as it was.
/// - Touches: reads `index` and `in`, writes `out`. Each output may be its own input (in place) but not overlap any
///   View otherwise.
/// - One launch for up to ten Views, one more if any is in place. Deterministic. Asynchronous on `exec`, no fence.
/// - Workspace: a copy of each View that is permuted in place, otherwise none.
/// - Errors (before anything is launched or written): axis out of range, extents that do not fit, overlap, an output
///   with stride 0, an index type too narrow for the axis, a workspace that is too small.
/// - Complexity: every element is read and written once, twice in place.
template <ExecutionSpace Exec, class Index, Impl::check::OneOrMoreViews In, Impl::check::OneOrMoreViews Out>
  requires(Kokkos::is_view_v<Index>)
void permute(Exec const& exec, Index const& index, In const& in, Out const& out, PermuteOptions const& options = {}) {
  Kokkos::Profiling::ScopedRegion region("KokkosAxis::permute");
  Impl::with_permute<Exec>(index, in, out, options,
                           [&](auto&& steps) { Impl::dispatch::run_steps("permute", exec, options.workspace, steps); });
}

/// In place: as above with every output its input.
template <ExecutionSpace Exec, class Index, Impl::check::OneOrMoreViews Views>
  requires(Kokkos::is_view_v<Index>)
void permute(Exec const& exec, Index const& index, Views const& views, PermuteOptions const& options = {}) {
  permute(exec, index, views, views, options);
}

namespace explain {

/// How `permute` would run with these arguments.
template <ExecutionSpace Exec, class Index, Impl::check::OneOrMoreViews In, Impl::check::OneOrMoreViews Out>
  requires(Kokkos::is_view_v<Index>)
Explanation permute(Exec const& exec, Index const& index, In const& in, Out const& out,
                    PermuteOptions const& options = {}) {
  return Impl::with_permute<Exec>(index, in, out, options, [&](auto&& steps) {
    return Explanation{.verb            = "permute",
                       .slices          = Impl::check::extents(Impl::layout::describe(index)),
                       .route           = "gather",
                       .why             = "every View in the order of its output's memory",
                       .tuning          = "none",
                       .workspace_bytes = Impl::dispatch::count_scratch(exec, steps)};
  });
}

template <ExecutionSpace Exec, class Index, Impl::check::OneOrMoreViews Views>
  requires(Kokkos::is_view_v<Index>)
Explanation permute(Exec const& exec, Index const& index, Views const& views, PermuteOptions const& options = {}) {
  return explain::permute(exec, index, views, views, options);
}

}  // namespace explain

namespace workspace_bytes {

/// Bytes that a Workspace for this call of `permute` must have.
template <ExecutionSpace Exec, class Index, Impl::check::OneOrMoreViews In, Impl::check::OneOrMoreViews Out>
  requires(Kokkos::is_view_v<Index>)
std::size_t permute(Exec const& exec, Index const& index, In const& in, Out const& out,
                    PermuteOptions const& options = {}) {
  return explain::permute(exec, index, in, out, options).workspace_bytes;
}

template <ExecutionSpace Exec, class Index, Impl::check::OneOrMoreViews Views>
  requires(Kokkos::is_view_v<Index>)
std::size_t permute(Exec const& exec, Index const& index, Views const& views, PermuteOptions const& options = {}) {
  return explain::permute(exec, index, views, views, options).workspace_bytes;
}

}  // namespace workspace_bytes

}  // namespace KokkosAxis
