// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosAxis/permute.hpp>

#include "support/by_key_trial.hpp"
#include "support/field.hpp"
#include "support/inputs.hpp"
#include "support/verify.hpp"

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <vector>

namespace KokkosAxis::Test {

using Positions = std::vector<std::int64_t>;

/// What `out` holds afterwards: an element whose position lies outside the axis stays as it was.
template <class Values>
Values permuted(Cut const& cut, Values out, Values const& in, Positions const& positions, std::size_t further) {
  for (std::int64_t s = 0; s < cut.slices(); ++s)
    for (std::int64_t k = 0; k < cut.length; ++k) {
      std::int64_t const from = positions[cut.at(s, k)];
      if (from < 0 || from >= cut.length) continue;
      for (std::size_t f = 0; f < further; ++f) out[cut.at(s, k) * further + f] = in[cut.at(s, from) * further + f];
    }
  return out;
}

/// Positions as an index View of rank R.
template <class Exec, class Index, int R>
struct Indices {
  Field<Exec, Index> field;
  Positions positions;

  Indices(Place const& place, Positions const& p) : field(place, List<Index>(p.begin(), p.end())) {
    for (Index const i : field.read()) positions.push_back(static_cast<std::int64_t>(i));
  }
  auto view() const { return field.template const_view<R>(); }
};

/// One View out of place, then in place.
template <int R, int ValueRank, class Index, class Exec, class V>
void check_permute(Exec const& exec, Extents const& extents, int axis, Indices<Exec, Index, R> const& index,
                   Payload<Exec, V, ValueRank> const& values) {
  Cut const cut(extents, axis);
  auto const before = values.to.read();
  permute(exec, index.view(), values.in(), values.out(), {.axis = axis});
  exec.fence();
  ASSERT_TRUE(same_bits(values.to.read(), permuted(cut, before, values.input, index.positions, values.further)));
  ASSERT_TRUE(values.to.surroundings_untouched() && values.from.untouched() && index.field.untouched());
  permute(exec, index.view(), values.in_place(), {.axis = axis});
  exec.fence();
  ASSERT_TRUE(same_bits(values.from.read(), permuted(cut, values.input, values.input, index.positions, values.further)))
      << "in place";
  ASSERT_TRUE(values.from.surroundings_untouched()) << "in place";
}

/// A shuffle of every slice.
inline Positions shuffles(Cut const& cut, std::uint64_t seed) {
  std::vector<std::uint64_t> order(static_cast<std::size_t>(cut.slices() * cut.length));
  Random random(seed);
  for (auto& key : order) key = random();
  return sorted_positions(cut, [&](std::size_t i, std::size_t j) { return order[i] < order[j]; });
}

/// Anything: repeated, missing, negative, too large.
inline Positions arbitrary(std::int64_t n, std::int64_t length, std::uint64_t seed) {
  Random random(seed);
  Positions positions;
  for (std::int64_t i = 0; i < n; ++i)
    positions.push_back(static_cast<std::int64_t>(random.below(static_cast<std::uint64_t>(length + 6))) - 3);
  return positions;
}

}  // namespace KokkosAxis::Test
