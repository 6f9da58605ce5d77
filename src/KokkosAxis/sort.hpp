// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosAxis/explain.hpp>
#include <KokkosAxis/impl/check/sort.hpp>
#include <KokkosAxis/impl/dispatch/run_sort.hpp>
#include <KokkosAxis/impl/layout/allocate.hpp>
#include <KokkosAxis/options.hpp>

#include <Kokkos_Core.hpp>
#include <Kokkos_Profiling_ScopedRegion.hpp>

#include <cstddef>

namespace KokkosAxis {

namespace Impl {

/// Checks a call of sort and hands what is left of it to `then`.
template <class Exec, class Keys, class Sorted, class By, class Compare, class Then>
auto with_sort(Exec const& exec, Keys const& keys, Sorted const& sorted, SortOptions<By, Compare> const& options,
               Then&& then) {
  using T = typename Keys::non_const_value_type;
  check::input_view<Exec, Keys>();
  check::output_view<Exec, Sorted>();
  check::same_elements<Keys, Sorted>();
  check::order_of<T, By, Compare>();

  dispatch::SortRequest request{.verb = "sort", .keys = layout::describe(keys), .sorted = layout::describe(sorted)};
  request.axis = check::sort_options("sort", request.keys, options);
  check::same_extents("sort", "keys", request.keys, "sorted", *request.sorted);
  check::distinct_elements("sort", "sorted", *request.sorted);
  check::disjoint_or_same("sort", "keys", request.keys, "sorted", *request.sorted);
  return then(dispatch::RunSort<Exec, T, By, Compare>(exec, request, options));
}

}  // namespace Impl

/// Sorts along one axis: every slice of `keys` along `options.axis` goes to the same slice of `sorted`, in order.
///
///     KokkosAxis::sort(exec, keys, sorted, {.axis = 0, .order = Order::descending});
///
/// - Shapes: both Views have the same extents, any rank from 1 to 8; layouts and strides may differ. Empty Views are
///   fine.
/// - Touches: reads `keys`, writes every element of `sorted`, nothing else. `sorted` may be `keys` itself (in place)
///   but not overlap it otherwise. Stored bits are moved, never changed: NaN payloads and signs of zeros are kept.
/// - Order: radix order of the keys for arithmetic types, enumerations and half types (see radix_key), or `.compare`, a
///   strict weak order; of `.by(element)` where given. NaN and zeros as in `Nan` and `Zeros`.
/// - Stable, in descending order too. Deterministic: the same bits on every run and every route.
/// - Asynchronous on `exec`: no fence, no use of another instance. With a Workspace of `workspace_bytes::sort` bytes it
///   allocates nothing. On devices short slices, and contiguous ones that fit a block's shared memory, need none.
/// - Errors (before anything is launched or written): axis out of range, extents that differ, overlap, an output with
///   stride 0, an axis of 2^32 elements or more, a workspace that is too small, a route that cannot serve the call.
/// - Complexity: O(n w) for keys of w bits, O(n log n) comparisons with `.compare` (O(n^2) for slices up to 32).
/// - Source: least significant digit radix sort (Knuth, vol. 3, 5.2.5), tiles ranked in scratch (Satish, Harris,
///   Garland 2009) or placed by look-back (Adinets, Merrill 2022); networks (Batcher 1968); distribution to bins that
///   a sample or a histogram plans (Frazer, McKellar 1970); merge sort by merge path (Odeh et al. 2012).
template <ExecutionSpace Exec, class Keys, class Sorted, class By = Identity, class Compare = NaturalOrder>
  requires(Kokkos::is_view_v<Keys> && Kokkos::is_view_v<Sorted>)
void sort(Exec const& exec, Keys const& keys, Sorted const& sorted, SortOptions<By, Compare> const& options = {}) {
  Kokkos::Profiling::ScopedRegion region("KokkosAxis::sort");
  Impl::with_sort(exec, keys, sorted, options, [](auto const& call) { call.run(); });
}

/// Sorts in place: as above with `sorted` = `keys`.
template <ExecutionSpace Exec, class Keys, class By = Identity, class Compare = NaturalOrder>
  requires(Kokkos::is_view_v<Keys>)
void sort(Exec const& exec, Keys const& keys, SortOptions<By, Compare> const& options = {}) {
  sort(exec, keys, keys, options);
}

/// Sorts into a new View of the same layout (LayoutRight for LayoutStride), which it allocates on `exec` and returns.
template <ExecutionSpace Exec, class Keys, class By = Identity, class Compare = NaturalOrder>
  requires(Kokkos::is_view_v<Keys>)
auto sorted(Exec const& exec, Keys const& keys, SortOptions<By, Compare> const& options = {}) {
  Impl::check::sort_options("sort", Impl::layout::describe(keys), options);
  auto out = Impl::allocate_like<typename Keys::non_const_value_type>(exec, keys, "KokkosAxis::sorted");
  sort(exec, keys, out, options);
  return out;
}

namespace explain {

/// How `sort` would run with these arguments.
template <ExecutionSpace Exec, class Keys, class Sorted, class By = Identity, class Compare = NaturalOrder>
  requires(Kokkos::is_view_v<Keys> && Kokkos::is_view_v<Sorted>)
Explanation sort(Exec const& exec, Keys const& keys, Sorted const& sorted,
                 SortOptions<By, Compare> const& options = {}) {
  return Impl::with_sort(exec, keys, sorted, options, [](auto const& call) { return call.explain(); });
}

template <ExecutionSpace Exec, class Keys, class By = Identity, class Compare = NaturalOrder>
  requires(Kokkos::is_view_v<Keys>)
Explanation sort(Exec const& exec, Keys const& keys, SortOptions<By, Compare> const& options = {}) {
  return explain::sort(exec, keys, keys, options);
}

}  // namespace explain

namespace workspace_bytes {

/// Bytes that a Workspace for this call of `sort` must have.
template <ExecutionSpace Exec, class Keys, class Sorted, class By = Identity, class Compare = NaturalOrder>
  requires(Kokkos::is_view_v<Keys> && Kokkos::is_view_v<Sorted>)
std::size_t sort(Exec const& exec, Keys const& keys, Sorted const& sorted,
                 SortOptions<By, Compare> const& options = {}) {
  return explain::sort(exec, keys, sorted, options).workspace_bytes;
}

template <ExecutionSpace Exec, class Keys, class By = Identity, class Compare = NaturalOrder>
  requires(Kokkos::is_view_v<Keys>)
std::size_t sort(Exec const& exec, Keys const& keys, SortOptions<By, Compare> const& options = {}) {
  return explain::sort(exec, keys, keys, options).workspace_bytes;
}

}  // namespace workspace_bytes

}  // namespace KokkosAxis
