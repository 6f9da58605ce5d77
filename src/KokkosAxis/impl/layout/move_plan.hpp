// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosAxis/impl/layout/bits.hpp>
#include <KokkosAxis/impl/layout/strided.hpp>

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <array>
#include <cstdint>

namespace KokkosAxis::Impl::layout {

/// How the elements of one View move to another of the same shape: to[..., i, ...] = from[..., index[..., i], ...].
/// Axes are merged where the strides of all three Views allow, and ordered by the destination's strides, smallest
/// first.
struct MovePlan {
  struct Axis {
    std::int64_t extent = 1, from = 0, to = 0, index = 0;
  };

  void const* from    = nullptr;
  void* to            = nullptr;
  IndexArray index    = {};  // without data: elements keep their place
  std::int64_t items  = 0;
  std::int64_t length = 0;  // of the permuted axis
  std::int32_t bytes  = 0;  // of an element
  std::int32_t word   = 1;  // bytes that can be copied at once
  std::int16_t rank   = 0;
  std::int16_t along  = -1;     // which of the axes is permuted
  bool fills          = false;  // `to` is scratch: where the index is out of range, the element itself goes there
  Axis axes[max_rank] = {};

  KOKKOS_FORCEINLINE_FUNCTION void copy(std::int64_t at_from, std::int64_t at_to) const {
    if (bytes == word) {
      if (word == 8) return store<std::uint64_t>(to, at_to, load<std::uint64_t>(from, at_from));
      if (word == 4) return store<std::uint32_t>(to, at_to, load<std::uint32_t>(from, at_from));
      if (word == 2) return store<std::uint16_t>(to, at_to, load<std::uint16_t>(from, at_from));
      return store<std::uint8_t>(to, at_to, load<std::uint8_t>(from, at_from));
    }
    if (word == 8) return copy_words<std::uint64_t>(at_from, at_to);
    if (word == 4) return copy_words<std::uint32_t>(at_from, at_to);
    if (word == 2) return copy_words<std::uint16_t>(at_from, at_to);
    copy_words<std::uint8_t>(at_from, at_to);
  }

 private:
  template <class Word>
  KOKKOS_FORCEINLINE_FUNCTION void copy_words(std::int64_t at_from, std::int64_t at_to) const {
    std::int64_t const words = bytes / static_cast<std::int64_t>(sizeof(Word));
    for (std::int64_t w = 0; w < words; ++w) store<Word>(to, at_to * words + w, load<Word>(from, at_from * words + w));
  }
};

/// The plan for one View. The index View is shaped like the first axes of `from`; the axes that it lacks are carried
/// along.
inline MovePlan move_plan(Strided const& from, Strided const& to, Strided const* index, int axis) {
  std::array<int, max_rank> order{};
  int rank = 0;
  for (int d = to.rank - 1; d >= 0; --d) order[rank++] = d;
  std::stable_sort(order.begin(), order.begin() + rank, [&](int a, int b) { return to.stride[a] < to.stride[b]; });

  MovePlan plan;
  plan.from   = from.data;
  plan.to     = to.data;
  plan.items  = 1;
  plan.length = from.extent[axis];
  plan.bytes  = static_cast<std::int32_t>(from.element_bytes);
  plan.word   = 1;
  while (plan.word < 8 && from.element_bytes % (2 * plan.word) == 0 && from.element_align % (2 * plan.word) == 0 &&
         to.element_align % (2 * plan.word) == 0)
    plan.word *= 2;
  if (index != nullptr) plan.index = {index->data, static_cast<int>(index->element_bytes)};

  int previous = -1;
  for (int k = 0; k < rank; ++k) {
    int const d = order[k];
    MovePlan::Axis const a{to.extent[d], from.stride[d], to.stride[d],
                           index != nullptr && d < index->rank ? index->stride[d] : 0};
    plan.items *= a.extent;
    bool const permuted = index != nullptr && d == axis;
    if (a.extent == 1 && !permuted) continue;
    MovePlan::Axis& last = plan.axes[std::max(plan.rank - 1, 0)];
    bool const merges    = previous >= 0 && !permuted && plan.along != plan.rank - 1 &&
                        last.from * last.extent == a.from && last.to * last.extent == a.to &&
                        last.index * last.extent == a.index;
    if (merges) {
      last.extent *= a.extent;
    } else {
      if (permuted) plan.along = plan.rank;
      plan.axes[plan.rank++] = a;
    }
    previous = d;
  }
  // without an index, memory without gaps is one run of words, whatever its elements
  bool const run = index == nullptr && plan.rank == 1 && plan.axes[0].from == 1 && plan.axes[0].to == 1;
  if (run && plan.bytes > plan.word) {
    plan.items *= plan.bytes / plan.word;
    plan.axes[0].extent = plan.items;
    plan.bytes          = plan.word;
  }
  return plan;
}

}  // namespace KokkosAxis::Impl::layout
