// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosAxis/impl/algorithm/reduce/lane.hpp>
#include <KokkosAxis/impl/algorithm/reduce/merge_pieces.hpp>
#include <KokkosAxis/impl/algorithm/sort/launch.hpp>
#include <KokkosAxis/impl/layout/reduce_data.hpp>
#include <KokkosAxis/impl/primitive/portable/team.hpp>
#include <KokkosAxis/impl/primitive/simt/unrolled.hpp>
#include <KokkosAxis/impl/tuning/device.hpp>
#include <KokkosAxis/impl/tuning/reduce.hpp>

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <cstdint>

namespace KokkosAxis::Impl::algorithm {

/// What a place of a tile works on. Places count along the columns first, then along outputs, then along row lanes: so
/// neighbours read neighbouring memory, whichever kind of axis is innermost.
struct TilePlace {
  std::int32_t column, output, row_lane;

  KOKKOS_FORCEINLINE_FUNCTION TilePlace(tuning::ReduceTile const& tile, std::uint32_t place) {
    column                 = static_cast<std::int32_t>(place) & (tile.columns - 1);
    std::uint32_t const up = place >> tile.column_bits;
    output                 = static_cast<std::int32_t>(up) & (tile.outputs - 1);
    row_lane               = static_cast<std::int32_t>(up >> tile.output_bits);
  }
};

/// The part of a reduction that all tiles share.
template <class Data_, int N, Reads How>
struct TileReduce {
  using Data                = Data_;
  using State               = typename Data::State;
  static constexpr int wide = is_across(How) ? 1 : N;  // outputs of a place

  Data data;
  ReduceTree tree;
  tuning::ReduceTile tile;
  Pieces<State> pieces;

  KOKKOS_FORCEINLINE_FUNCTION std::int64_t first_output(std::uint32_t number) const {
    return (std::int64_t{number} << tile.output_bits) * wide;
  }

  /// The states of a place of tile `number`, of which the first is of `output`; identities where there is none.
  KOKKOS_FORCEINLINE_FUNCTION void reduce(std::uint32_t number, std::uint32_t piece, TilePlace const& place,
                                          std::int64_t& output, State (&total)[N]) const {
    output = first_output(number) + place.output * wide;
    ReducePiece const part(tree, piece);
    LaneRows rows(tree, part, place.row_lane);
    if (output >= tree.outputs) {
      output    = tree.outputs - wide;  // any that there is
      rows.size = 0;
    }
    LaneReduce<Data, N, How>{data, tree, data.kept.at(output), part, rows, place.column * N}(total);
    if constexpr (is_across(How)) join<1>(total);
  }

 private:
  /// Merges neighbouring columns, pair by pair.
  template <int Apart>
  KOKKOS_FORCEINLINE_FUNCTION void join(State (&total)[N]) const {
    if constexpr (Apart < N) {
      primitive::unrolled<N / (2 * Apart)>(
          [&](int n) { data.reducer.merge(total[2 * Apart * n], total[2 * Apart * n + Apart]); });
      join<2 * Apart>(total);
    }
  }
};

/// One tile a team: two dimensions, outputs and lanes of their slices. Lanes are merged in scratch.
template <class Exec, class Data, int N, Reads How, class Ending>
class TeamTiles {
  using State = typename Data::State;

 public:
  static void run(Exec const& exec, Data const& data, ReduceTree const& tree, tuning::ReduceTile const& tile,
                  Pieces<State> const& pieces, tuning::Device const& device) {
    // registers for the accumulators, and for as many vectors under way
    constexpr int held       = N * static_cast<int>(sizeof(typename Data::Run) + sizeof(State));
    using Bounds             = Kokkos::LaunchBounds<256, (held <= 64 ? 3 : 2)>;
    std::int64_t const teams = tile.groups() * pieces.number;
    int const threads        = std::clamp((tile.places() + 31) / 32 * 32, 32, 256);
    Kokkos::TeamPolicy<Exec, Bounds> policy(exec, static_cast<int>(teams), std::min(threads, device.max_team));
    if (tile.scratch > 0)
      policy.set_scratch_size(0, Kokkos::PerTeam(static_cast<int>(tile.scratch + tuning::reduce_slack)));
    launch(Ending::team, policy, Kernel{{data, tree, tile, pieces}});
  }

  struct Kernel : TileReduce<Data, N, How> {
    using Base = TileReduce<Data, N, How>;
    using Base::data, Base::tree, Base::tile, Base::pieces, Base::wide;
    static constexpr int wide_bits = tuning::bits_of(wide);

