// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosAxis/impl/algorithm/sort/launch.hpp>
#include <KokkosAxis/impl/layout/greedy_data.hpp>

#include <Kokkos_Core.hpp>

#include <cstdint>

namespace KokkosAxis::Impl::algorithm {

// The order in which candidates are gone through: by class if there are classes, then by score, then by position. It is
// sorted by words of 32 bits, the lowest first, so that one sort serves every type.

/// The order, row after row without gaps.
struct GreedyOrder {
  std::uint32_t* position = nullptr;  // by score: of the r-th best
  std::uint32_t* rank     = nullptr;  // by class, then score: place by score alone; null where there are no classes
  std::uint32_t* begin    = nullptr;  // the first place of the same class; null where there are no classes

  /// The place by score of the p-th.
  KOKKOS_FORCEINLINE_FUNCTION std::uint32_t rank_of(std::int64_t row, std::uint32_t p) const {
    return rank != nullptr ? rank[row + p] : p;
  }
  KOKKOS_FORCEINLINE_FUNCTION std::uint32_t position_of(std::int64_t row, std::uint32_t p) const {
    return position[row + rank_of(row, p)];
  }
  KOKKOS_FORCEINLINE_FUNCTION std::uint32_t begin_of(std::int64_t row, std::uint32_t p) const {
    return begin != nullptr ? begin[row + p] : 0;
  }
};

/// A word of the codes of scores. What takes no part comes last, among the worst of integers.
template <class Exec>
struct ScoreWords {
  layout::GreedyData data;
  std::uint32_t const* positions;  // in the order reached so far; null: as they lie
  std::uint32_t* words;
  int shift;

  static void run(Exec const& exec, layout::GreedyData const& data, std::uint32_t const* positions,
                  std::uint32_t* words, int shift) {
    launch_range("KokkosAxis::nms::score_words", exec, data.count * data.length,
                 ScoreWords{data, positions, words, shift});
  }
  KOKKOS_FUNCTION void operator()(std::int64_t item) const {
    std::int64_t const slice = item / data.length;
    auto const i = positions != nullptr ? positions[item] : static_cast<std::uint32_t>(item - slice * data.length);
    layout::Window const window = data.window(slice);
    std::uint64_t const code    = data.scores.code(slice, i);
    bool const takes            = i >= window.begin && i < window.end && data.scores.takes(code);
    words[item]                 = takes ? static_cast<std::uint32_t>(code >> shift) : ~std::uint32_t{0};
  }
};

/// A word of the classes of candidates.
template <class Exec>
struct ClassWords {
  layout::GreedyData data;
  GreedyOrder order;
  std::uint32_t* words;
  int shift;

  static void run(Exec const& exec, layout::GreedyData const& data, GreedyOrder const& order, std::uint32_t* words,
                  int shift) {
    launch_range("KokkosAxis::nms::class_words", exec, data.count * data.length, ClassWords{data, order, words, shift});
  }
  KOKKOS_FUNCTION void operator()(std::int64_t item) const {
    std::int64_t const slice = item / data.length, row = slice * data.length;
    words[item] = static_cast<std::uint32_t>(
        data.classes.get(slice, order.position_of(row, static_cast<std::uint32_t>(item - row))) >> shift);
  }
};

/// to[p] = from[places[p]], row by row.
template <class Exec>
struct FollowOrder {
  std::uint32_t const* places;
  std::uint32_t const* from;
  std::uint32_t* to;
  std::int64_t length;

  static void run(Exec const& exec, std::int64_t rows, std::int64_t length, std::uint32_t const* places,
                  std::uint32_t const* from, std::uint32_t* to) {
    launch_range("KokkosAxis::nms::follow", exec, rows * length, FollowOrder{places, from, to, length});
  }
  KOKKOS_FUNCTION void operator()(std::int64_t item) const { to[item] = from[item / length * length + places[item]]; }
};

/// Where the class of each place begins.
template <class Exec>
struct ClassBegins {
  layout::GreedyData data;
  GreedyOrder order;

  static void run(Exec const& exec, layout::GreedyData const& data, GreedyOrder const& order) {
    launch_range("KokkosAxis::nms::class_begins", exec, data.count * data.length, ClassBegins{data, order});
  }
  KOKKOS_FUNCTION void operator()(std::int64_t item) const {
    std::int64_t const slice = item / data.length, row = slice * data.length;
    auto const class_at      = [&](std::uint32_t p) { return data.classes.get(slice, order.position_of(row, p)); };
    auto high                = static_cast<std::uint32_t>(item - row);
    std::uint64_t const mine = class_at(high);
    std::uint32_t low        = 0;  // the first place of a class that is not lower
    while (low < high) {
      std::uint32_t const middle = low + (high - low) / 2;
      if (class_at(middle) < mine)
        low = middle + 1;
      else
        high = middle;
    }
    order.begin[item] = low;
  }
};

/// Candidates loaded in that order, and which of them have to be gone through.
template <class Exec, class Geometry>
struct LoadItems {
  layout::GreedyData data;
  Geometry geometry;
  GreedyOrder order;
  typename Geometry::Item* items;
  std::uint8_t* gone;       // takes no part, or was suppressed
  std::uint8_t* kept;       // by place of score; set to nothing
  std::uint32_t* counters;  // two of each slice, set to 0; or null

  static void run(Exec const& exec, layout::GreedyData const& data, Geometry const& geometry, GreedyOrder const& order,
                  typename Geometry::Item* items, std::uint8_t* gone, std::uint8_t* kept,
                  std::uint32_t* counters = nullptr) {
    launch_range("KokkosAxis::nms::load", exec, data.count * data.length,
                 LoadItems{data, geometry, order, items, gone, kept, counters});
  }
  KOKKOS_FUNCTION void operator()(std::int64_t item) const {
    std::int64_t const slice = item / data.length, row = slice * data.length;
    auto const i                = order.position_of(row, static_cast<std::uint32_t>(item - row));
    layout::Window const window = data.window(slice);
    items[item]                 = geometry.load(slice, i);
    gone[item] = i >= window.begin && i < window.end && data.scores.takes(data.scores.code(slice, i)) ? 0 : 1;
    kept[item] = 0;
    if (counters != nullptr && item == row) counters[2 * slice] = counters[2 * slice + 1] = 0;
  }
};

/// Words whose order is that of rows by length, longest first.
template <class Exec>
struct RowLengths {
  layout::GreedyData data;
  std::uint32_t* words;

  static void run(Exec const& exec, layout::GreedyData const& data, std::uint32_t* words) {
    launch_range("KokkosAxis::nms::row_lengths", exec, data.count, RowLengths{data, words});
  }
  KOKKOS_FUNCTION void operator()(std::int64_t slice) const { words[slice] = ~data.window(slice).size(); }
};

}  // namespace KokkosAxis::Impl::algorithm
