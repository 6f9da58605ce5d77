// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosAxis/error.hpp>
#include <KokkosAxis/impl/layout/strided.hpp>
#include <KokkosAxis/impl/layout/view_handle.hpp>

#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>
#include <numeric>
#include <string>
#include <string_view>
#include <utility>

namespace KokkosAxis::Impl::check {

using layout::Strided;

/// "5 x 7"
inline std::string extents(Strided const& s) {
  std::string text;
  for (int d = 0; d < s.rank; ++d) text += (d == 0 ? "" : " x ") + std::to_string(s.extent[d]);
  return text;
}

/// Kernels can read a View that an option carries.
template <class Exec>
void reachable(std::string_view verb, std::string_view name, layout::ViewHandle const& view) {
  expects(view.accessible_from<Exec>(), verb, name, " lies in memory that cannot be used from ", Exec::name(),
          "; make it of ", Exec::memory_space::name());
}

/// `b` has the extents of `a`; with `more_axes`, `b` may have further axes behind them.
inline void same_extents(std::string_view verb, std::string_view name_a, Strided const& a, std::string_view name_b,
                         Strided const& b, bool more_axes = false) {
  bool same = more_axes ? b.rank >= a.rank : b.rank == a.rank;
  for (int d = 0; same && d < a.rank; ++d) same = a.extent[d] == b.extent[d];
  expects(same, verb, "the extents of ", name_b, " are ", extents(b), ", but those of ", name_a, " are ", extents(a),
          more_axes ? "; they must be equal, except that further axes may follow" : "; they must be equal");
}

/// No element of an output shares memory with another. The axes, smallest stride first, must each step over all that
/// the smaller ones reach: true of all layouts that Kokkos makes, and of their subviews.
inline void distinct_elements(std::string_view verb, std::string_view name, Strided const& s) {
  if (s.empty()) return;
  std::array<int, layout::max_rank> order{};
  for (int d = 0; d < s.rank; ++d) order[d] = d;
  std::stable_sort(order.begin(), order.begin() + s.rank, [&](int a, int b) { return s.stride[a] < s.stride[b]; });
  std::int64_t reached = 0;
  for (int k = 0; k < s.rank; ++k) {
    int const d = order[k];
    if (s.extent[d] == 1) continue;
    expects(s.stride[d] > reached, verb, name, " has stride ", s.stride[d], " on axis ", d,
            ", so elements of it share memory; an output needs memory for each");
    reached += (s.extent[d] - 1) * s.stride[d];
  }
}

/// Can a sum of whole steps along the axes of two Views lie in a range? Decided axis by axis, largest stride first;
/// past `effort` tries the answer is yes.
class StrideSums {
 public:
  StrideSums(Strided const& a, Strided const& b) {
    for (Strided const* s : {&a, &b})
      for (int d = 0; d < s->rank; ++d)
        if (s->extent[d] > 1 && s->stride[d] != 0)
          add(s->stride[d] * static_cast<std::int64_t>(s->element_bytes), s->extent[d] - 1);
    std::sort(m_axes.begin(), m_axes.begin() + m_size,
              [](Axis const& x, Axis const& y) { return x.stride > y.stride; });
    for (int k = m_size - 1; k >= 0; --k) {
      m_axes[k].rest = m_axes[k].stride * m_axes[k].steps + (k + 1 < m_size ? m_axes[k + 1].rest : 0);
      m_axes[k].step = std::gcd(m_axes[k].stride, k + 1 < m_size ? m_axes[k + 1].step : 0);
    }
  }

  bool reach(std::int64_t low, std::int64_t high) { return reach(0, low, high); }

 private:
  struct Axis {
    std::int64_t stride = 0, steps = 0;  // steps run from 0 to their number
    std::int64_t rest = 0;               // the largest sum of this axis and all smaller ones
    std::int64_t step = 0;               // what every such sum is a multiple of
  };

  /// Steps along equal strides add up.
  void add(std::int64_t stride, std::int64_t steps) {
    for (int k = 0; k < m_size; ++k)
      if (m_axes[k].stride == stride) {
        m_axes[k].steps += steps;
        return;
      }
    m_axes[m_size++] = {.stride = stride, .steps = steps};
  }