    template <class Member>
    KOKKOS_FUNCTION void operator()(Member const& team) const {
      auto const number         = static_cast<std::uint32_t>(team.league_rank());
      auto const groups         = static_cast<std::uint32_t>(tile.groups());
      std::uint32_t const piece = pieces.number == 1 ? 0 : number / groups;
      std::uint32_t const group = number - piece * groups;
      State* const scratch = static_cast<State*>(team.team_scratch(0).get_shmem_aligned(tile.scratch, alignof(State)));
      if constexpr (is_across(How)) {
        std::uint32_t const begin = group << tile.group_bits, end = begin + (1u << tile.group_bits);
        for (std::uint32_t t = begin; t < end && t < tile.tiles; ++t) {
          if (t > begin) team.team_barrier();  // scratch is still read
          one_tile(team, t, piece, scratch);
        }
      } else {  // a loop around it costs registers
        one_tile(team, group, piece, scratch);
      }
    }

   private:
    template <class Member>
    KOKKOS_FORCEINLINE_FUNCTION void one_tile(Member const& team, std::uint32_t number, std::uint32_t piece,
                                              State* scratch) const {
      auto const places = static_cast<std::uint32_t>(tile.places());
      primitive::team_for(team, places, [&](std::uint32_t at) {
        TilePlace const place(tile, at);
        State total[N];
        std::int64_t output;
        this->reduce(number, piece, place, output, total);
        bool const mine = this->first_output(number) + place.output * wide < tree.outputs;
        primitive::unrolled<wide>([&](int n) {
          if (tile.scratch > 0)
            scratch[static_cast<std::uint32_t>(n) * places + at] = total[n];
          else if (mine)
            pieces.put(data, output + n, piece, total[n]);
        });
      });
      if (tile.scratch > 0) merge(team, number, piece, places, scratch);
      if constexpr (Ending::elements) {
        if (pieces.number > 1) return;
        team.team_barrier();
        put_elements(team, data, tree, pieces.states, 1, this->first_output(number), tile.output_bits + wide_bits, 0);
      }
    }

    /// Columns are the lowest digit of a place, so the first of two that merge is a multiple; row lanes the highest.
    template <class Member>
    KOKKOS_FORCEINLINE_FUNCTION void merge(Member const& team, std::uint32_t number, std::uint32_t piece,
                                           std::uint32_t places, State* scratch) const {
      team.team_barrier();
      for (int bit = 1; bit <= tile.column_bits; ++bit) {
        std::uint32_t const apart = 1u << (bit - 1);
        primitive::team_for(team, wide * places >> bit, [&](std::uint32_t i) {
          data.reducer.merge(scratch[i << bit], scratch[(i << bit) + apart]);
        });
        team.team_barrier();
      }
      int const stride        = tile.column_bits + tile.output_bits;
      std::uint32_t const one = (1u << tile.output_bits) - 1;
      for (int bit = stride + 1; 1u << bit <= places; ++bit) {
        std::uint32_t const apart = 1u << (bit - 1);
        primitive::team_for(team, wide * places >> bit << tile.output_bits, [&](std::uint32_t i) {
          std::uint32_t const at = (i >> tile.output_bits << bit) + ((i & one) << tile.column_bits);
          data.reducer.merge(scratch[at], scratch[at + apart]);
        });
        team.team_barrier();
      }
      primitive::team_for(team, wide << tile.output_bits, [&](std::uint32_t i) {
        std::int64_t const to = this->first_output(number) + i;
        if (to < tree.outputs) pieces.put(data, to, piece, scratch[i % wide * places + (i / wide << tile.column_bits)]);
      });
    }
  };
};

/// The elements of slices that are cut into pieces, whose states are merged: a tile and a piece a team.
template <class Exec, class Data, class Ending>
class ElementTiles {
  using State = typename Data::State;

 public:
  static void run(Exec const& exec, Data const& data, ReduceTree const& tree, tuning::ReduceTile const& tile,
                  Pieces<State> const& pieces, tuning::Device const& device) {
    int const output_bits = tile.output_bits + (tree.across() ? 0 : tuning::bits_of(tile.vector));
    Kokkos::TeamPolicy<Exec, Kokkos::LaunchBounds<256, 1>> policy(exec, static_cast<int>(tile.tiles * pieces.number),
                                                                  std::min(256, device.max_team));
    launch(Ending::in_pieces, policy, Kernel{data, tree, pieces, static_cast<std::uint32_t>(tile.tiles), output_bits});
  }

  struct Kernel {
    Data data;
    ReduceTree tree;
    Pieces<State> pieces;
    std::uint32_t tiles;
    int output_bits;

    template <class Member>
    KOKKOS_FUNCTION void operator()(Member const& team) const {
      auto const number         = static_cast<std::uint32_t>(team.league_rank());
      std::uint32_t const piece = number / tiles;
      put_elements(team, data, tree, pieces.states, pieces.number, std::int64_t{number - piece * tiles} << output_bits,
                   output_bits, piece);
    }
  };
};

}  // namespace KokkosAxis::Impl::algorithm
