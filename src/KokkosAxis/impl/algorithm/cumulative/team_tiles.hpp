// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosAxis/impl/algorithm/cumulative/piece.hpp>
#include <KokkosAxis/impl/algorithm/sort/launch.hpp>
#include <KokkosAxis/impl/primitive/portable/team.hpp>
#include <KokkosAxis/impl/tuning/cumulative.hpp>
#include <KokkosAxis/impl/tuning/device.hpp>

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <type_traits>

namespace KokkosAxis::Impl::algorithm {

/// A place in scratch for an element, and then for its result, where there is one a slice.
template <class Data, bool One = Data::outputs == 1>
union CumulativeSlot {
  typename Data::V in;
  std::remove_pointer_t<decltype(Data::sinks.data)> out;
};
template <class Data>
union CumulativeSlot<Data, false> {
  typename Data::V in;
};

/// A team goes along a piece of a slice, or of several short slices, in stretches: these are read into scratch as they
/// lie in memory, a thread takes a run of them, one thread for each slice chains what runs come to, and results are
/// written as they lie in memory.
template <class Exec, class Data>
class CumulativeTeams {
  using State = typename Data::State;
  using Slot  = CumulativeSlot<Data>;

 public:
  static tuning::CumulativeTile tile(CumulativeTree const& tree, tuning::Device const& device) {
    return tuning::cumulative_tile(tree, sizeof(Slot), sizeof(State), sizeof(typename Data::Place), device.scratch);
  }

  static void run(Exec const& exec, Data const& data, CumulativeTree const& tree, PieceStates<State> const& pieces,
                  Walk walk, tuning::Device const& device) {
    auto const shape  = tile(tree, device);
    int const threads = std::clamp(static_cast<int>(shape.places()), 32, 256);
    Kokkos::TeamPolicy<Exec, Kokkos::LaunchBounds<256, 2>> policy(
        exec, static_cast<int>(std::min<std::int64_t>(shape.groups * tree.pieces, std::numeric_limits<int>::max())),
        std::min(threads, device.max_team));
    policy.set_scratch_size(0, Kokkos::PerTeam(static_cast<int>(shape.scratch)));
    launch("KokkosAxis::cumulative::team_tiles", policy, Kernel{data, tree, shape, pieces, walk});
  }

  struct Kernel {
    Data data;
    CumulativeTree tree;
    tuning::CumulativeTile tile;
    PieceStates<State> pieces;
    Walk walk;

    template <class Member>
    KOKKOS_FUNCTION void operator()(Member const& team) const {
      Scratch const scratch{primitive::team_array<Slot>(team, tile.slots()),
                            primitive::team_array<State>(team, tile.places()),
                            primitive::team_array<State>(team, tile.slices()),
                            primitive::team_array<typename Data::Place>(team, tile.slices())};
      for (std::int64_t i = team.league_rank(), end = tile.groups * tree.pieces; i < end; i += team.league_size()) {
        std::int64_t const piece = tree.pieces == 1 ? 0 : i / tile.groups;
        one_piece(team, scratch, (i - piece * tile.groups) << tile.slice_bits, piece);
      }
    }

   private:
    struct Scratch {
      Slot* slots;
      State* runs;  // what each comes to, then what lies before it
      State* sum;   // of each slice's piece so far
      typename Data::Place* start;
    };

    /// A piece of each slice of the tile.
    template <class Member>
    KOKKOS_FORCEINLINE_FUNCTION void one_piece(Member const& team, Scratch const& scratch, std::int64_t first,
                                               std::int64_t piece) const {
      std::int64_t const left = tree.slices - first;
      auto const slices       = left < tile.slices() ? static_cast<std::uint32_t>(left) : tile.slices();
      primitive::team_for(team, slices, [&](std::uint32_t s) {
        scratch.sum[s]   = data.reducer.close(data.reducer.identity());
        scratch.start[s] = data.kept.at(first + s);
      });
      team.team_barrier();
      CumulativePiece const part(tree, piece);
      std::int64_t const step = std::int64_t{tile.lanes()} * cumulative_run;
      for (std::int64_t from = part.begin; from < part.end; from += step) {
        std::int64_t const size = part.end - from < step ? part.end - from : step;
        stretch(team, scratch, slices, first, piece, from, static_cast<std::int32_t>(size));
      }
      if (walk == Walk::results) return;
      primitive::team_for(team, slices, [&](std::uint32_t s) { pieces.of(first + s, piece) = scratch.sum[s]; });
      team.team_barrier();
    }

    /// Number i of the elements of a stretch of each slice, in the order in which they lie in memory.
    struct Element {
      std::uint32_t slice;
      std::int32_t number;

      KOKKOS_FORCEINLINE_FUNCTION Element(tuning::CumulativeTile const& tile, std::uint32_t i) {
        int const bits = tile.lane_bits + tuning::bits_of(cumulative_run);
        slice          = i >> bits;
        number         = static_cast<std::int32_t>(i & ((1u << bits) - 1));
      }
    };
    KOKKOS_FORCEINLINE_FUNCTION std::uint32_t elements(std::uint32_t slices) const {
      return slices << tile.lane_bits << tuning::bits_of(cumulative_run);
    }
    static KOKKOS_FORCEINLINE_FUNCTION std::uint32_t slot_of(std::uint32_t i) { return i + i / cumulative_run; }

