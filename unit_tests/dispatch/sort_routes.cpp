// The route table: which route is chosen, for calls and devices made up here; no kernel runs.
#include <KokkosAxis/error.hpp>
#include <KokkosAxis/impl/dispatch/choose_sort.hpp>
#include <KokkosAxis/impl/dispatch/sort_routes.hpp>

#include "support/devices.hpp"
#include "support/thresholds.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <set>
#include <string>
#include <vector>

namespace KokkosAxis::Test {
namespace {

using namespace Impl::dispatch;
using enum SortRoute;

SortProblem keys(int bytes, std::int64_t length, std::int64_t count) {
  return {.length = length, .count = count, .key_bytes = bytes, .with_index = true};
}
SortProblem keys_alone(int bytes, std::int64_t length, std::int64_t count) {
  return {.length = length, .count = count, .key_bytes = bytes};
}
SortProblem compared(std::int64_t length, std::int64_t count) { return keys(0, length, count); }

struct Case {
  Device device;
  SortProblem problem;
  SortRoute expected;
};

/// What each kind of call gets. A route that stops serving, or paying for, a case it is listed for fails here.
TEST(SortRoutes, ChooseAsListed) {
  std::vector<Case> const cases{
      // one host thread: by length alone
      {serial, keys(4, 1, 1), host_short},
      {serial, keys(1, 40, 1), host_short},
      {serial, keys(4, 1000, 1000), host_short},
      {serial, keys(1, host_short_pays_below(1) - 1, 1), host_short},
      {serial, keys(1, host_short_pays_below(1), 1), host_radix},
      {serial, keys(2, host_short_pays_below(2) - 1, 1), host_short},
      {serial, keys(2, host_short_pays_below(2), 1), host_radix},
      {serial, keys(4, host_short_pays_below(4), 1), host_radix},
      {serial, keys(8, host_short_pays_below(8) - 1, 1), host_short},
      {serial, keys(8, host_short_pays_below(8), 1), host_radix},
      {serial, keys(8, 10'000'000, 1), host_radix},
      // many host threads: slices are shared out, or each is split where there are too few long ones
      {threads16, keys(4, 8, 1), host_short},
      {threads16, keys(4, 1000, 16), host_short},
      {threads16, keys(4, 1'000'000, 16), host_radix},
      {threads16, keys(4, 1'000'000, 15), host_split},
      {threads16, keys(2, 1'000'000, 1), host_split},
      {threads16, keys(8, host_split_pays_from, 1), host_split},
      {threads16, keys(8, host_split_pays_from - 1, 1), host_radix},
      // devices: by length alone
      {hopper, keys(4, 1, 1'000'000), count_rank},
      {hopper, keys(2, 32, 1'000'000), count_rank},
      {hopper, keys(8, count_rank_pays_to, 1), count_rank},
      {hopper, keys(8, count_rank_pays_to + 1, 1), team_radix},
      {hopper, keys(4, 4096, 4096), team_radix},
      {hopper, keys(1, 1000, 1), team_radix},
      {hopper, keys(2, 65536, 1024), tile_radix},
      {hopper, keys(4, 1'000'000, 1), tile_radix},
      {hopper, keys(8, 4'000'000'000, 1), tile_radix},
      {old_kokkos, keys(4, 100, 10), count_rank},
      {old_kokkos, keys(2, 2048, 4096), team_radix},
      {old_kokkos, keys(8, 20'000, 3), tile_radix},
      // devices with native kernels: registers, a block's shared memory, memory
      {native_hopper, keys(2, 1, 1024), warp_sort},
      {native_hopper, keys(2, 512, 1024), warp_sort},
      {native_hopper, keys(2, 513, 1024), block_sort},
      {native_hopper, keys(4, Impl::tuning::warp_sort_max_length(4), 5), warp_sort},
      {native_hopper, keys(4, Impl::tuning::warp_sort_max_length(4) + 1, 5), block_sort},
      {native_hopper, keys(8, Impl::tuning::warp_sort_max_length(8), 5), warp_sort},
      {native_hopper, keys(8, 4096, 4096), block_sort},
      {native_hopper, keys(2, 16384, 100), block_sort},
      {native_hopper, keys(2, 16385, 100), look_back},
      {native_hopper, keys(1, 5120, 100), look_back},
      {native_hopper, keys_alone(1, code_count_pays_from(1) - 1, 5), block_sort},
      {native_hopper, keys_alone(1, code_count_pays_from(1), 5), code_count},
      {native_hopper, keys_alone(2, code_count_pays_from(2) - 1, 100), block_sort},
      {native_hopper, keys_alone(2, code_count_pays_from(2), 100), code_count},
      {native_hopper, keys_alone(1, code_count_pays_below_for_few - 1, 1), code_count},
      {native_hopper, keys_alone(1, code_count_pays_below_for_few, 65), look_back},
      {native_hopper, keys_alone(1, code_count_pays_below_for_few, 66), code_count},
      {native_hopper, keys_alone(2, 65'535, 66), code_count},
      {native_hopper, keys_alone(2, 65'535, 65), look_back},
      {native_hopper, keys_alone(2, 65'536, 100), look_back},
      {native_hopper, keys_alone(4, 40'000, 5), bucket_sort},
      {native_cdna, keys_alone(1, 2000, 5), code_count},
      {native_cdna, keys_alone(2, 40'000, 5), tile_radix},
      {native_hopper, keys(4, 16385, 100), bucket_sort},
      {native_hopper, keys(8, bucket_sort_pays_to(1), 1), bucket_sort},
      {native_hopper, keys(8, bucket_sort_pays_to(1) + 1, 1), look_back},
      {native_hopper, keys(4, bucket_sort_pays_to(8), 8), bucket_sort},
      {native_hopper, keys(4, bucket_sort_pays_to(8) + 1, 8), look_back},
      {native_hopper, keys(4, 128, 1024), warp_sort},
      {native_hopper, keys(4, 129, 1023), warp_sort},
      {native_hopper, keys(4, 129, 1024), block_sort},
      {native_hopper, keys(1, 5119, 100), block_sort},
      {native_cdna, keys(1, 5120, 100), block_sort},
      {native_hopper, keys(4, 1'000'000, 1), look_back},
      {native_hopper, keys(8, 4'000'000'000, 1), tile_radix},
      {native_cdna, keys(4, 256, 10), warp_sort},
      {native_cdna, keys(4, 4096, 10), block_sort},
      {native_cdna, keys(8, 16384, 10), tile_radix},
      {native_cdna, keys(2, 100'000, 10), tile_radix},
      {native_hopper, {.length = 100, .count = 3, .key_bytes = 4, .short_steps = false}, count_rank},
      {native_hopper, compared(1'000'000, 1), merge_sort},
      // comparators: by length alone, everywhere
      {serial, compared(compare_rank_pays_to, 5), compare_rank},
      {serial, compared(compare_rank_pays_to + 1, 5), merge_sort},
      {threads16, compared(1, 1), compare_rank},
      {threads16, compared(1'000'000, 1), merge_sort},
      {hopper, compared(compare_rank_pays_to, 70'000), compare_rank},
      {hopper, compared(compare_rank_pays_to + 1, 70'000), merge_sort},
      {old_kokkos, compared(100'000'000, 1), merge_sort},
  };
  for (Case const& c : cases)
    EXPECT_EQ(choose(c.problem, c.device).name, find(c.expected)->name)
        << c.problem.count << " x " << c.problem.length << ", key bytes " << c.problem.key_bytes << ", host "
        << c.device.host << ", threads " << c.device.threads;
}

/// The routes that can be forced, for each kind of call.
TEST(SortRoutes, ServeAsListed) {
  struct Listed {
    Device device;
    SortProblem problem;
    std::set<SortRoute> expected;
  };
  std::vector<Listed> const cases{
      {serial, keys(4, 100, 3), {host_short, host_radix, host_split, count_rank, team_radix, tile_radix}},
      {threads16, keys(8, 1000, 1), {host_short, host_radix, host_split, count_rank, team_radix, tile_radix}},
      {serial, keys(4, 1'000'000, 1), {host_radix, host_split, tile_radix}},
      {hopper, keys(4, 100, 3), {count_rank, team_radix, tile_radix}},
      {hopper, keys(1, 2048, 3), {count_rank, team_radix, tile_radix}},
      {hopper, keys(8, 1'000'000, 3), {tile_radix}},
      {native_hopper,
       keys(4, 100, 3),
       {warp_sort, block_sort, bucket_sort, look_back, count_rank, team_radix, tile_radix}},
      {native_hopper, keys(8, 10'000, 3), {block_sort, bucket_sort, look_back, tile_radix}},
      {native_hopper, keys(4, 20'000'000, 3), {look_back, tile_radix}},
      {native_cdna, keys(2, 500, 3), {warp_sort, block_sort, count_rank, team_radix, tile_radix}},
      {serial, compared(10, 2), {compare_rank, merge_sort}},
      {hopper, compared(1'000'000, 2), {compare_rank, merge_sort}},
  };
  for (Listed const& c : cases) {
    std::set<SortRoute> serving;
    for (SortRow const& row : sort_routes)
      if (row.serves(c.problem, c.device)) serving.insert(row.route);
    EXPECT_EQ(serving, c.expected) << c.problem.length << ", key bytes " << c.problem.key_bytes;
  }
}

TEST(SortRoutes, EveryCallHasARouteThatServesIt) {
  for (Device const& device : devices)
    for (int bytes : {0, 1, 2, 4, 8})
      for (std::int64_t length = 1; length < (std::int64_t{1} << 32); length = length * 5 / 3 + 1)
        for (std::int64_t count : {1, 2, 15, 16, 1000, 10'000'000}) {
          if (count > (std::int64_t{1} << 38) / length) continue;  // more than memory holds, or a launch numbers
          SortProblem const problem = keys(bytes, length, count);
          EXPECT_TRUE(choose(problem, device).serves(problem, device));
        }
}

/// A row that nothing chooses is dead weight.
TEST(SortRoutes, EveryRowIsChosenByACall) {
  std::set<SortRoute> chosen;
  for (Device const& device : devices)
    for (int bytes : {0, 2, 4})
      for (std::int64_t length : {10, 1000, 40'000, 100'000, 10'000'000})
        for (std::int64_t count : {1, 1000})
          for (auto const& problem : {keys(bytes, length, count), keys_alone(bytes, length, count)})
            chosen.insert(choose(problem, device).route);
  for (SortRow const& row : sort_routes) EXPECT_TRUE(chosen.contains(row.route)) << row.name;
}

TEST(SortRoutes, EveryRouteHasOneRowANameAndAReason) {
  std::set<std::string_view> names;
  for (SortRow const& row : sort_routes) {
    EXPECT_TRUE(names.insert(row.name).second) << row.name;
    EXPECT_GT(row.why.size(), 10u) << row.name;
    EXPECT_EQ(find(row.route), &row);
  }
  EXPECT_EQ(find(automatic), nullptr);
}

/// Host routes run host code.
TEST(SortRoutes, HostRoutesNeverServeDevices) {
  for (Device const& device : {hopper, old_kokkos})
    for (SortRoute route : {host_short, host_radix, host_split})
      for (std::int64_t length : {1, 1000, 100'000}) EXPECT_FALSE(find(route)->serves(keys(4, length, 7), device));
}

/// The team scratch that a route asks for is there, at every length it says it serves.
TEST(SortRoutes, TeamScratchFits) {
  for (Device const& device : devices)
    for (int bytes : {0, 1, 2, 4, 8})
      for (SortRow const& row : sort_routes)
        for (std::int64_t length : critical_lengths(bytes, device, std::int64_t{1} << 32)) {
          SortProblem const problem = keys(bytes, length, 100);
          if (!row.serves(problem, device)) continue;
          auto const tuning = tuning_of(row.route, problem, device);
          EXPECT_LE(tuning.scratch, device.scratch) << row.name << ", length " << length << ", key bytes " << bytes;
          EXPECT_LE(tuning.team_size, device.max_team) << row.name;
          EXPECT_GE(tuning.team_size, 1) << row.name;
          EXPECT_GE(tuning.slices, 1) << row.name << ", length " << length;
          EXPECT_GE(tuning.tile, 1) << row.name << ", length " << length;
        }
}

/// A launch numbers its teams with an int; a route that would need more does not serve.
TEST(SortRoutes, TeamsAreNoMoreThanALaunchNumbers) {
  std::int64_t const many = (std::int64_t{1} << 32) + 3;
  EXPECT_TRUE(find(count_rank)->serves(keys(1, 2, many), hopper));  // many slices a team
  EXPECT_FALSE(find(count_rank)->serves(keys(1, 2000, many), hopper));
  EXPECT_FALSE(find(team_radix)->serves(keys(1, 2, many), hopper));
  EXPECT_FALSE(find(tile_radix)->serves(keys(1, 2, many), hopper));
  EXPECT_FALSE(find(merge_sort)->serves(keys(0, 40, many), hopper));
  EXPECT_EQ(choose(keys(1, 2, many), hopper).route, count_rank);
}

/// Clusters of blocks turn interleaved slices of short keys, in shared memory that there is: what they exchange lies
/// where block_sort has its arrays later.
TEST(SortRoutes, BlocksTurnWhatFitsThem) {
  namespace tuning = Impl::tuning;
  for (int bytes : {1, 2, 4, 8})
    for (std::int64_t length = 500; length <= tuning::longest_in_block; ++length) {
      if (!find(block_sort)->serves(keys(bytes, length, 1), native_hopper)) continue;
      auto const sizes         = tuning::block_sort(bytes, length, native_hopper);
      std::int64_t const share = tuning::cluster_share(static_cast<std::uint32_t>(length)) * bytes;
      EXPECT_EQ(sizes.turning > 0, bytes <= 2) << length;
      EXPECT_LE(sizes.shared + sizes.turning, native_hopper.shared) << bytes << ", " << length;
      EXPECT_GE(share * tuning::cluster_slices, length * bytes) << length;
      EXPECT_LE(tuning::cluster_slices * (2 * share + 16), sizes.shared) << bytes << ", " << length;
      EXPECT_EQ(tuning::block_sort(bytes, length, native_cdna).turning, 0) << length;
    }
}

std::string refusal(SortRoute forced, SortProblem const& problem, Device const& device) {
  try {
    choose_sort("sort", forced, problem, device);
  } catch (Error const& e) {
    return e.what();
  }
  return "";
}

TEST(SortRoutes, ForcedRouteIsTakenWhereItServes) {
  for (Device const& device : devices)
    for (SortRow const& row : sort_routes)
      for (int bytes : {0, 4}) {
        SortProblem const problem = keys(bytes, 50, 5);
        if (row.serves(problem, device))
          EXPECT_EQ(choose_sort("sort", row.route, problem, device).row, &row);
        else
          EXPECT_NE(refusal(row.route, problem, device), "") << row.name;
      }
}

TEST(SortRoutes, RefusalNamesTheCallAndTheRoutesThatCan) {
  EXPECT_EQ(refusal(team_radix, keys(4, 1'000'000, 3), hopper),
            "KokkosAxis::sort: route team_radix cannot serve this call (3 slices of 1000000, keys of 4 bytes, device); "
            "routes that can: tile_radix");
  EXPECT_EQ(refusal(tile_radix, compared(50, 2), serial),
            "KokkosAxis::sort: route tile_radix cannot serve this call (2 slices of 50, comparator, host space); "
            "routes that can: compare_rank, merge_sort");
  EXPECT_EQ(refusal(merge_sort, keys(8, 50, 2), threads16),
            "KokkosAxis::sort: route merge_sort cannot serve this call (2 slices of 50, keys of 8 bytes, host space); "
            "routes that can: host_short, host_radix, host_split, count_rank, team_radix, tile_radix");
}

}  // namespace
}  // namespace KokkosAxis::Test
