// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "convert.hpp"
#include "npy.hpp"
#include "verbs.hpp"

#include <algorithm>
#include <cmath>
#include <concepts>
#include <cstddef>
#include <cstdio>
#include <cstring>
#include <optional>

namespace kaxis {

namespace {

constexpr std::int64_t rows_shown_at_an_end = 3, columns_shown_at_most = 12, columns_shown_at_an_end = 5;

template <class T>
auto number(T value) {
  if constexpr (std::same_as<T, Half>)
    return to_double(value);
  else
    return value;
}

/// The element at a position in memory.
template <class T>
auto element(Array const& array, std::int64_t position) {
  T value;
  std::memcpy(&value, array.data.get() + position * static_cast<std::int64_t>(sizeof(T)), sizeof(T));
  return number(value);
}

template <class Number>
std::string text(Number value) {
  if constexpr (std::same_as<Number, bool>) {
    return value ? "true" : "false";
  } else if constexpr (std::integral<Number>) {
    return std::to_string(value);
  } else {
    char buffer[32];
    std::snprintf(buffer, sizeof buffer, "%.6g", static_cast<double>(value));
    return buffer;
  }
}

template <class T>
void print_range(Array const& array) {
  using Number = decltype(number(T{}));
  std::optional<Number> least, greatest;
  std::int64_t nans = 0;
  for (std::int64_t i = 0; i < array.items(); ++i) {
    Number const value = element<T>(array, i);
    if constexpr (std::floating_point<Number>) {
      if (std::isnan(value)) {
        ++nans;
        continue;
      }
    }
    least    = least ? std::min(*least, value) : value;
    greatest = greatest ? std::max(*greatest, value) : value;
  }
  if (least) std::printf("range  %s to %s\n", text(*least).c_str(), text(*greatest).c_str());
  if (nans > 0) std::printf("NaN    %lld elements\n", static_cast<long long>(nans));
}

/// The first and the last few of 0 .. count - 1; -1 stands for those between.
std::vector<std::int64_t> shown(std::int64_t count, std::int64_t at_most, std::int64_t at_an_end) {
  std::vector<std::int64_t> numbers;
  for (std::int64_t i = 0; i < count; ++i) {
    if (count > at_most && i == at_an_end) {
      numbers.push_back(-1);
      i = count - at_an_end;
    }
    numbers.push_back(i);
  }
  return numbers;
}

/// One row along the last axis: its name, such as "[0, 3, :]", and where it starts.
struct Row {
  std::string name;
  std::int64_t start = 0;
};

Row row_of(Array const& array, std::int64_t row) {
  Shape const stride = strides(array.shape, array.fortran);
  Row out{.name = ":]"};
  for (std::size_t axis = array.shape.size() - 1; axis-- > 0;) {
    std::int64_t const i = row % array.shape[axis];
    row /= array.shape[axis];
    out.start += i * stride[axis];
    out.name = std::to_string(i) + ", " + out.name;
  }
  out.name = "[" + out.name;
  return out;
}

template <class T>
void print_corner(Array const& array) {
  std::int64_t const columns = array.shape.back(), stride = strides(array.shape, array.fortran).back();
  auto const which = shown(columns, columns_shown_at_most, columns_shown_at_an_end);
  std::vector<std::vector<std::string>> table;
  std::vector<std::size_t> width(which.size() + 1);
  for (std::int64_t const r : shown(array.items() / columns, 2 * rows_shown_at_an_end, rows_shown_at_an_end)) {
    Row const row = r < 0 ? Row{.name = "..."} : row_of(array, r);
    table.push_back({row.name});
    if (r >= 0)
      for (std::int64_t const c : which)
        table.back().push_back(c < 0 ? "..." : text(element<T>(array, row.start + c * stride)));
    for (std::size_t i = 0; i < table.back().size(); ++i) width[i] = std::max(width[i], table.back()[i].size());
  }
  for (auto const& line : table) {
    std::printf("%-*s", line.size() > 1 ? static_cast<int>(width[0]) : 0, line[0].c_str());
    for (std::size_t i = 1; i < line.size(); ++i) std::printf("  %*s", static_cast<int>(width[i]), line[i].c_str());
    std::printf("\n");
  }
}

}  // namespace

void Info::run() const {
  Array const array = npy::read(in);
  std::printf("type   %s\n", std::string(kaxis::info(array.type).name).c_str());
  std::printf("shape  %s\n", to_string(array.shape).c_str());
  std::printf("order  %s\n", array.fortran ? "Fortran (LayoutLeft)" : "C (LayoutRight)");
  if (array.items() == 0) return;
  with_type(array.type, [&]<class T>() {
    print_range<T>(array);
    print_corner<T>(array);
  });
}

}  // namespace kaxis
