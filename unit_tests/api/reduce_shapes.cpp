// Reductions over every set of axes: ranks, layouts, strides, subviews, lengths on both sides of what the tree changes
// at.
#include <KokkosAxis/reduce.hpp>

#include "support/inputs.hpp"
#include "support/reduce_trial.hpp"
#include "support/spaces.hpp"

#include <Kokkos_Core.hpp>
#include <gtest/gtest.h>

#include <cstdint>
#include <vector>

namespace KokkosAxis::Test {
namespace {

template <class Exec>
class ReduceShapes : public OnSpace<Exec> {};
TYPED_TEST_SUITE(ReduceShapes, Spaces, SpaceNames);

/// A sum and the first position of the maximum tell which elements were read, and in which places.
template <int Rank, class Exec>
void check_axes(Exec const& exec, Extents const& extents, Lay in, Lay out, bool masked = false) {
  auto const input = make_numbers<float>(product(extents), static_cast<std::uint64_t>(product(extents)));
  for (auto const& axes : all_axis_sets(Rank)) {
    if (axes.size() > 4 && axes.size() < Rank) continue;
    ReduceTrial const trial{.extents = extents, .axes = axes, .in = in, .out = out, .masked = masked};
    check_reduce<Rank, float>(exec, trial, input, Sum{});
    check_reduce<Rank, std::int64_t>(exec, trial, input, ArgMax{});
    if (::testing::Test::HasFatalFailure()) return;
  }
}

TYPED_TEST(ReduceShapes, EveryLayoutOfThreeAxes) {
  TypeParam const exec;
  for (Lay in : all_lays)
    for (Extents const& extents : {Extents{5, 7, 33}, Extents{16, 3, 64}, Extents{40, 9, 2}})
      check_axes<3>(exec, extents, in, in == Lay::right ? Lay::thirds : Lay::right, in == Lay::padded);
}

TYPED_TEST(ReduceShapes, EveryRank) {
  TypeParam const exec;
  for (Lay in : {Lay::right, Lay::left, Lay::rotated}) {
    check_axes<1>(exec, {1000}, in, Lay::right);
    check_axes<2>(exec, {30, 41}, in, Lay::left);
    check_axes<4>(exec, {4, 5, 6, 8}, in, Lay::padded);
  }
  check_axes<5>(exec, {3, 4, 2, 5, 6}, Lay::right, Lay::left);
  check_axes<6>(exec, {3, 1, 2, 4, 1, 6}, Lay::left, Lay::right);
}

/// More alternations than kernels have loops: axes 0, 2, 4, 6 of 8, on strides that merge nothing.
TYPED_TEST(ReduceShapes, RankEight) {
  TypeParam const exec;
  Extents const extents{2, 3, 2, 3, 2, 3, 2, 3};
  auto const input = make_numbers<float>(product(extents), 8);
  for (Lay in : {Lay::right, Lay::left, Lay::padded, Lay::rotated})
    for (std::vector<int> const& axes : {std::vector<int>{0, 2, 4, 6}, std::vector<int>{1, 3, 5, 7}}) {
      check_reduce<8, float>(exec, {.extents = extents, .axes = axes, .in = in}, input, Sum{});
      check_reduce<8, std::int32_t>(exec, {.extents = extents, .axes = axes, .in = in}, input, ArgMin{});
    }
}

/// Rows of every length and alignment: what vectors read at their ends.
TYPED_TEST(ReduceShapes, RowsOfEveryLength) {
  TypeParam const exec;
  for (std::int64_t width = 1; width <= 70; ++width)
    for (Extents const& extents : {Extents{5, width, 1}, Extents{3, width, 5}, Extents{width, 2, 3}}) {
      auto const input = make_numbers<float>(product(extents), static_cast<std::uint64_t>(width));
      for (std::vector<int> const& axes : {std::vector<int>{1}, std::vector<int>{0, 2}})
        check_reduce<3, float>(exec, {.extents = extents, .axes = axes}, input, Sum{});
    }
  for (std::int64_t width : {127, 128, 129, 255, 257, 511, 513, 1023, 1025, 8191, 8192, 8193, 20'000})
    for (Extents const& extents : {Extents{2, width}, Extents{width, 2}}) {
      auto const input = make_numbers<float>(product(extents), static_cast<std::uint64_t>(width));
      for (int axis : {0, 1}) check_reduce<2, float>(exec, {.extents = extents, .axes = {axis}}, input, Sum{});
    }
}

/// Few outputs: slices in pieces of rows, of columns of a row, and of several rows' columns.
TYPED_TEST(ReduceShapes, SlicesInPieces) {
  TypeParam const exec;
  struct Case {
    Extents extents;
    std::vector<int> axes;
  };
  for (Case const& c : {Case{{1, 1, 200'003}, {2}}, Case{{200'003, 1, 1}, {0}}, Case{{3, 2, 70'001}, {0, 2}},
                        Case{{70'001, 3, 2}, {0, 2}}, Case{{300, 5, 301}, {0, 2}}, Case{{90'001, 1, 3}, {0}},
                        Case{{2, 100'000, 2}, {1}}, Case{{3000, 4, 16}, {0}}, Case{{5, 40'007, 1}, {1}}})
    for (Lay in : {Lay::right, Lay::thirds}) {
      auto const input = make_numbers<float>(product(c.extents), 5);
      check_reduce<3, float>(exec, {.extents = c.extents, .axes = c.axes, .in = in}, input, Sum{});
      check_reduce<3, std::int64_t>(exec, {.extents = c.extents, .axes = c.axes, .in = in}, input,
                                    ArgMin{.last = true});
    }
}

/// Elements of one and two bytes lie at odd addresses too.
TYPED_TEST(ReduceShapes, SmallElements) {
  TypeParam const exec;
  for (std::int64_t width : {1, 3, 15, 16, 17, 31, 33, 63, 65, 200, 1001}) {
    Extents const extents{7, width, 3};
    for (std::vector<int> const& axes : {std::vector<int>{1}, std::vector<int>{1, 2}, std::vector<int>{0}})
      for (Lay in : {Lay::right, Lay::left, Lay::padded}) {
        check_reduce<3, std::int64_t>(exec, {.extents = extents, .axes = axes, .in = in},
                                      make_numbers<std::int8_t>(product(extents), 1), Sum{});
        check_reduce<3, std::uint64_t>(exec, {.extents = extents, .axes = axes, .in = in},
                                       make_numbers<std::uint16_t>(product(extents), 2), Sum{});
      }
  }
}

template <class View>
struct FillBytes {
  View view;
  KOKKOS_FUNCTION void operator()(std::int64_t row) const {
    for (int i = 0; i < 5; ++i)
      for (int k = 0; k < 2; ++k) view(row, i, k) = static_cast<std::uint8_t>(k == 0 ? (row * 7 + i * 3) % 11 : 200);
  }
};

/// More tiles than teams, so that each does several: with lanes to merge, and without.
TYPED_TEST(ReduceShapes, MoreTilesThanTeams) {
  using Exec = TypeParam;
  Exec const exec;
  std::int64_t const rows = 256 * 2 * Impl::tuning::most_teams + 77;
  Kokkos::View<std::uint8_t***, Kokkos::LayoutRight, Exec> const pairs("pairs", static_cast<std::size_t>(rows), 5, 2);
  Kokkos::parallel_for("fill", Kokkos::RangePolicy<Exec, Kokkos::IndexType<std::int64_t>>(exec, 0, rows),
                       FillBytes<decltype(pairs)>{pairs});
  auto const strided = Kokkos::subview(pairs, Kokkos::ALL, Kokkos::ALL, 0);
  Kokkos::View<std::uint8_t**, Kokkos::LayoutRight, Exec> const dense("dense", static_cast<std::size_t>(rows), 5);
  Kokkos::deep_copy(dense, strided);
  Kokkos::View<std::int32_t*, Exec> const sums("sums", static_cast<std::size_t>(rows));
  for (ReduceRoute route : serving_reduce_routes(exec))
    for (bool is_dense : {true, false}) {
      Kokkos::deep_copy(sums, -1);
      is_dense ? KokkosAxis::reduce(exec, dense, sums, 1, Sum{}, {.route = route})
               : KokkosAxis::reduce(exec, strided, sums, 1, Sum{}, {.route = route});
      exec.fence();
      auto const on_host = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), sums);
      std::int64_t wrong = 0;
      for (std::int64_t row = 0; row < rows; ++row) {
        int expected = 0;
        for (int i = 0; i < 5; ++i) expected += static_cast<int>((row * 7 + i * 3) % 11);
        wrong += on_host(static_cast<std::size_t>(row)) != expected;
      }
      EXPECT_EQ(wrong, 0) << "route " << static_cast<int>(route) << ", dense " << is_dense;
    }
}

/// An input whose slices are the same memory, along a kept and along a reduced axis.
TYPED_TEST(ReduceShapes, BroadcastInputs) {
  using Exec = TypeParam;
  Exec const exec;
  for (std::size_t axis : {0, 1, 2}) {
    Place const where = broadcast(Lay::right, {4, 6, 10}, axis);
    Field<Exec, float> const in(where, List<float>(240, 0.5f));
    for (int along : {0, 1, 2})
      for (ReduceRoute route : serving_reduce_routes(exec)) {
        ReduceTrial const trial{.extents = {4, 6, 10}, .axes = {along}};
        auto const out = reduce_output<Exec, float>(trial);
        KokkosAxis::reduce(exec, in.template const_view<3>(), out.template view<3>(), along, Sum{},
                           {.keep_dims = true, .route = route});
        for (float x : out.read())
          EXPECT_EQ(x, 0.5f * static_cast<float>(trial.extents[static_cast<std::size_t>(along)]));
      }
  }
}

/// The same bits from numbers that do round, by every route, and wherever the View begins.
TYPED_TEST(ReduceShapes, SameBitsByEveryRouteAndAtEveryAddress) {
  using Exec = TypeParam;
  Exec const exec;
  for (Extents const& extents :
       {Extents{7, 1000, 3}, Extents{3, 50, 4096}, Extents{60'000, 2, 3}, Extents{1, 9, 5000}}) {
    List<float> input(static_cast<std::size_t>(product(extents)));
    Random random(4);
    for (float& x : input) x = static_cast<float>(random.below(1 << 24)) / 977.0f - 8000.0f;
    for (std::vector<int> const& axes : all_axis_sets(3)) {
      if (axes.empty()) continue;
      std::vector<List<float>> all;
      for (std::int64_t lead : {0, 1, 2, 3})
        for (ReduceRoute route : serving_reduce_routes(exec)) {
          Place where = place(Lay::right, extents);
          where.lead  = lead;
          Field<Exec, float> const in(where, input);
          ReduceTrial const trial{.extents = extents, .axes = axes};
          auto const sum = reduce_output<Exec, float>(trial), variance = reduce_output<Exec, float>(trial);
          KokkosAxis::reduce(exec, in.template const_view<3>(),
                             std::tuple(sum.template view<3>(), variance.template view<3>()), as_axes(axes),
                             std::tuple(Sum{}, Var{}), {.keep_dims = true, .route = route});
          all.push_back(sum.read());
          EXPECT_TRUE(same_bits(all.back(), all[0])) << "sum, lead " << lead << ", route " << static_cast<int>(route);
          all.insert(all.begin() + 1, variance.read());
          EXPECT_TRUE(same_bits(all[1], all.size() > 2 ? all[2] : all[1])) << "variance, lead " << lead;
        }
    }
  }
}

}  // namespace
}  // namespace KokkosAxis::Test
