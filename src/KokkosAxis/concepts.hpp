// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosAxis/key.hpp>

#include <Kokkos_Core.hpp>

#include <concepts>
#include <type_traits>

namespace KokkosAxis {

/// A Kokkos execution space.
template <class T>
concept ExecutionSpace = Kokkos::is_execution_space_v<T>;

/// A View whose elements lie at fixed strides: LayoutLeft, LayoutRight, LayoutStride and their subviews, rank 1 to 8.
template <class T>
concept AxisView = Kokkos::is_view_v<T> && (T::rank() >= 1) &&
                   (std::same_as<typename T::array_layout, Kokkos::LayoutLeft> ||
                    std::same_as<typename T::array_layout, Kokkos::LayoutRight> ||
                    std::same_as<typename T::array_layout, Kokkos::LayoutStride>);

/// An AxisView of integers of 8 to 64 bits (not bool), to hold positions along an axis.
template <class T>
concept IndexView = AxisView<T> && std::integral<typename T::non_const_value_type> &&
                    !std::same_as<typename T::non_const_value_type, bool> && sizeof(typename T::value_type) <= 8;

}  // namespace KokkosAxis
