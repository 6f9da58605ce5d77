// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "array.hpp"

#include <algorithm>
#include <cstring>
#include <functional>
#include <new>
#include <numeric>
#include <utility>

namespace kaxis {

namespace {

std::int64_t product(Shape const& shape, int from, int to) {
  return std::accumulate(shape.begin() + from, shape.begin() + to, std::int64_t{1}, std::multiplies<>());
}

}  // namespace

std::int64_t Array::items() const { return product(shape, 0, rank()); }

Shape strides(Shape const& shape, bool fortran) {
  Shape strides(shape.size());
  std::int64_t stride = 1;
  for (std::size_t k = 0; k < shape.size(); ++k) {
    std::size_t const axis = fortran ? k : shape.size() - 1 - k;
    strides[axis]          = stride;
    stride *= shape[axis];
  }
  return strides;
}

Array zeros(DType type, Shape const& shape, bool fortran) {
  Array out{.type = type, .shape = shape, .fortran = fortran, .data = nullptr};
  std::int64_t bytes = info(type).bytes;
  bool fits          = true;
  for (std::int64_t const extent : shape)
    fits = fits && !__builtin_mul_overflow(bytes, std::max(extent, std::int64_t{1}), &bytes);
  try {
    if (!fits) throw std::bad_alloc();
    out.data = std::make_unique<std::byte[]>(out.bytes());
  } catch (std::bad_alloc const&) {
    throw Refusal("the result is " + to_string(shape) + " " + std::string(info(type).name) +
                  ", which is more than memory can hold");
  }
  return out;
}

Array zeros_like(Array const& like, DType type) { return zeros(type, like.shape, like.fortran); }

Array reordered(Array array, bool fortran) {
  if (array.fortran == fortran) return array;
  Array out        = zeros_like(array, array.type);
  out.fortran      = fortran;
  Shape const from = strides(array.shape, array.fortran), to = strides(array.shape, fortran);
  auto const width = static_cast<std::size_t>(info(array.type).bytes);
  Shape at(array.shape.size());
  for (std::int64_t i = 0; i < array.items(); ++i) {
    auto const source = std::inner_product(at.begin(), at.end(), from.begin(), std::int64_t{0});
    auto const target = std::inner_product(at.begin(), at.end(), to.begin(), std::int64_t{0});
    std::memcpy(out.data.get() + static_cast<std::size_t>(target) * width,
                array.data.get() + static_cast<std::size_t>(source) * width, width);
    for (std::size_t axis = at.size(); axis-- > 0 && ++at[axis] == array.shape[axis];) at[axis] = 0;
  }
  return out;
}

int axis_of(Array const& array, int axis, std::string const& option) {
  int const rank = array.rank();
  if (axis < -rank || axis >= rank)
    throw Refusal(option + " " + std::to_string(axis) + ": the array has shape " + to_string(array.shape) +
                  ", so the axis must be in " + std::to_string(-rank) + " to " + std::to_string(rank - 1));
  return axis < 0 ? axis + rank : axis;
}

Shape cut(Array const& array, int axis, int rank) {
  Shape const& s = array.shape;
  return {product(s, 0, axis), s[static_cast<std::size_t>(axis)], product(s, axis + 1, rank),
          product(s, rank, array.rank())};
}

Shape with_extent(Shape shape, int axis, std::int64_t extent) {
  shape[static_cast<std::size_t>(axis)] = extent;
  return shape;
}

Shape without_axis(Shape shape, int axis) {
  shape.erase(shape.begin() + axis);
  if (shape.empty()) shape.push_back(1);
  return shape;
}

std::vector<bool> axes_of(Array const& array, std::optional<std::vector<int>> const& axes) {
  std::vector<bool> reduced(array.shape.size(), !axes);
  if (axes)
    for (int const axis : *axes) {
      auto const counted = static_cast<std::size_t>(axis_of(array, axis, "--axes"));
      if (reduced[counted]) throw Refusal("--axes: axis " + std::to_string(axis) + " is given twice");
      reduced[counted] = true;
    }
  return reduced;
}

Shape with_ones(Shape shape, std::vector<bool> const& along) {
  for (std::size_t axis = 0; axis < shape.size(); ++axis)
    if (along[axis]) shape[axis] = 1;
  return shape;
}

Shape without_axes(Shape const& shape, std::vector<bool> const& left_out) {
  Shape left;
  for (std::size_t axis = 0; axis < shape.size(); ++axis)
    if (!left_out[axis]) left.push_back(shape[axis]);
  if (left.empty()) left.push_back(1);
  return left;
}

void check_leading_shape(std::string const& path, Array const& array, std::string const& more_path, Array const& more) {
  if (more.rank() < array.rank() || !std::equal(array.shape.begin(), array.shape.end(), more.shape.begin()))
    throw Refusal(more_path + ": its shape is " + to_string(more.shape) + "; it must start with that of " + path +
                  ", which is " + to_string(array.shape));
}

std::string to_string(Shape const& shape) {
  std::string text;
  for (std::int64_t const extent : shape) text += (text.empty() ? "" : " x ") + std::to_string(extent);
  return text;
}

}  // namespace kaxis
