// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosAxis/impl/check/types.hpp>
#include <KokkosAxis/impl/check/views.hpp>
#include <KokkosAxis/options.hpp>

#include <Kokkos_Core.hpp>

#include <cmath>
#include <concepts>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>

namespace KokkosAxis::Impl::check {

// --- what must not compile ---

template <class Exec, class Scores>
constexpr void score_view() {
  input_view<Exec, Scores>();
  static_assert(RadixKey<typename Scores::non_const_value_type>,
                "KokkosAxis: scores must be numbers, or types with a radix_key of up to 8 bytes");
}

/// A row of boxes for each row of scores; `shared`: for each but the last axis of rows, which are then the classes.
template <class Exec, class Boxes, class Scores>
constexpr void box_view() {
  input_view<Exec, Boxes>();
  static_assert(
      Boxes::rank() == Scores::rank() + 1 || (Boxes::rank() == Scores::rank() && Scores::rank() >= 2),
      "KokkosAxis: boxes must have one axis more than scores, for the numbers of a box; or as many, where the "
      "boxes of an image are shared by its rows of scores, one row a class");
}

template <class Boxes>
constexpr void box_numbers() {
  static_assert(RadixKey<typename Boxes::non_const_value_type> &&
                    !std::is_enum_v<typename Boxes::non_const_value_type> &&
                    !std::same_as<typename Boxes::non_const_value_type, bool>,
                "KokkosAxis: boxes must be of numbers; for boxes of anything else give .overlap = a functor of two "
                "KokkosAxis::BoxRow");
}

template <class T, class Overlap>
constexpr void overlap_of() {
  static_assert(std::is_invocable_r_v<double, Overlap const&, BoxRow<T>, BoxRow<T>>,
                "KokkosAxis: .overlap must be callable with two KokkosAxis::BoxRow of the boxes' element type, and "
                "give a number");
}

template <class Suppress>
constexpr void suppress_of() {
  static_assert(std::is_invocable_r_v<bool, Suppress const&, std::int64_t, std::int64_t> ||
                    std::is_invocable_r_v<bool, Suppress const&, std::int64_t, std::int64_t, std::int64_t>,
                "KokkosAxis: suppress must be callable as suppress(winner, candidate) or suppress(row, winner, "
                "candidate) with positions, and give a bool");
}

/// Keep has the rank of scores, and count an axis less.
template <class Exec, class Scores, class Keep, class Count>
constexpr void kept_output() {
  index_output<Exec, Keep>();
  static_assert(Keep::rank() == Scores::rank(), "KokkosAxis: keep must have as many axes as scores");
  static_assert(std::is_signed_v<typename Keep::non_const_value_type>,
                "KokkosAxis: keep must have signed elements, as -1 stands behind the positions kept");
  static_assert(Count::rank() + 1 == Scores::rank(), "KokkosAxis: count must have one axis less than scores");
  static_assert(!std::is_const_v<typename Count::value_type> && std::integral<typename Count::non_const_value_type> &&
                    !std::same_as<typename Count::non_const_value_type, bool>,
                "KokkosAxis: count must have non-const integer elements");
  static_assert(Kokkos::SpaceAccessibility<Exec, typename Count::memory_space>::accessible,
                "KokkosAxis: the View's memory cannot be used from this execution space");
}

/// Scores that are computed.
template <class Exec, class Scores, class Out>
constexpr void real_output() {
  output_view<Exec, Out>();
  static_assert(std::same_as<typename Out::value_type, float> || std::same_as<typename Out::value_type, double>,
                "KokkosAxis: scores that are computed need a View of float or double");
  static_assert(Out::rank() == Scores::rank(), "KokkosAxis: scores that are computed must have as many axes as scores");
}

template <class Exec, class Scores, class Triples, class Count>
constexpr void triple_output() {
  index_output<Exec, Triples>();
  static_assert(Scores::rank() == 3, "KokkosAxis: scores must have three axes: images, classes, boxes");
  static_assert(Triples::rank() == 2 && std::is_signed_v<typename Triples::non_const_value_type>,
                "KokkosAxis: triples must have two axes and signed elements, as -1 stands behind the last triple");
  static_assert(Count::rank() == 0 && !std::is_const_v<typename Count::value_type> &&
                    std::integral<typename Count::non_const_value_type> &&
                    !std::same_as<typename Count::non_const_value_type, bool>,
                "KokkosAxis: count must be a View of rank 0 of a non-const integer");
  static_assert(Kokkos::SpaceAccessibility<Exec, typename Count::memory_space>::accessible,
                "KokkosAxis: the View's memory cannot be used from this execution space");
}

// --- what throws ---

/// Positions inside the kernels are 32 bit, with room for a few tiles behind the last.
inline void candidates_supported(std::string_view verb, std::int64_t length) {
  constexpr std::int64_t most = 0x7FFF0000;
  expects(length <= most, verb, "rows have ", length, " candidates; at most ", most, " are supported");
}

template <class Exec, class Options>
void rows_of_scores(std::string_view verb, Strided const& scores, Options const& options) {
  int const along = scores.rank - 1;
  auto const each = [&](std::string_view name, RowBounds const& bounds) {
    if (!bounds.given()) return;
    Strided const& where = bounds.where();
    reachable<Exec>(verb, name, bounds);
    expects(where.rank + 1 == scores.rank, verb, name, " has rank ", where.rank, ", but must have ", along,
            ": that of scores without the last axis");
    without_axis(verb, "scores", scores, along, name, where);
  };
  each("row_begin", options.row_begin);
  each("row_end", options.row_end);
}

template <class Options>
void greedy_limits(std::string_view verb, Options const& options) {
  if (options.score_threshold)
    expects(!std::isnan(*options.score_threshold), verb, "score_threshold is NaN; give a number, or none");
  if (options.max_output)
    expects(*options.max_output >= 0, verb, "max_output is ", *options.max_output,
            "; allowed are 0 and more, or std::nullopt for all");
}

template <class Exec>
void box_classes(std::string_view verb, Strided const& scores, Integers const& classes) {
  if (!classes.given()) return;
  reachable<Exec>(verb, "classes", classes);
  same_extents(verb, "scores", scores, "classes", classes.where());
}

inline void threshold_in_range(std::string_view verb, std::string_view name, double threshold, double least,
                               double most) {
  expects(threshold >= least && threshold <= most, verb, name, " is ", threshold, "; allowed are ", least, " to ",
          most);
}

/// In the precision that the call computes in.
template <class Real>
void sigma_positive(std::string_view verb, double sigma) {
  expects(static_cast<Real>(sigma) > 0, verb, "sigma is ", sigma, "; it must be greater than 0");
}

/// The boxes of a row are as many as its scores. `shared`: boxes have no axis for the last one of rows.
inline void boxes_fit(std::string_view verb, Strided const& boxes, Strided const& scores) {
  bool const shared = boxes.rank == scores.rank;
  int const rows    = boxes.rank - 2;  // axes before that of boxes
  bool same         = boxes.extent[rows] == scores.extent[scores.rank - 1];
  for (int d = 0; d < rows; ++d) same = same && boxes.extent[d] == scores.extent[d];
  expects(same, verb, "the extents of boxes are ", extents(boxes), ", but those of scores are ", extents(scores),
          shared ? "; they must be equal, without the numbers of a box and without the axis of classes"
                 : "; they must be equal, without the numbers of a box");
}

inline void box_dimensions(std::string_view verb, Strided const& boxes) {
  std::int64_t const numbers = boxes.extent[boxes.rank - 1];
  expects(numbers == 2 || numbers == 4 || numbers == 6, verb, "boxes have ", numbers,
          " numbers each; allowed are 2 (intervals), 4 (boxes) and 6 (boxes in space)");
}

/// How many can be kept of a row, at most.
inline std::int64_t most_kept(std::int64_t length, std::optional<std::int64_t> const& max_output) {
  return max_output && *max_output < length ? *max_output : length;
}

/// Keep has the rows of scores, and room for all that can be kept.
inline void keep_fits(std::string_view verb, Strided const& scores, Strided const& keep, std::int64_t most) {
  int const along = scores.rank - 1;
  bool same       = keep.extent[along] >= most;
  for (int d = 0; d < along; ++d) same = same && keep.extent[d] == scores.extent[d];
  Strided least       = scores;
  least.extent[along] = most;
  expects(same, verb, "the extents of keep are ", extents(keep), ", but must be ", extents(least),
          ", or more along the last axis: those of scores, and room for all that can be kept");
  candidates_supported(verb, keep.extent[along]);
  distinct_elements(verb, "keep", keep);
}

/// The type can hold what is counted.
template <class Number>
void number_fits(std::string_view verb, std::string_view name, std::int64_t most) {
  constexpr auto largest = static_cast<std::uint64_t>(std::numeric_limits<Number>::max());
  expects(static_cast<std::uint64_t>(most) <= largest, verb, name, " may have to hold ", most, ", but its type (",
          8 * sizeof(Number), " bit) counts to ", largest, " only; give a View of a wider type");
}

/// One number a row.
template <class Number>
void count_fits(std::string_view verb, Strided const& scores, Strided const& count, std::int64_t most) {
  without_axis(verb, "scores", scores, scores.rank - 1, "count", count);
  distinct_elements(verb, "count", count);
  number_fits<Number>(verb, "count", most);
}

/// Three numbers for each that can be kept.
template <class Number>
void triples_fit(std::string_view verb, Strided const& scores, Strided const& triples, std::int64_t most) {
  std::int64_t const all = scores.extent[0] * scores.extent[1] * most;
  expects(triples.extent[0] >= all && triples.extent[1] == 3, verb, "the extents of triples are ", extents(triples),
          ", but must be ", all, " x 3, or more along the first axis: images, classes, and what can be kept of each");
  distinct_elements(verb, "triples", triples);
  for (int d = 0; d < 3; ++d) index_wide_enough<Number>(verb, scores.extent[d]);
}

/// No output shares memory with anything else.
class Apart {
 public:
  explicit Apart(std::string_view verb) : m_verb(verb) {}

  void input(std::string_view name, Strided const& s) { m_inputs[m_size++] = {name, s}; }
  void input(std::string_view name, layout::ViewHandle const& view) {
    if (view.given()) input(name, view.where());
  }
  /// Later outputs are held against this one.
  void output(std::string_view name, Strided const& s) {
    for (int i = 0; i < m_size; ++i) disjoint(m_verb, m_inputs[i].name, m_inputs[i].at, name, s);
    input(name, s);
  }

 private:
  struct Named {
    std::string_view name;
    Strided at;
  };
  std::string_view m_verb;
  Named m_inputs[8]{};
  int m_size = 0;
};

/// With all that the verbs of boxes read.
template <class Options>
Apart apart_from_boxes(std::string_view verb, Strided const& boxes, Strided const& scores, Options const& options) {
  Apart apart(verb);
  apart.input("boxes", boxes);
  apart.input("scores", scores);
  apart.input("classes", options.classes);
  apart.input("row_begin", options.row_begin);
  apart.input("row_end", options.row_end);
  return apart;
}

}  // namespace KokkosAxis::Impl::check
