// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace perf {

/// What is sorted: `count` slices of `length` elements, in a rank-2 LayoutRight View. Axis 1: contiguous slices,
/// extents (count, length). Axis 0: slices with the stride `count`, extents (length, count).
struct Case {
  std::string_view verb;  // sort: keys out; argsort: keys and 64-bit indices out; topk<k>: so many of both; nms<c>
  std::string_view dtype;
  std::int64_t count  = 0;
  std::int64_t length = 0;
  int axis            = 1;
  std::string_view distribution{"random"};

  std::int64_t elements() const { return count * length; }
  std::string name() const {
    return std::string(verb) + "/" + std::string(dtype) + "/" + std::to_string(count) + "x" + std::to_string(length) +
           "/axis" + std::to_string(axis) + "/" + std::string(distribution);
  }
};

/// Elements of a slice that go out: the number in `topk<k>`, of which the word is `half`; else all.
inline std::int64_t k_of(Case const& c) {
  if (!c.verb.starts_with("topk")) return c.length;
  std::string const k(c.verb.substr(4));
  return k == "half" ? c.length / 2 : std::stoll(k);
}

struct Shape {
  std::int64_t count, length;
};

/// Sort with indices: the table that torch.sort was measured on.
inline constexpr std::array<Shape, 14> argsort_shapes{{{64, 64},
                                                       {256, 256},
                                                       {1024, 512},
                                                       {1024, 1024},
                                                       {4096, 4096},
                                                       {1024, 65536},
                                                       {1024, 1},
                                                       {16, 131072},
                                                       {8, 262144},
                                                       {131072, 8},
                                                       {32768, 32},
                                                       {8192, 128},
                                                       {1, 1 << 20},
                                                       {1, 1 << 24}}};

/// Keys only: the table that CUB was measured on.
inline constexpr std::array<Shape, 9> sort_shapes{{{131072, 8},
                                                   {32768, 32},
                                                   {8192, 128},
                                                   {2048, 512},
                                                   {1024, 1024},
                                                   {256, 4096},
                                                   {128, 8192},
                                                   {4096, 4096},
                                                   {1024, 65536}}};

/// Keys only, of one or two bytes, which can be counted.
inline constexpr std::array<Shape, 4> short_key_shapes{{{8192, 2048}, {4096, 4096}, {1024, 32768}, {1024, 65535}}};
inline constexpr std::array<std::string_view, 2> short_dtypes{{"uint8", "fp16"}};

inline constexpr std::array<Shape, 2> large_shapes{{{4096, 4096}, {1024, 65536}}};
inline constexpr std::array<Shape, 5> both_axes_shapes{
    {{4096, 4096}, {5000, 300}, {300, 5000}, {20000, 50}, {50, 20000}}};
inline constexpr std::array<Shape, 4> distribution_shapes{{{8192, 128}, {1024, 1024}, {4096, 4096}, {16, 131072}}};

inline constexpr std::array<std::string_view, 5> other_distributions{
    {"sorted", "all_equal", "few_distinct", "narrow_range", "heavy_tail"}};
inline constexpr std::array<std::string_view, 5> other_dtypes{{"bf16", "int32", "int64", "uint8", "fp64"}};
inline constexpr std::array<std::string_view, 2> main_dtypes{{"fp16", "fp32"}};

}  // namespace perf
