// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosAxis/impl/algorithm/sort/launch.hpp>
#include <KokkosAxis/impl/layout/arena.hpp>
#include <KokkosAxis/impl/layout/sort_data.hpp>
#include <KokkosAxis/impl/tuning/device.hpp>

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <cstdint>

namespace KokkosAxis::Impl::algorithm {

/// Puts each element of a slice before or behind its k-th one, both sides in the order that they had: tiles count those
/// that go before, a scan over a slice's tiles tells where each tile's begin, and a second read moves all.
template <class Exec, class Codec>
class PartSides {
  using Bits   = typename Codec::Bits;
  using Member = typename Kokkos::TeamPolicy<Exec>::member_type;

  static constexpr std::uint32_t tile = 2048;

 public:
  struct Scratch {
    std::int64_t tiles    = 0;        // of a slice
    std::uint32_t* before = nullptr;  // [slice][tile]: elements that go before the k-th one, then those in tiles ahead
  };

  static Scratch carve(layout::Arena& arena, layout::SortData<Codec> const& data) {
    Scratch s{.tiles = (data.length() + tile - 1) / tile};
    s.before = arena.take<std::uint32_t>(s.tiles * data.count());
    return s;
  }

  static void run(Exec const& exec, layout::SortData<Codec> const& data, std::uint32_t const* kth,
                  layout::Slices const& kth_at, std::uint32_t k, Scratch const& scratch) {
    PartSides sides{data, kth, kth_at, k, scratch, false};
    tuning::SortTuning const teams{
        .team_size = tuning::device_of(exec).max_team, .slices = 1, .tile = tile, .scratch = 0};
    constexpr std::int64_t most = 1 << 30;  // teams of a launch, which then take several tiles each
    std::int64_t const league   = std::min(data.count() * scratch.tiles, most);
    launch_teams("KokkosAxis::partition::count", exec, league, teams, sides);
    launch_range("KokkosAxis::partition::scan", exec, data.count(), Scan{scratch});
    sides.m_moves = true;
    launch_teams("KokkosAxis::partition::move", exec, league, teams, sides);
  }

  KOKKOS_FUNCTION void operator()(Member const& team) const {
    std::int64_t const tiles = m_data.source.keys_at.count * m_scratch.tiles;
    for (std::int64_t t = team.league_rank(); t < tiles; t += team.league_size()) one(team, t);
  }

  /// Kernels are public: nvcc names them outside of the class.
  struct Scan {
    Scratch scratch;
    KOKKOS_FUNCTION void operator()(std::int64_t slice) const {
      std::uint32_t sum = 0;
      for (std::int64_t t = slice * scratch.tiles; t < (slice + 1) * scratch.tiles; ++t) {
        std::uint32_t const here = scratch.before[t];
        scratch.before[t]        = sum;
        sum += here;
      }
    }
  };

  layout::SortData<Codec> m_data;
  std::uint32_t const* m_kth;
  layout::Slices m_kth_at;
  std::uint32_t m_k;
  Scratch m_scratch;
  bool m_moves;

 private:
  KOKKOS_FUNCTION void one(Member const& team, std::int64_t number) const {
    std::int64_t const slice = number / m_scratch.tiles, t = number - slice * m_scratch.tiles;
    auto const length = static_cast<std::uint32_t>(m_data.length()), begin = static_cast<std::uint32_t>(t) * tile;
    std::uint32_t const end = length - begin < tile ? length : begin + tile;
    layout::Column<Bits> const source(m_data.source, slice), sink(m_data.sink, slice);
    std::uint32_t const kth = m_kth[m_kth_at.offset(slice)];
    Bits const bound        = m_data.codec.encode(source.key(kth));
    auto const is_before    = [&](std::uint32_t i, Bits key) {
      Bits const code = m_data.codec.encode(key);
      return code < bound || (code == bound && i < kth);
    };
    if (!m_moves) {
      std::uint32_t count = 0;
      Kokkos::parallel_reduce(
          Kokkos::TeamThreadRange(team, begin, end),
          [&](std::uint32_t i, std::uint32_t& sum) { sum += is_before(i, source.key(i)) ? 1 : 0; }, count);
      Kokkos::single(Kokkos::PerTeam(team), [&] { m_scratch.before[number] = count; });
      return;
    }
    // neighbouring elements of a thread keep their order, and so do threads
    std::uint32_t const threads = team.team_size(), each = (end - begin + threads - 1) / threads;
    std::uint32_t const ahead = team.team_rank() * each;
    std::uint32_t const from = ahead < end - begin ? begin + ahead : end, to = end - from < each ? end : from + each;
    std::uint32_t count = 0;
    for (std::uint32_t i = from; i < to; ++i) count += is_before(i, source.key(i)) ? 1 : 0;
    std::uint32_t before = m_scratch.before[number] + team.team_scan(count);
    // of the elements ahead, those that go behind: all the others, but the k-th
    std::uint32_t behind = m_k + 1 + (from - before) - (kth < from ? 1 : 0);
    for (std::uint32_t i = from; i < to; ++i) {
      Bits const key            = source.key(i);
      std::uint32_t const place = i == kth ? m_k : is_before(i, key) ? before++ : behind++;
      if (sink.has_keys()) sink.put_key(place, key);
      if (sink.has_index()) sink.put_index(place, i);
    }
  }
};

}  // namespace KokkosAxis::Impl::algorithm
