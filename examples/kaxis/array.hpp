// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "dtype.hpp"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

namespace kaxis {

/// What kaxis refuses, in one line: what is wrong and what would be right. Ends the program with exit code 2.
class Refusal : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

inline constexpr int max_rank = 8;
using Shape                   = std::vector<std::int64_t>;

/// An array in host memory, without gaps: the last axis varies fastest, or the first one in Fortran order.
struct Array {
  DType type = DType::float64;
  Shape shape;
  bool fortran = false;
  std::unique_ptr<std::byte[]> data;

  int rank() const { return static_cast<int>(shape.size()); }
  std::int64_t items() const;
  std::size_t bytes() const { return static_cast<std::size_t>(items() * info(type).bytes); }
};

/// Distance in elements between neighbours along each axis.
Shape strides(Shape const& shape, bool fortran);

/// Zeros; refuses what memory cannot hold.
Array zeros(DType type, Shape const& shape, bool fortran);

/// Zeros in the shape and order of another array.
Array zeros_like(Array const& like, DType type);

/// The same elements in C or Fortran order.
Array reordered(Array array, bool fortran);

/// The axis as 0 .. rank - 1; refuses one that is out of range, which `option` gave.
int axis_of(Array const& array, int axis, std::string const& option = "--axis");

/// The shape as axes before `axis`, the axis itself, axes after it up to `rank`, and axes from `rank` on: arrays
/// without gaps look like rank 4. (2, 3, 4, 5, 6), axis 2, rank 4 -> (6, 4, 5, 6)
Shape cut(Array const& array, int axis, int rank);

/// The shape with another extent along the axis. (2, 3, 4), axis 1, extent 7 -> (2, 7, 4)
Shape with_extent(Shape shape, int axis, std::int64_t extent);

/// The shape without the axis. The files have no rank 0, so a single number has shape (1). (2, 3, 4), axis 1 -> (2, 4)
Shape without_axis(Shape shape, int axis);

/// Which axes `--axes` names; all where it was not given. Refuses those that are out of range or given twice.
std::vector<bool> axes_of(Array const& array, std::optional<std::vector<int>> const& axes);

/// The shape with extent 1 along some axes.
Shape with_ones(Shape shape, std::vector<bool> const& along);

/// The shape without some axes; of all, (1).
Shape without_axes(Shape const& shape, std::vector<bool> const& left_out);

/// Refuses `more` unless its shape starts with that of `array`.
void check_leading_shape(std::string const& path, Array const& array, std::string const& more_path, Array const& more);

/// "61 x 12"
std::string to_string(Shape const& shape);

}  // namespace kaxis