  bool reach(int k, std::int64_t low, std::int64_t high) {
    if (high < 0) return false;
    if (k == m_size) return low <= 0;
    auto const& [stride, steps, rest, step] = m_axes[k];
    if (low > rest || std::min(high, rest) / step * step < low) return false;
    if (--m_effort < 0) return true;
    std::int64_t const below = rest - stride * steps;
    std::int64_t const from  = low <= below ? 0 : (low - below + stride - 1) / stride;
    std::int64_t const to    = std::min(steps, high / stride);
    for (std::int64_t i = from; i <= to; ++i)
      if (reach(k + 1, low - i * stride, high - i * stride)) return true;
    return false;
  }

  std::array<Axis, 2 * layout::max_rank> m_axes{};
  int m_size   = 0;
  int m_effort = 10000;
};

/// Does an element of one View share bytes with an element of the other? Exact for all but contrived strides, for which
/// the answer is yes.
inline bool overlap(Strided const& a, Strided const& b) {
  if (a.empty() || b.empty()) return false;
  auto const at_a = reinterpret_cast<std::uintptr_t>(a.data), at_b = reinterpret_cast<std::uintptr_t>(b.data);
  if (at_a >= at_b + static_cast<std::uintptr_t>(b.span_bytes())) return false;
  if (at_b >= at_a + static_cast<std::uintptr_t>(a.span_bytes())) return false;
  // elements i of a and j of b overlap if -bytes(a) < start(a, i) - start(b, j) < bytes(b); counting b's steps
  // backwards from its last element makes all steps positive
  std::int64_t const last_b = b.span_bytes() - static_cast<std::int64_t>(b.element_bytes);
  std::int64_t const shift  = static_cast<std::int64_t>(at_b - at_a) + last_b;
  return StrideSums(a, b).reach(shift - static_cast<std::int64_t>(a.element_bytes) + 1,
                                shift + static_cast<std::int64_t>(b.element_bytes) - 1);
}

/// The same elements in the same places: an in-place call.
inline bool same_memory(Strided const& a, Strided const& b) {
  if (a.data != b.data || a.element_bytes != b.element_bytes || a.rank != b.rank) return false;
  for (int d = 0; d < a.rank; ++d)
    if (a.extent[d] != b.extent[d] || (a.extent[d] > 1 && a.stride[d] != b.stride[d])) return false;
  return true;
}

inline void disjoint(std::string_view verb, std::string_view name_a, Strided const& a, std::string_view name_b,
                     Strided const& b) {
  expects(!overlap(a, b), verb, name_a, " and ", name_b, " overlap in memory; they must not share elements");
}

inline void disjoint_or_same(std::string_view verb, std::string_view name_a, Strided const& a, std::string_view name_b,
                             Strided const& b) {
  expects(same_memory(a, b) || !overlap(a, b), verb, name_a, " and ", name_b,
          " overlap in memory without being the same View; pass the same View for an in-place call, or separate ones");
}

/// `out` has the extents of `in` without one axis.
inline void without_axis(std::string_view verb, std::string_view name_in, Strided const& in, int axis,
                         std::string_view name, Strided const& out) {
  Strided const left = layout::with_axis(out, axis);
  for (int d = 0; d < in.rank; ++d)
    expects(d == axis || left.extent[d] == in.extent[d], verb, "the extents of ", name, " are ", extents(out),
            ", but those of ", name_in, " are ", extents(in), "; they must be equal, axis ", axis, " left out");
}

/// The same for an output that is written while `in` is read.
inline void output_without_axis(std::string_view verb, std::string_view name_in, Strided const& in, int axis,
                                std::string_view name, Strided const& out) {
  without_axis(verb, name_in, in, axis, name, out);
  distinct_elements(verb, name, out);
  disjoint(verb, name_in, in, name, out);
}

/// The index type can hold every position along the axis.
template <class Index>
void index_wide_enough(std::string_view verb, std::int64_t length) {
  constexpr auto largest = static_cast<std::uint64_t>(std::numeric_limits<Index>::max());
  expects(length == 0 || static_cast<std::uint64_t>(length - 1) <= largest, verb, "the axis has ", length,
          " elements, but the index type (", 8 * sizeof(Index), " bit) counts to ", largest,
          " only; give an index View of a wider type");
}

/// Positions inside the kernels are 32 bit.
inline void length_supported(std::string_view verb, std::int64_t length) {
  constexpr std::int64_t longest = std::numeric_limits<std::uint32_t>::max();
  expects(length <= longest, verb, "the axis has ", length, " elements; at most ", longest, " are supported");
}

}  // namespace KokkosAxis::Impl::check
