// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosAxis/impl/check/axes.hpp>
#include <KokkosAxis/impl/check/types.hpp>
#include <KokkosAxis/impl/check/views.hpp>
#include <KokkosAxis/options.hpp>

#include <concepts>
#include <string_view>

namespace KokkosAxis::Impl::check {

/// Options that fit each other and the Views; returns the axis counted from 0.
template <class By, class Compare>
int sort_options(std::string_view verb, Strided const& keys, SortOptions<By, Compare> const& options) {
  int const along = axis(verb, options.axis, keys.rank);
  length_supported(verb, keys.extent[along]);
  if constexpr (!std::same_as<Compare, NaturalOrder>)
    expects(options.nan == Nan::greatest && options.zeros == Zeros::equal, verb,
            "nan and zeros cannot be given together with compare, which decides the order alone; leave them out");
  return along;
}

}  // namespace KokkosAxis::Impl::check
