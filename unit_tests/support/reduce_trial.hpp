// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosAxis/impl/dispatch/reduce_routes.hpp>
#include <KokkosAxis/reduce.hpp>

#include "support/field.hpp"
#include "support/inputs.hpp"
#include "support/place.hpp"
#include "support/verify.hpp"

#include <Kokkos_Core.hpp>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <sstream>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace KokkosAxis::Test {

/// One array to reduce, and how. Outputs keep their dims.
struct ReduceTrial {
  Extents extents;
  std::vector<int> axes;
  NanInReduction nan = NanInReduction::propagate;
  ReduceRoute route  = ReduceRoute::automatic;
  Lay in             = Lay::right;
  Lay out            = Lay::right;
  bool masked        = false;

  bool reduces(std::size_t d) const { return std::find(axes.begin(), axes.end(), static_cast<int>(d)) != axes.end(); }
  Extents out_extents() const {
    Extents e = extents;
    for (int d : axes) e[static_cast<std::size_t>(d)] = 1;
    return e;
  }
};

inline std::string to_string(ReduceTrial const& t) {
  std::ostringstream text;
  text << "extents";
  for (std::int64_t e : t.extents) text << ' ' << e;
  text << ", axes";
  for (int d : t.axes) text << ' ' << d;
  text << ", nan " << static_cast<int>(t.nan) << ", route " << static_cast<int>(t.route) << ", in " << name_of(t.in)
       << ", out " << name_of(t.out) << (t.masked ? ", masked" : "");
  return text.str();
}

/// Every set of so many axes, the empty one included.
inline std::vector<std::vector<int>> all_axis_sets(int rank) {
  std::vector<std::vector<int>> sets;
  for (int bits = 0; bits < 1 << rank; ++bits) {
    sets.emplace_back();
    for (int d = 0; d < rank; ++d)
      if (bits >> d & 1) sets.back().push_back(d);
  }
  return sets;
}

inline Axes as_axes(std::vector<int> const& a) {
  switch (a.size()) {
    case 0:
      return {};
    case 1:
      return {a[0]};
    case 2:
      return {a[0], a[1]};
    case 3:
      return {a[0], a[1], a[2]};
    case 4:
      return {a[0], a[1], a[2], a[3]};
    default:
      return all_axes;
  }
}

/// The routes that the table says serve.
template <class Exec>
std::vector<ReduceRoute> serving_reduce_routes(Exec const& exec) {
  std::vector<ReduceRoute> routes;
  for (auto const& row : Impl::dispatch::reduce_routes)
    if (row.serves({}, Impl::tuning::device_of(exec))) routes.push_back(row.route);
  return routes;
}

/// The elements of a slice that count, and where they lie along the reduced axes.
struct SliceOf {
  std::vector<long double> values;
  std::vector<std::int64_t> positions;
};

/// The slices in C order of the outputs. Elements by themselves, with no idea of layouts.
template <class Values, class Counts>
std::vector<SliceOf> slices_of(ReduceTrial const& t, Values const& input, Counts const& counts) {
  std::vector<SliceOf> slices(static_cast<std::size_t>(product(t.out_extents())));
  Extents at(t.extents.size(), 0);
  for (std::size_t i = 0; i < input.size(); ++i) {
    std::int64_t slice = 0, position = 0;
    for (std::size_t d = 0; d < at.size(); ++d) {
      std::int64_t& number = t.reduces(d) ? position : slice;
      number               = number * t.extents[d] + at[d];
    }
    auto const x = static_cast<long double>(input[i]);
    if (counts(i) && !(t.nan == NanInReduction::ignore && std::isnan(x))) {
      slices[static_cast<std::size_t>(slice)].values.push_back(x);
      slices[static_cast<std::size_t>(slice)].positions.push_back(position);
    }
    for (std::size_t d = at.size(); d-- > 0;) {
      if (++at[d] < t.extents[d]) break;
      at[d] = 0;
    }
  }
  return slices;
}

// What an operation's results are, in words of its definition. `exact`: to the last bit, whatever the order.
inline constexpr long double no_number = std::numeric_limits<long double>::quiet_NaN();
struct Answer {
  std::vector<long double> results;
  bool exact            = true;
  long double condition = 1;  // by how much a rounding error of the elements grows
};

