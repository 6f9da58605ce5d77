// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosAxis/impl/algorithm/cumulative/piece.hpp>
#include <KokkosAxis/impl/algorithm/sort/launch.hpp>
#include <KokkosAxis/impl/primitive/portable/team.hpp>
#include <KokkosAxis/impl/tuning/device.hpp>

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <cstdint>
#include <limits>

namespace KokkosAxis::Impl::algorithm {

/// What lies before each piece, of what each comes to: a team for each slice, whose first thread does it in scratch.
template <class Exec, class Data>
class ChainPieces {
  using State = typename Data::State;

 public:
  static void run(Exec const& exec, Data const& data, PieceStates<State> const& pieces, std::int64_t slices,
                  tuning::Device const& device) {
    std::int64_t const bytes = pieces.number * static_cast<std::int64_t>(sizeof(State)) + 32;
    std::int64_t const teams = std::min<std::int64_t>(slices, std::numeric_limits<int>::max());
    int const threads        = static_cast<int>(std::clamp<std::int64_t>(pieces.number / 4, 32, 256));
    Kokkos::TeamPolicy<Exec, Kokkos::LaunchBounds<256, 1>> policy(exec, static_cast<int>(teams),
                                                                  std::min(threads, device.max_team));
    policy.set_scratch_size(0, Kokkos::PerTeam(static_cast<int>(bytes)));
    launch("KokkosAxis::cumulative::chain_pieces", policy, Kernel{data.reducer, pieces, slices});
  }

  struct Kernel {
    typename Data::Reducer reducer;
    PieceStates<State> pieces;
    std::int64_t slices;

    template <class Member>
    KOKKOS_FUNCTION void operator()(Member const& team) const {
      auto const n         = static_cast<std::uint32_t>(pieces.number);
      State* const scratch = primitive::team_array<State>(team, n);
      for (std::int64_t slice = team.league_rank(); slice < slices; slice += team.league_size()) {
        primitive::team_for(team, n, [&](std::uint32_t i) { scratch[i] = pieces.of(slice, i); });
        team.team_barrier();
        if (team.team_rank() == 0) {
          State sum = reducer.close(reducer.identity());
          chain(reducer, scratch, n, sum);
        }
        team.team_barrier();
        primitive::team_for(team, n, [&](std::uint32_t i) { pieces.of(slice, i) = scratch[i]; });
        team.team_barrier();
      }
    }
  };
};

}  // namespace KokkosAxis::Impl::algorithm
