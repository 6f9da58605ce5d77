// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosAxis/impl/check/types.hpp>
#include <KokkosAxis/impl/check/views.hpp>
#include <KokkosAxis/mask.hpp>

#include <concepts>
#include <string_view>

namespace KokkosAxis::Impl::check {

// Outputs with a result for each element of the input.

template <class Exec, class In, class Out>
constexpr void elementwise_output() {
  output_view<Exec, Out>();
  static_assert(In::rank() == Out::rank(), "KokkosAxis: input and output Views must have the same rank");
}

/// One of the input's extents, apart from it or the same View; apart from the mask.
template <class In, class Out>
void elementwise_output(std::string_view verb, std::string_view name, Strided const& in, Mask const& where,
                        Strided const& out) {
  same_extents(verb, "in", in, name, out);
  distinct_elements(verb, name, out);
  if constexpr (std::same_as<typename In::non_const_value_type, typename Out::value_type>)
    disjoint_or_same(verb, "in", in, name, out);
  else
    disjoint(verb, "in", in, name, out);
  if (where.given()) disjoint(verb, "where", where.where(), name, out);
}

}  // namespace KokkosAxis::Impl::check
