// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosAxis/impl/dispatch/greedy_routes.hpp>
#include <KokkosAxis/nms.hpp>

#include "support/elements.hpp"
#include "support/field.hpp"
#include "support/inputs.hpp"
#include "support/oracle.hpp"
#include "support/place.hpp"
#include "support/verify.hpp"

#include <Kokkos_Core.hpp>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <numeric>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

namespace KokkosAxis::Test {

/// One call of nms: rows of boxes, all data in C order.
template <class T = float, class S = float>
struct NmsTrial {
  std::int64_t rows = 1, length = 0;
  int numbers = 4;  // of a box
  List<T> boxes{};
  List<S> scores{};
  std::vector<std::int64_t> classes{};       // empty: none
  std::vector<std::int32_t> begin{}, end{};  // likewise
  double threshold = 0.5;
  std::optional<double> score_threshold{};
  std::optional<std::int64_t> max_output{};
  BoxFormat format = BoxFormat::corners;
  Lay lay          = Lay::right;

  std::int64_t most() const { return std::min(length, max_output.value_or(length)); }
};

/// The greedy loop as it is written in books. `suppresses(row, winner, candidate)`; positions, -1 behind them, `places`
/// a row, and how many.
struct Kept {
  std::vector<std::int64_t> keep, count;
};
template <class T, class S, class Suppresses>
Kept greedy_by_the_book(NmsTrial<T, S> const& t, std::int64_t places, Suppresses const& suppresses) {
  Kept result;
  for (std::int64_t row = 0; row < t.rows; ++row) {
    auto const at   = [&](std::int64_t i) { return static_cast<std::size_t>(row * t.length + i); };
    auto const seen = [&](std::int64_t i) { return look(t.scores[at(i)]); };
    std::int64_t const from =
        t.begin.empty() ? 0 : std::clamp<std::int64_t>(t.begin[static_cast<std::size_t>(row)], 0, t.length);
    std::int64_t const to =
        t.end.empty() ? t.length : std::clamp<std::int64_t>(t.end[static_cast<std::size_t>(row)], 0, t.length);
    std::vector<std::int64_t> order;
    for (std::int64_t i = from; i < to; ++i)
      if (!seen(i).nan && (!t.score_threshold || seen(i).value > static_cast<long double>(*t.score_threshold)))
        order.push_back(i);
    std::stable_sort(order.begin(), order.end(),
                     [&](std::int64_t i, std::int64_t j) { return seen(i).value > seen(j).value; });
    std::vector<std::int64_t> kept;
    for (std::int64_t i : order) {
      if (static_cast<std::int64_t>(kept.size()) == t.most()) break;
      bool const gone = std::any_of(kept.begin(), kept.end(), [&](std::int64_t k) {
        return (t.classes.empty() || t.classes[at(k)] == t.classes[at(i)]) && suppresses(row, k, i);
      });
      if (!gone) kept.push_back(i);
    }
    result.count.push_back(static_cast<std::int64_t>(kept.size()));
    kept.resize(static_cast<std::size_t>(places), -1);
    result.keep.insert(result.keep.end(), kept.begin(), kept.end());
  }
  return result;
}

/// Sides and area of a box, by the arithmetic that the documentation promises.
template <class Real>
struct Sides {
  std::array<Real, 3> low{}, high{};
  Real area = 1;
};
template <class Real, class T, class S>
Sides<Real> sides(NmsTrial<T, S> const& t, std::int64_t row, std::int64_t i) {
  int const dimensions = t.numbers / 2;
  Sides<Real> box;
  for (int d = 0; d < dimensions; ++d) {
    auto const number = [&](int k) {
      Seen const seen = look(t.boxes[static_cast<std::size_t>((row * t.length + i) * t.numbers + k)]);
      return seen.nan ? std::numeric_limits<Real>::quiet_NaN() : static_cast<Real>(seen.value);
    };
    Real a = number(d), b = number(dimensions + d);
    if (t.format == BoxFormat::center_size) {
      Real const center = a, half = b / 2;
      a = center - half;
      b = center + half;
    }
    auto const k = static_cast<std::size_t>(d);
    box.low[k]   = std::min(a, b);
    box.high[k]  = std::max(a, b);
    box.area *= std::abs(b - a);
  }
  return box;
}
/// The size of what two boxes have in common, by the arithmetic of Number.
template <class Number, class Real>
Number common_size(Sides<Real> const& a, Sides<Real> const& b, int dimensions) {
  Number size = 1;
  for (std::size_t d = 0; d < static_cast<std::size_t>(dimensions); ++d) {
    Number const low = std::max(a.low[d], b.low[d]), high = std::min(a.high[d], b.high[d]);
    size *= std::max(Number{0}, high - low);
  }
  return size;
}

/// The most bits that this machine has: areas of integers and doubles have more than those of long double.
#ifdef __SIZEOF_FLOAT128__
__extension__ using Precise = __float128;
#else
using Precise = long double;
#endif

template <class T>
using real_of_t = std::conditional_t<format_of<T>().floating ? sizeof(T) <= 4 : sizeof(T) <= 2, float, double>;

template <class T, class S>
Kept kept_of(NmsTrial<T, S> const& t, std::int64_t places) {
  using Real = real_of_t<T>;
  std::vector<Sides<Real>> boxes;
  for (std::int64_t row = 0; row < t.rows; ++row)
    for (std::int64_t i = 0; i < t.length; ++i) boxes.push_back(sides<Real>(t, row, i));
  auto const threshold = static_cast<Real>(t.threshold);
  return greedy_by_the_book(t, places, [&](std::int64_t row, std::int64_t k, std::int64_t i) {
    auto const &a = boxes[static_cast<std::size_t>(row * t.length + k)],
               &b = boxes[static_cast<std::size_t>(row * t.length + i)];
    if (std::isnan(a.area) || std::isnan(b.area)) return false;
    if (std::isinf(a.area) || std::isinf(b.area)) return false;  // next to which everything is 0
    auto const common  = [&](auto const& x, auto const& y) { return common_size<Precise>(x, y, t.numbers / 2); };
    Precise const both = common(a, b);
    return both > 0 && static_cast<Real>(both / (common(a, a) + common(b, b) - both)) > threshold;
  });
}

/// The routes that the table says serve such a call.
template <class Exec>
std::vector<GreedyRoute> serving_greedy_routes(Exec const& exec, std::int64_t length, std::int64_t count,
                                               int item_bytes, int score_bytes, bool classes) {
  Impl::dispatch::GreedyProblem const problem{
      .length = length, .count = count, .item_bytes = item_bytes, .score_bytes = score_bytes, .classes = classes};
  std::vector<GreedyRoute> routes;
  for (auto const& row : Impl::dispatch::greedy_routes)
    if (row.serves(problem, Impl::tuning::device_of(exec))) routes.push_back(row.route);
  return routes;
}

/// Views of a trial in an execution space, outputs filled with what no answer has.
template <class Exec, class T, class S>
struct NmsFields {
  std::int64_t places;
  Field<Exec, T> boxes;
  Field<Exec, S> scores;
  Field<Exec, std::int64_t> classes;
  Field<Exec, std::int32_t> begin, end, keep, count;

