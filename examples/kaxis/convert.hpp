// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "array.hpp"
#include "dtype.hpp"

#include <string>

namespace kaxis {

double to_double(Half half);

/// The nearest half, of two that are as near the even one; infinity where that is out of range.
Half to_half(double x);

/// The same numbers as elements of another type: of bool, what is not 0; of a floating-point type, the nearest there
/// is. Refuses integers that the type does not hold; `path` is the array's file.
Array converted(std::string const& path, Array const& array, DType type);

/// Results of the library as a file holds them. Those of 64 bits have the same ones with a sign and without.
Array as_written(Array& result, DType type);

}  // namespace kaxis
