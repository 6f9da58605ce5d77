// is_sorted: a flag for each slice.
#include <KokkosAxis/is_sorted.hpp>
#include <KokkosAxis/sort.hpp>

#include "support/field.hpp"
#include "support/inputs.hpp"
#include "support/sort_trial.hpp"
#include "support/spaces.hpp"
#include "support/types.hpp"

#include <gtest/gtest.h>

#include <cstdint>

namespace KokkosAxis::Test {
namespace {

template <class Exec>
class IsSorted : public OnSpace<Exec> {};
TYPED_TEST_SUITE(IsSorted, Spaces, SpaceNames);

/// The flags of an array of rank 3, by the oracle.
template <class Values>
List<bool> expected_flags(Cut const& cut, Values const& keys, Policy policy) {
  List<bool> flags;
  for (std::int64_t s = 0; s < cut.slices(); ++s) {
    bool ordered = true;
    for (std::int64_t k = 1; k < cut.length; ++k)
      ordered = ordered && !comes_before(look(keys[cut.at(s, k)]), look(keys[cut.at(s, k - 1)]), policy);
    flags.push_back(ordered);
  }
  return flags;
}

template <class T, class Exec>
void check_flags(Exec const& exec, Trial const& trial, List<T> const& input, Lay flags_lay) {
  SCOPED_TRACE(to_string(trial));
  Extents left = trial.extents;
  left.erase(left.begin() + trial.axis);
  Field<Exec, T> const keys(place(trial.in, trial.extents), input);
  for (bool before : {false, true}) {
    Field<Exec, bool> const flags(place(flags_lay, left), List<bool>(static_cast<std::size_t>(product(left)), before));
    is_sorted(exec, keys.template const_view<3>(), flags.template view<2>(), options_of(trial));
    exec.fence();
    ASSERT_TRUE(same_bits(flags.read(), expected_flags(Cut(trial.extents, trial.axis), input, trial.policy)));
    ASSERT_TRUE(flags.surroundings_untouched());
  }
  ASSERT_TRUE(keys.untouched());
}

/// Short slices of few values, so that some are in order by chance; then all in order.
TYPED_TEST(IsSorted, TellsEverySlice) {
  TypeParam const exec;
  for_each_type<bool, std::int8_t, Half, float, std::uint64_t, double>([&]<class T>() {
    std::size_t turn = 0;
    for (Policy policy : all_policies<T>())
      for (Fill fill : {Fill::special, Fill::few_distinct, Fill::all_nan, Fill::sorted, Fill::reversed})
        for (int axis : {0, 1, 2}) {
          Extents extents{4, 5, 3};
          extents[static_cast<std::size_t>(axis)] = turn % 4 == 0 ? 40 : 3;
          ++turn;
          Trial const trial{.extents = extents, .axis = axis, .policy = policy, .in = all_lays[turn % all_lays.size()]};
          check_flags<T>(exec, trial, make_keys<T>(fill, product(extents), turn), all_lays[turn / 2 % all_lays.size()]);
        }
  });
}

/// What sort leaves is sorted, and one exchange anywhere is seen.
TYPED_TEST(IsSorted, SeesOneExchangeAnywhere) {
  using Exec = TypeParam;
  Exec const exec;
  for (std::int64_t length : {2, 63, 64, 1000}) {
    auto const input = make_keys<std::int32_t>(Fill::sorted, length);
    for (std::int64_t at : {std::int64_t{0}, length / 2 - 1, length - 2}) {
      auto swapped = input;
      std::swap(swapped[static_cast<std::size_t>(at)], swapped[static_cast<std::size_t>(at) + 1]);
      check_flags<std::int32_t>(exec, {.extents = {1, length, 1}, .axis = 1}, swapped, Lay::right);
    }
  }
}

TYPED_TEST(IsSorted, SlicesOfNoneOrOneElementAre) {
  using Exec = TypeParam;
  Exec const exec;
  for (std::int64_t length : {0, 1}) {
    Field<Exec, float> const keys(place(Lay::right, {3, length}), make_keys<float>(Fill::all_nan, 3 * length));
    Field<Exec, bool> const flags(place(Lay::right, {3}), List<bool>(3, false));
    is_sorted(exec, keys.template view<2>(), flags.template view<1>());
    exec.fence();
    EXPECT_TRUE(same_bits(flags.read(), List<bool>(3, true)));
  }
  Kokkos::View<float**, Exec> const none("none", 5, 0);
  is_sorted(exec, none, Kokkos::View<bool*, Exec>("flags", 0), {.axis = 0});
}

TYPED_TEST(IsSorted, FlagOfARankOneView) {
  using Exec = TypeParam;
  Exec const exec;
  auto const input = make_keys<double>(Fill::random, 5000);
  Field<Exec, double> const keys(place(Lay::padded, {5000}), input);
  Field<Exec, bool> const flag(place(Lay::right, {1}), List<bool>(1, true));
  Kokkos::View<bool, typename Exec::memory_space, Kokkos::MemoryTraits<Kokkos::Unmanaged>> const view(flag.data());
  is_sorted(exec, keys.template view<1>(), view);
  exec.fence();
  EXPECT_FALSE(flag.read()[0]);
  sort(exec, keys.template view<1>());
  is_sorted(exec, keys.template view<1>(), view);
  exec.fence();
  EXPECT_TRUE(flag.read()[0]);
}

}  // namespace
}  // namespace KokkosAxis::Test
