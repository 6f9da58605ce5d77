// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosAxis/impl/check/axes.hpp>
#include <KokkosAxis/impl/check/types.hpp>
#include <KokkosAxis/impl/check/views.hpp>
#include <KokkosAxis/options.hpp>

#include <Kokkos_Core.hpp>

#include <concepts>
#include <cstdint>
#include <limits>
#include <string_view>
#include <type_traits>

namespace KokkosAxis::Impl::check {

/// What must not compile.
template <class T>
constexpr void selectable() {
  static_assert(
      RadixKey<T>,
      "KokkosAxis: elements to select from must be numbers, enumerations or types with a radix_key of up to 8 "
      "bytes; for any other order use argsort with .by or .compare");
}

/// One element a slice of `In`.
template <class Exec, class In, class Out>
constexpr void one_of_each() {
  static_assert(Out::rank() + 1 == In::rank(), "KokkosAxis: the output must have one axis less than the input");
  static_assert(!std::is_const_v<typename Out::value_type>, "KokkosAxis: an output View must have non-const elements");
  static_assert(Kokkos::SpaceAccessibility<Exec, typename Out::memory_space>::accessible,
                "KokkosAxis: the View's memory cannot be used from this execution space");
}

template <class T>
constexpr void position_type() {
  static_assert(std::integral<T> && !std::same_as<T, bool> && sizeof(T) <= 8,
                "KokkosAxis: an index View must have integer elements of at most 64 bits");
}

/// `bounds`, if given, has the extents of `in` without the axis.
template <class Exec>
void row_bounds(std::string_view verb, std::string_view name, RowBounds const& bounds, Strided const& in, int axis) {
  if (!bounds.given()) return;
  Strided const& where = bounds.where();
  reachable<Exec>(verb, name, bounds);
  expects(where.rank + 1 == in.rank, verb, name, " has rank ", where.rank, ", but must have ", in.rank - 1,
          ": that of the input without axis ", axis);
  without_axis(verb, "in", in, axis, name, where);
}

/// Kernels step through a slice by as many elements as a team has threads, several times over, in 32 bits.
inline void length_selectable(std::string_view verb, std::int64_t length) {
  constexpr std::int64_t longest = 0xFFFF0000;
  expects(length <= longest, verb, "the axis has ", length, " elements; at most ", longest, " are supported");
}

/// The index type can hold every position and, where rows may have too few elements, what says that there is none.
template <class Index>
void selected_index(std::string_view verb, std::int64_t length, TopkOptions const& options) {
  index_wide_enough<Index>(verb, length);
  if constexpr (std::is_unsigned_v<Index>)
    if (options.row_begin.given() || options.row_end.given())
      expects(length == 0 || static_cast<std::uint64_t>(length - 1) < std::numeric_limits<Index>::max(), verb,
              "the axis has ", length, " elements, and in rows with bounds the largest number of the index type (",
              8 * sizeof(Index), " bit) says that there is no element; give an index View of a wider type");
}

/// Options that fit the Views; returns the axis counted from 0.
template <class Exec>
int topk_options(std::string_view verb, Strided const& in, TopkOptions const& options) {
  int const along = axis(verb, options.axis, in.rank);
  length_selectable(verb, in.extent[along]);
  row_bounds<Exec>(verb, "row_begin", options.row_begin, in, along);
  row_bounds<Exec>(verb, "row_end", options.row_end, in, along);
  return along;
}

/// What an output may not share memory with.
inline void apart_from_bounds(std::string_view verb, std::string_view name, Strided const& out,
                              TopkOptions const& options) {
  if (options.row_begin.given()) disjoint(verb, "row_begin", options.row_begin.where(), name, out);
  if (options.row_end.given()) disjoint(verb, "row_end", options.row_end.where(), name, out);
}

/// Is there no slice at all?
inline bool no_slices(Strided in, int axis) {
  in.extent[axis] = 1;
  return in.empty();
}

/// `out` has the extents of `in`, but `k` along the axis.
inline void output_of_k(std::string_view verb, Strided const& in, int axis, std::int64_t k, std::string_view name,
                        Strided const& out) {
  Strided shape      = in;
  shape.extent[axis] = k;
  bool same          = out.rank == in.rank;
  for (int d = 0; same && d < in.rank; ++d) same = out.extent[d] == shape.extent[d];
  expects(same, verb, "the extents of ", name, " are ", extents(out), ", but must be ", extents(shape),
          ": those of in, and k along axis ", axis);
  distinct_elements(verb, name, out);
  disjoint(verb, "in", in, name, out);
}

/// Dense rows have k elements; those with bounds may have fewer.
inline void k_in_range(std::string_view verb, std::int64_t k, std::int64_t least, std::int64_t length,
                       TopkOptions const& options) {
  bool const ragged = options.row_begin.given() || options.row_end.given();
  expects(k >= least && (k <= length || ragged), verb, "k is ", k, ", but the axis has ", length,
          " elements; allowed are ", least, " to ", length,
          ragged ? "" : " (rows with row_begin or row_end may have fewer than k)");
  constexpr std::int64_t most = 0xFFFF0000;
  expects(k <= most, verb, "k is ", k, "; at most ", most, " are supported");
}

}  // namespace KokkosAxis::Impl::check
