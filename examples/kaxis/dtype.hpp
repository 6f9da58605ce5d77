// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <utility>

namespace kaxis {

/// IEEE 754 binary16. Kokkos' own half is float on host builds, so kaxis brings a type of its own.
struct Half {
  std::uint16_t bits;
};

/// The element types that kaxis reads and writes.
enum class DType : std::uint8_t {
  boolean,
  int8,
  int16,
  int32,
  int64,
  uint8,
  uint16,
  uint32,
  uint64,
  float16,
  float32,
  float64
};

/// How NumPy spells a type: its name, and kind and size of an array-protocol type string such as "<f8".
struct DTypeInfo {
  std::string_view name;
  char kind;
  int bytes;
};

inline constexpr std::array<DTypeInfo, 12> dtypes{{{"bool", 'b', 1},
                                                   {"int8", 'i', 1},
                                                   {"int16", 'i', 2},
                                                   {"int32", 'i', 4},
                                                   {"int64", 'i', 8},
                                                   {"uint8", 'u', 1},
                                                   {"uint16", 'u', 2},
                                                   {"uint32", 'u', 4},
                                                   {"uint64", 'u', 8},
                                                   {"float16", 'f', 2},
                                                   {"float32", 'f', 4},
                                                   {"float64", 'f', 8}}};

constexpr DTypeInfo const& info(DType type) { return dtypes[static_cast<std::size_t>(type)]; }

/// Calls f.operator()<T>() with the C++ type of `type`.
template <class F>
decltype(auto) with_type(DType type, F&& f) {
  switch (type) {
    case DType::boolean:
      return f.template operator()<bool>();
    case DType::int8:
      return f.template operator()<std::int8_t>();
    case DType::int16:
      return f.template operator()<std::int16_t>();
    case DType::int32:
      return f.template operator()<std::int32_t>();
    case DType::int64:
      return f.template operator()<std::int64_t>();
    case DType::uint8:
      return f.template operator()<std::uint8_t>();
    case DType::uint16:
      return f.template operator()<std::uint16_t>();
    case DType::uint32:
      return f.template operator()<std::uint32_t>();
    case DType::uint64:
      return f.template operator()<std::uint64_t>();
    case DType::float16:
      return f.template operator()<Half>();
    case DType::float32:
      return f.template operator()<float>();
    case DType::float64:
      break;
  }
  return f.template operator()<double>();
}

/// Calls f.operator()<Word>() with the unsigned word that is as wide as an element: enough to move it.
template <class F>
decltype(auto) with_word(DType type, F&& f) {
  switch (info(type).bytes) {
    case 1:
      return f.template operator()<std::uint8_t>();
    case 2:
      return f.template operator()<std::uint16_t>();
    case 4:
      return f.template operator()<std::uint32_t>();
    default:
      return f.template operator()<std::uint64_t>();
  }
}

/// Calls f.operator()<Index>() with the type of positions: int32 or int64.
template <class F>
decltype(auto) with_index_type(DType type, F&& f) {
  if (type == DType::int32) return f.template operator()<std::int32_t>();
  return f.template operator()<std::int64_t>();
}

}  // namespace kaxis
