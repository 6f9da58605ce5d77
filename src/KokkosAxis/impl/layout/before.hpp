// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosAxis/options.hpp>

#include <Kokkos_Core.hpp>

#include <concepts>
#include <type_traits>
#include <utility>

namespace KokkosAxis::Impl::layout {

/// `by(element)`, or the element itself.
template <class By, class T>
KOKKOS_FORCEINLINE_FUNCTION decltype(auto) project(By const& by, T const& element) {
  if constexpr (std::same_as<By, Identity>)
    return (element);
  else
    return by(element);
}

template <class By, class T>
using projected_t = std::remove_cvref_t<decltype(project(std::declval<By const&>(), std::declval<T const&>()))>;

/// Does one element come before another: projection, comparison and direction in one strict weak order.
template <class By, class Compare>
struct Before {
  By by;
  Compare compare;
  bool descending    = false;
  bool nan_first     = false;  // natural order of floating-point keys only
  bool zeros_ordered = false;  // likewise

  template <class T>
  KOKKOS_FUNCTION bool operator()(T const& a, T const& b) const {
    return descending ? less(project(by, b), project(by, a), true) : less(project(by, a), project(by, b), false);
  }

 private:
  template <class Key>
  KOKKOS_FUNCTION bool less(Key const& a, Key const& b, [[maybe_unused]] bool swapped) const {
    if constexpr (!std::same_as<Compare, NaturalOrder>) {
      return compare(a, b);
    } else if constexpr (std::is_floating_point_v<Key>) {
      bool const nan_a = a != a, nan_b = b != b;
      if (nan_a || nan_b) return nan_first != swapped ? nan_a && !nan_b : nan_b && !nan_a;
      if (zeros_ordered && a == 0 && b == 0) return 1 / a < 1 / b;
      return a < b;
    } else {
      return a < b;
    }
  }
};

/// The order that a call's options ask for.
template <class By, class Compare>
Before<By, Compare> before(SortOptions<By, Compare> const& options) {
  bool const descending = options.order == Order::descending;
  return {.by            = options.by,
          .compare       = options.compare,
          .descending    = descending,
          .nan_first     = options.nan == Nan::first || options.nan == (descending ? Nan::greatest : Nan::smallest),
          .zeros_ordered = options.zeros == Zeros::ordered};
}

}  // namespace KokkosAxis::Impl::layout
