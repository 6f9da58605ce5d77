// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosAxis/explain.hpp>
#include <KokkosAxis/impl/check/topk.hpp>
#include <KokkosAxis/impl/dispatch/run_partition.hpp>
#include <KokkosAxis/options.hpp>

#include <Kokkos_Core.hpp>
#include <Kokkos_Profiling_ScopedRegion.hpp>

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace KokkosAxis {

namespace Impl {

/// Checks a call of partition or argpartition and hands what is left of it to `then`. An output may be nullptr.
template <class Exec, class In, class Out, class Index, class Then>
auto with_partition(std::string_view verb, Exec const& exec, In const& in, Out const& out, Index const& index,
                    std::int64_t k, PartitionOptions const& options, Then&& then) {
  using T = typename In::non_const_value_type;
  check::input_view<Exec, In>();
  check::selectable<T>();

  dispatch::TopkRequest request{.verb = verb, .in = layout::describe(in), .first = k};
  request.axis              = check::axis(verb, options.axis, request.in.rank);
  std::int64_t const length = request.in.extent[request.axis];
  check::length_selectable(verb, length);
  expects(0 <= k && (k < length || (k == 0 && length == 0)), verb, "k is ", k, ", but the axis has ", length,
          " elements; allowed are 0 to ", length > 0 ? length - 1 : 0);
  request.places = length;
  if constexpr (Kokkos::is_view_v<Out>) {
    check::output_view<Exec, Out>();
    check::same_elements<In, Out>();
    request.values = layout::describe(out);
    check::output_of_k(verb, request.in, request.axis, length, "out", *request.values);
  }
  if constexpr (Kokkos::is_view_v<Index>) {
    check::index_output<Exec, Index>();
    request.index = layout::describe(index);
    check::output_of_k(verb, request.in, request.axis, length, "index", *request.index);
    check::index_wide_enough<typename Index::non_const_value_type>(verb, length);
  }
  if constexpr (Kokkos::is_view_v<Out> && Kokkos::is_view_v<Index>)
    check::disjoint(verb, "out", *request.values, "index", *request.index);
  if constexpr (RadixKey<T>) return then(dispatch::RunPartition<Exec, T>(exec, request, options));
}

}  // namespace Impl

/// Puts the element that a sort would put at place `k` of each slice there, those that come before it ahead of it and
/// all others behind it (std::nth_element, numpy.partition). k counts from 0.
///
///     KokkosAxis::partition(exec, in, out, 10, {.axis = 0});
///
/// - Shapes: `out` has the extents of `in`. With `index` as well: partition(exec, in, out, index, k); the index alone:
///   argpartition(exec, in, index, k).
/// - Order: as sort, equal elements by their index. Both sides keep the order that they had in `in`, so the result is
///   definite: the same bits on every run, every route and every execution space.
/// - Touches: reads `in`, writes every element of the outputs, which share no memory with it or each other.
/// - Asynchronous on `exec`, no fence; `workspace_bytes::partition` bytes of Workspace make it free of allocations:
///   what kth_value takes for k + 1, and 4 bytes a slice and for each 2048 elements of one.
/// - Cost: kth_value, and three reads (the last of them cached) and a write of the data.
/// - Errors: as topk; k not below the length.
template <ExecutionSpace Exec, class In, class Out>
  requires(Kokkos::is_view_v<In> && Kokkos::is_view_v<Out>)
void partition(Exec const& exec, In const& in, Out const& out, std::int64_t k, PartitionOptions const& options = {}) {
  Kokkos::Profiling::ScopedRegion region("KokkosAxis::partition");
  Impl::with_partition("partition", exec, in, out, nullptr, k, options, [](auto const& call) { call.run(); });
}
template <ExecutionSpace Exec, class In, class Out, class Index>
  requires(Kokkos::is_view_v<In> && Kokkos::is_view_v<Out> && Kokkos::is_view_v<Index>)
void partition(Exec const& exec, In const& in, Out const& out, Index const& index, std::int64_t k,
               PartitionOptions const& options = {}) {
  Kokkos::Profiling::ScopedRegion region("KokkosAxis::partition");
  Impl::with_partition("partition", exec, in, out, index, k, options, [](auto const& call) { call.run(); });
}

/// The positions along the axis of what partition would write.
template <ExecutionSpace Exec, class In, class Index>
  requires(Kokkos::is_view_v<In> && Kokkos::is_view_v<Index>)
void argpartition(Exec const& exec, In const& in, Index const& index, std::int64_t k,
                  PartitionOptions const& options = {}) {
  Kokkos::Profiling::ScopedRegion region("KokkosAxis::argpartition");
  Impl::with_partition("argpartition", exec, in, nullptr, index, k, options, [](auto const& call) { call.run(); });
}

namespace explain {

/// How these calls would run.
template <ExecutionSpace Exec, class In, class Out>
  requires(Kokkos::is_view_v<In> && Kokkos::is_view_v<Out>)
Explanation partition(Exec const& exec, In const& in, Out const& out, std::int64_t k,
                      PartitionOptions const& options = {}) {
  return Impl::with_partition("partition", exec, in, out, nullptr, k, options,
                              [](auto const& call) { return call.explain(); });
}
template <ExecutionSpace Exec, class In, class Out, class Index>
  requires(Kokkos::is_view_v<In> && Kokkos::is_view_v<Out> && Kokkos::is_view_v<Index>)
Explanation partition(Exec const& exec, In const& in, Out const& out, Index const& index, std::int64_t k,
                      PartitionOptions const& options = {}) {
  return Impl::with_partition("partition", exec, in, out, index, k, options,
                              [](auto const& call) { return call.explain(); });
}
template <ExecutionSpace Exec, class In, class Index>
  requires(Kokkos::is_view_v<In> && Kokkos::is_view_v<Index>)
Explanation argpartition(Exec const& exec, In const& in, Index const& index, std::int64_t k,
                         PartitionOptions const& options = {}) {
  return Impl::with_partition("argpartition", exec, in, nullptr, index, k, options,
                              [](auto const& call) { return call.explain(); });
}

}  // namespace explain

namespace workspace_bytes {

/// Bytes that a Workspace for these calls must have.
template <ExecutionSpace Exec, class In, class Out>
  requires(Kokkos::is_view_v<In> && Kokkos::is_view_v<Out>)
std::size_t partition(Exec const& exec, In const& in, Out const& out, std::int64_t k,
                      PartitionOptions const& options = {}) {
  return explain::partition(exec, in, out, k, options).workspace_bytes;
}
template <ExecutionSpace Exec, class In, class Out, class Index>
  requires(Kokkos::is_view_v<In> && Kokkos::is_view_v<Out> && Kokkos::is_view_v<Index>)
std::size_t partition(Exec const& exec, In const& in, Out const& out, Index const& index, std::int64_t k,
                      PartitionOptions const& options = {}) {
  return explain::partition(exec, in, out, index, k, options).workspace_bytes;
}
template <ExecutionSpace Exec, class In, class Index>
  requires(Kokkos::is_view_v<In> && Kokkos::is_view_v<Index>)
std::size_t argpartition(Exec const& exec, In const& in, Index const& index, std::int64_t k,
                         PartitionOptions const& options = {}) {
  return explain::argpartition(exec, in, index, k, options).workspace_bytes;
}

}  // namespace workspace_bytes

}  // namespace KokkosAxis