  explicit NmsFields(NmsTrial<T, S> const& t, std::int64_t more_places = 3)
      : places(t.most() + more_places),
        boxes(place(t.lay, {t.rows, t.length, t.numbers}), t.boxes),
        scores(place(t.lay, {t.rows, t.length}), t.scores),
        classes(place(t.lay, {t.rows, t.length}), or_zeros<std::int64_t>(t.classes, t.rows * t.length)),
        begin(place(t.lay, {t.rows}), or_zeros<std::int32_t>(t.begin, t.rows)),
        end(place(t.lay, {t.rows}), or_zeros<std::int32_t>(t.end, t.rows)),
        keep(place(t.lay, {t.rows, places}), List<std::int32_t>(static_cast<std::size_t>(t.rows * places), 77)),
        count(place(t.lay, {t.rows}), List<std::int32_t>(static_cast<std::size_t>(t.rows), 77)) {}

  NmsOptions<> options(NmsTrial<T, S> const& t, GreedyRoute route) const {
    NmsOptions<> options{.iou_threshold   = t.threshold,
                         .score_threshold = t.score_threshold,
                         .max_output      = t.max_output,
                         .format          = t.format,
                         .route           = route};
    if (!t.classes.empty()) options.classes = classes.template const_view<2>();
    if (!t.begin.empty()) options.row_begin = begin.template const_view<1>();
    if (!t.end.empty()) options.row_end = end.template const_view<1>();
    return options;
  }

