// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosAxis/impl/algorithm/reduce/ending.hpp>
#include <KokkosAxis/impl/algorithm/sort/launch.hpp>
#include <KokkosAxis/impl/primitive/portable/team.hpp>
#include <KokkosAxis/impl/tuning/device.hpp>
#include <KokkosAxis/impl/tuning/reduce.hpp>

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <cstdint>
#include <limits>

namespace KokkosAxis::Impl::algorithm {

/// The states of pieces, those of an output side by side: the second stage of a reduction.
template <class State>
struct Pieces {
  State* states       = nullptr;  // null where slices are one piece each, and only their results matter
  std::int64_t number = 1;        // of a slice

  /// The state of a whole slice, once its pieces are merged.
  KOKKOS_FORCEINLINE_FUNCTION State& whole(std::int64_t output) const { return states[output * number]; }

  /// Where the state of a piece goes, or the result of a whole slice.
  template <class Data>
  KOKKOS_FORCEINLINE_FUNCTION void put(Data const& data, std::int64_t output, std::int64_t piece,
                                       State const& state) const {
    if (states == nullptr)
      data.put(data.kept.at(output), state);
    else
      states[output * number + piece] = state;
  }
};

/// Merges neighbouring pieces, pair by pair, and stores the results, or the states of whole slices: a team for each
/// output.
template <class Exec, class Data, class Ending>
class MergePieces {
  using State = typename Data::State;

 public:
  static void run(Exec const& exec, Data const& data, Pieces<State> const& pieces, std::int64_t outputs,
                  tuning::Device const& device) {
    std::int64_t const bytes = pieces.number * static_cast<std::int64_t>(sizeof(State)) + tuning::reduce_slack;
    int const threads = static_cast<int>(std::min<std::int64_t>(device.max_team, (pieces.number / 2 + 31) / 32 * 32));
    std::int64_t const teams = std::min<std::int64_t>(outputs, std::numeric_limits<int>::max());
    Kokkos::TeamPolicy<Exec, Kokkos::LaunchBounds<256, 1>> policy(exec, static_cast<int>(teams),
                                                                  device.host ? 1 : std::max(threads, 32));
    policy.set_scratch_size(0, Kokkos::PerTeam(static_cast<int>(bytes)));
    launch(Ending::merge, policy, Kernel{data, pieces, outputs});
  }

  struct Kernel {
    Data data;
    Pieces<State> pieces;
    std::int64_t outputs;

    template <class Member>
    KOKKOS_FUNCTION void operator()(Member const& team) const {
      auto const n         = static_cast<std::uint32_t>(pieces.number);
      State* const scratch = primitive::team_array<State>(team, n);
      for (std::int64_t output = team.league_rank(); output < outputs; output += team.league_size()) {
        State const* const own = pieces.states + output * pieces.number;
        primitive::team_for(team, n, [&](std::uint32_t i) { scratch[i] = own[i]; });
        team.team_barrier();
        for (std::uint32_t apart = 1; apart < n; apart *= 2) {
          primitive::team_for(team, (n - apart + 2 * apart - 1) / (2 * apart), [&](std::uint32_t i) {
            data.reducer.merge(scratch[2 * apart * i], scratch[2 * apart * i + apart]);
          });
          team.team_barrier();
        }
        if (team.team_rank() == 0) {
          if constexpr (Ending::elements)
            pieces.whole(output) = scratch[0];
          else
            data.put(data.kept.at(output), scratch[0]);
        }
        team.team_barrier();
      }
    }
  };
};

}  // namespace KokkosAxis::Impl::algorithm
