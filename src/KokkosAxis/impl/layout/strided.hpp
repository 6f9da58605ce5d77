// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

namespace KokkosAxis::Impl::layout {

inline constexpr int max_rank = 8;

/// A View with its types taken off: where it starts, and extent and stride (in elements) of each axis.
struct Strided {
  void* data                = nullptr;  // of a const View too: the verb's signature says what is written
  std::size_t element_bytes = 0;
  std::size_t element_align = 1;
  int rank                  = 0;
  std::array<std::int64_t, max_rank> extent{};
  std::array<std::int64_t, max_rank> stride{};

  bool empty() const {
    for (int d = 0; d < rank; ++d)
      if (extent[d] == 0) return true;
    return false;
  }

  /// Bytes from the first element to the end of the last one.
  std::int64_t span_bytes() const {
    if (empty()) return 0;
    std::int64_t last = 0;
    for (int d = 0; d < rank; ++d) last += (extent[d] - 1) * stride[d];
    return (last + 1) * static_cast<std::int64_t>(element_bytes);
  }

  friend bool operator==(Strided const&, Strided const&) = default;
};

template <class View>
Strided describe(View const& view) {
  using T = typename View::non_const_value_type;
  Strided s{.data          = const_cast<T*>(view.data()),
            .element_bytes = sizeof(T),
            .element_align = alignof(T),
            .rank          = static_cast<int>(View::rank())};
  for (int d = 0; d < s.rank; ++d) {
    s.extent[d] = static_cast<std::int64_t>(view.extent(d));
    s.stride[d] = static_cast<std::int64_t>(view.stride(d));
  }
  return s;
}

/// The View with an axis of extent 1 put in: the shape of what is left when an axis is reduced, among those of the
/// input.
inline Strided with_axis(Strided s, int axis) {
  for (int d = s.rank; d > axis; --d) {
    s.extent[d] = s.extent[d - 1];
    s.stride[d] = s.stride[d - 1];
  }
  s.extent[axis] = 1;
  s.stride[axis] = 0;
  ++s.rank;
  return s;
}

/// Memory of the same shape without gaps, its axes in the order of the shape's strides: walking one walks the other.
inline Strided dense_in_order(Strided shape, void* data) {
  std::array<int, max_rank> order{};
  for (int d = 0; d < shape.rank; ++d) order[d] = shape.rank - 1 - d;
  std::stable_sort(order.begin(), order.begin() + shape.rank,
                   [&](int a, int b) { return shape.stride[a] < shape.stride[b]; });
  shape.data          = data;
  std::int64_t stride = 1;
  for (int k = 0; k < shape.rank; ++k) {
    shape.stride[order[k]] = stride;
    stride *= shape.extent[order[k]];
  }
  return shape;
}

/// The same for elements of another size.
inline Strided dense_in_order(Strided shape, void* data, std::size_t element_bytes) {
  shape.element_bytes = shape.element_align = element_bytes;
  return dense_in_order(shape, data);
}

}  // namespace KokkosAxis::Impl::layout
