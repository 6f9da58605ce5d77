// permute of Views of every rank that hosts walk in several chunks, some of them cut short.
#include <KokkosAxis/impl/algorithm/permute/host_move.hpp>
#include <KokkosAxis/permute.hpp>

#include "support/by_key_trial.hpp"
#include "support/permute_trial.hpp"
#include "support/spaces.hpp"
#include "support/types.hpp"

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <utility>

namespace KokkosAxis::Test {
namespace {

template <class Exec>
class PermuteShapes : public OnSpace<Exec> {};
TYPED_TEST_SUITE(PermuteShapes, Spaces, SpaceNames);

constexpr std::int64_t chunk = Impl::algorithm::HostMove::chunk;

/// Extents of rank R: one axis long enough for two chunks and a piece of a third, the others short.
Extents extents_of(int rank, int long_axis) {
  Extents extents;
  for (int d = 0; d < rank; ++d) extents.push_back(d == long_axis ? 1 : 2 + d % 2);
  extents[static_cast<std::size_t>(long_axis)] = 2 * chunk / product(extents) + 3;
  return extents;
}

template <int R, class V, class Exec>
void check_rank(Exec const& exec) {
  for (int long_axis : {0, R - 1})
    for (int axis = 0; axis < R; ++axis)
      for (auto [in, out] : {std::pair(Lay::right, Lay::left), std::pair(Lay::rotated, Lay::padded),
                             std::pair(Lay::left_gaps, Lay::thirds)}) {
        Extents const extents     = extents_of(R, long_axis);
        std::int64_t const length = extents[static_cast<std::size_t>(axis)];
        Indices<Exec, int, R> const index(place(Lay::right, extents), arbitrary(product(extents), length, 2));
        check_permute<R, R>(exec, extents, axis, index, Payload<Exec, V, R>(extents, in, out));
      }
}

TYPED_TEST(PermuteShapes, EveryRank) {
  TypeParam const exec;
  [&]<int... R>(std::integer_sequence<int, R...>) {
    (check_rank<R + 1, float>(exec), ...);
    (check_rank<R + 1, Rgb>(exec), ...);
  }(std::make_integer_sequence<int, 8>{});
}

TYPED_TEST(PermuteShapes, BothSidesOfAChunk) {
  using Exec = TypeParam;
  Exec const exec;
  for (std::int64_t n : {chunk - 1, chunk, chunk + 1, 3 * chunk, 3 * chunk + 1}) {
    Extents const extents{n};
    Indices<Exec, int, 1> const index(place(Lay::right, extents), shuffles(Cut(extents, 0), 9));
    check_permute<1, 1>(exec, extents, 0, index, Payload<Exec, double, 1>(extents, Lay::right, Lay::right));
    check_permute<1, 1>(exec, extents, 0, index, Payload<Exec, Particle, 1>(extents, Lay::thirds, Lay::right));
  }
}

/// Carried along: axes that make one larger element, axes too long for that, and axes with gaps.
TYPED_TEST(PermuteShapes, FurtherAxesOfEveryLength) {
  using Exec = TypeParam;
  Exec const exec;
  Extents const extents{7, 90};
  for (int axis : {0, 1}) {
    std::int64_t const length = extents[static_cast<std::size_t>(axis)];
    Indices<Exec, int, 2> const index(place(Lay::right, extents), arbitrary(product(extents), length, 3));
    for (std::int64_t further : {1, 2, 3, 5, 16, 17, 40})
      for (auto [in, out] : {std::pair(Lay::right, Lay::right), std::pair(Lay::padded, Lay::padded),
                             std::pair(Lay::right, Lay::left), std::pair(Lay::thirds, Lay::right)}) {
        check_permute<2, 3>(exec, extents, axis, index, Payload<Exec, float, 3>(extents, in, out, {further}));
        check_permute<2, 3>(exec, extents, axis, index, Payload<Exec, Rgb, 3>(extents, in, out, {further}));
      }
  }
}

}  // namespace
}  // namespace KokkosAxis::Test
