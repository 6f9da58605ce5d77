// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What Kokkos itself offers: a team's bitonic sort per row, and its flat sort for one row.
#include "rivals/rivals.hpp"
#include "support/inputs.hpp"

#include <Kokkos_Core.hpp>
#include <Kokkos_NestedSort.hpp>
#include <Kokkos_Sort.hpp>

namespace perf {

namespace {

using Rows   = Kokkos::View<float**, Kokkos::LayoutRight, Exec>;
using Member = Kokkos::TeamPolicy<Exec>::member_type;

struct SortRowsByTeam {
  Rows keys, sorted;
  KOKKOS_FUNCTION void operator()(Member const& team) const {
    auto const from = Kokkos::subview(keys, team.league_rank(), Kokkos::ALL);
    auto const to   = Kokkos::subview(sorted, team.league_rank(), Kokkos::ALL);
    Kokkos::parallel_for(Kokkos::TeamThreadRange(team, from.extent_int(0)), [&](int i) { to(i) = from(i); });
    team.team_barrier();
    Kokkos::Experimental::sort_team(team, to);
  }
};

bool keys_only(Case const& c) { return c.verb == "sort" && c.dtype == "fp32" && c.axis == 1; }

Prepared prepare_sort_team(Exec const& exec, Case const& c) {
  Rows const keys = input_of<float>(exec, c);
  Rows const sorted("sorted", c.count, c.length);
  Kokkos::TeamPolicy<Exec> const policy(exec, static_cast<int>(c.count), Kokkos::AUTO);
  return {[=] { Kokkos::parallel_for("perf::sort_team", policy, SortRowsByTeam{keys, sorted}); },
          "a team a row, sort_team"};
}

// Kokkos::sort fences and allocates on devices: part of what its users pay.
Prepared prepare_flat_sort(Exec const& exec, Case const& c) {
  Rows const keys = input_of<float>(exec, c);
  Rows const sorted("sorted", c.count, c.length);
  return {[=] {
            Kokkos::deep_copy(exec, sorted, keys);
            for (std::int64_t row = 0; row < c.count; ++row)
              Kokkos::sort(exec, Kokkos::subview(sorted, row, Kokkos::ALL));
          },
          "a call a row, Kokkos::sort", 0, false};
}

}  // namespace

std::vector<Contender> kokkos_rivals() {
  constexpr bool host = Kokkos::SpaceAccessibility<Exec, Kokkos::HostSpace>::accessible;
  std::vector<Contender> all{
      {"kokkos.sort", [](Case const& c) { return keys_only(c) && (host || c.count == 1); }, prepare_flat_sort}};
  if (!host) all.push_back({"kokkos.sort_team", keys_only, prepare_sort_team});
  return all;
}

}  // namespace perf
