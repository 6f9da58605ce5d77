// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "array.hpp"

#include <cstddef>
#include <ostream>
#include <string>
#include <string_view>

/// NumPy's .npy files, format versions 1.0 and 2.0. The reader is strict: a file is read only if every byte of it is
/// accounted for. Format: NumPy Enhancement Proposal 1.
namespace kaxis::npy {

/// What the dictionary at the head of a file says.
struct Header {
  DType type   = DType::float64;
  bool swapped = false;  // not in the byte order of this machine
  bool fortran = false;
  std::vector<std::int64_t> shape;
};

/// Reads "{'descr': '<f8', 'fortran_order': False, 'shape': (61, 12), }".
Header parse(std::string_view dictionary);

/// Reads a file. Elements in the other byte order are turned into this machine's.
Array read(std::string const& path);

/// Writes version 1.0, in this machine's byte order.
void write(std::ostream& out, Array const& array);

}  // namespace kaxis::npy
