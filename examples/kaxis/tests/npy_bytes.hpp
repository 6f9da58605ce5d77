// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <cstring>
#include <string>
#include <string_view>
#include <vector>

// .npy files put together by hand: what the tests feed to kaxis and expect from it does not come from its own writer.
namespace kaxis::testing {

/// Magic, version, length, dictionary; version 1.0 has two bytes of length, version 2.0 four.
inline std::string npy_start(std::string const& dictionary, int version = 1) {
  std::string bytes = std::string("\x93NUMPY", 6) + static_cast<char>(version) + '\0';
  for (int i = 0; i < (version == 1 ? 2 : 4); ++i) bytes += static_cast<char>((dictionary.size() >> (8 * i)) & 0xFF);
  return bytes + dictionary;
}

/// "{'descr': '<f8', 'fortran_order': False, 'shape': (2, 3), }", padded as NumPy does.
inline std::string npy_header(std::string const& descr, std::string const& shape, bool fortran = false,
                              int version = 1) {
  std::string text =
      "{'descr': '" + descr + "', 'fortran_order': " + (fortran ? "True" : "False") + ", 'shape': " + shape + ", }";
  std::size_t const before = version == 1 ? 10 : 12;
  while ((before + text.size() + 1) % 64 != 0) text += ' ';
  return npy_start(text + '\n', version);
}

template <class T>
std::string raw(std::vector<T> const& elements) {
  std::string bytes;
  for (T const element : elements) bytes.append(reinterpret_cast<char const*>(&element), sizeof(T));
  return bytes;
}

/// A whole file.
template <class T>
std::string npy(std::string const& descr, std::string const& shape, std::vector<T> const& elements,
                bool fortran = false) {
  return npy_header(descr, shape, fortran) + raw(elements);
}

}  // namespace kaxis::testing
