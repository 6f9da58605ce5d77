// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosAxis/sort_by_key.hpp>

#include "support/field.hpp"
#include "support/inputs.hpp"
#include "support/sort_trial.hpp"
#include "support/verify.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <vector>

namespace KokkosAxis::Test {

/// An array that moves along with keys: its first extents are those of the keys, `further` ones follow.
template <class Exec, class V, int Rank>
struct Payload {
  List<V> input;
  Field<Exec, V> from, to;
  std::size_t further = 1;  // elements a key

  Payload(Extents extents, Lay in, Lay out, Extents const& more = {}, std::uint64_t seed = 5)
      : input(make_payload<V>(product(extents) * product(more), seed)),
        from(place(in, joined(extents, more)), input),
        to(place(out, joined(extents, more)), make_payload<V>(product(extents) * product(more), seed + 1)),
        further(static_cast<std::size_t>(product(more))) {}

  auto in() const { return from.template const_view<Rank>(); }
  auto out() const { return to.template view<Rank>(); }
  auto in_place() const { return from.template view<Rank>(); }

  void check_moved(Cut const& cut, std::vector<std::int64_t> const& positions) const {
    EXPECT_TRUE(same_bits(to.read(), taken(cut, input, positions, further))) << "values";
    EXPECT_TRUE(to.surroundings_untouched()) << "values";
    EXPECT_TRUE(from.untouched()) << "input values";
  }
  void check_moved_in_place(Cut const& cut, std::vector<std::int64_t> const& positions) const {
    EXPECT_TRUE(same_bits(from.read(), taken(cut, input, positions, further))) << "values in place";
    EXPECT_TRUE(from.surroundings_untouched()) << "values in place";
  }

  static Extents joined(Extents extents, Extents const& more) {
    extents.insert(extents.end(), more.begin(), more.end());
    return extents;
  }
};

/// The keys of a sort_by_key and where they go.
template <class Exec, class T>
struct Keys {
  List<T> input;
  Field<Exec, T> from, to;
  Cut cut;
  std::vector<std::int64_t> positions;

  Keys(Trial const& t, List<T> const& keys)
      : input(keys),
        from(place(t.in, t.extents), keys),
        to(place(t.out, t.extents), keys),
        cut(t.extents, t.axis),
        positions(sorted_positions(cut, keys, t.policy)) {}

  void check(Field<Exec, T> const& sorted) const {
    EXPECT_TRUE(same_bits(sorted.read(), taken(cut, input, positions))) << "keys";
    EXPECT_TRUE(sorted.surroundings_untouched()) << "keys";
  }
};

/// sort_by_key of one value View, out of place and in place.
template <int Rank, int ValueRank, class Exec, class T, class V>
void check_by_key(Exec const& exec, Trial const& trial, List<T> const& input,
                  Payload<Exec, V, ValueRank> const& values) {
  SCOPED_TRACE(to_string(trial));
  Keys<Exec, T> const keys(trial, input);
  auto const options = options_of(trial);
  KokkosAxis::sort_by_key(exec, keys.from.template const_view<Rank>(), values.in(), keys.to.template view<Rank>(),
                          values.out(), options);
  exec.fence();
  keys.check(keys.to);
  EXPECT_TRUE(keys.from.untouched()) << "input keys";
  values.check_moved(keys.cut, keys.positions);

  KokkosAxis::sort_by_key(exec, keys.from.template view<Rank>(), values.in_place(), options);
  exec.fence();
  keys.check(keys.from);
  values.check_moved_in_place(keys.cut, keys.positions);
}

}  // namespace KokkosAxis::Test
