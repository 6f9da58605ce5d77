// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstddef>
#include <numeric>
#include <string_view>
#include <utility>
#include <vector>

namespace KokkosAxis::Test {

using Extents = std::vector<std::int64_t>;

/// How many elements they make.
inline std::int64_t product(Extents const& extents) {
  std::int64_t n = 1;
  for (std::int64_t e : extents) n *= e;
  return n;
}

/// Where the elements of an array lie: extents and strides, in elements.
struct Place {
  Extents extent;
  Extents stride;
  std::int64_t lead = 0;  ///< elements between an aligned address and the first one

  std::int64_t size() const { return product(extent); }
  /// Elements from the first to the last, both included.
  std::int64_t span() const {
    if (size() == 0) return 0;
    std::int64_t last = 0;
    for (std::size_t d = 0; d < extent.size(); ++d) last += (extent[d] - 1) * stride[d];
    return last + 1;
  }
};

/// The ways in which the tests lay out an array.
enum class Lay {
  right,      ///< as LayoutRight
  left,       ///< as LayoutLeft
  padded,     ///< as LayoutRight, each row and plane followed by a gap
  left_gaps,  ///< as LayoutLeft, with gaps: a subview of a larger LayoutLeft View
  thirds,     ///< as LayoutRight, every third element only, one element off alignment
  rotated     ///< the axes in another order: the first is innermost, then the last, ...
};

inline constexpr std::array all_lays{Lay::right, Lay::left, Lay::padded, Lay::left_gaps, Lay::thirds, Lay::rotated};

constexpr std::string_view name_of(Lay lay) {
  constexpr std::array<std::string_view, 6> names{"right", "left", "padded", "left_gaps", "thirds", "rotated"};
  return names[static_cast<std::size_t>(lay)];
}

inline Place place(Lay lay, Extents const& extent) {
  int const rank = static_cast<int>(extent.size());
  std::vector<std::size_t> order(extent.size());  // axes, the innermost first
  std::iota(order.begin(), order.end(), std::size_t{0});
  if (lay == Lay::right || lay == Lay::padded || lay == Lay::thirds) std::reverse(order.begin(), order.end());
  if (lay == Lay::rotated && rank > 1) std::reverse(order.begin() + 1, order.end());

  bool const gaps     = lay == Lay::padded || lay == Lay::left_gaps;
  std::int64_t stride = lay == Lay::thirds ? 3 : 1;
  Place p{.extent = extent, .stride = Extents(extent.size()), .lead = lay == Lay::thirds ? 1 : 0};
  for (std::size_t d : order) {
    p.stride[d] = stride;
    stride *= extent[d] + (gaps ? 2 : 0);
  }
  return p;
}

/// An input whose slices along one axis are all the same memory.
inline Place broadcast(Lay lay, Extents extent, std::size_t axis) {
  std::int64_t const full = std::exchange(extent[axis], 1);
  Place p                 = place(lay, extent);
  p.extent[axis]          = full;
  p.stride[axis]          = 0;
  return p;
}

/// f(number in C order, offset in elements) for every element.
template <class F>
void for_each_offset(Place const& p, F&& f) {
  Extents index(p.extent.size(), 0);
  std::int64_t offset = 0;
  for (std::int64_t i = 0, n = p.size(); i < n; ++i) {
    f(static_cast<std::size_t>(i), offset);
    for (std::size_t d = p.extent.size(); d-- > 0;) {
      offset += p.stride[d];
      if (++index[d] < p.extent[d]) break;
      offset -= p.extent[d] * p.stride[d];
      index[d] = 0;
    }
  }
}

}  // namespace KokkosAxis::Test
