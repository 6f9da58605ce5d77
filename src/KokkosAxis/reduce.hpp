// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosAxis/axes.hpp>
#include <KokkosAxis/explain.hpp>
#include <KokkosAxis/impl/check/reduce.hpp>
#include <KokkosAxis/impl/dispatch/run_reduce.hpp>
#include <KokkosAxis/options.hpp>
#include <KokkosAxis/reducers.hpp>

#include <Kokkos_Core.hpp>
#include <Kokkos_Profiling_ScopedRegion.hpp>

#include <array>
#include <cstddef>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>

namespace KokkosAxis {

namespace Impl {

/// Checks one output and gives it the input's axes.
template <class Exec, class Result, class Out>
layout::Strided reduce_output(std::string_view verb, std::string const& name, layout::Strided const& in,
                              check::AxisSet const& reduced, bool keep_dims, Mask const& where, Out const& out) {
  using Element = typename Out::non_const_value_type;
  check::reduce_output<Exec, Out>();
  check::result_type<Result, Element>();
  if constexpr (std::same_as<Result, reducers::Position>) check::positions_fit<Element>(verb, name, in, reduced);
  auto const given = layout::describe(out);
  if (where.given()) check::disjoint(verb, "where", where.where(), name, given);
  return check::reduce_output_shaped(verb, name, in, reduced, keep_dims, given);
}

/// What the kernels have to know of a call, its Views checked; `outs` is a tuple of Views.
template <class Exec, class Reducer, class In, class Outs, class Map, std::size_t... I>
auto reduce_data(std::string_view verb, Reducer const& reducer, In const& in, Outs const& outs, Axes const& axes,
                 ReduceOptions<Map> const& options, std::index_sequence<I...>) {
  using Data         = layout::ReduceData<typename In::non_const_value_type, Reducer, Map,
                                          typename std::remove_cvref_t<std::tuple_element_t<I, Outs>>::value_type...>;
  auto const given   = layout::describe(in);
  auto const reduced = check::axis_set(verb, axes, given.rank);
  auto const mask    = options.where.given() ? options.where.where() : layout::Strided{};
  check::elements_supported(verb, given);
  check::mask<Exec>(verb, options.where, given);
  auto const name = [](std::size_t i) {
    return sizeof...(I) == 1 ? std::string("out") : "output " + std::to_string(i);
  };
  std::array const shapes{reduce_output<Exec, reducers::ResultOf<Reducer, static_cast<int>(I)>>(
      verb, name(I), given, reduced, options.keep_dims, options.where, std::get<I>(outs))...};
  for (std::size_t i = 0; i < shapes.size(); ++i)
    for (std::size_t j = 0; j < i; ++j) check::disjoint(verb, name(j), shapes[j], name(i), shapes[i]);
  check::results_exist(verb, reducer, given, reduced, options.where.given());

  Data data{{.in         = in.data(),
             .mask       = static_cast<bool const*>(mask.data),
             .ignore_nan = options.nan == NanInReduction::ignore,
             .reducer    = reducer,
             .map        = options.map,
             .sinks      = layout::sinks(std::get<I>(outs).data()...)}};
  layout::lay_out(data, given, mask, shapes.data(), reduced, layout::position_steps<Reducer>(given, reduced));
  return data;
}

/// Checks a call of reduce and hands what is left of it to `then`.
template <class Exec, class In, check::OneOrMoreViews Out, class Op, class Map, class Then>
auto with_reduce(std::string_view verb, Exec const& exec, In const& in, Out const& out, Axes const& axes, Op const& op,
                 ReduceOptions<Map> const& options, Then&& then) {
  using T = typename In::non_const_value_type;
  check::input_view<Exec, In>();
  static_assert(check::can_project<T, Map>(), "KokkosAxis: .map must be callable with a const element");
  using V              = layout::projected_t<Map, T>;
  auto const reducer   = check::reducer_of<V>(op);
  auto const outs      = check::as_tuple(out);
  using Outs           = std::remove_cv_t<decltype(outs)>;
  constexpr auto count = std::tuple_size_v<Outs>;
  static_assert(count == static_cast<std::size_t>(reducer.results),
                "KokkosAxis: give an output View for each result of the operations: std::tie(a, b)");
  auto const data = reduce_data<Exec>(verb, reducer, in, outs, axes, options, std::make_index_sequence<count>{});
  return then(
      dispatch::RunReduce<Exec, std::remove_cv_t<decltype(data)>>(exec, verb, data, options.route, options.workspace));
}

}  // namespace Impl

/// Reduces the slices along a set of axes to one number each.
///
///     KokkosAxis::reduce(exec, in, out, {0, 2}, KokkosAxis::Sum{});
///     KokkosAxis::reduce(exec, in, std::tie(variance, mean), 1, KokkosAxis::VarMean{.ddof = 1}, {.keep_dims = true});
///     KokkosAxis::reduce(exec, in, std::tie(total, peak), {1}, std::tuple(KokkosAxis::Sum{}, KokkosAxis::Max{}));
///
/// - Operations: Sum, Prod, Min, Max, MinMax, ArgMin, ArgMax, Any, All, CountNonzero, Mean, Var, Std, VarMean,
///   LogSumExp, Norm1, Norm2, NormInf, or a reducer of one's own: see reducers.hpp, which says what each adds up in. A
///   tuple of operations is computed in one read.
/// - Axes: one, a set `{0, 2}`, or `all_axes`; negative ones count from the end. Of no axes, every element is a slice.
/// - Shapes: an output has the extents of `in` without the reduced axes (rank 0 if all are), or with `keep_dims` with
///   extent 1 along them. Its element type is the caller's: results are converted to it once, so ask for one that holds
///   them. Positions need integers, floating-point results floating-point numbers.
/// - NaN propagates; arg* tell where the first is. With `nan = ignore` it does not count: slices that have nothing else
///   are empty. Every NaN that is stored is the same NaN.
/// - Empty slices: Sum and norms 0, Prod 1, Any false, All true, CountNonzero 0, LogSumExp -inf; Mean, Var and Std NaN;
///   for Min, Max, MinMax, ArgMin and ArgMax an Error unless `.initial` was given. Where NaN was ignored: NaN for Min
///   and Max, and index -1. No outputs are never an error.
/// - `where`: a mask of bool, of the input's extents. `map`: applied to each element when it is read.
/// - Touches: reads `in` and the mask once, writes every element of the outputs, which share no memory with each other
///   or with what is read.
/// - Deterministic: the order of additions follows from extents, strides and types alone. So the bits are the same on
///   every run and route, for every number of threads and teams, and wherever the View lies in memory. They are the
///   same on every device too where no operation rounds differently: sums, products, Min, Max, arg*, logic, counts and
///   Mean are; Var, Std, Norm2 and LogSumExp may differ in the last bits, as compilers fuse multiplications with
///   additions and libraries differ in exp. Rounding errors of sums grow like the square root of a lane's length at
///   most.
/// - Asynchronous on `exec`: no fence, no other instance. `workspace_bytes::reduce` bytes of Workspace make the call
///   free of allocations; it takes some only where slices are cut into pieces, because outputs are few: a state for
///   each piece, less than 1 MB for the operations here.
/// - Cost: one read of the data.
/// - Errors: axes out of range or given twice, extents that do not fit, an index type too narrow, overlap, empty slices
///   of an operation that has no result for them, a mask that cannot be reached, a route that cannot serve the call, a
///   Workspace too small.
template <ExecutionSpace Exec, class In, Impl::check::OneOrMoreViews Out, class Op, class Map = Identity>
  requires(Kokkos::is_view_v<In>)
void reduce(Exec const& exec, In const& in, Out const& out, Axes const& axes, Op const& op,
            ReduceOptions<Map> const& options = {}) {
  Kokkos::Profiling::ScopedRegion region("KokkosAxis::reduce");
  Impl::with_reduce("reduce", exec, in, out, axes, op, options, [](auto const& call) { call.run(); });
}

namespace explain {

/// How `reduce` would run with these arguments.
template <ExecutionSpace Exec, class In, Impl::check::OneOrMoreViews Out, class Op, class Map = Identity>
  requires(Kokkos::is_view_v<In>)
Explanation reduce(Exec const& exec, In const& in, Out const& out, Axes const& axes, Op const& op,
                   ReduceOptions<Map> const& options = {}) {
  return Impl::with_reduce("reduce", exec, in, out, axes, op, options, [](auto const& call) { return call.explain(); });
}

}  // namespace explain

namespace workspace_bytes {

/// Bytes that a Workspace for this call must have.
template <ExecutionSpace Exec, class In, Impl::check::OneOrMoreViews Out, class Op, class Map = Identity>
  requires(Kokkos::is_view_v<In>)
std::size_t reduce(Exec const& exec, In const& in, Out const& out, Axes const& axes, Op const& op,
                   ReduceOptions<Map> const& options = {}) {
  return explain::reduce(exec, in, out, axes, op, options).workspace_bytes;
}

}  // namespace workspace_bytes

}  // namespace KokkosAxis
