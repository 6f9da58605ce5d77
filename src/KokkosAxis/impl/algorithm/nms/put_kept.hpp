// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosAxis/impl/algorithm/nms/order.hpp>
#include <KokkosAxis/impl/algorithm/sort/launch.hpp>
#include <KokkosAxis/impl/layout/greedy_data.hpp>
#include <KokkosAxis/impl/primitive/portable/team.hpp>
#include <KokkosAxis/impl/tuning/device.hpp>

#include <Kokkos_Core.hpp>

#include <cstdint>

namespace KokkosAxis::Impl::algorithm {

/// Where nothing can be kept.
template <class Exec>
struct KeepNothing {
  layout::GreedyData data;

  static void run(Exec const& exec, layout::GreedyData const& data) {
    launch_range("KokkosAxis::nms::keep_nothing", exec, data.count * (std::int64_t{data.places()} + 1),
                 KeepNothing{data});
  }
  KOKKOS_FUNCTION void operator()(std::int64_t item) const {
    std::int64_t const each = std::int64_t{data.places()} + 1, slice = item / each;
    auto const place = static_cast<std::uint32_t>(item - slice * each);
    if (place < data.places())
      data.put_none(slice, place);
    else
      data.put_kept(slice, 0);
  }
};

/// Writes what is marked as kept, in order, and what stands behind. One slice a team, which goes along it in steps:
/// each thread counts a run of marks and learns from a scan where its own go.
template <class Exec>
class PutKept {
  using Member                              = typename Kokkos::TeamPolicy<Exec>::member_type;
  static constexpr std::uint32_t run_length = 16;

 public:
  static void run(Exec const& exec, layout::GreedyData const& data, GreedyOrder const& order,
                  std::uint8_t const* kept) {
    launch_teams("KokkosAxis::nms::put_kept", exec, data.count,
                 {.team_size = tuning::device_of(exec).max_team, .scratch = 16 + tuning::scratch_slack},
                 PutKept{data, order, kept});
  }

  KOKKOS_FUNCTION void operator()(Member const& team) const {
    std::int64_t const slice = team.league_rank(), row = slice * m_data.length;
    std::uint32_t& before  = *primitive::team_array<std::uint32_t>(team, 1);
    std::uint32_t const me = team.team_rank(), threads = team.team_size();
    std::uint32_t const step = threads * run_length, n = m_data.length;
    std::uint32_t place = 0;
    for (std::uint32_t first = 0; first < n && place < m_data.most; first += step) {
      std::uint32_t const begin = first + me * run_length < n ? first + me * run_length : n;
      std::uint32_t const end   = n - begin < run_length ? n : begin + run_length;
      std::uint32_t marks = 0, number = 0;
      for (std::uint32_t r = begin; r < end; ++r)
        if (m_kept[row + r] != 0) marks |= 1u << (r - begin), ++number;
      std::uint32_t at = place + team.team_scan(number);
      team.team_barrier();  // all have read what the last writes now
      if (me + 1 == threads) before = at + number;
      for (std::uint32_t r = begin; r < end; ++r)
        if ((marks >> (r - begin) & 1) != 0 && at < m_data.most)
          m_data.put_keep(slice, at++, m_order.position[row + r]);
      team.team_barrier();
      place = before;
    }
    if (place > m_data.most) place = m_data.most;
    if (me == 0) m_data.put_kept(slice, place);
    primitive::team_for(team, m_data.places() - place, [&](std::uint32_t p) { m_data.put_none(slice, place + p); });
  }

  layout::GreedyData m_data;
  GreedyOrder m_order;
  std::uint8_t const* m_kept;
};

}  // namespace KokkosAxis::Impl::algorithm
