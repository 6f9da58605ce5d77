// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosAxis/impl/layout/strided.hpp>

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <array>
#include <cstdint>
#include <string>

namespace KokkosAxis::Impl::layout {

/// A View cut along one axis: `count` slices of `length` elements that lie `stride` apart. Slice s starts at offset(s).
/// The other axes are merged to as few as their strides allow; the first of them varies fastest with s.
struct Slices {
  std::int64_t length = 0;
  std::int64_t count  = 0;
  std::int64_t stride = 0;
  int outer_rank      = 1;
  std::int64_t outer_extent[max_rank - 1]{};
  std::int64_t outer_stride[max_rank - 1]{};

  KOKKOS_FUNCTION std::int64_t offset(std::int64_t slice) const {
    if (outer_rank == 1) return slice * outer_stride[0];
    std::int64_t sum = 0;
    int d            = 0;
    for (; d + 1 < outer_rank; ++d) {
      std::int64_t const next = slice / outer_extent[d];
      sum += (slice - next * outer_extent[d]) * outer_stride[d];
      slice = next;
    }
    return sum + slice * outer_stride[d];
  }

  /// Do neighbouring slices lie closer together than neighbours of one slice?
  KOKKOS_FUNCTION bool interleaved() const { return count > 1 && outer_stride[0] < stride; }
};

/// The axes other than `axis`, the one of smallest stride first. Every View of a call is cut in this order of its first
/// View, so that one slice number means the same slice in all of them.
struct OuterOrder {
  std::array<int, max_rank> axes{};
  int size = 0;
};

inline OuterOrder outer_order(Strided const& s, int axis) {
  OuterOrder order;
  for (int d = s.rank - 1; d >= 0; --d)
    if (d != axis) order.axes[order.size++] = d;
  std::stable_sort(order.axes.begin(), order.axes.begin() + order.size,
                   [&](int a, int b) { return s.stride[a] < s.stride[b]; });
  return order;
}

inline Slices cut(Strided const& s, int axis, OuterOrder const& order) {
  Slices out{.length = s.extent[axis], .count = 1, .stride = s.stride[axis], .outer_rank = 0};
  for (int k = 0; k < order.size; ++k) {
    std::int64_t const extent = s.extent[order.axes[k]], stride = s.stride[order.axes[k]];
    out.count *= extent;
    if (extent == 1) continue;
    int const last = out.outer_rank - 1;
    if (last >= 0 && out.outer_extent[last] * out.outer_stride[last] == stride) {
      out.outer_extent[last] *= extent;
    } else {
      out.outer_extent[out.outer_rank] = extent;
      out.outer_stride[out.outer_rank] = stride;
      ++out.outer_rank;
    }
  }
  out.outer_rank = std::max(out.outer_rank, 1);
  return out;
}

/// Slices of memory where they follow each other without gaps.
inline Slices dense_slices(std::int64_t length, std::int64_t count) {
  Slices out{.length = length, .count = count, .stride = 1};
  out.outer_extent[0] = count;
  out.outer_stride[0] = length;
  return out;
}

inline std::string to_string(Slices const& s) {
  std::string text =
      std::to_string(s.count) + " x " + std::to_string(s.length) + ", stride " + std::to_string(s.stride) + ", outer";
  for (int d = 0; d < s.outer_rank; ++d) {
    text.append(1, ' ').append(std::to_string(s.outer_extent[d]));
    text.append(1, ':').append(std::to_string(s.outer_stride[d]));
  }
  return text;
}

}  // namespace KokkosAxis::Impl::layout
