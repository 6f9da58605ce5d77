// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosAxis/impl/layout/bits.hpp>
#include <KokkosAxis/impl/layout/scores.hpp>
#include <KokkosAxis/impl/layout/select_data.hpp>
#include <KokkosAxis/impl/layout/slices.hpp>

#include <Kokkos_Core.hpp>

#include <cstdint>

namespace KokkosAxis::Impl::layout {

/// A number for each candidate by which they are told apart, as 64 bits; null where there is none.
struct ClassArray {
  IndexArray numbers{};
  Slices at{};

  KOKKOS_FUNCTION bool given() const { return numbers.data != nullptr; }
  KOKKOS_FORCEINLINE_FUNCTION std::uint64_t get(std::int64_t slice, std::int64_t i) const {
    return numbers.get(at.offset(slice) + i * at.stride);
  }
};

/// What the greedy routes work on: the candidates of a slice are those in its window whose score takes part. They are
/// gone through from the best on; one that is still there is kept, and all that it suppresses go.
struct GreedyData {
  Scores scores{};
  PerSlice begin{}, end{};   // of windows; whole slices where not given
  ClassArray classes{};      // candidates of different classes leave each other alone
  std::uint32_t length = 0;  // of slices
  std::int64_t count   = 0;  // of slices
  std::uint32_t most   = 0;  // so many are kept of a slice, at most

  IndexArray keep{};  // positions of those kept, best first, and then -1
  Slices keep_at{};
  IndexArray kept{};  // how many, of each slice
  Slices kept_at{};

  KOKKOS_FUNCTION Window window(std::int64_t slice) const { return window_of(begin, end, slice, length); }
  KOKKOS_FUNCTION void put_keep(std::int64_t slice, std::uint32_t place, std::uint32_t position) const {
    keep.put(keep_at.offset(slice) + place * keep_at.stride, position);
  }
  KOKKOS_FUNCTION void put_none(std::int64_t slice, std::uint32_t place) const {
    keep.put_none(keep_at.offset(slice) + place * keep_at.stride);
  }
  KOKKOS_FUNCTION void put_kept(std::int64_t slice, std::uint32_t number) const {
    kept.put(kept_at.offset(slice), number);
  }
  KOKKOS_FUNCTION std::uint32_t places() const { return static_cast<std::uint32_t>(keep_at.length); }
};

}  // namespace KokkosAxis::Impl::layout
