// Sums along each axis: ranks, layouts, strides, lengths on both sides of what the tree changes at, slices in pieces;
// in place; the same bits everywhere.
#include <KokkosAxis/cumulative.hpp>

#include "support/cumulative_trial.hpp"
#include "support/spaces.hpp"

#include <Kokkos_Core.hpp>
#include <gtest/gtest.h>

#include <cstdint>
#include <vector>

namespace KokkosAxis::Test {
namespace {

template <class Exec>
class CumulativeShapes : public OnSpace<Exec> {};
TYPED_TEST_SUITE(CumulativeShapes, Spaces, SpaceNames);

TYPED_TEST(CumulativeShapes, EveryLayoutAndAxis) {
  TypeParam const exec;
  for (Lay in : all_lays)
    for (Extents const& extents : {Extents{5, 7, 33}, Extents{40, 9, 2}})
      for (int axis : {0, 1, 2})
        check_sums<3, float>(exec,
                             {.extents   = extents,
                              .axis      = axis,
                              .exclusive = in == Lay::padded,
                              .reverse   = in == Lay::rotated || axis == 1,
                              .in        = in,
                              .out       = in == Lay::right ? Lay::thirds : Lay::right,
                              .masked    = in == Lay::left},
                             make_numbers<float>(product(extents), 1));
}

TYPED_TEST(CumulativeShapes, RanksOneToEight) {
  TypeParam const exec;
  check_sums<1, float>(exec, {.extents = {1000}}, make_numbers<float>(1000, 2));
  check_sums<5, float>(exec, {.extents = {3, 4, 2, 5, 6}, .axis = 2, .in = Lay::left}, make_numbers<float>(720, 2));
  Extents const extents{2, 3, 2, 3, 2, 3, 2, 3};
  for (Lay in : {Lay::right, Lay::left, Lay::padded, Lay::rotated})
    for (int axis = 0; axis < 8; ++axis)
      check_sums<8, float>(exec, {.extents = extents, .axis = axis, .in = in},
                           make_numbers<float>(product(extents), 8));
}

/// Runs, lanes and pieces of every length, along memory and across it.
TYPED_TEST(CumulativeShapes, EveryLength) {
  TypeParam const exec;
  for (std::int64_t n : {1, 2, 15, 16, 17, 31, 32, 33, 255, 257, 511, 512, 1000, 4095, 4096, 4097, 8191, 8193})
    for (int axis : {0, 1, 2}) {
      Extents extents{2, 3, 2};
      extents[static_cast<std::size_t>(axis)] = n;
      check_sums<3, float>(exec, {.extents = extents, .axis = axis, .exclusive = n % 2 == 0, .reverse = n % 3 == 0},
                           make_numbers<float>(product(extents), 3));
    }
}

/// Few slices are cut into pieces.
TYPED_TEST(CumulativeShapes, SlicesInPieces) {
  TypeParam const exec;
  for (bool reverse : {false, true})
    for (bool exclusive : {false, true}) {
      auto const check = [&](Extents const& extents, int axis, bool masked) {
        check_sums<2, double>(
            exec, {.extents = extents, .axis = axis, .exclusive = exclusive, .reverse = reverse, .masked = masked},
            make_numbers<float>(product(extents), 4));
      };
      check({1, 100'003}, 1, false);
      check({3, 20'001}, 1, true);
      check({30'001, 2}, 0, true);
      check({3000, 20}, 0, false);
    }
}

/// More slices than a team or a block of neighbours has.
TYPED_TEST(CumulativeShapes, ManyShortSlices) {
  TypeParam const exec;
  for (Extents const& extents : {Extents{3000, 3}, Extents{3, 3000}, Extents{700, 40}})
    for (int axis : {0, 1})
      check_sums<2, float>(exec, {.extents = extents, .axis = axis}, make_numbers<float>(product(extents), 5));
}

TYPED_TEST(CumulativeShapes, Empty) {
  using Exec = TypeParam;
  Exec const exec;
  for (Extents const& extents : {Extents{0, 4}, Extents{4, 0}, Extents{0, 0}})
    for (int axis : {0, 1}) {
      Field<Exec, float> const in(place(Lay::right, extents), {}), out(place(Lay::right, extents), {});
      KokkosAxis::cumulative(exec, in.template view<2>(), out.template view<2>(), axis, Sum{}, {.reverse = true});
      KokkosAxis::cumulative(exec, in.template view<2>(), out.template view<2>(), axis, Max{}, {.exclusive = true});
      EXPECT_TRUE(out.surroundings_untouched());
    }
}

List<float> make_rounding(std::int64_t n, bool positive = false) {
  List<float> input(static_cast<std::size_t>(n));
  Random random(4);
  for (float& x : input) x = static_cast<float>(random.below(1 << 24)) / 977.0f - (positive ? 0.0f : 8000.0f);
  return input;
}

/// What the first space gave for each case.
List<float>& of_first_space(std::size_t number) {
  static std::vector<List<float>> all;
  if (all.size() <= number) all.resize(number + 1);
  return all[number];
}

/// The same bits from numbers that do round: by every route, in place, wherever the View begins, and on every space,
/// whose threads are as many as it has.
TYPED_TEST(CumulativeShapes, SameBitsInPlaceAndAtEveryAddress) {
  using Exec = TypeParam;
  Exec const exec;
  std::size_t number = 0;
  for (Extents const& extents : {Extents{7, 300, 3}, Extents{2, 1, 9000}, Extents{9000, 2, 1}})
    for (int axis : {0, 1, 2})
      for (bool exclusive : {false, true}) {
        auto const input   = make_rounding(product(extents));
        List<float>& first = of_first_space(number++);
        for (std::int64_t lead : {0, 3})
          for (CumulativeRoute route : serving_cumulative_routes(exec)) {
            Place where = place(Lay::right, extents);
            where.lead  = lead;
            Field<Exec, float> const in(where, input), out(where, input);
            CumulativeOptions<> const options{.exclusive = exclusive, .reverse = true, .route = route};
            KokkosAxis::cumulative(exec, in.template view<3>(), out.template view<3>(), axis, Sum{}, options);
            KokkosAxis::cumulative(exec, in.template view<3>(), in.template view<3>(), axis, Sum{}, options);
            auto const now = out.read();
            if (first.empty()) first = now;
            ASSERT_TRUE(same_bits(now, first)) << "lead " << lead << ", route " << static_cast<int>(route);
            ASSERT_TRUE(same_bits(in.read(), first)) << "in place, route " << static_cast<int>(route);
          }
      }
}

/// Sums of numbers that are not negative never fall, over the borders of runs and pieces too.
TYPED_TEST(CumulativeShapes, SumsDoNotFall) {
  using Exec = TypeParam;
  Exec const exec;
  for (Extents const& extents : {Extents{1, 150'000}, Extents{100'000, 2}}) {
    auto const input = make_rounding(product(extents), true);
    int const axis   = extents[0] == 1 ? 1 : 0;
    Field<Exec, float> const in(place(Lay::right, extents), input), out(place(Lay::right, extents), input);
    KokkosAxis::cumulative(exec, in.template view<2>(), out.template view<2>(), axis, Sum{});
    auto const sums         = out.read();
    std::size_t const apart = axis == 1 ? 1 : 2;
    for (std::size_t i = apart; i < sums.size(); ++i) ASSERT_GE(sums[i], sums[i - apart]) << i;
  }
}

}  // namespace
}  // namespace KokkosAxis::Test
