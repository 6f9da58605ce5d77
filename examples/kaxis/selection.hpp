// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "array.hpp"
#include "flags.hpp"
#include "library_call.hpp"
#include "npy.hpp"

#include <KokkosAxis/options.hpp>
#include <KokkosAxis/row_bounds.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>

namespace kaxis {

/// Where rows begin or end, from a file of positions: one for each row along the axis.
template <class Exec>
class StagedBounds {
 public:
  StagedBounds(std::string const& path, std::string const& path_of_rows, Array const& rows, int axis)
      : m_array(read(path, path_of_rows, rows, axis)), m_there(m_array) {}
  StagedBounds(StagedBounds const&)            = delete;
  StagedBounds& operator=(StagedBounds const&) = delete;

  KokkosAxis::RowBounds as(Shape const& shape) const {
    return with_index_type(
        m_array.type, [&]<class Index>() { return KokkosAxis::RowBounds(m_there.template view<Index, 2>(shape)); });
  }

 private:
  static Array read(std::string const& path, std::string const& path_of_rows, Array const& rows, int axis) {
    Array bounds = npy::read(path);
    if (bounds.type != DType::int32 && bounds.type != DType::int64)
      throw Refusal(path + ": it holds " + std::string(info(bounds.type).name) +
                    "; bounds of rows must be int32 or int64");
    Shape const shape = without_axis(rows.shape, axis);
    if (bounds.shape != shape)
      throw Refusal(path + ": its shape is " + to_string(bounds.shape) + "; it must be " + to_string(shape) +
                    ", one number for each row of " + path_of_rows + " along axis " + std::to_string(axis));
    return reordered(std::move(bounds), rows.fortran);
  }

  Array m_array;
  Staged<Exec> m_there;
};

/// What a selecting verb chooses from, and how. Axes are merged around the one along which rows lie: it is axis 1 of 3,
/// and what lacks it, such as bounds of rows, has rank 2.
template <class Exec>
class Selection {
 public:
  /// k is at least `least`: one element can be the k-th best only from 1 on.
  Selection(std::string const& path, TopkFlags const& flags, std::int64_t least)
      : m_flags(flags), m_array(npy::read(path)), m_axis(axis_of(m_array, flags.axis)), m_from(m_array) {
    check_k(path, least);
    if (!flags.row_begin.empty()) m_begin.emplace(flags.row_begin, path, m_array, m_axis);
    if (!flags.row_end.empty()) m_end.emplace(flags.row_end, path, m_array, m_axis);
  }
  Selection(Selection const&)            = delete;
  Selection& operator=(Selection const&) = delete;

  DType type() const { return m_array.type; }

  /// Results of k elements a row.
  Array k_of_each(DType type) const {
    return zeros(type, with_extent(m_array.shape, m_axis, m_flags.k), m_array.fortran);
  }

  /// Results of one element a row.
  Array one_of_each(DType type) const { return zeros(type, without_axis(m_array.shape, m_axis), m_array.fortran); }

  template <class T>
  auto rows() const {
    Shape const shape = cut(m_array, m_axis, m_array.rank());
    return m_from.template view<T, 3>({shape[0], shape[1], shape[2]});
  }

  template <class T>
  auto k_of_each(Staged<Exec> const& results) const {
    Shape const shape = cut(m_array, m_axis, m_array.rank());
    return results.template view<T, 3>({shape[0], m_flags.k, shape[2]});
  }

  template <class T>
  auto one_of_each(Staged<Exec> const& results) const {
    return results.template view<T, 2>(shape_of_one());
  }

  KokkosAxis::TopkOptions options(KokkosAxis::Workspace workspace = {}) const {
    return m_flags.options(1, bounds(m_begin), bounds(m_end), workspace);
  }

 private:
  void check_k(std::string const& path, std::int64_t least) const {
    std::int64_t const length = m_array.shape[static_cast<std::size_t>(m_axis)];
    if (m_flags.k >= least && (m_flags.k <= length || m_flags.has_bounds())) return;
    std::string allowed = ", so k must be in " + std::to_string(least) + " to " + std::to_string(length);
    if (m_flags.has_bounds())
      allowed = "; k must be at least " + std::to_string(least);  // rows are padded up to any k
    else if (length < least)
      allowed = "; there is none to take";
    throw Refusal("-k " + std::to_string(m_flags.k) + ": axis " + std::to_string(m_axis) + " of " + path + " has " +
                  std::to_string(length) + " elements" + allowed);
  }

  Shape shape_of_one() const {
    Shape const shape = cut(m_array, m_axis, m_array.rank());
    return {shape[0], shape[2]};
  }

  KokkosAxis::RowBounds bounds(std::optional<StagedBounds<Exec>> const& given) const {
    return given ? given->as(shape_of_one()) : KokkosAxis::RowBounds();
  }

  TopkFlags const& m_flags;
  Array m_array;
  int m_axis;
  Staged<Exec> m_from;
  std::optional<StagedBounds<Exec>> m_begin, m_end;
};

}  // namespace kaxis
