// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosAxis/impl/layout/strided.hpp>

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <cstdint>
#include <string>

namespace KokkosAxis::Impl::layout {

template <int Columns>
struct Offsets {
  std::int64_t at[Columns];
};

/// Nested loops over some axes, the first of them innermost, that step through several arrays at once: array c by
/// stride[d][c] along axis d.
template <int Columns>
struct Nest {
  int rank = 0;
  std::int64_t extent[max_rank]{};
  std::int64_t stride[max_rank][Columns]{};
  double inverse[max_rank]{};  // of extents

  KOKKOS_FUNCTION std::int64_t size() const {
    std::int64_t n = 1;
    for (int d = 0; d < rank; ++d) n *= extent[d];
    return n;
  }

  /// Where item i lies in each array. Most nests have one axis.
  KOKKOS_FORCEINLINE_FUNCTION Offsets<Columns> at(std::int64_t i) const {
    Offsets<Columns> sum{};
    int d = 0;
    for (; d + 1 < rank; ++d) {
      std::int64_t const next = quotient(i, d);
      step(sum, d, i - next * extent[d]);
      i = next;
    }
    step(sum, d, i);
    return sum;
  }

  /// Adds an axis outside of the others, or makes the outermost one longer where it goes on as that does.
  void add(std::int64_t length, std::int64_t const (&steps)[Columns]) {
    if (length == 1) return;
    bool goes_on = rank > 0;
    for (int c = 0; goes_on && c < Columns; ++c) goes_on = extent[rank - 1] * stride[rank - 1][c] == steps[c];
    if (goes_on) {
      extent[rank - 1] *= length;
    } else {
      extent[rank] = length;
      std::copy(steps, steps + Columns, stride[rank]);
      ++rank;
    }
    inverse[rank - 1] = 1 / static_cast<double>(extent[rank - 1]);
  }

  /// Takes the innermost axis out.
  void drop_first() {
    std::copy(extent + 1, extent + rank, extent);
    std::copy(inverse + 1, inverse + rank, inverse);
    for (int d = 1; d < rank; ++d) std::copy(stride[d], stride[d] + Columns, stride[d - 1]);
    --rank;
  }

 private:
  KOKKOS_FORCEINLINE_FUNCTION void step(Offsets<Columns>& sum, int d, std::int64_t by) const {
    for (int c = 0; c < Columns; ++c) sum.at[c] += by * stride[d][c];
  }
  /// i / extent[d]: processors divide 64-bit numbers slowly. The product is off by less than 1, for i below 2^52.
  KOKKOS_FORCEINLINE_FUNCTION std::int64_t quotient(std::int64_t i, int d) const {
    auto const near         = static_cast<std::int64_t>(static_cast<double>(i) * inverse[d]);
    std::int64_t const rest = i - near * extent[d];
    return near + (rest >= extent[d]) - (rest < 0);
  }
};

/// "256:1048576 1024:1": extents and strides in the input, the outermost axis first.
template <int Columns>
std::string to_string(Nest<Columns> const& nest) {
  if (nest.rank == 0) return "1";
  std::string text;
  for (int d = nest.rank - 1; d >= 0; --d)
    text += (text.empty() ? "" : " ") + std::to_string(nest.extent[d]) + ":" + std::to_string(nest.stride[d][0]);
  return text;
}

}  // namespace KokkosAxis::Impl::layout