    template <class Member>
    KOKKOS_FORCEINLINE_FUNCTION void read(Member const& team, Scratch const& scratch, std::uint32_t slices,
                                          std::int64_t from, std::int32_t size) const {
      using layout::of_input;
      primitive::team_for(
          team, elements(slices),
          [&](std::uint32_t i) {
            Element const e(tile, i);
            // past the end any element will do, as its slot is not looked at
            std::int64_t const at = from + (e.number < size ? e.number : 0);
            return data.element(scratch.start[e.slice].at[of_input] + at * data.stride[of_input]);
          },
          [&](std::uint32_t i, typename Data::V const& x) { scratch.slots[slot_of(i)].in = x; });
    }
    template <class Member>
    KOKKOS_FORCEINLINE_FUNCTION void write(Member const& team, Scratch const& scratch, std::uint32_t slices,
                                           std::int64_t from, std::int32_t size) const {
      using layout::of_first_output;
      primitive::team_for(team, elements(slices), [&](std::uint32_t i) {
        Element const e(tile, i);
        if (e.number < size)
          data.sinks
              .data[scratch.start[e.slice].at[of_first_output] + (from + e.number) * data.stride[of_first_output]] =
              scratch.slots[slot_of(i)].out;
      });
    }
    /// f(place, slice of the tile, first element, how many, first slot) for each run.
    template <class Member, class F>
    KOKKOS_FORCEINLINE_FUNCTION void each_run_of(Member const& team, std::uint32_t slices, std::int32_t size,
                                                 F const& f) const {
      primitive::team_for(team, slices << tile.lane_bits, [&](std::uint32_t place) {
        auto const begin        = static_cast<std::int32_t>(place & (tile.lanes() - 1)) * cumulative_run;
        std::int32_t const left = size - begin;
        f(place, place >> tile.lane_bits, begin, left < cumulative_run ? left : cumulative_run,
          place * (cumulative_run + 1));
      });
    }

    template <class Member>
    KOKKOS_FORCEINLINE_FUNCTION void stretch(Member const& team, Scratch const& scratch, std::uint32_t slices,
                                             std::int64_t first, std::int64_t piece, std::int64_t from,
                                             std::int32_t size) const {
      read(team, scratch, slices, from, size);
      team.team_barrier();
      each_run_of(team, slices, size,
                  [&](std::uint32_t place, std::uint32_t s, std::int32_t begin, std::int32_t n, std::uint32_t slot) {
                    auto run = data.reducer.identity();
                    for (std::int32_t j = 0; j < n; ++j) take(scratch, s, from + begin + j, slot + j, run);
                    scratch.runs[place] = data.reducer.close(run);
                  });
      team.team_barrier();
      primitive::team_for(team, slices, [&](std::uint32_t s) {
        chain(data.reducer, scratch.runs + (s << tile.lane_bits), tile.lanes(), scratch.sum[s]);
      });
      team.team_barrier();
      if (walk == Walk::totals) return;
      each_run_of(team, slices, size,
                  [&](std::uint32_t place, std::uint32_t s, std::int32_t begin, std::int32_t n, std::uint32_t slot) {
                    Before<State> before{scratch.runs[place], scratch.runs[place]};
                    if (piece > 0) before.pieces = pieces.of(first + s, piece);
                    auto run = data.reducer.identity();
                    for (std::int32_t j = 0; j < n; ++j) {
                      auto const earlier = run;
                      take(scratch, s, from + begin + j, slot + j, run);
                      put(scratch, s, from + begin + j, slot + j,
                          up_to(data, piece == 0, before, data.exclusive ? earlier : run));
                    }
                  });
      team.team_barrier();
      if constexpr (Data::outputs == 1) {
        write(team, scratch, slices, from, size);
        team.team_barrier();
      }
    }

    KOKKOS_FORCEINLINE_FUNCTION void take(Scratch const& scratch, std::uint32_t s, std::int64_t i, std::uint32_t slot,
                                          typename Data::Run& run) const {
      using layout::of_mask;
      auto const x = scratch.slots[slot].in;
      if (data.counts(x, scratch.start[s].at[of_mask] + i * data.stride[of_mask]))
        data.reducer.accumulate(run, x, data.position(i));
    }
    KOKKOS_FORCEINLINE_FUNCTION void put(Scratch const& scratch, std::uint32_t s, std::int64_t i, std::uint32_t slot,
                                         State const& state) const {
      if constexpr (Data::outputs == 1) {
        using Out               = std::remove_pointer_t<decltype(Data::sinks.data)>;
        scratch.slots[slot].out = layout::stored<Out>(data.reducer.template get<0>(state));
      } else {
        data.put(data.at(scratch.start[s], i), state);
      }
    }
  };
};

}  // namespace KokkosAxis::Impl::algorithm
