// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosAxis/concepts.hpp>
#include <KokkosAxis/options.hpp>

#include <Kokkos_Core.hpp>

#include <concepts>
#include <type_traits>
#include <utility>

namespace KokkosAxis::Impl::check {

// What must not compile, with one sentence that says the cure. Called first in every verb.

template <class Exec, class View>
constexpr void input_view() {
  static_assert(AxisView<View>, "KokkosAxis: pass a View of rank 1 to 8 with LayoutLeft, LayoutRight or LayoutStride");
  static_assert(std::is_trivially_copyable_v<typename View::non_const_value_type>,
                "KokkosAxis: elements must be trivially copyable; sort an index View with argsort instead");
  static_assert(
      Kokkos::SpaceAccessibility<Exec, typename View::memory_space>::accessible,
      "KokkosAxis: the View's memory cannot be used from this execution space; copy it there first, or pass an "
      "execution space that reaches it");
}

template <class Exec, class View>
constexpr void output_view() {
  input_view<Exec, View>();
  static_assert(!std::is_const_v<typename View::value_type>,
                "KokkosAxis: an output View must have non-const elements; for const input use the form with an output "
                "View");
}

template <class Exec, class View>
constexpr void index_input() {
  input_view<Exec, View>();
  static_assert(IndexView<View>, "KokkosAxis: an index View must have integer elements of at most 64 bits");
}

template <class Exec, class View>
constexpr void index_output() {
  output_view<Exec, View>();
  static_assert(IndexView<View>, "KokkosAxis: an index View must have integer elements of at most 64 bits");
}

/// One bool a slice of `Keys`.
template <class Exec, class Keys, class Flags>
constexpr void flag_output() {
  static_assert(std::same_as<typename Flags::value_type, bool> && Flags::rank() + 1 == Keys::rank(),
                "KokkosAxis: flags must be a View of bool with one axis less than the keys");
  static_assert(Kokkos::SpaceAccessibility<Exec, typename Flags::memory_space>::accessible,
                "KokkosAxis: the View's memory cannot be used from this execution space");
}

template <class In, class Out>
constexpr void same_elements() {
  static_assert(std::same_as<typename In::non_const_value_type, typename Out::non_const_value_type>,
                "KokkosAxis: input and output Views must have the same element type");
  static_assert(In::rank() == Out::rank(), "KokkosAxis: input and output Views must have the same rank");
}

template <class T, class By>
constexpr bool can_project() {
  if constexpr (std::same_as<By, Identity>)
    return true;
  else
    return requires(By const& by, T const& element) { by(element); };
}

template <class T, class By, class Compare>
constexpr bool can_compare() {
  if constexpr (std::same_as<By, Identity> && std::same_as<Compare, NaturalOrder>)
    return RadixKey<T> || requires(T const& a) { static_cast<bool>(a < a); };
  else if constexpr (std::same_as<By, Identity>)
    return std::is_invocable_r_v<bool, Compare const&, T const&, T const&>;
  else {
    using Key = std::remove_cvref_t<std::invoke_result_t<By const&, T const&>>;
    if constexpr (std::same_as<Compare, NaturalOrder>)
      return RadixKey<Key> || requires(Key const& a) { static_cast<bool>(a < a); };
    else
      return std::is_invocable_r_v<bool, Compare const&, Key const&, Key const&>;
  }
}

template <class T, class By, class Compare>
constexpr void order_of() {
  static_assert(can_project<T, By>(), "KokkosAxis: .by must be callable with a const element, as key = by(element)");
  if constexpr (can_project<T, By>())
    static_assert(can_compare<T, By, Compare>(),
                  "KokkosAxis: the key has no order; give .compare = a strict weak order callable with two const keys, "
                  "or .by = a projection to a number");
}

}  // namespace KokkosAxis::Impl::check
