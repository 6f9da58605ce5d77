// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "support/elements.hpp"
#include "support/place.hpp"

#include <Kokkos_Core.hpp>

#include <cstddef>

namespace KokkosAxis::Test {

/// Extents and strides of a View.
template <class View>
Place place_of(View const& view) {
  Place p;
  for (std::size_t d = 0; d < View::rank(); ++d) {
    p.extent.push_back(static_cast<std::int64_t>(view.extent(d)));
    p.stride.push_back(static_cast<std::int64_t>(view.stride(d)));
  }
  return p;
}

/// Writes elements in C order into a View that owns its memory.
template <class View>
void write(View const& view, List<typename View::non_const_value_type> const& values) {
  auto const host = Kokkos::create_mirror_view(view);
  for_each_offset(place_of(host), [&](std::size_t i, std::int64_t offset) { host.data()[offset] = values[i]; });
  Kokkos::deep_copy(view, host);
  Kokkos::fence("view written");
}

/// Its elements in C order, after all work of the device.
template <class View>
List<typename View::non_const_value_type> read(View const& view) {
  Kokkos::fence("view to be read");
  auto const host = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace{}, view);
  List<typename View::non_const_value_type> values(view.size());
  for_each_offset(place_of(host), [&](std::size_t i, std::int64_t offset) { values[i] = host.data()[offset]; });
  return values;
}

}  // namespace KokkosAxis::Test
