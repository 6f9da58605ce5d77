// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosAxis/explain.hpp>
#include <KokkosAxis/impl/check/topk.hpp>
#include <KokkosAxis/impl/dispatch/run_topk.hpp>
#include <KokkosAxis/impl/layout/allocate.hpp>
#include <KokkosAxis/options.hpp>

#include <Kokkos_Core.hpp>
#include <Kokkos_Profiling_ScopedRegion.hpp>

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <type_traits>

namespace KokkosAxis {

namespace Impl {

/// Checks a call of topk or argtopk and hands what is left of it to `then`. An output may be nullptr.
template <class Exec, class In, class Values, class Index, class Then>
auto with_topk(std::string_view verb, Exec const& exec, In const& in, Values const& values, Index const& index,
               std::int64_t k, TopkOptions const& options, Then&& then) {
  using T = typename In::non_const_value_type;
  check::input_view<Exec, In>();
  check::selectable<T>();

  dispatch::TopkRequest request{.verb = verb, .in = layout::describe(in), .places = k};
  request.axis = check::topk_options<Exec>(verb, request.in, options);
  check::k_in_range(verb, k, 0, request.in.extent[request.axis], options);
  if constexpr (Kokkos::is_view_v<Values>) {
    check::output_view<Exec, Values>();
    check::same_elements<In, Values>();
    request.values = layout::describe(values);
    check::output_of_k(verb, request.in, request.axis, k, "values", *request.values);
    check::apart_from_bounds(verb, "values", *request.values, options);
  }
  if constexpr (Kokkos::is_view_v<Index>) {
    check::index_output<Exec, Index>();
    request.index = layout::describe(index);
    check::output_of_k(verb, request.in, request.axis, k, "index", *request.index);
    check::selected_index<typename Index::non_const_value_type>(verb, request.in.extent[request.axis], options);
    check::apart_from_bounds(verb, "index", *request.index, options);
  }
  if constexpr (Kokkos::is_view_v<Values> && Kokkos::is_view_v<Index>)
    check::disjoint(verb, "values", *request.values, "index", *request.index);
  if constexpr (RadixKey<T>) return then(dispatch::RunTopk<Exec, T>(exec, request, options));
}

}  // namespace Impl

/// The k best elements of each slice along `options.axis`, and where they are.
///
///     KokkosAxis::topk(exec, logits, values, index, 40, {.axis = 1});
///
/// - Shapes: `values` and `index` have the extents of `in`, but k along the axis. Either can be left out, and
///   then costs nothing: topk(exec, in, values, k), argtopk(exec, in, index, k). Positions count from 0 along the whole
///   axis, rows with bounds included.
/// - Which: the greatest, or with `largest = false` the smallest, in the order of sort: NaN is the greatest of
///   all unless `nan` says otherwise, zeros are equal unless `zeros` says otherwise. Of equal elements those of the
///   lowest index are better, or of the highest; so the result for k is the beginning of that for k + 1.
/// - Rows with bounds (`row_begin`, `row_end`) that have fewer than k elements: behind these, `index` holds -1 (the
///   largest number of an unsigned type) and `values` the worst number there is: -inf or +inf, or the lowest or highest
///   integer. Dense rows of fewer than k elements are an Error.
/// - Touches: reads `in` and the bounds, writes every element of the outputs, which share no memory with each other or
///   with what is read. Stored bits are copied as they are.
/// - Deterministic: the same bits on every run, every route and every execution space, whatever the timing (`unsorted`
///   and Ties::any: on every run of the same call).
/// - Asynchronous on `exec`: no fence, no other instance. `workspace_bytes::topk` bytes of Workspace make the call free
///   of allocations. register_select: none. Other native routes: for slices longer than 2^15 about 8 KB each, and room
///   for some slices' candidates. Slices that lie interleaved are copied, as large as the input. host_select: twice k
///   elements with their positions a thread. row_sort (very large k): 8 to 12 bytes an element and what sort takes.
/// - Cost: for k up to a few thousand one read of the data (a bound on the candidates is found by bisection over
///   registers, or by a sample; where that misled, digits are counted, at most 7 reads for 4-byte keys); for larger k a
///   sort of the slices.
/// - Errors: axis or k out of range, extents that do not fit, an index type too narrow, overlap, bounds that cannot be
///   reached, a route that cannot serve the call, a Workspace too small.
/// - Sources: a sampled bound with an exact choice behind it, as Floyd and Rivest, "Expected time bounds for
///   selection", 1975; bounds by what lanes hold, after Johnson, Douze, Jegou, "Billion-scale similarity search with
///   GPUs", 2017; digits from the highest, as Alabi, Blanchard, Gordon, Steinbach, "Fast k-selection algorithms
///   for graphics processing units", 2012.
template <ExecutionSpace Exec, class In, class Values, class Index>
  requires(Kokkos::is_view_v<In> && Kokkos::is_view_v<Values> && Kokkos::is_view_v<Index>)
void topk(Exec const& exec, In const& in, Values const& values, Index const& index, std::int64_t k,
          TopkOptions const& options = {}) {
  Kokkos::Profiling::ScopedRegion region("KokkosAxis::topk");
  Impl::with_topk("topk", exec, in, values, index, k, options, [](auto const& call) { call.run(); });
}

/// The elements alone.
template <ExecutionSpace Exec, class In, class Values>
  requires(Kokkos::is_view_v<In> && Kokkos::is_view_v<Values>)
void topk(Exec const& exec, In const& in, Values const& values, std::int64_t k, TopkOptions const& options = {}) {
  Kokkos::Profiling::ScopedRegion region("KokkosAxis::topk");
  Impl::with_topk("topk", exec, in, values, nullptr, k, options, [](auto const& call) { call.run(); });
}

/// Where they are, alone.
template <ExecutionSpace Exec, class In, class Index>
  requires(Kokkos::is_view_v<In> && Kokkos::is_view_v<Index>)
void argtopk(Exec const& exec, In const& in, Index const& index, std::int64_t k, TopkOptions const& options = {}) {
  Kokkos::Profiling::ScopedRegion region("KokkosAxis::argtopk");
  Impl::with_topk("argtopk", exec, in, nullptr, index, k, options, [](auto const& call) { call.run(); });
}

/// What `topk` returns where it allocates.
template <class Values, class Index>
struct TopkResult {
  Values values;
  Index index;
};

/// The elements and where they are in new Views of the layout of `in` (LayoutRight for LayoutStride), allocated on
/// `exec`: `auto [values, index] = topk(exec, in, 40, {.axis = 1})`, or `topk<int>(...)` for positions of type int.
template <class Index = std::int64_t, ExecutionSpace Exec, class In>
  requires(Kokkos::is_view_v<In>)
auto topk(Exec const& exec, In const& in, std::int64_t k, TopkOptions const& options = {}) {
  Impl::check::selectable<typename In::non_const_value_type>();
  auto const described = Impl::layout::describe(in);
  int const axis       = Impl::check::topk_options<Exec>("topk", described, options);
  Impl::check::k_in_range("topk", k, 0, described.extent[axis], options);
  auto const values =
      Impl::allocate_like<typename In::non_const_value_type>(exec, in, "KokkosAxis::topk::values", axis, k);
  auto const index = Impl::allocate_like<Index>(exec, in, "KokkosAxis::topk::index", axis, k);
  topk(exec, in, values, index, k, options);
  return TopkResult<std::remove_const_t<decltype(values)>, std::remove_const_t<decltype(index)>>{values, index};
}

namespace explain {

/// How `topk` or `argtopk` would run with these arguments.
template <ExecutionSpace Exec, class In, class Values, class Index>
  requires(Kokkos::is_view_v<In> && Kokkos::is_view_v<Values> && Kokkos::is_view_v<Index>)
Explanation topk(Exec const& exec, In const& in, Values const& values, Index const& index, std::int64_t k,
                 TopkOptions const& options = {}) {
  return Impl::with_topk("topk", exec, in, values, index, k, options, [](auto const& call) { return call.explain(); });
}
template <ExecutionSpace Exec, class In, class Values>
  requires(Kokkos::is_view_v<In> && Kokkos::is_view_v<Values>)
Explanation topk(Exec const& exec, In const& in, Values const& values, std::int64_t k,
                 TopkOptions const& options = {}) {
  return Impl::with_topk("topk", exec, in, values, nullptr, k, options,
                         [](auto const& call) { return call.explain(); });
}
template <ExecutionSpace Exec, class In, class Index>
  requires(Kokkos::is_view_v<In> && Kokkos::is_view_v<Index>)
Explanation argtopk(Exec const& exec, In const& in, Index const& index, std::int64_t k,
                    TopkOptions const& options = {}) {
  return Impl::with_topk("argtopk", exec, in, nullptr, index, k, options,
                         [](auto const& call) { return call.explain(); });
}

}  // namespace explain

namespace workspace_bytes {

/// Bytes that a Workspace for this call must have.
template <ExecutionSpace Exec, class In, class Values, class Index>
  requires(Kokkos::is_view_v<In> && Kokkos::is_view_v<Values> && Kokkos::is_view_v<Index>)
std::size_t topk(Exec const& exec, In const& in, Values const& values, Index const& index, std::int64_t k,
                 TopkOptions const& options = {}) {
  return explain::topk(exec, in, values, index, k, options).workspace_bytes;
}
template <ExecutionSpace Exec, class In, class Values>
  requires(Kokkos::is_view_v<In> && Kokkos::is_view_v<Values>)
std::size_t topk(Exec const& exec, In const& in, Values const& values, std::int64_t k,
                 TopkOptions const& options = {}) {
  return explain::topk(exec, in, values, k, options).workspace_bytes;
}
template <ExecutionSpace Exec, class In, class Index>
  requires(Kokkos::is_view_v<In> && Kokkos::is_view_v<Index>)
std::size_t argtopk(Exec const& exec, In const& in, Index const& index, std::int64_t k,
                    TopkOptions const& options = {}) {
  return explain::argtopk(exec, in, index, k, options).workspace_bytes;
}

}  // namespace workspace_bytes

}  // namespace KokkosAxis
