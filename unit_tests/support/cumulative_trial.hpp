// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosAxis/cumulative.hpp>
#include <KokkosAxis/impl/dispatch/cumulative_routes.hpp>

#include "support/field.hpp"
#include "support/inputs.hpp"
#include "support/place.hpp"
#include "support/reduce_trial.hpp"
#include "support/verify.hpp"

#include <Kokkos_Core.hpp>
#include <gtest/gtest.h>

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <sstream>
#include <string>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

namespace KokkosAxis::Test {

/// One array to go along, and how.
struct CumulativeTrial {
  Extents extents;
  int axis              = 0;
  bool exclusive        = false;
  bool reverse          = false;
  NanInReduction nan    = NanInReduction::propagate;
  CumulativeRoute route = CumulativeRoute::automatic;
  Lay in                = Lay::right;
  Lay out               = Lay::right;
  bool masked           = false;

  CumulativeOptions<> options(Mask const& where) const {
    return {.exclusive = exclusive, .reverse = reverse, .nan = nan, .where = where, .route = route};
  }
};

inline std::string to_string(CumulativeTrial const& t) {
  std::ostringstream text;
  text << "extents";
  for (std::int64_t e : t.extents) text << ' ' << e;
  text << ", axis " << t.axis << (t.exclusive ? ", exclusive" : "") << (t.reverse ? ", reverse" : "") << ", nan "
       << static_cast<int>(t.nan) << ", route " << static_cast<int>(t.route) << ", in " << name_of(t.in) << ", out "
       << name_of(t.out) << (t.masked ? ", masked" : "");
  return text.str();
}

/// The routes that the table says serve.
template <class Exec>
std::vector<CumulativeRoute> serving_cumulative_routes(Exec const& exec) {
  std::vector<CumulativeRoute> routes;
  for (auto const& row : Impl::dispatch::cumulative_routes)
    if (row.serves({}, Impl::tuning::device_of(exec))) routes.push_back(row.route);
  return routes;
}

/// f(element in C order, position along the axis, is it the first of its slice) for the elements of each slice in the
/// order in which they are gone through.
template <class F>
void for_each_in_order(CumulativeTrial const& t, F&& f) {
  std::int64_t const length = t.extents[static_cast<std::size_t>(t.axis)];
  std::int64_t inner        = 1;
  for (std::size_t d = static_cast<std::size_t>(t.axis) + 1; d < t.extents.size(); ++d) inner *= t.extents[d];
  for (std::int64_t slice = 0; length > 0 && slice < product(t.extents) / length; ++slice)
    for (std::int64_t k = 0; k < length; ++k) {
      std::int64_t const position = t.reverse ? length - 1 - k : k;
      f(static_cast<std::size_t>((slice / inner * length + position) * inner + slice % inner), position, k == 0);
    }
}

/// What an operation gives of all elements up to each one, from its definition on all of these.
template <class Values, class Op>
std::vector<Answer> cumulative_answers(CumulativeTrial const& t, Values const& input, List<bool> const& counts,
                                       Op const& op) {
  std::vector<Answer> answers(input.size());
  SliceOf seen;
  for_each_in_order(t, [&](std::size_t i, std::int64_t position, bool first) {
    if (first) seen = {};
    if (t.exclusive) answers[i] = answer(op, seen);
    auto const x = static_cast<long double>(input[i]);
    if (counts[i] && !(t.nan == NanInReduction::ignore && std::isnan(x))) {
      // as they lie along the axis
      seen.values.insert(t.reverse ? seen.values.begin() : seen.values.end(), x);
      seen.positions.insert(t.reverse ? seen.positions.begin() : seen.positions.end(), position);
    }
    if (!t.exclusive) answers[i] = answer(op, seen);
  });
  return answers;
}

/// Runs an operation by every serving route on one input, compares with `answers`, and the routes' bits with each
/// other's. `Outs` are the element types of its outputs.
template <int Rank, class... Outs, class Exec, class Values, class Op, class Answers>
void check_cumulative(std::tuple<Outs...> const&, Exec const& exec, CumulativeTrial trial, Values const& input,
                      Op const& op, Answers const& answers) {
  using T = typename Values::value_type;
  Field<Exec, T> const in(place(trial.in, trial.extents), input);
  List<bool> counts(input.size(), true);
  Random random(3);
  if (trial.masked)
    for (auto&& c : counts) c = random.below(3) != 0;
  Field<Exec, bool> const mask(place(trial.out, trial.extents), counts);
  std::vector<Answer> const expected = answers(counts);
  std::vector<std::tuple<List<Outs>...>> all;
  for (CumulativeRoute route : serving_cumulative_routes(exec)) {
    trial.route = route;
    SCOPED_TRACE(to_string(trial));
    std::tuple<Field<Exec, Outs>...> const outs{
        Field<Exec, Outs>(place(trial.out, trial.extents), List<Outs>(input.size(), static_cast<Outs>(77)))...};
    std::apply(
        [&](auto const&... out) {
          KokkosAxis::cumulative(exec, in.template const_view<Rank>(), std::tuple(out.template view<Rank>()...),
                                 trial.axis, op,
                                 trial.options(trial.masked ? Mask(mask.template const_view<Rank>()) : Mask()));
          exec.fence();
          all.push_back({out.read()...});
          (..., [&] { ASSERT_TRUE(out.surroundings_untouched()); }());
        },
        outs);
    ASSERT_TRUE(in.untouched());
    auto const check = [&]<std::size_t I>(std::integral_constant<std::size_t, I>) {
      auto const& actual = std::get<I>(all.back());
      for (std::size_t i = 0; i < expected.size(); ++i) {
        long double const r = expected[i].results[I], e = sums<Op> && r == 0 ? 0.0L : r;
        ASSERT_TRUE(close_to(actual[i], e, expected[i].exact, expected[i].condition))
            << "output " << I << ", element " << i;
      }
      ASSERT_TRUE(same_bits(actual, std::get<I>(all.front()))) << "by the first route, output " << I;
    };
    [&]<std::size_t... I>(std::index_sequence<I...>) {
      (..., check(std::integral_constant<std::size_t, I>{}));
    }(std::index_sequence_for<Outs...>{});
    if (::testing::Test::HasFatalFailure()) return;
  }
}

template <int Rank, class... Outs, class Exec, class Values, class Op>
void check_cumulative(std::tuple<Outs...> const& outs, Exec const& exec, CumulativeTrial const& trial,
                      Values const& input, Op const& op) {
  check_cumulative<Rank>(outs, exec, trial, input, op,
                         [&](List<bool> const& counts) { return cumulative_answers(trial, input, counts, op); });
}

/// Sums of numbers that add up exactly, for slices that are long.
template <int Rank, class Out, class Exec, class Values>
void check_sums(Exec const& exec, CumulativeTrial const& trial, Values const& input) {
  check_cumulative<Rank>(std::tuple<Out>(), exec, trial, input, Sum{}, [&](List<bool> const& counts) {
    std::vector<Answer> answers(input.size());
    long double sum = 0;
    for_each_in_order(trial, [&](std::size_t i, std::int64_t, bool first) {
      if (first) sum = 0;
      if (trial.exclusive) answers[i] = {{sum}};
      if (counts[i]) sum += static_cast<long double>(input[i]);
      if (!trial.exclusive) answers[i] = {{sum}};
    });
    return answers;
  });
}

}  // namespace KokkosAxis::Test