template <class I>
Answer answer(Sum<I> const&, SliceOf const& s) {
  long double sum = 0;
  for (long double x : s.values) sum += x;
  return {{sum}};
}
template <class I>
Answer answer(Prod<I> const&, SliceOf const& s) {
  long double p = 1;
  for (long double x : s.values) p *= x;
  return {{p}};
}
/// Before in the order of numbers, -0.0 before +0.0, or for positions not; NaN before all.
inline bool better(long double a, long double b, bool greatest, bool signed_zeros) {
  if (std::isnan(a) || std::isnan(b)) return std::isnan(a) && !std::isnan(b);
  if (a == b) return signed_zeros && std::signbit(a) != std::signbit(b) && std::signbit(a) != greatest;
  return greatest ? a > b : a < b;
}
inline Answer best(SliceOf const& s, bool greatest) {
  if (s.values.empty()) return {{no_number}};
  long double found = s.values[0];
  for (long double x : s.values)
    if (better(x, found, greatest, true)) found = x;
  return {{found}};
}
inline Answer best_at(SliceOf const& s, bool greatest, bool last) {
  if (s.values.empty()) return {{-1}};
  std::size_t found = 0;
  for (std::size_t i = 0; i < s.values.size(); ++i)
    if (better(s.values[i], s.values[found], greatest, false) ||
        (last && !better(s.values[found], s.values[i], greatest, false)))
      found = i;
  return {{static_cast<long double>(s.positions[found])}};
}
template <class I>
Answer answer(Min<I> const&, SliceOf const& s) {
  return best(s, false);
}
template <class I>
Answer answer(Max<I> const&, SliceOf const& s) {
  return best(s, true);
}
template <class I>
Answer answer(MinMax<I> const&, SliceOf const& s) {
  return {{best(s, false).results[0], best(s, true).results[0]}};
}
inline Answer answer(ArgMin const& op, SliceOf const& s) { return best_at(s, false, op.last); }
inline Answer answer(ArgMax const& op, SliceOf const& s) { return best_at(s, true, op.last); }
inline Answer answer(CountNonzero const&, SliceOf const& s) {
  return {{static_cast<long double>(std::count_if(s.values.begin(), s.values.end(), [](auto x) { return x != 0; }))}};
}
inline Answer answer(Any const&, SliceOf const& s) {
  return {{answer(CountNonzero{}, s).results[0] > 0 ? 1.0L : 0.0L}};
}
inline Answer answer(All const&, SliceOf const& s) {
  return {{answer(CountNonzero{}, s).results[0] == static_cast<long double>(s.values.size()) ? 1.0L : 0.0L}};
}
inline Answer answer(Mean const&, SliceOf const& s) {
  return {{answer(Sum{}, s).results[0] / static_cast<long double>(s.values.size())}, false};
}
inline Answer answer(VarMean const& op, SliceOf const& s) {
  long double const mean = answer(Mean{}, s).results[0], freedom = static_cast<long double>(s.values.size()) - op.ddof;
  long double squares = 0;
  for (long double x : s.values) squares += (x - mean) * (x - mean);
  long double const deviation = std::sqrt(squares / static_cast<long double>(s.values.size()));
  return {{freedom > 0 ? squares / freedom : no_number, mean},
          false,
          deviation > 0 && std::isfinite(deviation) ? 1 + std::abs(mean) / deviation : 1};
}
inline Answer answer(Var const& op, SliceOf const& s) {
  Answer both = answer(VarMean{op.ddof}, s);
  both.results.pop_back();
  return both;
}
inline Answer answer(Std const& op, SliceOf const& s) {
  Answer both = answer(VarMean{op.ddof}, s);
  return {{std::sqrt(both.results[0])}, false, both.condition};
}
inline Answer answer(LogSumExp const&, SliceOf const& s) {
  long double sum = 0;
  for (long double x : s.values) sum += std::exp(x);
  return {{std::log(sum)}, false};
}
inline Answer answer(Norm1 const&, SliceOf const& s) {
  long double sum = 0;
  for (long double x : s.values) sum += std::abs(x);
  return {{sum}};
}
inline Answer answer(Norm2 const&, SliceOf const& s) {
  long double sum = 0;
  for (long double x : s.values) sum += x * x;
  return {{std::sqrt(sum)}, false};
}
inline Answer answer(NormInf const&, SliceOf const& s) {
  long double most = 0;
  for (long double x : s.values)
    if (std::isnan(x) || std::abs(x) > most) most = std::abs(x);
  return {{most}};
}

/// Numbers that add up exactly in any order: quarters, and of the special ones NaN, infinities and zeros of both signs.
template <class T>
List<T> make_numbers(std::int64_t n, std::uint64_t seed, bool special = false) {
  Random random(seed);
  List<T> numbers(static_cast<std::size_t>(n));
  for (auto&& x : numbers) {
    if constexpr (std::is_floating_point_v<T>) {
      std::uint64_t const kind = special ? random.below(40) : 40;
      x                        = kind == 0   ? std::numeric_limits<T>::quiet_NaN()
                                 : kind == 1 ? -std::numeric_limits<T>::infinity()
                                 : kind == 2 ? std::numeric_limits<T>::infinity()
                                 : kind <= 5 ? T{-0.0}
                                 : kind <= 9 ? T{0}
                                             : static_cast<T>(static_cast<double>(random.below(65)) / 4 - 8);
    } else {
      x = static_cast<T>(random.below(std::is_signed_v<T> ? 25 : 13) - (std::is_signed_v<T> ? 12 : 0));
    }
  }
  return numbers;
}
/// For products: signs, and so few powers of two that no order of multiplications leaves the range.
template <class T>
List<T> make_factors(std::int64_t n, std::uint64_t seed) {
  Random random(seed);
  List<T> numbers(static_cast<std::size_t>(n), T{1});
  int powers = 0;
  for (auto&& x : numbers) {
    std::uint64_t const kind = random.below(4);
    if (kind == 0 && std::is_signed_v<T>) x = static_cast<T>(-1);
    if (kind == 1 && ++powers < 60) x = static_cast<T>(powers % 2 == 0 || !std::is_floating_point_v<T> ? 2.0 : 0.5);
  }
  return numbers;
}

