// The bitonic network: any length, any team.
#include <KokkosAxis/impl/primitive/portable/team.hpp>
#include <KokkosAxis/impl/primitive/portable/team_bitonic.hpp>

#include "support/inputs.hpp"
#include "support/on_team.hpp"
#include "support/spaces.hpp"

#include <Kokkos_Core.hpp>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <vector>

namespace KokkosAxis::Test {
namespace {

namespace primitive = Impl::primitive;

template <class Exec>
class TeamBitonic : public OnSpace<Exec> {};
TYPED_TEST_SUITE(TeamBitonic, Spaces, SpaceNames);

struct Smaller {
  KOKKOS_FUNCTION bool operator()(std::uint32_t a, std::uint32_t b) const { return a < b; }
};

template <class Exec>
struct SortInScratch {
  Kokkos::View<std::uint32_t*, typename Exec::memory_space> items;

  KOKKOS_FUNCTION void operator()(typename Kokkos::TeamPolicy<Exec>::member_type const& team) const {
    auto const n        = static_cast<std::uint32_t>(items.extent(0));
    auto* const scratch = primitive::team_array<std::uint32_t>(team, n);
    primitive::team_for(team, n, [&](std::uint32_t i) { scratch[i] = items(i); });
    team.team_barrier();
    primitive::team_bitonic(team, scratch, n, Smaller{});
    primitive::team_for(team, n, [&](std::uint32_t i) { items(i) = scratch[i]; });
  }
};

TYPED_TEST(TeamBitonic, SortsDistinctItemsOfAnyNumber) {
  Random random(1);
  for (int team : team_sizes<TypeParam>())
    for (std::uint32_t n : {1u, 2u, 3u, 5u, 7u, 8u, 31u, 32u, 33u, 100u, 127u, 128u, 129u, 700u, 1024u}) {
      std::vector<std::uint32_t> items(n);
      for (std::uint32_t i = 0; i < n; ++i) items[i] = i;
      for (std::uint32_t i = n; i > 1; --i) std::swap(items[i - 1], items[random.below(i)]);
      auto const device = to_device<TypeParam>(items);
      run_team<TypeParam>(team, 4 * n + 64, SortInScratch<TypeParam>{device});
      std::sort(items.begin(), items.end());
      ASSERT_EQ(to_host(device), items) << n << " items, team " << team;
    }
}

/// Sorting networks: right for all inputs of zeros and ones, right for all inputs. Ties are broken by the low bits.
TYPED_TEST(TeamBitonic, SortsEveryPatternOfZerosAndOnes) {
  for (std::uint32_t n = 1; n <= 9; ++n)
    for (std::uint32_t pattern = 0; pattern < (1u << n); ++pattern) {
      std::vector<std::uint32_t> items(n);
      for (std::uint32_t i = 0; i < n; ++i) items[i] = (pattern >> i & 1) << 16 | i;
      auto const device = to_device<TypeParam>(items);
      run_team<TypeParam>(team_sizes<TypeParam>().back(), 4 * n + 64, SortInScratch<TypeParam>{device});
      std::sort(items.begin(), items.end());
      ASSERT_EQ(to_host(device), items) << "pattern " << pattern;
    }
}

}  // namespace
}  // namespace KokkosAxis::Test