 private:
  template <class N>
  static List<N> or_zeros(std::vector<N> const& given, std::int64_t n) {
    return given.empty() ? List<N>(static_cast<std::size_t>(n)) : List<N>(given.begin(), given.end());
  }
};

/// nms by one route against the oracle.
template <class Exec, class T, class S>
void check_nms(Exec const& exec, NmsTrial<T, S> const& t, GreedyRoute route) {
  SCOPED_TRACE("route " +
               std::string(route == GreedyRoute::automatic ? "automatic" : Impl::dispatch::find(route)->name) + ", " +
               std::to_string(t.rows) + " rows of " + std::to_string(t.length) + ", " + std::string(name_of(t.lay)));
  NmsFields<Exec, T, S> const f(t);
  nms(exec, f.boxes.template const_view<3>(), f.scores.template const_view<2>(), f.keep.template view<2>(),
      f.count.template view<1>(), f.options(t, route));
  exec.fence();
  Kept const expected = kept_of(t, f.places);
  ASSERT_TRUE(same_positions(f.count.read(), expected.count)) << "count";
  ASSERT_TRUE(same_positions(f.keep.read(), expected.keep)) << "keep";
  ASSERT_TRUE(f.boxes.untouched() && f.scores.untouched() && f.classes.untouched());
  ASSERT_TRUE(f.keep.surroundings_untouched() && f.count.surroundings_untouched());
}

template <class T>
int item_bytes_of(int numbers) {
  return static_cast<int>(sizeof(real_of_t<T>)) * (numbers + 1);
}

/// Every route that serves, on one input.
template <class Exec, class T, class S>
void check_every_greedy_route(Exec const& exec, NmsTrial<T, S> const& t) {
  check_nms(exec, t, GreedyRoute::automatic);
  for (GreedyRoute route : serving_greedy_routes(exec, t.length, t.rows, item_bytes_of<T>(t.numbers),
                                                 static_cast<int>(sizeof(S)), !t.classes.empty())) {
    check_nms(exec, t, route);
    if (::testing::Test::HasFatalFailure()) return;
  }
}

/// How boxes lie.
enum class Scene { sparse, clustered, identical, disjoint, chain, degenerate, special };
inline constexpr std::array all_scenes{Scene::sparse, Scene::clustered,  Scene::identical, Scene::disjoint,
                                       Scene::chain,  Scene::degenerate, Scene::special};

/// A number of a test, for types that are no arithmetic ones too. Halves are cut, not rounded.
template <class T>
T number_as(double x) {
  if constexpr (std::is_arithmetic_v<T>) {
    return static_cast<T>(x);
  } else {
    auto const bits = std::bit_cast<std::uint32_t>(static_cast<float>(x));
    if constexpr (format_of<T>().fraction_bits == 7) return from_bits<T>(bits >> 16);
    std::uint32_t const sign = bits >> 31 << 15, magnitude = bits & 0x7FFFFFFF;
    if (magnitude > 0x7F800000) return from_bits<T>(sign | 0x7E00);
    if (magnitude >= 0x47800000) return from_bits<T>(sign | 0x7C00);
    if (magnitude < 0x38800000) return from_bits<T>(sign | static_cast<std::uint32_t>(std::abs(x) * 0x1p24));
    return from_bits<T>(sign | ((magnitude - 0x38000000) >> 13));
  }
}

template <class T>
List<T> make_boxes(Scene scene, std::int64_t n, int numbers, std::uint64_t seed = 1) {
  Random random(seed);
  auto const unit      = [&] { return static_cast<double>(random.below(1 << 20)) * 0x1p-20; };
  int const dimensions = numbers / 2;
  List<T> boxes;
  auto const put = [&](std::array<double, 3> const& low, std::array<double, 3> const& size) {
    for (int d = 0; d < dimensions; ++d) boxes.push_back(number_as<T>(low[static_cast<std::size_t>(d)]));
    for (int d = 0; d < dimensions; ++d)
      boxes.push_back(number_as<T>(low[static_cast<std::size_t>(d)] + size[static_cast<std::size_t>(d)]));
  };
  double const inf = std::numeric_limits<double>::infinity(), nan = std::numeric_limits<double>::quiet_NaN();
  for (std::int64_t i = 0; i < n; ++i) {
    double const k = static_cast<double>(i);
    std::array<double, 3> low{}, size{};
    for (std::size_t d = 0; d < 3; ++d) {
      low[d]  = unit() * 100;
      size[d] = unit() * 12 + 1;
    }
    switch (scene) {
      case Scene::sparse:
        break;
      case Scene::clustered:
        for (std::size_t d = 0; d < 3; ++d)
          low[d] = static_cast<double>(random.below(4)) * 25 + unit() * 3, size[d] = 10 + unit() * 3;
        break;
      case Scene::identical:
        low = {10, 20, 30}, size = {5, 6, 7};
        break;
      case Scene::disjoint:
        low = {static_cast<double>(i % 100), static_cast<double>(i / 100 % 100), 0}, size = {0.5, 0.5, 0.5};
        break;
      case Scene::chain:  // each suppresses its neighbours alone
        low = {k * 0.25, 0, 0}, size = {1, 1, 1};
        break;
      case Scene::degenerate:
        low = {static_cast<double>(i % 3), 1, 1}, size = {i % 2 == 0 ? 0.0 : 1.0, i % 5 == 0 ? 0.0 : 1.0, 1};
        break;
      case Scene::special:
        if (i % 7 == 1) low[static_cast<std::size_t>(i % 3)] = nan;
        if (i % 11 == 2) size[static_cast<std::size_t>(i % 3)] = inf;
        if (i % 13 == 3) low[0] = -inf, size[0] = inf;
        if (i % 5 == 4) size[0] = -size[0];
        if (i % 17 == 5) low[1] = 0, size[1] = nan;
        break;
    }
    put(low, size);
  }
  return boxes;
}

/// Positions in order of scores are a random permutation; for `levels` > 0 there are as many different scores.
template <class S>
List<S> make_scores(std::int64_t n, std::uint64_t seed, std::int64_t levels = 0) {
  Random random(seed);
  List<S> scores;
  for (std::int64_t i = 0; i < n; ++i)
    scores.push_back(number_as<S>(levels > 0 ? static_cast<double>(random.below(static_cast<std::uint64_t>(levels)))
                                             : static_cast<double>(random.below(1 << 20)) * 0x1p-13 - 32));
  return scores;
}

/// A trial of a scene.
template <class T = float, class S = float>
NmsTrial<T, S> nms_trial(Scene scene, std::int64_t rows, std::int64_t length, int numbers = 4, std::uint64_t seed = 1,
                         std::int64_t levels = 0) {
  return {.rows    = rows,
          .length  = length,
          .numbers = numbers,
          .boxes   = make_boxes<T>(scene, rows * length, numbers, seed),
          .scores  = make_scores<S>(rows * length, seed + 7, levels)};
}

}  // namespace KokkosAxis::Test
