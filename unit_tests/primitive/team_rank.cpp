// The stable counting sort of a team: any length, any team, any digit.
#include <KokkosAxis/impl/primitive/portable/team.hpp>
#include <KokkosAxis/impl/primitive/portable/team_rank.hpp>

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
class TeamRank : public OnSpace<Exec> {};
TYPED_TEST_SUITE(TeamRank, Spaces, SpaceNames);

template <class Exec>
struct RankInScratch {
  using Member = typename Kokkos::TeamPolicy<Exec>::member_type;
  Kokkos::View<std::uint32_t*, typename Exec::memory_space> words;
  int shift;

  KOKKOS_FUNCTION void operator()(Member const& team) const {
    auto const n     = static_cast<std::uint32_t>(words.extent(0));
    auto* const from = primitive::team_array<std::uint32_t>(team, n);
    auto* const to   = primitive::team_array<std::uint32_t>(team, n);
    primitive::TeamRank<Member> const rank(team);
    primitive::team_for(team, n, [&](std::uint32_t i) { from[i] = words(i); });
    team.team_barrier();
    rank(from, to, n, shift);
    primitive::team_for(team, n, [&](std::uint32_t i) { words(i) = to[i]; });
  }
};

/// Every bit but the digit's differs from word to word, so that instability shows.
TYPED_TEST(TeamRank, OrdersByOneDigitAndKeepsTheOrderOfEqualOnes) {
  Random random(1);
  for (int team : team_sizes<TypeParam>())
    for (std::uint32_t n : {1u, 2u, 15u, 16u, 17u, 100u, 255u, 256u, 257u, 1000u, 2048u})
      for (int shift : {0, 4, 12, 28}) {
        std::vector<std::uint32_t> words(n);
        for (std::uint32_t& word : words) word = static_cast<std::uint32_t>(random());
        if (n == 100) std::fill(words.begin() + 10, words.end(), 0x77777777u);  // one digit takes almost all
        auto const device = to_device<TypeParam>(words);
        run_team<TypeParam>(
            team,
            2 * 4 * n + primitive::TeamRank<typename Kokkos::TeamPolicy<TypeParam>::member_type>::table_bytes(team) +
                64,
            RankInScratch<TypeParam>{device, shift});
        std::stable_sort(words.begin(), words.end(),
                         [=](std::uint32_t a, std::uint32_t b) { return (a >> shift & 15) < (b >> shift & 15); });
        ASSERT_EQ(to_host(device), words) << n << " words, team " << team << ", shift " << shift;
      }
}

}  // namespace
}  // namespace KokkosAxis::Test
