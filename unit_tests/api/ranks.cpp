// sort and argsort on Views of every rank, along every axis, in every layout.
#include "support/inputs.hpp"
#include "support/sort_trial.hpp"
#include "support/spaces.hpp"

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <utility>

namespace KokkosAxis::Test {
namespace {

template <class Exec>
class Ranks : public OnSpace<Exec> {};
TYPED_TEST_SUITE(Ranks, Spaces, SpaceNames);

Extents extents_of_rank(int rank, int long_axis, std::int64_t length) {
  Extents extents{2, 3, 2, 1, 3, 2, 2, 2};
  extents.resize(static_cast<std::size_t>(rank));
  extents[static_cast<std::size_t>(long_axis)] = length;
  return extents;
}

/// Layouts take turns, so that each pair of them meets each rank.
template <int Rank, class Exec>
void check_rank(Exec const& exec) {
  std::size_t turn = 0;
  for (Lay in : all_lays)
    for (int axis = 0; axis < Rank; ++axis)
      for (std::int64_t length : {1, 19, 300}) {
        Extents const extents = extents_of_rank(Rank, axis, length);
        if (product(extents) > 30'000) continue;
        ++turn;
        Trial const trial{.extents = extents,
                          .axis    = turn % 2 ? axis : axis - Rank,
                          .in      = in,
                          .out     = all_lays[turn / 2 % all_lays.size()],
                          .index   = all_lays[turn / 5 % all_lays.size()]};
        check_sorts<std::int16_t, Rank>(exec, trial, make_keys<float>(Fill::few_distinct, product(extents), turn));
      }
}

template <class Exec, int... R>
void check_ranks(Exec const& exec, std::integer_sequence<int, R...>) {
  (check_rank<R + 1>(exec), ...);
}

TYPED_TEST(Ranks, OneToEightAlongEveryAxis) { check_ranks(TypeParam(), std::make_integer_sequence<int, 8>{}); }

}  // namespace
}  // namespace KokkosAxis::Test
