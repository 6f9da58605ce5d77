// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosAxis/explain.hpp>
#include <KokkosAxis/impl/check/topk.hpp>
#include <KokkosAxis/impl/dispatch/run_topk.hpp>
#include <KokkosAxis/options.hpp>

#include <Kokkos_Core.hpp>
#include <Kokkos_Profiling_ScopedRegion.hpp>

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace KokkosAxis {

namespace Impl {

/// An output, or nullptr for one that is not wanted.
template <class T>
concept ViewOrNull = Kokkos::is_view_v<T> || std::same_as<T, std::nullptr_t>;

/// Checks a call that selects one element a slice and hands what is left of it to `then`. An output may be nullptr.
template <class Exec, class In, class Values, class Index, class Then>
auto with_one_of_each(dispatch::TopkRequest request, Exec const& exec, In const& in, Values const& values,
                      Index const& index, TopkOptions const& options, Then&& then) {
  using T                     = typename In::non_const_value_type;
  std::string_view const verb = request.verb;
  check::input_view<Exec, In>();
  check::selectable<T>();

  request.in     = layout::describe(in);
  request.axis   = check::topk_options<Exec>(verb, request.in, options);
  request.places = 1;
  expects(request.in.extent[request.axis] > 0 || options.row_begin.given() || options.row_end.given() ||
              check::no_slices(request.in, request.axis),
          verb, "the axis has no elements, so its slices have none to choose");
  auto const out = [&]<class View>(View const& view, std::string_view name) {
    auto const strided = layout::describe(view);
    check::output_without_axis(verb, "in", request.in, request.axis, name, strided);
    check::apart_from_bounds(verb, name, strided, options);
    return strided;
  };
  if constexpr (Kokkos::is_view_v<Values>) {
    check::one_of_each<Exec, In, Values>();
    static_assert(std::same_as<T, typename Values::value_type>,
                  "KokkosAxis: values must have the element type of the input, and not be const");
    request.values = layout::with_axis(out(values, "values"), request.axis);
  }
  if constexpr (Kokkos::is_view_v<Index>) {
    check::one_of_each<Exec, In, Index>();
    check::position_type<typename Index::value_type>();
    request.index = layout::with_axis(out(index, "index"), request.axis);
    check::selected_index<typename Index::non_const_value_type>(verb, request.in.extent[request.axis], options);
  }
  if constexpr (Kokkos::is_view_v<Values> && Kokkos::is_view_v<Index>)
    check::disjoint(verb, "values", layout::describe(values), "index", layout::describe(index));
  if constexpr (RadixKey<T>) return then(dispatch::RunTopk<Exec, T>(exec, request, options));
}

/// kth_value: the k-th of each slice, counted from 1.
template <class Exec, class In, class Values, class Index, class Then>
auto with_kth_value(Exec const& exec, In const& in, Values const& values, Index const& index, std::int64_t k,
                    TopkOptions const& options, Then&& then) {
  auto const strided = layout::describe(in);
  int const axis     = check::axis("kth_value", options.axis, strided.rank);
  check::k_in_range("kth_value", k, 1, strided.extent[axis], options);
  expects(options.order == TopkOrder::sorted, "kth_value", "order has no meaning for a single element; leave it out");
  return with_one_of_each({.verb = "kth_value", .first = k - 1}, exec, in, values, index, options, then);
}

template <class Options>
TopkOptions one_of_each_options(Options const& o, bool largest) {
  return {.axis      = o.axis,
          .largest   = largest,
          .ties      = o.ties,
          .nan       = o.nan,
          .zeros     = o.zeros,
          .row_begin = o.row_begin,
          .row_end   = o.row_end,
          .route     = o.route,
          .workspace = o.workspace};
}

template <class Exec, class In, class Values, class Index, class Then>
auto with_median(Exec const& exec, In const& in, Values const& values, Index const& index, MedianOptions const& options,
                 Then&& then) {
  // the upper median is the lower one of the order turned round, and NaN stays where it was
  Nan const nan = !options.upper              ? options.nan
                  : options.nan == Nan::last  ? Nan::first
                  : options.nan == Nan::first ? Nan::last
                                              : options.nan;
  auto of_topk  = one_of_each_options(options, options.upper);
  of_topk.nan   = nan;
  return with_one_of_each({.verb = "median", .middle = true}, exec, in, values, index, of_topk, then);
}

}  // namespace Impl

/// The k-th best element of each slice along `options.axis`, and where it is; k counts from 1. What topk would write to
/// its last place.
///
///     KokkosAxis::kth_value(exec, in, values, index, 3, {.axis = 1, .largest = false});   // the third smallest
///
/// - Shapes: `values` and `index` have the extents of `in` without the axis (rank 0 for an input of rank 1). Either can
///   be left out: kth_value(exec, in, values, k); for the index alone pass nullptr for `values`.
/// - Order, NaN, zeros, ties, rows with bounds, what is touched, determinism, asynchrony, workspace, cost and errors
///   are those of topk. A row of fewer than k elements gives index -1 and the worst number; k = 0 is an Error.
template <ExecutionSpace Exec, class In, class Values, class Index>
  requires(Kokkos::is_view_v<In> && Impl::ViewOrNull<Values> && Kokkos::is_view_v<Index>)
void kth_value(Exec const& exec, In const& in, Values const& values, Index const& index, std::int64_t k,
               TopkOptions const& options = {}) {
  Kokkos::Profiling::ScopedRegion region("KokkosAxis::kth_value");
  Impl::with_kth_value(exec, in, values, index, k, options, [](auto const& call) { call.run(); });
}
template <ExecutionSpace Exec, class In, class Values>
  requires(Kokkos::is_view_v<In> && Kokkos::is_view_v<Values>)
void kth_value(Exec const& exec, In const& in, Values const& values, std::int64_t k, TopkOptions const& options = {}) {
  Kokkos::Profiling::ScopedRegion region("KokkosAxis::kth_value");
  Impl::with_kth_value(exec, in, values, nullptr, k, options, [](auto const& call) { call.run(); });
}

/// The median of each slice: the element that an ascending sort puts in the middle, of two the smaller (with `.upper`
/// the greater). No mean is formed, so it is an element of the slice, of any type.
///
/// - Shapes and all else as kth_value. Rows with bounds have the median of their elements; empty ones get index -1 and
///   the greatest number (the smallest with `.upper`). NaN is the greatest element unless `nan` says otherwise.
template <ExecutionSpace Exec, class In, class Values, class Index>
  requires(Kokkos::is_view_v<In> && Impl::ViewOrNull<Values> && Kokkos::is_view_v<Index>)
void median(Exec const& exec, In const& in, Values const& values, Index const& index,
            MedianOptions const& options = {}) {
  Kokkos::Profiling::ScopedRegion region("KokkosAxis::median");
  Impl::with_median(exec, in, values, index, options, [](auto const& call) { call.run(); });
}
template <ExecutionSpace Exec, class In, class Values>
  requires(Kokkos::is_view_v<In> && Kokkos::is_view_v<Values>)
void median(Exec const& exec, In const& in, Values const& values, MedianOptions const& options = {}) {
  Kokkos::Profiling::ScopedRegion region("KokkosAxis::median");
  Impl::with_median(exec, in, values, nullptr, options, [](auto const& call) { call.run(); });
}

/// Where the greatest element of each slice is, the first of equal ones. As kth_value with k = 1; a slice with NaN has
/// its first NaN, as in NumPy, unless `nan` says otherwise. Empty rows get -1. `reduce` with ArgMax gives the same
/// answer over any set of axes, and knows no bounds.
template <ExecutionSpace Exec, class In, class Index>
  requires(Kokkos::is_view_v<In> && Kokkos::is_view_v<Index>)
void argmax(Exec const& exec, In const& in, Index const& index, ArgOptions const& options = {}) {
  Kokkos::Profiling::ScopedRegion region("KokkosAxis::argmax");
  Impl::with_one_of_each({.verb = "argmax"}, exec, in, nullptr, index, Impl::one_of_each_options(options, true),
                         [](auto const& call) { call.run(); });
}

/// Where the smallest one is.
template <ExecutionSpace Exec, class In, class Index>
  requires(Kokkos::is_view_v<In> && Kokkos::is_view_v<Index>)
void argmin(Exec const& exec, In const& in, Index const& index, ArgOptions const& options = {}) {
  Kokkos::Profiling::ScopedRegion region("KokkosAxis::argmin");
  Impl::with_one_of_each({.verb = "argmin"}, exec, in, nullptr, index, Impl::one_of_each_options(options, false),
                         [](auto const& call) { call.run(); });
}

namespace explain {

/// How these calls would run.
template <ExecutionSpace Exec, class In, class Values, class Index>
  requires(Kokkos::is_view_v<In> && Impl::ViewOrNull<Values> && Kokkos::is_view_v<Index>)
Explanation kth_value(Exec const& exec, In const& in, Values const& values, Index const& index, std::int64_t k,
                      TopkOptions const& options = {}) {
  return Impl::with_kth_value(exec, in, values, index, k, options, [](auto const& call) { return call.explain(); });
}
template <ExecutionSpace Exec, class In, class Values>
  requires(Kokkos::is_view_v<In> && Kokkos::is_view_v<Values>)
Explanation kth_value(Exec const& exec, In const& in, Values const& values, std::int64_t k,
                      TopkOptions const& options = {}) {
  return Impl::with_kth_value(exec, in, values, nullptr, k, options, [](auto const& call) { return call.explain(); });
}
template <ExecutionSpace Exec, class In, class Values, class Index>
  requires(Kokkos::is_view_v<In> && Impl::ViewOrNull<Values> && Kokkos::is_view_v<Index>)
Explanation median(Exec const& exec, In const& in, Values const& values, Index const& index,
                   MedianOptions const& options = {}) {
  return Impl::with_median(exec, in, values, index, options, [](auto const& call) { return call.explain(); });
}
template <ExecutionSpace Exec, class In, class Values>
  requires(Kokkos::is_view_v<In> && Kokkos::is_view_v<Values>)
Explanation median(Exec const& exec, In const& in, Values const& values, MedianOptions const& options = {}) {
  return Impl::with_median(exec, in, values, nullptr, options, [](auto const& call) { return call.explain(); });
}
template <ExecutionSpace Exec, class In, class Index>
  requires(Kokkos::is_view_v<In> && Kokkos::is_view_v<Index>)
Explanation argmax(Exec const& exec, In const& in, Index const& index, ArgOptions const& options = {}) {
  return Impl::with_one_of_each({.verb = "argmax"}, exec, in, nullptr, index, Impl::one_of_each_options(options, true),
                                [](auto const& call) { return call.explain(); });
}
template <ExecutionSpace Exec, class In, class Index>
  requires(Kokkos::is_view_v<In> && Kokkos::is_view_v<Index>)
Explanation argmin(Exec const& exec, In const& in, Index const& index, ArgOptions const& options = {}) {
  return Impl::with_one_of_each({.verb = "argmin"}, exec, in, nullptr, index, Impl::one_of_each_options(options, false),
                                [](auto const& call) { return call.explain(); });
}

}  // namespace explain

namespace workspace_bytes {

/// Bytes that a Workspace for these calls must have.
template <ExecutionSpace Exec, class In, class Values, class Index>
  requires(Kokkos::is_view_v<In> && Impl::ViewOrNull<Values> && Kokkos::is_view_v<Index>)
std::size_t kth_value(Exec const& exec, In const& in, Values const& values, Index const& index, std::int64_t k,
                      TopkOptions const& options = {}) {
  return explain::kth_value(exec, in, values, index, k, options).workspace_bytes;
}
template <ExecutionSpace Exec, class In, class Values>
  requires(Kokkos::is_view_v<In> && Kokkos::is_view_v<Values>)
std::size_t kth_value(Exec const& exec, In const& in, Values const& values, std::int64_t k,
                      TopkOptions const& options = {}) {
  return explain::kth_value(exec, in, values, k, options).workspace_bytes;
}
template <ExecutionSpace Exec, class In, class Values, class Index>
  requires(Kokkos::is_view_v<In> && Impl::ViewOrNull<Values> && Kokkos::is_view_v<Index>)
std::size_t median(Exec const& exec, In const& in, Values const& values, Index const& index,
                   MedianOptions const& options = {}) {
  return explain::median(exec, in, values, index, options).workspace_bytes;
}
template <ExecutionSpace Exec, class In, class Values>
  requires(Kokkos::is_view_v<In> && Kokkos::is_view_v<Values>)
std::size_t median(Exec const& exec, In const& in, Values const& values, MedianOptions const& options = {}) {
  return explain::median(exec, in, values, options).workspace_bytes;
}
template <ExecutionSpace Exec, class In, class Index>
  requires(Kokkos::is_view_v<In> && Kokkos::is_view_v<Index>)
std::size_t argmax(Exec const& exec, In const& in, Index const& index, ArgOptions const& options = {}) {
  return explain::argmax(exec, in, index, options).workspace_bytes;
}
template <ExecutionSpace Exec, class In, class Index>
  requires(Kokkos::is_view_v<In> && Kokkos::is_view_v<Index>)
std::size_t argmin(Exec const& exec, In const& in, Index const& index, ArgOptions const& options = {}) {
  return explain::argmin(exec, in, index, options).workspace_bytes;
}

}  // namespace workspace_bytes

}  // namespace KokkosAxis
