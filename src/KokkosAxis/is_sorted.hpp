// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosAxis/impl/check/sort.hpp>
#include <KokkosAxis/impl/dispatch/run_is_sorted.hpp>
#include <KokkosAxis/options.hpp>

#include <Kokkos_Core.hpp>
#include <Kokkos_Profiling_ScopedRegion.hpp>

#include <concepts>

namespace KokkosAxis {

/// Is each slice in the order that sort would leave it in? `flags` has the extents of `keys` without `options.axis`
/// (rank 0 for keys of rank 1) and bool elements.
///
///     KokkosAxis::is_sorted(exec, keys, flags, {.axis = 1, .order = Order::descending});
///
/// - Touches: reads `keys`, writes every flag. Slices of 0 or 1 elements are sorted. They must not overlap.
/// - Order, NaN, zeros, `.by` and `.compare` as in sort; `stable` and `workspace` change nothing, a route is an Error.
/// - Deterministic, asynchronous on `exec`, no fence, no workspace. O(n), all neighbouring pairs side by side.
/// - Errors: axis out of range, extents that do not fit, overlap, flags with stride 0.
template <ExecutionSpace Exec, class Keys, class Flags, class By = Identity, class Compare = NaturalOrder>
  requires(Kokkos::is_view_v<Keys> && Kokkos::is_view_v<Flags>)
void is_sorted(Exec const& exec, Keys const& keys, Flags const& flags, SortOptions<By, Compare> const& options = {}) {
  using T = typename Keys::non_const_value_type;
  Kokkos::Profiling::ScopedRegion region("KokkosAxis::is_sorted");
  Impl::check::input_view<Exec, Keys>();
  Impl::check::flag_output<Exec, Keys, Flags>();
  Impl::check::order_of<T, By, Compare>();
  auto const in  = Impl::layout::describe(keys);
  auto const out = Impl::layout::describe(flags);
  int const axis = Impl::check::sort_options("is_sorted", in, options);
  Impl::check::output_without_axis("is_sorted", "keys", in, axis, "flags", out);
  Impl::expects(options.route == SortRoute::automatic, "is_sorted", "there are no routes to choose from");
  Impl::dispatch::run_is_sorted<T>(exec, in, out, axis, options);
}

}  // namespace KokkosAxis
