// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosAxis/impl/algorithm/sort/launch.hpp>
#include <KokkosAxis/impl/layout/arena.hpp>
#include <KokkosAxis/impl/layout/compare_data.hpp>
#include <KokkosAxis/impl/primitive/portable/merge_path.hpp>
#include <KokkosAxis/impl/primitive/portable/team.hpp>
#include <KokkosAxis/impl/primitive/portable/team_bitonic.hpp>
#include <KokkosAxis/impl/tuning/device.hpp>

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <cstdint>

namespace KokkosAxis::Impl::algorithm {

/// Any comparator, any length: positions are sorted tile by tile (a bitonic network in team scratch; std::sort on host
/// spaces), then neighbouring runs are merged until one is left. Each merge work item finds its part of the two runs by
/// a binary search along its diagonal, so a merge of long runs fills the machine as well.
template <class Exec, class T, class Before>
class MergeSort {
  using Data                 = layout::CompareData<T, Before>;
  using Member               = typename Kokkos::TeamPolicy<Exec>::member_type;
  static constexpr bool host = tuning::is_host<Exec>;

 public:
  struct Scratch {
    std::uint32_t* places[2] = {nullptr, nullptr};  // [slice][length]
  };

  static Scratch carve(layout::Arena& arena, Data const& data, tuning::SortTuning const& tuning) {
    Scratch s;
    int const buffers = std::min(2, merges(data, tuning) + (host ? 1 : 0));
    for (int b = 0; b < buffers; ++b) s.places[b] = arena.take<std::uint32_t>(data.count() * data.length());
    return s;
  }

  static void run(Exec const& exec, Data const& data, tuning::SortTuning const& tuning, Scratch const& scratch) {
    int const passes         = merges(data, tuning);
    std::int64_t const tiles = (data.length() + tuning.tile - 1) / tuning.tile;
    Places from{scratch.places[0], passes == 0, data.length()};
    if constexpr (host)
      launch_workers("KokkosAxis::sort::merge_sort::tiles", exec, data.count() * tiles,
                     HostTiles{data, from, tuning.tile, tiles});
    else
      launch_teams("KokkosAxis::sort::merge_sort::tiles", exec, data.count() * tiles, tuning,
                   TeamTiles{data, from, tuning.tile, tiles});
    std::int64_t run = tuning.tile;
    for (int pass = 0; pass < passes; ++pass, run *= 2) {
      Places const to{scratch.places[(pass + 1) % 2], pass == passes - 1, data.length()};
      std::int64_t const parts = (data.length() + tuning.slices - 1) / tuning.slices;
      launch_range("KokkosAxis::sort::merge_sort::merge", exec, data.count() * parts,
                   Merge{data, from, to, run, tuning.slices, parts});
      from = to;
    }
  }

 private:
  static int merges(Data const& data, tuning::SortTuning const& tuning) {
    int passes = 0;
    for (std::int64_t run = tuning.tile; run < data.length(); run *= 2) ++passes;
    return passes;
  }

  /// Sorted positions between passes: dense, or the caller's index View for the last of them.
  struct Places {
    std::uint32_t* dense;
    bool last;
    std::int64_t length;

    KOKKOS_FUNCTION void put(Data const& data, std::int64_t slice, std::int64_t p, std::uint32_t place) const {
      if (last)
        data.index.put(data.index_at.offset(slice) + p * data.index_at.stride, place);
      else
        dense[slice * length + p] = place;
    }
  };

  // Kernels are public: nvcc names them outside of the class.
 public:
  struct TeamTiles {
    Data data;
    Places to;
    std::int64_t tile, tiles;

    KOKKOS_FUNCTION void operator()(Member const& team) const {
      std::int64_t const slice = team.league_rank() / tiles, begin = team.league_rank() % tiles * tile;
      std::int64_t const left = to.length - begin, at = data.elements_at.offset(slice);
      std::uint32_t const n       = static_cast<std::uint32_t>(left < tile ? left : tile);
      std::uint32_t* const places = primitive::team_array<std::uint32_t>(team, tile);
      primitive::team_for(team, n, [&](std::uint32_t i) { places[i] = static_cast<std::uint32_t>(begin) + i; });
      team.team_barrier();
      primitive::team_bitonic(team, places, n,
                              [&](std::uint32_t a, std::uint32_t b) { return data.precedes(at, a, b); });
      primitive::team_for(team, n, [&](std::uint32_t i) { to.put(data, slice, begin + i, places[i]); });
    }
  };

  struct HostTiles {
    Data data;
    Places to;
    std::int64_t tile, tiles;

    KOKKOS_FUNCTION void operator()(std::int64_t worker) const { KOKKOS_IF_ON_HOST((sort(worker);)) }

    void sort(std::int64_t worker) const {
      std::int64_t const slice = worker / tiles, begin = worker % tiles * tile;
      std::int64_t const end = std::min(begin + tile, to.length), at = data.elements_at.offset(slice);
      std::uint32_t* const places = to.dense + slice * to.length;
      for (std::int64_t i = begin; i < end; ++i) places[i] = static_cast<std::uint32_t>(i);
      // positions are unique, so std::sort, which allocates nothing, is stable here
      std::sort(places + begin, places + end,
                [&](std::uint32_t a, std::uint32_t b) { return a != b && data.precedes(at, a, b); });
      if (to.last)
        for (std::int64_t i = begin; i < end; ++i) to.put(data, slice, i, places[i]);
    }
  };

  struct Merge {
    Data data;
    Places from, to;
    std::int64_t run, part, parts;

    KOKKOS_FUNCTION void operator()(std::int64_t item) const {
      std::int64_t const slice = item / parts, begin = item % parts * part, n = from.length;
      std::int64_t const end   = begin + part < n ? begin + part : n;
      std::int64_t const pair  = begin / (2 * run) * (2 * run);
      std::int64_t const mid   = pair + run < n ? pair + run : n;
      std::int64_t const close = pair + 2 * run < n ? pair + 2 * run : n;
      std::int64_t const at    = data.elements_at.offset(slice);
      primitive::merge_part(
          from.dense + slice * n + pair, mid - pair, from.dense + slice * n + mid, close - mid, begin - pair,
          end - pair, [&](std::uint32_t a, std::uint32_t b) { return data.precedes(at, a, b); },
          [&](std::int64_t p, std::uint32_t place) { to.put(data, slice, pair + p, place); });
    }
  };
};

}  // namespace KokkosAxis::Impl::algorithm
