// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosAxis/impl/check/types.hpp>
#include <KokkosAxis/impl/check/views.hpp>
#include <KokkosAxis/impl/layout/strided.hpp>

#include <Kokkos_Core.hpp>

#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

namespace KokkosAxis::Impl::check {

template <class T>
inline constexpr bool is_view_tuple = false;
template <class... Views>
inline constexpr bool is_view_tuple<std::tuple<Views...>> = (Kokkos::is_view_v<std::remove_cvref_t<Views>> && ...);

/// A View, or a std::tuple of Views (std::tie(a, b, c)).
template <class T>
concept OneOrMoreViews = Kokkos::is_view_v<T> || is_view_tuple<T>;

/// Any of them as a tuple of references.
template <OneOrMoreViews Views>
auto as_tuple(Views const& views) {
  if constexpr (Kokkos::is_view_v<Views>)
    return std::tuple<Views const&>(views);
  else
    return std::apply([](auto const&... v) { return std::tuple<std::remove_cvref_t<decltype(v)> const&...>(v...); },
                      views);
}

/// Checks the types of inputs and outputs pair by pair, and takes the types off.
template <class Exec, class In, class Out>
std::vector<std::pair<Strided, Strided>> describe_pairs(In const& in, Out const& out) {
  auto const from            = as_tuple(in);
  auto const to              = as_tuple(out);
  constexpr std::size_t size = std::tuple_size_v<decltype(from)>;
  static_assert(size == std::tuple_size_v<decltype(to)>, "KokkosAxis: give one output View for each input View");
  std::vector<std::pair<Strided, Strided>> pairs;
  [&]<std::size_t... I>(std::index_sequence<I...>) {
    (..., [&] {
      using From = std::remove_cvref_t<std::tuple_element_t<I, decltype(from)>>;
      using To   = std::remove_cvref_t<std::tuple_element_t<I, decltype(to)>>;
      input_view<Exec, From>();
      output_view<Exec, To>();
      same_elements<From, To>();
      pairs.emplace_back(layout::describe(std::get<I>(from)), layout::describe(std::get<I>(to)));
    }());
  }(std::make_index_sequence<size>{});
  return pairs;
}

/// Every pair is shaped like `keys`, further axes allowed; outputs hold each element apart, and share no memory with
/// any other View of the call.
inline void value_pairs(std::string_view verb, std::string_view name, Strided const& keys,
                        std::vector<std::pair<Strided, Strided>> const& pairs) {
  auto const number = [&](std::size_t i, char const* what) {
    std::string text(what);
    if (pairs.size() > 1) text.append(1, ' ').append(std::to_string(i));
    return text;
  };
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    auto const& [from, to] = pairs[i];
    std::string const in = number(i, "values"), out = number(i, "output values");
    same_extents(verb, name, keys, in, from, true);
    same_extents(verb, in, from, out, to);
    distinct_elements(verb, out, to);
    disjoint_or_same(verb, in, from, out, to);
    disjoint(verb, name, keys, out, to);
    for (std::size_t j = 0; j < pairs.size(); ++j) {
      if (j == i) continue;
      disjoint(verb, number(j, "values"), pairs[j].first, out, to);
      if (j < i) disjoint(verb, number(j, "output values"), pairs[j].second, out, to);
    }
  }
}

}  // namespace KokkosAxis::Impl::check
