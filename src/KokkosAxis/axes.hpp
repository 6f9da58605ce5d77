// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <array>
#include <cstddef>
#include <initializer_list>
#include <span>

namespace KokkosAxis {

/// A set of axes: `1`, `{0, 2}`, `all_axes`. Each counts from the end when negative.
class Axes {
 public:
  constexpr Axes() = default;
  constexpr Axes(int axis) : m_size(1), m_axes{axis} {}
  constexpr Axes(std::initializer_list<int> axes) : Axes(std::span<int const>(axes.begin(), axes.size())) {}
  /// A set whose size is known when the program runs.
  constexpr explicit Axes(std::span<int const> axes) : m_size(axes.size()) {
    for (std::size_t i = 0; i < m_size && i < most; ++i) m_axes[i] = axes[i];
  }

  static constexpr Axes all() {
    Axes axes;
    axes.m_all = true;
    return axes;
  }

  constexpr bool is_all() const { return m_all; }
  /// How many were given; more than `most` are more than any View has.
  constexpr std::size_t size() const { return m_size; }
  constexpr int operator[](std::size_t i) const { return m_axes[i]; }

  static constexpr std::size_t most = 8;

 private:
  bool m_all         = false;
  std::size_t m_size = 0;
  std::array<int, most> m_axes{};
};

/// Every axis of the input.
inline constexpr Axes all_axes = Axes::all();

}  // namespace KokkosAxis
