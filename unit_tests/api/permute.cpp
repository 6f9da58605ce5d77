// permute: one index View applied to Views of any type and rank.
#include <KokkosAxis/permute.hpp>

#include "support/by_key_trial.hpp"
#include "support/inputs.hpp"
#include "support/kernel_audit.hpp"
#include "support/permute_trial.hpp"
#include "support/spaces.hpp"
#include "support/types.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <limits>
#include <tuple>
#include <vector>

namespace KokkosAxis::Test {
namespace {

template <class Exec>
class Permute : public OnSpace<Exec> {};
TYPED_TEST_SUITE(Permute, Spaces, SpaceNames);

TYPED_TEST(Permute, ValuesOfEverySize) {
  using Exec = TypeParam;
  Exec const exec;
  Extents const extents{4, 50, 3};
  for_each_type<bool, std::int8_t, Half, Rgb, float, std::int64_t, Vec3, long double, Particle, CacheLine>(
      [&]<class V>() {
        for (int axis : {0, 1, 2})
          for (Lay lay : all_lays) {
            Indices<Exec, int, 3> const index(place(lay, extents), shuffles(Cut(extents, axis), 3));
            check_permute<3, 3>(exec, extents, axis, index, Payload<Exec, V, 3>(extents, lay, Lay::rotated));
          }
      });
}

TYPED_TEST(Permute, IndicesOfEveryTypeThatAreNoPermutation) {
  using Exec = TypeParam;
  Exec const exec;
  for_each_type<std::int8_t, std::uint8_t, std::int16_t, std::uint16_t, std::int32_t, std::uint32_t, std::int64_t,
                std::uint64_t>([&]<class Index>() {
    for (std::int64_t length : {1, 7, 120})
      for (int axis : {0, 1}) {
        Extents const extents = axis == 0 ? Extents{length, 3} : Extents{3, length};
        Indices<Exec, Index, 2> const index(place(Lay::padded, extents), arbitrary(3 * length, length, 8));
        check_permute<2, 2>(exec, extents, axis - 2, index, Payload<Exec, float, 2>(extents, Lay::left, Lay::thirds));
        check_permute<2, 3>(exec, extents, axis, index, Payload<Exec, Rgb, 3>(extents, Lay::right, Lay::left, {2}));
      }
  });
}

/// The largest and smallest positions of the type lie outside, whatever the axis.
TYPED_TEST(Permute, ExtremePositionsLeaveElementsAlone) {
  using Exec = TypeParam;
  Exec const exec;
  for_each_type<std::int8_t, std::int32_t, std::int64_t, std::uint64_t>([&]<class Index>() {
    using Limits = std::numeric_limits<Index>;
    Field<Exec, Index> const index(place(Lay::right, {4}), {Limits::min(), Limits::max(), Index{4}, Index{2}});
    Field<Exec, float> const values(place(Lay::right, {4}), {10, 11, 12, 13});
    permute(exec, index.template view<1>(), values.template view<1>());
    exec.fence();
    EXPECT_TRUE(same_bits(values.read(), List<float>{10, 11, 12, 12}));  // position 0 is its own for unsigned types
    EXPECT_TRUE(values.surroundings_untouched());
  });
}

/// One list of positions for all slices: an index View with stride 0.
TYPED_TEST(Permute, OneIndexForAllSlices) {
  using Exec = TypeParam;
  Exec const exec;
  for (int axis : {0, 1}) {
    Extents const extents{20, 30};
    std::int64_t const length = extents[static_cast<std::size_t>(axis)];
    Positions const one       = shuffles(Cut({length}, 0), 4);
    Positions all;
    for (std::int64_t i = 0; i < 20; ++i)
      for (std::int64_t j = 0; j < 30; ++j) all.push_back(one[static_cast<std::size_t>(axis == 0 ? i : j)]);
    Indices<Exec, std::int16_t, 2> const index(broadcast(Lay::right, extents, axis == 0 ? 1 : 0), all);
    ASSERT_EQ(index.positions, all);
    check_permute<2, 2>(exec, extents, axis, index, Payload<Exec, double, 2>(extents, Lay::right, Lay::left));
  }
}

/// Inputs of stride 0 are fine too.
TYPED_TEST(Permute, BroadcastInput) {
  using Exec = TypeParam;
  Exec const exec;
  Extents const extents{5, 8};
  Cut const cut(extents, 1);
  Field<Exec, float> const in(broadcast(Lay::right, extents, 0), make_payload<float>(40));
  Field<Exec, float> const out(place(Lay::right, extents), List<float>(40));
  Indices<Exec, int, 2> const index(place(Lay::right, extents), shuffles(cut, 5));
  permute(exec, index.view(), in.template const_view<2>(), out.template view<2>());
  exec.fence();
  EXPECT_TRUE(same_bits(out.read(), taken(cut, in.read(), index.positions)));
}

/// Views of other types and ranks in one launch; more than one launch holds; some in place.
TYPED_TEST(Permute, ManyViewsInOneLaunch) {
  using Exec = TypeParam;
  Exec const exec;
  Extents const extents{6, 40};
  Cut const cut(extents, 1);
  Indices<Exec, int, 2> const index(place(Lay::right, extents), shuffles(cut, 6));
  Payload<Exec, float, 2> const a(extents, Lay::right, Lay::left);
  Payload<Exec, CacheLine, 2> const b(extents, Lay::left, Lay::right);
  Payload<Exec, Rgb, 4> const c(extents, Lay::rotated, Lay::padded, {2, 3});
  Payload<Exec, std::int64_t, 3> const d(extents, Lay::right, Lay::right, {4});
  {
    KernelAudit const audit;
    permute(exec, index.view(), std::make_tuple(a.in(), b.in(), c.in()), std::make_tuple(a.out(), b.out(), c.out()));
    EXPECT_EQ(audit.result().kernels.size(), 1u);
  }
  permute(exec, index.view(), std::make_tuple(d.in_place()));
  exec.fence();
  a.check_moved(cut, index.positions);
  b.check_moved(cut, index.positions);
  c.check_moved(cut, index.positions);
  d.check_moved_in_place(cut, index.positions);
}

TYPED_TEST(Permute, MoreThanTenViews) {
  using Exec = TypeParam;
  Exec const exec;
  Cut const cut({55}, 0);
  Indices<Exec, std::int64_t, 1> const index(place(Lay::right, {55}), shuffles(cut, 7));
  std::vector<Payload<Exec, Vec3, 1>> values;
  for (std::uint64_t v = 0; v < 21; ++v) values.emplace_back(Extents{55}, Lay::right, Lay::thirds, Extents{}, v);
  [&]<std::size_t... I>(std::index_sequence<I...>) {
    permute(exec, index.view(), std::make_tuple(values[I].in()...), std::make_tuple(values[I].out()...));
    exec.fence();
    for (auto const& value : values) value.check_moved(cut, index.positions);
    permute(exec, index.view(), std::make_tuple(values[I].in_place()...));
    exec.fence();
  }(std::make_index_sequence<21>{});
  for (auto const& value : values) value.check_moved_in_place(cut, index.positions);
}

TYPED_TEST(Permute, EmptyViews) {
  using Exec = TypeParam;
  Exec const exec;
  for (Extents const& extents : {Extents{0, 5}, Extents{5, 0}, Extents{0, 0}})
    for (int axis : {0, 1}) {
      Indices<Exec, int, 2> const index(place(Lay::right, extents), {});
      check_permute<2, 2>(exec, extents, axis, index, Payload<Exec, float, 2>(extents, Lay::right, Lay::right));
      check_permute<2, 3>(exec, extents, axis, index, Payload<Exec, float, 3>(extents, Lay::right, Lay::right, {2}));
    }
  Indices<Exec, int, 1> const index(place(Lay::right, {3}), {2, 1, 0});
  check_permute<1, 2>(exec, {3}, 0, index, Payload<Exec, float, 2>({3}, Lay::right, Lay::right, {0}));
}

}  // namespace
}  // namespace KokkosAxis::Test
