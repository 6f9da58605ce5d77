// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosAxis/explain.hpp>
#include <KokkosAxis/impl/check/elementwise.hpp>
#include <KokkosAxis/impl/check/reduce.hpp>
#include <KokkosAxis/impl/dispatch/run_cumulative.hpp>
#include <KokkosAxis/options.hpp>
#include <KokkosAxis/reducers.hpp>

#include <Kokkos_Core.hpp>
#include <Kokkos_Profiling_ScopedRegion.hpp>

#include <array>
#include <concepts>
#include <cstddef>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>

namespace KokkosAxis {

namespace Impl {

/// Checks one output.
template <class Exec, class Result, class In, class Out>
layout::Strided cumulative_output(std::string_view verb, std::string const& name, layout::Strided const& in, int axis,
                                  Mask const& where, Out const& out) {
  using Element = typename Out::non_const_value_type;
  check::elementwise_output<Exec, In, Out>();
  check::result_type<Result, Element>();
  if constexpr (std::same_as<Result, reducers::Position> && std::integral<Element>)
    check::index_wide_enough<Element>(verb, in.extent[static_cast<std::size_t>(axis)]);
  auto const given = layout::describe(out);
  check::elementwise_output<In, Out>(verb, name, in, where, given);
  return given;
}

/// What the kernels have to know of a call, its Views checked; `outs` is a tuple of Views.
template <class Exec, class Reducer, class In, class Outs, class Map, std::size_t... I>
auto cumulative_data(std::string_view verb, Reducer const& reducer, In const& in, Outs const& outs, int axis,
                     CumulativeOptions<Map> const& options, std::index_sequence<I...>) {
  using Data       = layout::CumulativeData<typename In::non_const_value_type, Reducer, Map,
                                            typename std::remove_cvref_t<std::tuple_element_t<I, Outs>>::value_type...>;
  auto const given = layout::describe(in);
  int const along  = check::axis(verb, axis, given.rank);
  auto const mask  = options.where.given() ? options.where.where() : layout::Strided{};
  check::elements_supported(verb, given);
  check::mask<Exec>(verb, options.where, given);
  auto const name = [](std::size_t i) {
    return sizeof...(I) == 1 ? std::string("out") : "output " + std::to_string(i);
  };
  std::array const shapes{cumulative_output<Exec, reducers::ResultOf<Reducer, static_cast<int>(I)>, In>(
      verb, name(I), given, along, options.where, std::get<I>(outs))...};
  for (std::size_t i = 0; i < shapes.size(); ++i)
    for (std::size_t j = 0; j < i; ++j) check::disjoint(verb, name(j), shapes[j], name(i), shapes[i]);
  check::cumulative_results_exist(verb, reducer, given, options.exclusive, options.where.given());

  Data data{{.in         = in.data(),
             .mask       = static_cast<bool const*>(mask.data),
             .ignore_nan = options.nan == NanInReduction::ignore,
             .reducer    = reducer,
             .map        = options.map,
             .sinks      = layout::sinks(std::get<I>(outs).data()...)}};
  data.exclusive = options.exclusive;
  data.reverse   = options.reverse;
  layout::lay_out(data, given, mask, shapes.data(), along);
  return data;
}

/// Checks a call of cumulative and hands what is left of it to `then`.
template <class Exec, class In, check::OneOrMoreViews Out, class Op, class Map, class Then>
auto with_cumulative(std::string_view verb, Exec const& exec, In const& in, Out const& out, int axis, Op const& op,
                     CumulativeOptions<Map> const& options, Then&& then) {
  using T = typename In::non_const_value_type;
  check::input_view<Exec, In>();
  static_assert(check::can_project<T, Map>(), "KokkosAxis: .map must be callable with a const element");
  using V = layout::projected_t<Map, T>;
  static_assert(std::is_trivially_copyable_v<V>, "KokkosAxis: what .map returns must be trivially copyable");
  auto const reducer   = check::reducer_of<V>(op);
  auto const outs      = check::as_tuple(out);
  using Outs           = std::remove_cv_t<decltype(outs)>;
  constexpr auto count = std::tuple_size_v<Outs>;
  static_assert(count == static_cast<std::size_t>(reducer.results),
                "KokkosAxis: give an output View for each result of the operations: std::tie(a, b)");
  auto const data = cumulative_data<Exec>(verb, reducer, in, outs, axis, options, std::make_index_sequence<count>{});
  return then(dispatch::RunCumulative<Exec, std::remove_cv_t<decltype(data)>>(exec, verb, data, options.route,
                                                                              options.workspace));
}

}  // namespace Impl

/// For each element, the reduction of its slice along one axis up to there: cumulative sums, products, extremes and the
/// like, inclusive scans; or of what lies before it, exclusive ones.
///
///     KokkosAxis::cumulative(exec, in, out, 0, KokkosAxis::Sum{});
///     KokkosAxis::cumulative(exec, counts, offsets, -1, KokkosAxis::Sum{}, {.exclusive = true});
///     KokkosAxis::cumulative(exec, in, std::tie(most, where), 1, std::tuple(KokkosAxis::Max{}, KokkosAxis::ArgMax{}));
///
/// - Operations: those of `reduce`, a tuple of them, or a reducer of one's own, which may be one that is not
///   commutative; see reducers.hpp, which says what each adds up in. A result is converted to its output's type once.
/// - Shapes: outputs have the extents of `in`, any rank from 1 to 8; layouts and strides may differ. Empty Views are
///   fine.
/// - `exclusive`: the result of an element is of those before it, without itself; the first is that of no elements (Sum
///   0, Prod 1, LogSumExp -inf, means NaN), for Min, Max, ArgMin and ArgMax an Error unless `.initial` was given.
///   `reverse`: slices are gone through from their end. ArgMin and ArgMax tell positions along the axis, in either
///   direction, and of equal elements the lowest (or, with `last`, the highest) of those seen.
/// - NaN propagates: from its place on, results are NaN. With `nan = ignore` it does not count.
/// - `where`: a mask of bool, of the input's extents: results at elements that it rules out are those of the elements
///   that count up to there; Min, Max, ArgMin and ArgMax need `.initial`, as none may. `map`: applied to each element
///   when it is read.
/// - Touches: reads `in` and the mask, writes every element of the outputs. One of them may be `in` itself (in place);
///   they share no memory otherwise.
/// - Deterministic: the order of additions follows from extents, strides and types alone, so the bits are the same on
///   every run and route, for every number of threads and teams, and wherever the View lies; on every device too for
///   operations that round nowhere differently, as with `reduce`. Sums of numbers that are not negative never fall.
///   Rounding errors are those of a sum of a sixteenth as many numbers.
/// - Asynchronous on `exec`: no fence, no other instance. `workspace_bytes::cumulative` bytes of Workspace make the
///   call free of allocations; it takes some only where few long slices are cut into pieces: a state for each piece.
/// - Cost: one read and one write; where slices are cut, two reads, in three launches.
/// - Errors: an axis out of range, extents that differ, an index type too narrow, overlap, an output with stride 0,
///   results of nothing that an operation does not have, a mask that cannot be reached, a route that cannot serve the
///   call, a Workspace too small.
/// - Source: reduce, then scan: what pieces come to is scanned, and pieces are gone through once more (Blelloch,
///   "Prefix sums and their applications", 1990; Dotsenko et al., "Fast scan algorithms on graphics processors", 2008).
template <ExecutionSpace Exec, class In, Impl::check::OneOrMoreViews Out, class Op, class Map = Identity>
  requires(Kokkos::is_view_v<In>)
void cumulative(Exec const& exec, In const& in, Out const& out, int axis, Op const& op,
                CumulativeOptions<Map> const& options = {}) {
  Kokkos::Profiling::ScopedRegion region("KokkosAxis::cumulative");
  Impl::with_cumulative("cumulative", exec, in, out, axis, op, options, [](auto const& call) { call.run(); });
}

namespace explain {

/// How `cumulative` would run with these arguments.
template <ExecutionSpace Exec, class In, Impl::check::OneOrMoreViews Out, class Op, class Map = Identity>
  requires(Kokkos::is_view_v<In>)
Explanation cumulative(Exec const& exec, In const& in, Out const& out, int axis, Op const& op,
                       CumulativeOptions<Map> const& options = {}) {
  return Impl::with_cumulative("cumulative", exec, in, out, axis, op, options,
                               [](auto const& call) { return call.explain(); });
}

}  // namespace explain

namespace workspace_bytes {

/// Bytes that a Workspace for this call must have.
template <ExecutionSpace Exec, class In, Impl::check::OneOrMoreViews Out, class Op, class Map = Identity>
  requires(Kokkos::is_view_v<In>)
std::size_t cumulative(Exec const& exec, In const& in, Out const& out, int axis, Op const& op,
                       CumulativeOptions<Map> const& options = {}) {
  return explain::cumulative(exec, in, out, axis, op, options).workspace_bytes;
}

}  // namespace workspace_bytes

}  // namespace KokkosAxis
