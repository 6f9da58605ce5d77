// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosAxis/axes.hpp>
#include <KokkosAxis/explain.hpp>
#include <KokkosAxis/impl/check/elementwise.hpp>
#include <KokkosAxis/impl/check/reduce.hpp>
#include <KokkosAxis/impl/dispatch/run_reduce.hpp>
#include <KokkosAxis/impl/layout/reducers/softmax.hpp>
#include <KokkosAxis/options.hpp>

#include <Kokkos_Core.hpp>
#include <Kokkos_Profiling_ScopedRegion.hpp>

#include <cstddef>
#include <string_view>
#include <type_traits>

namespace KokkosAxis {

namespace Impl {

/// Checks a call of softmax or log_softmax and hands what is left of it to `then`.
template <bool Log, class Exec, class In, class Out, class Map, class Then>
auto with_softmax(std::string_view verb, Exec const& exec, In const& in, Out const& out, Axes const& axes,
                  SoftmaxOptions<Map> const& options, Then&& then) {
  using T = typename In::non_const_value_type;
  check::input_view<Exec, In>();
  check::elementwise_output<Exec, In, Out>();
  static_assert(check::can_project<T, Map>(), "KokkosAxis: .map must be callable with a const element");
  using V = layout::projected_t<Map, T>;
  check::softmax_types<V, typename Out::value_type>();
  using Reducer = reducers::Softmax<V, Log>;
  using Data    = layout::ReduceData<T, Reducer, Map, typename Out::value_type>;

  auto const from = layout::describe(in), to = layout::describe(out);
  auto const reduced = check::axis_set(verb, axes, from.rank);
  check::elements_supported(verb, from);
  check::mask<Exec>(verb, options.where, from);
  check::elementwise_output<In, Out>(verb, "out", from, options.where, to);

  auto const mask = options.where.given() ? options.where.where() : layout::Strided{};
  Data data{{.in      = in.data(),
             .mask    = static_cast<bool const*>(mask.data),
             .reducer = {},
             .map     = options.map,
             .sinks   = layout::sinks(out.data())}};
  layout::lay_out(data, from, mask, &to, reduced, to.stride);
  return then(
      dispatch::RunReduce<Exec, Data, algorithm::ToElements<Log>>(exec, verb, data, options.route, options.workspace));
}

}  // namespace Impl

/// exp(x) of each element, divided by the sum of exp over its slice along a set of axes.
///
///     KokkosAxis::softmax(exec, logits, probabilities, -1);
///     KokkosAxis::softmax(exec, scores, scores, {2, 3}, {.where = may_attend});
///
/// - Axes: one, a set `{0, 2}`, or `all_axes`; negative ones count from the end. Of no axes, each element is a slice.
/// - Shapes: `out` has the extents of `in`, any rank from 1 to 8; layouts and strides may differ. Empty Views are fine.
/// - Elements: floating-point or half types, each View its own; computed in double for double and in float else, and
///   rounded to the output's type once. The largest element is subtracted first, so no exponential overflows; results
///   too small for the type or the computation are 0.
/// - Not finite: a slice with NaN or +inf, or whose elements are all -inf, has NaN everywhere; -inf beside a number
///   has the result 0.
/// - `where`: a mask of bool, of the input's extents; strides may be 0, so that slices share it. Elements that it rules
///   out take no part and have the result 0, whatever they hold; so have those of a slice that it rules out whole.
///   `map`: applied to each element when it is read, as in `.map = Scaled{0.125f}`.
/// - Touches: reads `in` and the mask, writes every element of `out`, which may be `in` itself (in place) but not
///   overlap it otherwise.
/// - Deterministic: sums are added up as those of `reduce`, so the bits are the same on every run and route, for every
///   number of threads and teams, and wherever the Views lie. Devices differ in the last bits, as libraries do in exp.
/// - Asynchronous on `exec`: no fence, no other instance. `workspace_bytes::softmax` bytes of Workspace make the call
///   free of allocations; it takes two numbers a slice, and for each piece where few long slices are cut into pieces.
/// - Cost: one launch that reads slices twice, the second time from caches where they fit; where slices are cut, three.
///   Two exponentials an element.
/// - Errors: axes out of range or given twice, extents that differ, overlap, an output with stride 0, a mask that
///   cannot be reached, a route that cannot serve the call, a Workspace too small.
/// - Source: the sum is scaled by the largest element so far, in one read: Milakov and Gimelshein, "Online normalizer
///   calculation for softmax", 2018.
template <ExecutionSpace Exec, class In, class Out, class Map = Identity>
  requires(Kokkos::is_view_v<In> && Kokkos::is_view_v<Out>)
void softmax(Exec const& exec, In const& in, Out const& out, Axes const& axes,
             SoftmaxOptions<Map> const& options = {}) {
  Kokkos::Profiling::ScopedRegion region("KokkosAxis::softmax");
  Impl::with_softmax<false>("softmax", exec, in, out, axes, options, [](auto const& call) { call.run(); });
}

/// The logarithm of softmax: x - log(sum of exp over its slice), which loses no small ones. As softmax in all else;
/// elements that `where` rules out have the result -inf.
template <ExecutionSpace Exec, class In, class Out, class Map = Identity>
  requires(Kokkos::is_view_v<In> && Kokkos::is_view_v<Out>)
void log_softmax(Exec const& exec, In const& in, Out const& out, Axes const& axes,
                 SoftmaxOptions<Map> const& options = {}) {
  Kokkos::Profiling::ScopedRegion region("KokkosAxis::log_softmax");
  Impl::with_softmax<true>("log_softmax", exec, in, out, axes, options, [](auto const& call) { call.run(); });
}

namespace explain {

/// How `softmax` would run with these arguments.
template <ExecutionSpace Exec, class In, class Out, class Map = Identity>
  requires(Kokkos::is_view_v<In> && Kokkos::is_view_v<Out>)
Explanation softmax(Exec const& exec, In const& in, Out const& out, Axes const& axes,
                    SoftmaxOptions<Map> const& options = {}) {
  return Impl::with_softmax<false>("softmax", exec, in, out, axes, options,
                                   [](auto const& call) { return call.explain(); });
}

/// How `log_softmax` would run with these arguments.
template <ExecutionSpace Exec, class In, class Out, class Map = Identity>
  requires(Kokkos::is_view_v<In> && Kokkos::is_view_v<Out>)
Explanation log_softmax(Exec const& exec, In const& in, Out const& out, Axes const& axes,
                        SoftmaxOptions<Map> const& options = {}) {
  return Impl::with_softmax<true>("log_softmax", exec, in, out, axes, options,
                                  [](auto const& call) { return call.explain(); });
}

}  // namespace explain

namespace workspace_bytes {

/// Bytes that a Workspace for this call must have.
template <ExecutionSpace Exec, class In, class Out, class Map = Identity>
  requires(Kokkos::is_view_v<In> && Kokkos::is_view_v<Out>)
std::size_t softmax(Exec const& exec, In const& in, Out const& out, Axes const& axes,
                    SoftmaxOptions<Map> const& options = {}) {
  return explain::softmax(exec, in, out, axes, options).workspace_bytes;
}

/// Bytes that a Workspace for this call must have.
template <ExecutionSpace Exec, class In, class Out, class Map = Identity>
  requires(Kokkos::is_view_v<In> && Kokkos::is_view_v<Out>)
std::size_t log_softmax(Exec const& exec, In const& in, Out const& out, Axes const& axes,
                        SoftmaxOptions<Map> const& options = {}) {
  return explain::log_softmax(exec, in, out, axes, options).workspace_bytes;
}

}  // namespace workspace_bytes

}  // namespace KokkosAxis
