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
#include <cstdint>

namespace KokkosAxis {

namespace Impl {

/// Checks a call of argsort and hands what is left of it to `then`. `sorted` is the keys' output View, or nullptr.
template <class Exec, class Keys, class Sorted, class Index, class By, class Compare, class Then>
auto with_argsort(Exec const& exec, Keys const& keys, Sorted const& sorted, Index const& index,
                  SortOptions<By, Compare> const& options, Then&& then) {
  using T = typename Keys::non_const_value_type;
  check::input_view<Exec, Keys>();
  check::index_output<Exec, Index>();
  check::order_of<T, By, Compare>();

  dispatch::SortRequest request{.verb = "argsort", .keys = layout::describe(keys), .index = layout::describe(index)};
  request.axis = check::sort_options("argsort", request.keys, options);
  check::same_extents("argsort", "keys", request.keys, "index", *request.index);
  check::index_wide_enough<typename Index::non_const_value_type>("argsort", request.keys.extent[request.axis]);
  check::distinct_elements("argsort", "index", *request.index);
  check::disjoint("argsort", "keys", request.keys, "index", *request.index);
  if constexpr (Kokkos::is_view_v<Sorted>) {
    check::output_view<Exec, Sorted>();
    check::same_elements<Keys, Sorted>();
    request.sorted = layout::describe(sorted);
    check::same_extents("argsort", "keys", request.keys, "sorted", *request.sorted);
    check::distinct_elements("argsort", "sorted", *request.sorted);
    check::disjoint_or_same("argsort", "keys", request.keys, "sorted", *request.sorted);
    check::disjoint("argsort", "sorted", *request.sorted, "index", *request.index);
  }
  return then(dispatch::RunSort<Exec, T, By, Compare>(exec, request, options));
}

}  // namespace Impl

/// The positions that sort each slice: `keys[..., index[..., i], ...]` is in order along `options.axis`.
///
///     KokkosAxis::argsort(exec, keys, index, {.axis = 1});
///
/// - Shapes: `index` has the extents of `keys`; its elements are integers of any width that can hold the axis' last
///   position, and count from 0 along the whole axis.
/// - Touches: reads `keys`, writes every element of `index`. They must not overlap.
/// - Order, stability, determinism, asynchrony, workspace, complexity and errors: as sort; also an index type too
///   narrow.
template <ExecutionSpace Exec, class Keys, class Index, class By = Identity, class Compare = NaturalOrder>
  requires(Kokkos::is_view_v<Keys> && Kokkos::is_view_v<Index>)
void argsort(Exec const& exec, Keys const& keys, Index const& index, SortOptions<By, Compare> const& options = {}) {
  Kokkos::Profiling::ScopedRegion region("KokkosAxis::argsort");
  Impl::with_argsort(exec, keys, nullptr, index, options, [](auto const& call) { call.run(); });
}

/// The same, with the keys in order as well, from one sort. `sorted` may be `keys` itself.
template <ExecutionSpace Exec, class Keys, class Sorted, class Index, class By = Identity, class Compare = NaturalOrder>
  requires(Kokkos::is_view_v<Keys> && Kokkos::is_view_v<Sorted> && Kokkos::is_view_v<Index>)
void argsort(Exec const& exec, Keys const& keys, Sorted const& sorted, Index const& index,
             SortOptions<By, Compare> const& options = {}) {
  Kokkos::Profiling::ScopedRegion region("KokkosAxis::argsort");
  Impl::with_argsort(exec, keys, sorted, index, options, [](auto const& call) { call.run(); });
}

/// The positions in a new View, allocated on `exec`: `auto index = argsorted<int>(exec, keys, {.axis = 0})`.
template <class Index = std::int64_t, ExecutionSpace Exec, class Keys, class By = Identity,
          class Compare = NaturalOrder>
  requires(Kokkos::is_view_v<Keys>)
auto argsorted(Exec const& exec, Keys const& keys, SortOptions<By, Compare> const& options = {}) {
  Impl::check::sort_options("argsort", Impl::layout::describe(keys), options);
  auto index = Impl::allocate_like<Index>(exec, keys, "KokkosAxis::argsorted");
  argsort(exec, keys, index, options);
  return index;
}

namespace explain {

/// How `argsort` would run with these arguments.
template <ExecutionSpace Exec, class Keys, class Index, class By = Identity, class Compare = NaturalOrder>
  requires(Kokkos::is_view_v<Keys> && Kokkos::is_view_v<Index>)
Explanation argsort(Exec const& exec, Keys const& keys, Index const& index,
                    SortOptions<By, Compare> const& options = {}) {
  return Impl::with_argsort(exec, keys, nullptr, index, options, [](auto const& call) { return call.explain(); });
}

template <ExecutionSpace Exec, class Keys, class Sorted, class Index, class By = Identity, class Compare = NaturalOrder>
  requires(Kokkos::is_view_v<Keys> && Kokkos::is_view_v<Sorted> && Kokkos::is_view_v<Index>)
Explanation argsort(Exec const& exec, Keys const& keys, Sorted const& sorted, Index const& index,
                    SortOptions<By, Compare> const& options = {}) {
  return Impl::with_argsort(exec, keys, sorted, index, options, [](auto const& call) { return call.explain(); });
}

}  // namespace explain

namespace workspace_bytes {

/// Bytes that a Workspace for this call of `argsort` must have.
template <ExecutionSpace Exec, class Keys, class Index, class By = Identity, class Compare = NaturalOrder>
  requires(Kokkos::is_view_v<Keys> && Kokkos::is_view_v<Index>)
std::size_t argsort(Exec const& exec, Keys const& keys, Index const& index,
                    SortOptions<By, Compare> const& options = {}) {
  return explain::argsort(exec, keys, index, options).workspace_bytes;
}

template <ExecutionSpace Exec, class Keys, class Sorted, class Index, class By = Identity, class Compare = NaturalOrder>
  requires(Kokkos::is_view_v<Keys> && Kokkos::is_view_v<Sorted> && Kokkos::is_view_v<Index>)
std::size_t argsort(Exec const& exec, Keys const& keys, Sorted const& sorted, Index const& index,
                    SortOptions<By, Compare> const& options = {}) {
  return explain::argsort(exec, keys, sorted, index, options).workspace_bytes;
}

}  // namespace workspace_bytes

}  // namespace KokkosAxis
