// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosAxis/impl/dispatch/topk_routes.hpp>
#include <KokkosAxis/impl/tuning/device.hpp>
#include <KokkosAxis/topk.hpp>

#include "support/field.hpp"
#include "support/inputs.hpp"
#include "support/oracle.hpp"
#include "support/place.hpp"
#include "support/sort_trial.hpp"
#include "support/verify.hpp"

#include <Kokkos_Core.hpp>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <sstream>
#include <string>
#include <vector>

namespace KokkosAxis::Test {

/// One array to select from, and how.
struct TopkTrial {
  Extents extents{};
  int axis        = -1;
  std::int64_t k  = 1;
  bool largest    = true;
  Nan nan         = Nan::greatest;
  Zeros zeros     = Zeros::equal;
  Ties ties       = Ties::lowest_index;
  TopkOrder order = TopkOrder::sorted;
  std::vector<std::int32_t> begin{};  ///< per slice, in C order; empty: not given
  std::vector<std::int32_t> end{};
  TopkRoute route = TopkRoute::automatic;
  Lay in          = Lay::right;
  Lay out         = Lay::right;
};

inline std::string to_string(TopkTrial const& t) {
  std::ostringstream text;
  text << "extents";
  for (std::int64_t e : t.extents) text << ' ' << e;
  text << ", axis " << t.axis << ", k " << t.k << (t.largest ? ", largest" : ", smallest") << ", nan "
       << static_cast<int>(t.nan) << ", zeros " << static_cast<int>(t.zeros) << ", ties " << static_cast<int>(t.ties)
       << ", order " << static_cast<int>(t.order) << (t.begin.empty() ? "" : ", row_begin")
       << (t.end.empty() ? "" : ", row_end") << ", route " << static_cast<int>(t.route) << ", in " << name_of(t.in)
       << ", out " << name_of(t.out);
  return text.str();
}

/// The extents of what is selected.
inline Extents selected_extents(TopkTrial const& t) {
  Extents extents                                                                                    = t.extents;
  extents[static_cast<std::size_t>(t.axis < 0 ? t.axis + static_cast<int>(extents.size()) : t.axis)] = t.k;
  return extents;
}

/// The positions that the documentation promises, in C order; -1 where a row has too few.
template <class Values>
std::vector<std::int64_t> selected_positions(TopkTrial const& t, Values const& values) {
  Policy const policy{t.largest ? Order::descending : Order::ascending, t.nan, t.zeros};
  Cut const from(t.extents, t.axis), to(selected_extents(t), t.axis);
  std::vector<Seen> seen;
  for (auto const& value : values) seen.push_back(look(value));
  std::vector<std::int64_t> result(static_cast<std::size_t>(product(selected_extents(t))), -1);
  for (std::int64_t s = 0; s < from.slices(); ++s) {
    auto const bound = [&](std::vector<std::int32_t> const& given, std::int64_t otherwise) {
      return given.empty() ? otherwise : std::clamp<std::int64_t>(given[static_cast<std::size_t>(s)], 0, from.length);
    };
    std::vector<std::int64_t> positions;
    for (std::int64_t i = bound(t.begin, 0); i < bound(t.end, from.length); ++i) positions.push_back(i);
    if (t.ties == Ties::highest_index) std::reverse(positions.begin(), positions.end());
    std::stable_sort(positions.begin(), positions.end(), [&](std::int64_t i, std::int64_t j) {
      return comes_before(seen[from.at(s, i)], seen[from.at(s, j)], policy);
    });
    if (static_cast<std::int64_t>(positions.size()) > t.k) positions.resize(static_cast<std::size_t>(t.k));
    if (t.order == TopkOrder::by_index) std::sort(positions.begin(), positions.end());
    for (std::size_t p = 0; p < positions.size(); ++p) result[to.at(s, static_cast<std::int64_t>(p))] = positions[p];
  }
  return result;
}

/// What stands where a row has too few.
template <class T>
T worst_of(bool largest) {
  if constexpr (std::is_same_v<T, bool>) return !largest;
  constexpr Format f       = format_of<T>();
  std::uint64_t const sign = std::uint64_t{1} << (8 * sizeof(T) - 1), one = std::uint64_t{1} << f.fraction_bits;
  if (f.floating) return from_bits<T>(((sign - 1) & ~(one - 1)) | (largest ? sign : 0));
  if (f.is_signed) return from_bits<T>(largest ? sign : sign - 1);
  return from_bits<T>(largest ? 0 : ~std::uint64_t{0});
}

template <class Values>
Values selected_values(TopkTrial const& t, Values const& values, std::vector<std::int64_t> const& positions) {
  using T = typename Values::value_type;
  Cut const from(t.extents, t.axis), to(selected_extents(t), t.axis);
  Values result(positions.size());
  for (std::int64_t s = 0; s < from.slices(); ++s)
    for (std::int64_t p = 0; p < t.k; ++p) {
      std::int64_t const at = positions[to.at(s, p)];
      result[to.at(s, p)]   = at < 0 ? worst_of<T>(t.largest) : values[from.at(s, at)];
    }
  return result;
}

/// The routes that the table says serve such a call.
template <class Exec>
std::vector<TopkRoute> serving_topk_routes(Exec const& exec, std::int64_t length, std::int64_t count, std::int64_t k,
                                           int key_bytes) {
  auto const problem = Impl::dispatch::sized({.length = length, .count = count, .want = k, .key_bytes = key_bytes},
                                             Impl::tuning::device_of(exec));
  std::vector<TopkRoute> routes;
  for (auto const& row : Impl::dispatch::topk_routes)
    if (row.serves(problem, Impl::tuning::device_of(exec))) routes.push_back(row.route);
  return routes;
}

/// Runs topk in its three forms on one input and compares each with the oracle, bit for bit.
template <class Index, int Rank, class Exec, class Values>
void check_topk(Exec const& exec, TopkTrial const& trial, Values const& input) {
  using T = typename Values::value_type;
  SCOPED_TRACE(to_string(trial));
  auto const positions = selected_positions(trial, input);
  auto const expected  = selected_values(trial, input, positions);
  Extents const shape  = selected_extents(trial);

  Extents outer = trial.extents;
  outer.erase(outer.begin() + (trial.axis < 0 ? trial.axis + Rank : trial.axis));
  auto const rows_of = [&](std::vector<std::int32_t> const& given) {
    return Field<Exec, std::int32_t>(place(trial.in, outer), List<std::int32_t>(given.begin(), given.end()));
  };
  auto const some = [&](std::vector<std::int32_t> const& given) {
    return given.empty() ? std::vector<std::int32_t>(static_cast<std::size_t>(product(outer))) : given;
  };
  auto const begin = rows_of(some(trial.begin)), end = rows_of(some(trial.end));
  TopkOptions options{.axis    = trial.axis,
                      .largest = trial.largest,
                      .order   = trial.order,
                      .ties    = trial.ties,
                      .nan     = trial.nan,
                      .zeros   = trial.zeros,
                      .route   = trial.route};
  if (!trial.begin.empty()) options.row_begin = begin.template const_view<Rank - 1>();
  if (!trial.end.empty()) options.row_end = end.template const_view<Rank - 1>();

  Field<Exec, T> const in(place(trial.in, trial.extents), input);
  List<T> const garbage      = make_payload<T>(product(shape));
  List<Index> const no_index = List<Index>(static_cast<std::size_t>(product(shape)), Index{77});
  Field<Exec, T> const values(place(trial.out, shape), garbage), alone(place(trial.out, shape), garbage);
  Field<Exec, Index> const index(place(trial.out, shape), no_index), index_alone(place(trial.out, shape), no_index);
  auto const keys = in.template const_view<Rank>();
  KokkosAxis::topk(exec, keys, values.template view<Rank>(), index.template view<Rank>(), trial.k, options);
  KokkosAxis::topk(exec, keys, alone.template view<Rank>(), trial.k, options);
  KokkosAxis::argtopk(exec, keys, index_alone.template view<Rank>(), trial.k, options);
  exec.fence();
  auto const signed_index = [](List<Index> const& list) {
    std::vector<std::int64_t> result;
    for (Index i : list) result.push_back(i == static_cast<Index>(-1) ? -1 : static_cast<std::int64_t>(i));
    return result;
  };
  ASSERT_TRUE(same_positions(signed_index(index.read()), positions)) << "topk";
  ASSERT_TRUE(same_bits(values.read(), expected)) << "topk";
  ASSERT_TRUE(same_bits(alone.read(), expected)) << "topk, values alone";
  ASSERT_TRUE(same_positions(signed_index(index_alone.read()), positions)) << "argtopk";
  ASSERT_TRUE(in.untouched()) << "input";
  ASSERT_TRUE(values.surroundings_untouched() && index.surroundings_untouched() && alone.surroundings_untouched() &&
              index_alone.surroundings_untouched());
}

/// Every route that serves, on one input.
template <class Index, int Rank = 3, class Exec, class Values>
void check_every_topk_route(Exec const& exec, TopkTrial trial, Values const& input) {
  Cut const cut(trial.extents, trial.axis);
  for (TopkRoute route : serving_topk_routes(exec, cut.length, cut.slices(), trial.k,
                                             static_cast<int>(sizeof(typename Values::value_type)))) {
    trial.route = route;
    check_topk<Index, Rank>(exec, trial, input);
    if (::testing::Test::HasFatalFailure()) return;
  }
}

/// Every combination of policies that differs for the key type, ties and orders taking turns.
template <class T>
std::vector<TopkTrial> topk_policies() {
  std::vector<TopkTrial> trials;
  int turn = 0;
  for (Policy const& p : all_policies<T>()) {
    trials.push_back({.largest = p.order == Order::descending,
                      .nan     = p.nan,
                      .zeros   = p.zeros,
                      .ties    = turn % 2 == 0 ? Ties::lowest_index : Ties::highest_index,
                      .order   = turn % 3 == 2 ? TopkOrder::by_index : TopkOrder::sorted});
    ++turn;
  }
  return trials;
}

/// Windows of every kind: whole, empty, short, past the ends, the wrong way round.
inline void give_windows(TopkTrial& trial, Random& random) {
  Cut const cut(trial.extents, trial.axis);
  auto const n = static_cast<std::int32_t>(cut.length);
  trial.begin.clear();
  trial.end.clear();
  for (std::int64_t s = 0; s < cut.slices(); ++s) {
    auto const any       = [&] { return static_cast<std::int32_t>(random.below(static_cast<std::uint64_t>(n) + 1)); };
    std::int32_t const a = any(), b = any();
    switch (random.below(6)) {
      case 0:
        trial.begin.push_back(-5), trial.end.push_back(n + 7);
        break;
      case 1:
        trial.begin.push_back(a), trial.end.push_back(a);
        break;
      case 2:
        trial.begin.push_back(std::max(a, b)), trial.end.push_back(std::min(a, b));
        break;
      case 3:
        trial.begin.push_back(std::max(0, a - 3)), trial.end.push_back(a);
        break;
      default:
        trial.begin.push_back(std::min(a, b)), trial.end.push_back(std::max(a, b));
    }
  }
}

/// Lengths and k on both sides of what fits registers, scratch, samples and blocks.
template <class T, class Exec>
void check_every_topk_route_and_length(Exec const& exec) {
  std::vector<TopkTrial> const policies = topk_policies<T>();
  std::size_t turn                      = 0;
  Random random(7);
  for (std::int64_t length : {1, 2, 31, 64, 65, 255, 257, 1023, 1024, 1500, 2049, 5000, 16384, 17000, 40000})
    for (std::int64_t k : {1, 2, 17, 64, 100, 511, 1500, 2048, 4999, 16384, 30000}) {
      if (k > length) continue;
      if (length > 20000 && k > 100 && k < 30000) continue;
      for (Extents const& extents : {Extents{1, length, 1}, Extents{3, length, 1}, Extents{1, length, 5}}) {
        if (product(extents) > (extents[0] * extents[2] == 1 ? 40'000 : 16'000)) continue;
        TopkTrial trial = policies[turn % policies.size()];
        Fill const fill = all_fills[turn * 7 % all_fills.size()];
        ++turn;
        trial.extents = extents;
        trial.axis    = 1;
        trial.k       = k;
        SCOPED_TRACE(name_of(fill));
        auto const input = make_keys<T>(fill, product(extents), turn);
        check_every_topk_route<std::int32_t>(exec, trial, input);
        if (turn % 2 == 0) {
          give_windows(trial, random);
          check_every_topk_route<std::int64_t>(exec, trial, input);
        }
        if (::testing::Test::HasFatalFailure()) return;
      }
    }
}

}  // namespace KokkosAxis::Test
