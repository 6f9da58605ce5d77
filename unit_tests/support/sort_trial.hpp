// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosAxis/argsort.hpp>
#include <KokkosAxis/sort.hpp>

#include "support/field.hpp"
#include "support/oracle.hpp"
#include "support/place.hpp"
#include "support/verify.hpp"

#include <Kokkos_Core.hpp>
#include <gtest/gtest.h>

#include <cstdint>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

namespace KokkosAxis::Test {

/// One array to sort, and how. The rank is that of the template that runs it.
struct Trial {
  Extents extents;
  int axis        = -1;
  Policy policy   = {};
  SortRoute route = SortRoute::automatic;
  Lay in          = Lay::right;  ///< of the keys
  Lay out         = Lay::right;  ///< of the sorted keys
  Lay index       = Lay::right;  ///< of the positions
  bool stable     = true;
  bool keys_only  = false;  ///< sort without argsort
};

inline std::string to_string(Trial const& t) {
  std::ostringstream text;
  text << "extents";
  for (std::int64_t e : t.extents) text << ' ' << e;
  text << ", axis " << t.axis << ", order " << static_cast<int>(t.policy.order) << ", nan "
       << static_cast<int>(t.policy.nan) << ", zeros " << static_cast<int>(t.policy.zeros) << ", route "
       << static_cast<int>(t.route) << ", in " << name_of(t.in) << ", out " << name_of(t.out) << ", index "
       << name_of(t.index);
  return text.str();
}

template <class By = Identity, class Compare = NaturalOrder>
SortOptions<By, Compare> options_of(Trial const& t, By by = {}, Compare compare = {}) {
  return {.axis    = t.axis,
          .order   = t.policy.order,
          .nan     = t.policy.nan,
          .zeros   = t.policy.zeros,
          .stable  = t.stable,
          .route   = t.route,
          .by      = by,
          .compare = compare};
}

/// Runs sort (in place and not) and, unless `keys_only`, argsort (with and without keys) on one input, and compares
/// each with the oracle. `before(a, b)` is the order that the options ask for, as host code.
template <class Index, int Rank, class Exec, class Values, class Before, class By = Identity,
          class Compare = NaturalOrder>
void check_sorts(Exec const& exec, Trial const& trial, Values const& input, Before const& before,
                 std::vector<std::int64_t> const& positions, By by = {}, Compare compare = {}) {
  using T = typename Values::value_type;
  SCOPED_TRACE(to_string(trial));
  Cut const cut(trial.extents, trial.axis);
  auto const options = options_of(trial, by, compare);
  Field<Exec, T> const keys(place(trial.in, trial.extents), input);
  Field<Exec, T> const sorted(place(trial.out, trial.extents),
                              make_payload<T>(static_cast<std::int64_t>(input.size())));

  KokkosAxis::sort(exec, keys.template const_view<Rank>(), sorted.template view<Rank>(), options);
  Field<Exec, T> const alone(place(trial.in, trial.extents), input);
  KokkosAxis::sort(exec, alone.template view<Rank>(), options);
  exec.fence();
  ASSERT_TRUE(correctly_sorted(cut, sorted.read(), input, positions, before)) << "sort";
  ASSERT_TRUE(sorted.surroundings_untouched()) << "sort";
  ASSERT_TRUE(keys.untouched()) << "input of sort";
  ASSERT_TRUE(same_bits(alone.read(), taken(cut, input, positions))) << "sort in place";
  ASSERT_TRUE(alone.surroundings_untouched()) << "sort in place";
  if (trial.keys_only) return;

  Field<Exec, Index> const index(place(trial.index, trial.extents), List<Index>(input.size(), Index{77}));
  Field<Exec, T> const both(place(trial.out, trial.extents), input);
  Field<Exec, Index> const again(place(trial.index, trial.extents), List<Index>(input.size(), Index{77}));
  KokkosAxis::argsort(exec, keys.template const_view<Rank>(), index.template view<Rank>(), options);
  KokkosAxis::argsort(exec, both.template view<Rank>(), both.template view<Rank>(), again.template view<Rank>(),
                      options);
  exec.fence();
  ASSERT_TRUE(same_positions(index.read(), positions)) << "argsort";
  ASSERT_TRUE(index.surroundings_untouched()) << "argsort";
  ASSERT_TRUE(keys.untouched()) << "input of argsort";
  ASSERT_TRUE(same_bits(both.read(), taken(cut, input, positions))) << "argsort with keys, in place";
  ASSERT_TRUE(same_positions(again.read(), positions)) << "argsort with keys, in place";
  ASSERT_TRUE(both.surroundings_untouched() && again.surroundings_untouched()) << "argsort with keys, in place";
}

/// Under the natural order of the keys.
template <class Index, int Rank, class Exec, class Values>
void check_sorts(Exec const& exec, Trial const& trial, Values const& input) {
  using T             = typename Values::value_type;
  Policy const policy = trial.policy;
  auto const before   = [policy](T const& a, T const& b) { return comes_before(look(a), look(b), policy); };
  check_sorts<Index, Rank>(exec, trial, input, before, sorted_positions(Cut(trial.extents, trial.axis), input, policy));
}

/// Every combination of policies that differs for the key type.
template <class T>
std::vector<Policy> all_policies() {
  std::vector<Policy> policies;
  for (Order order : {Order::ascending, Order::descending}) {
    if (!format_of<T>().floating) {
      policies.push_back({.order = order});
      continue;
    }
    for (Nan nan : {Nan::greatest, Nan::last, Nan::smallest, Nan::first})
      for (Zeros zeros : {Zeros::equal, Zeros::ordered}) policies.push_back({order, nan, zeros});
  }
  return policies;
}

}  // namespace KokkosAxis::Test
