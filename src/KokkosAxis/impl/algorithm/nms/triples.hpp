// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosAxis/impl/algorithm/sort/launch.hpp>
#include <KokkosAxis/impl/layout/bits.hpp>
#include <KokkosAxis/impl/primitive/portable/team.hpp>
#include <KokkosAxis/impl/tuning/device.hpp>

#include <Kokkos_Core.hpp>

#include <cstdint>

namespace KokkosAxis::Impl::algorithm {

/// What was kept of each row, one row behind the other.
struct KeptRows {
  std::uint32_t const* keep   = nullptr;  // [row][each]
  std::uint32_t const* number = nullptr;  // [row]: how many
  std::int64_t rows = 0, each = 0;
};

/// The first place of each row, and how many are kept in all. One team, which goes along the rows.
template <class Exec>
class RowPlaces {
  using Member = typename Kokkos::TeamPolicy<Exec>::member_type;

 public:
  static void run(Exec const& exec, KeptRows const& kept, std::int64_t* places, layout::IndexArray const& total) {
    launch_teams("KokkosAxis::nms::row_places", exec, 1,
                 {.team_size = tuning::device_of(exec).max_team, .scratch = 16 + tuning::scratch_slack},
                 RowPlaces{kept, places, total});
  }

  KOKKOS_FUNCTION void operator()(Member const& team) const {
    std::int64_t& before  = *primitive::team_array<std::int64_t>(team, 1);
    std::int64_t const me = team.team_rank(), threads = team.team_size();
    std::int64_t place = 0;
    for (std::int64_t first = 0; first < m_kept.rows; first += threads) {
      std::int64_t const row    = first + me;
      std::int64_t const number = row < m_kept.rows ? m_kept.number[row] : 0;
      std::int64_t const mine   = place + team.team_scan(number);
      if (row < m_kept.rows) m_places[row] = mine;
      team.team_barrier();  // all have read what the last writes now
      if (me + 1 == threads) before = mine + number;
      team.team_barrier();
      place = before;
    }
    if (me != 0) return;
    if (m_total.bytes == 8)
      layout::store<std::int64_t>(m_total.data, 0, place);
    else
      m_total.put(0, static_cast<std::uint32_t>(place));
  }

  KeptRows m_kept;
  std::int64_t* m_places;
  layout::IndexArray m_total;
};

/// Writes (image, class, box) for all that was kept, and -1 behind them.
template <class Exec>
struct PutTriples {
  KeptRows kept;
  std::int64_t const* places;
  std::int64_t classes;  // rows of an image
  layout::IndexArray triples;
  std::int64_t count, stride, number_stride;  // of triples; from one to the next; from a number of one to the next

  static void run(Exec const& exec, PutTriples const& put) {
    launch_range("KokkosAxis::nms::put_triples", exec, put.kept.rows * put.kept.each, put);
    launch_range("KokkosAxis::nms::pad_triples", exec, put.count, Pad{put});
  }
  KOKKOS_FUNCTION void operator()(std::int64_t item) const {
    std::int64_t const row = item / kept.each, k = item - row * kept.each;
    if (k >= kept.number[row]) return;
    std::int64_t const at = (places[row] + k) * stride, image = row / classes;
    triples.put(at, static_cast<std::uint32_t>(image));
    triples.put(at + number_stride, static_cast<std::uint32_t>(row - image * classes));
    triples.put(at + 2 * number_stride, kept.keep[item]);
  }

  struct Pad {
    PutTriples put;

    KOKKOS_FUNCTION void operator()(std::int64_t i) const {
      std::int64_t const last = put.kept.rows - 1;
      if (last >= 0 && i < put.places[last] + put.kept.number[last]) return;
      for (int number = 0; number < 3; ++number) put.triples.put_none(i * put.stride + number * put.number_stride);
    }
  };
};

}  // namespace KokkosAxis::Impl::algorithm