template <class Out>
::testing::AssertionResult close_to(Out actual, long double expected, bool exact, long double condition) {
  auto const a = static_cast<long double>(actual);
  if constexpr (std::is_floating_point_v<Out>) {
    auto const e = static_cast<long double>(static_cast<Out>(expected));
    if (std::isnan(a) && std::isnan(e)) return ::testing::AssertionSuccess();
    if (a == e && (a != 0 || !exact || std::signbit(a) == std::signbit(e))) return ::testing::AssertionSuccess();
    // what is added up in double loses nothing to float
    long double const most = 16 * std::max<long double>(std::numeric_limits<Out>::epsilon(),
                                                        condition * std::numeric_limits<double>::epsilon());
    if (!exact && std::abs(a - e) <= most * std::max<long double>(std::abs(e), 1e-3L))
      return ::testing::AssertionSuccess();
  } else if (actual == static_cast<Out>(expected)) {
    return ::testing::AssertionSuccess();
  }
  return ::testing::AssertionFailure() << "is " << a << ", expected " << expected;
}

/// Where sums are 0, the sign of zero is that of the identity: sums start from +0.0.
template <class Op>
inline constexpr bool sums = false;
template <class I>
inline constexpr bool sums<Sum<I>> = true;

/// An output of a trial.
template <class Exec, class Out>
Field<Exec, Out> reduce_output(ReduceTrial const& t) {
  auto const n = static_cast<std::size_t>(product(t.out_extents()));
  return {place(t.out, t.out_extents()), List<Out>(n, static_cast<Out>(77))};
}

/// Runs an operation by every serving route on one input, compares with the oracle, and the routes' bits with each
/// other's. `Outs` are the element types of its outputs.
template <int Rank, class... Outs, class Exec, class Values, class Op>
void check_reduce(std::tuple<Outs...> const&, Exec const& exec, ReduceTrial trial, Values const& input, Op const& op) {
  using T = typename Values::value_type;
  Field<Exec, T> const in(place(trial.in, trial.extents), input);
  List<bool> counts(input.size(), true);
  Random random(3);
  if (trial.masked)
    for (auto&& c : counts) c = random.below(3) != 0;
  Field<Exec, bool> const mask(place(trial.out, trial.extents), counts);
  auto const slices = slices_of(trial, input, [&](std::size_t i) { return counts[i]; });
  std::vector<std::tuple<List<Outs>...>> all;
  for (ReduceRoute route : serving_reduce_routes(exec)) {
    trial.route = route;
    SCOPED_TRACE(to_string(trial));
    std::tuple<Field<Exec, Outs>...> const outs{reduce_output<Exec, Outs>(trial)...};
    ReduceOptions<> options{.keep_dims = true, .nan = trial.nan, .route = route};
    if (trial.masked) options.where = mask.template const_view<Rank>();
    std::apply(
        [&](auto const&... out) {
          KokkosAxis::reduce(exec, in.template const_view<Rank>(), std::tuple(out.template view<Rank>()...),
                             as_axes(trial.axes), op, options);
          exec.fence();
          all.push_back({out.read()...});
          (..., [&] { ASSERT_TRUE(out.surroundings_untouched()); }());
        },
        outs);
    ASSERT_TRUE(in.untouched());
    auto const check = [&]<std::size_t I>(std::integral_constant<std::size_t, I>) {
      auto const& actual = std::get<I>(all.back());
      for (std::size_t s = 0; s < slices.size(); ++s) {
        Answer const expected = answer(op, slices[s]);
        long double const e   = sums<Op> && expected.results[I] == 0 ? 0.0L : expected.results[I];
        ASSERT_TRUE(close_to(actual[s], e, expected.exact, expected.condition)) << "output " << I << ", slice " << s;
      }
      ASSERT_TRUE(same_bits(actual, std::get<I>(all.front()))) << "by the first route, output " << I;
    };
    [&]<std::size_t... I>(std::index_sequence<I...>) {
      (..., check(std::integral_constant<std::size_t, I>{}));
    }(std::index_sequence_for<Outs...>{});
    if (::testing::Test::HasFatalFailure()) return;
  }
}

template <int Rank, class Out, class Exec, class Values, class Op>
void check_reduce(Exec const& exec, ReduceTrial const& trial, Values const& input, Op const& op) {
  check_reduce<Rank>(std::tuple<Out>(), exec, trial, input, op);
}

}  // namespace KokkosAxis::Test
