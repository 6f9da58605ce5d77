// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosAxis/impl/layout/current_device.hpp>

#include <Kokkos_Core.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <type_traits>

namespace KokkosAxis::Impl {

namespace layout {

template <class T, int Rank>
struct Pointers {
  using type = typename Pointers<T, Rank - 1>::type*;
};
template <class T>
struct Pointers<T, 0> {
  using type = T;
};

}  // namespace layout

/// A new View of elements T with the extents and layout of `view` (LayoutRight for LayoutStride), in the memory of
/// `exec`. Of one axis, if given, the extent is another.
template <class T, class Exec, class View>
auto allocate_like(Exec const& exec, View const& view, std::string const& label, int axis = -1,
                   std::int64_t extent = 0) {
  using Given  = typename View::array_layout;
  using Layout = std::conditional_t<std::is_same_v<Given, Kokkos::LayoutStride>, Kokkos::LayoutRight, Given>;
  using Data   = typename layout::Pointers<T, static_cast<int>(View::rank())>::type;
  layout::KeepCurrentDevice const keep;
  Layout layout;
  for (int d = 0; d < static_cast<int>(View::rank()); ++d)
    layout.dimension[d] = d == axis ? static_cast<std::size_t>(extent) : view.extent(d);
  return Kokkos::View<Data, Layout, typename Exec::memory_space>(
      Kokkos::view_alloc(exec, Kokkos::WithoutInitializing, label), layout);
}

}  // namespace KokkosAxis::Impl
