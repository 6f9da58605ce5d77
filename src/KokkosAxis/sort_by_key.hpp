// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosAxis/explain.hpp>
#include <KokkosAxis/impl/check/sort.hpp>
#include <KokkosAxis/impl/check/value_views.hpp>
#include <KokkosAxis/impl/dispatch/run_sort.hpp>
#include <KokkosAxis/options.hpp>

#include <Kokkos_Core.hpp>
#include <Kokkos_Profiling_ScopedRegion.hpp>

#include <cstddef>

namespace KokkosAxis {

namespace Impl {

/// Checks a call of sort_by_key and hands what is left of it to `then`.
template <class Exec, class Keys, class Values, class Sorted, class Moved, class By, class Compare, class Then>
auto with_sort_by_key(Exec const& exec, Keys const& keys, Values const& values, Sorted const& sorted,
                      Moved const& moved, SortOptions<By, Compare> const& options, Then&& then) {
  using T = typename Keys::non_const_value_type;
  check::input_view<Exec, Keys>();
  check::output_view<Exec, Sorted>();
  check::same_elements<Keys, Sorted>();
  check::order_of<T, By, Compare>();

  constexpr auto verb = "sort_by_key";
  dispatch::SortRequest request{.verb = verb, .keys = layout::describe(keys), .sorted = layout::describe(sorted)};
  request.axis = check::sort_options(verb, request.keys, options);
  check::same_extents(verb, "keys", request.keys, "sorted keys", *request.sorted);
  check::distinct_elements(verb, "sorted keys", *request.sorted);
  check::disjoint_or_same(verb, "keys", request.keys, "sorted keys", *request.sorted);

  auto const pairs = check::describe_pairs<Exec>(values, moved);
  check::value_pairs(verb, "keys", request.keys, pairs);
  for (auto const& [from, to] : pairs) {
    check::disjoint(verb, "values", from, "sorted keys", *request.sorted);
    check::disjoint(verb, "output values", to, "sorted keys", *request.sorted);
    request.values.push_back({from, to});
  }
  return then(dispatch::RunSort<Exec, T, By, Compare>(exec, request, options));
}

}  // namespace Impl

/// Sorts keys along one axis and moves values with them.
///
///     KokkosAxis::sort_by_key(exec, keys, values, sorted_keys, moved_values, {.axis = 0});
///     KokkosAxis::sort_by_key(exec, cell, std::tie(position, velocity, id));   // in place, rank-2 payloads welcome
///
/// - Shapes: `values` is a View or a std::tuple of Views (std::tie), each of any trivially copyable element type. The
///   first extents of every value View equal those of `keys`; further axes are carried along with each key.
/// - Touches: reads the inputs, writes every element of the outputs, each of which may be its own input (in place) but
///   not overlap any View otherwise.
/// - Stable, deterministic, asynchronous as sort. Values move in one launch for ten Views, two if any is in place.
/// - Workspace: positions (4 bytes a key), a copy of each value View that is permuted in place, and what sort needs.
/// - Errors: as sort; also extents of values that do not fit the keys.
template <ExecutionSpace Exec, class Keys, Impl::check::OneOrMoreViews Values, class Sorted,
          Impl::check::OneOrMoreViews Moved, class By = Identity, class Compare = NaturalOrder>
  requires(Kokkos::is_view_v<Keys> && Kokkos::is_view_v<Sorted>)
void sort_by_key(Exec const& exec, Keys const& keys, Values const& values, Sorted const& sorted, Moved const& moved,
                 SortOptions<By, Compare> const& options = {}) {
  Kokkos::Profiling::ScopedRegion region("KokkosAxis::sort_by_key");
  Impl::with_sort_by_key(exec, keys, values, sorted, moved, options, [](auto const& call) { call.run(); });
}

/// In place: as above with every output its input.
template <ExecutionSpace Exec, class Keys, Impl::check::OneOrMoreViews Values, class By = Identity,
          class Compare = NaturalOrder>
  requires(Kokkos::is_view_v<Keys>)
void sort_by_key(Exec const& exec, Keys const& keys, Values const& values,
                 SortOptions<By, Compare> const& options = {}) {
  sort_by_key(exec, keys, values, keys, values, options);
}

namespace explain {

/// How `sort_by_key` would run with these arguments.
template <ExecutionSpace Exec, class Keys, Impl::check::OneOrMoreViews Values, class Sorted,
          Impl::check::OneOrMoreViews Moved, class By = Identity, class Compare = NaturalOrder>
  requires(Kokkos::is_view_v<Keys> && Kokkos::is_view_v<Sorted>)
Explanation sort_by_key(Exec const& exec, Keys const& keys, Values const& values, Sorted const& sorted,
                        Moved const& moved, SortOptions<By, Compare> const& options = {}) {
  return Impl::with_sort_by_key(exec, keys, values, sorted, moved, options,
                                [](auto const& call) { return call.explain(); });
}

template <ExecutionSpace Exec, class Keys, Impl::check::OneOrMoreViews Values, class By = Identity,
          class Compare = NaturalOrder>
  requires(Kokkos::is_view_v<Keys>)
Explanation sort_by_key(Exec const& exec, Keys const& keys, Values const& values,
                        SortOptions<By, Compare> const& options = {}) {
  return explain::sort_by_key(exec, keys, values, keys, values, options);
}

}  // namespace explain

namespace workspace_bytes {

/// Bytes that a Workspace for this call of `sort_by_key` must have.
template <ExecutionSpace Exec, class Keys, Impl::check::OneOrMoreViews Values, class Sorted,
          Impl::check::OneOrMoreViews Moved, class By = Identity, class Compare = NaturalOrder>
  requires(Kokkos::is_view_v<Keys> && Kokkos::is_view_v<Sorted>)
std::size_t sort_by_key(Exec const& exec, Keys const& keys, Values const& values, Sorted const& sorted,
                        Moved const& moved, SortOptions<By, Compare> const& options = {}) {
  return explain::sort_by_key(exec, keys, values, sorted, moved, options).workspace_bytes;
}

template <ExecutionSpace Exec, class Keys, Impl::check::OneOrMoreViews Values, class By = Identity,
          class Compare = NaturalOrder>
  requires(Kokkos::is_view_v<Keys>)
std::size_t sort_by_key(Exec const& exec, Keys const& keys, Values const& values,
                        SortOptions<By, Compare> const& options = {}) {
  return explain::sort_by_key(exec, keys, values, keys, values, options).workspace_bytes;
}

}  // namespace workspace_bytes

}  // namespace KokkosAxis
