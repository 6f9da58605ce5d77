// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosAxis/impl/check/expects.hpp>
#include <KokkosAxis/impl/layout/strided.hpp>

#include <cstdint>
#include <limits>
#include <numeric>
#include <string>
#include <string_view>

namespace KokkosAxis::Impl::check {

using layout::Strided;

/// "5 x 7"
inline std::string extents(Strided const& s) {
  std::string text;
  for (int d = 0; d < s.rank; ++d) text += (d == 0 ? "" : " x ") + std::to_string(s.extent[d]);
  return text;
}

/// `b` has the extents of `a`; with `more_axes`, `b` may have further axes behind them.
inline void same_extents(std::string_view verb, std::string_view name_a, Strided const& a, std::string_view name_b,
                         Strided const& b, bool more_axes = false) {
  bool same = more_axes ? b.rank >= a.rank : b.rank == a.rank;
  for (int d = 0; same && d < a.rank; ++d) same = a.extent[d] == b.extent[d];
  expects(same, verb, "the extents of ", name_b, " are ", extents(b), ", but those of ", name_a, " are ", extents(a),
          more_axes ? "; they must be equal, except that further axes may follow" : "; they must be equal");
}

/// No element of an output is written twice.
inline void distinct_elements(std::string_view verb, std::string_view name, Strided const& s) {
  for (int d = 0; d < s.rank; ++d)
    expects(s.stride[d] != 0 || s.extent[d] <= 1 || s.empty(), verb, name, " has stride 0 on axis ", d,
            ", so several of its elements are one; an output needs memory for each");
}

/// Could an element of one View share bytes with an element of the other? Exact for Views of one allocation that differ
/// in where they start: all their elements lie at multiples of one common stride.
inline bool overlap(Strided const& a, Strided const& b) {
  if (a.empty() || b.empty()) return false;
  auto const at_a = reinterpret_cast<std::uintptr_t>(a.data), at_b = reinterpret_cast<std::uintptr_t>(b.data);
  if (at_a >= at_b + static_cast<std::uintptr_t>(b.span_bytes())) return false;
  if (at_b >= at_a + static_cast<std::uintptr_t>(a.span_bytes())) return false;
  std::int64_t step = 0;
  for (Strided const* s : {&a, &b})
    for (int d = 0; d < s->rank; ++d)
      if (s->extent[d] > 1) step = std::gcd(step, s->stride[d] * static_cast<std::int64_t>(s->element_bytes));
  if (step == 0) return true;
  std::int64_t const apart = static_cast<std::int64_t>(at_b - at_a) % step;
  std::int64_t const shift = apart < 0 ? apart + step : apart;  // b's residue, a's being 0
  return shift < static_cast<std::int64_t>(a.element_bytes) ||
         shift > step - static_cast<std::int64_t>(b.element_bytes);
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

/// `flags` has the extents of `keys` without one axis.
inline void flags_of(std::string_view verb, Strided const& keys, int axis, Strided const& flags) {
  Strided left = layout::with_axis(flags, axis);
  for (int d = 0; d < keys.rank; ++d)
    expects(d == axis || left.extent[d] == keys.extent[d], verb, "the extents of flags are ", extents(flags),
            ", but those of keys are ", extents(keys), "; they must be equal, axis ", axis, " left out");
  distinct_elements(verb, "flags", flags);
  disjoint(verb, "keys", keys, "flags", flags);
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
