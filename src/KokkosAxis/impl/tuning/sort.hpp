// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosAxis/impl/tuning/device.hpp>

#include <algorithm>
#include <cstdint>
#include <string>

namespace KokkosAxis::Impl::tuning {

// Sizes of the sorting kernels. The layouts of their team scratch are stated here once, so that "does it fit" and "how
// much to ask for" cannot disagree.

/// Room that team scratch loses to alignment of its pieces.
inline constexpr std::int64_t scratch_slack = 64;

struct SortTuning {
  int team_size                                                = 1;
  std::int64_t slices                                          = 1;  // slices a team
  std::int64_t tile                                            = 0;  // elements a team
  std::int64_t scratch                                         = 0;  // bytes of team scratch
  friend bool operator==(SortTuning const&, SortTuning const&) = default;
};

inline std::string to_string(SortTuning const& t) {
  return "team " + std::to_string(t.team_size) + ", slices a team " + std::to_string(t.slices) + ", tile " +
         std::to_string(t.tile) + ", team scratch " + std::to_string(t.scratch) + " bytes";
}

// --- count_rank: word (code and position), stored bits, place -------------------------------------------------------
constexpr std::int64_t count_rank_bytes_each(int key_bytes) { return (key_bytes <= 2 ? 4 : 8) + key_bytes + 2; }

constexpr std::int64_t count_rank_max_length(int key_bytes, Device const& d) {
  return (d.scratch - scratch_slack) / count_rank_bytes_each(key_bytes);
}

inline SortTuning count_rank(int key_bytes, std::int64_t length, Device const& d) {
  constexpr std::int64_t elements_wanted = 512;  // two a thread hide the latency of a short slice
  std::int64_t const slices              = std::max<std::int64_t>(1, elements_wanted / length);
  std::int64_t const tile                = slices * length;
  return {.team_size = d.max_team,
          .slices    = slices,
          .tile      = tile,
          .scratch   = tile * count_rank_bytes_each(key_bytes) + scratch_slack};
}

// --- team_radix and tile_radix: stored bits, two lists of places, a table of counters -------------------------------
inline constexpr int rank_bits = 4;  // a pass in scratch: 16 counters a thread, which 40 KB of scratch leave room for
inline constexpr int rank_bins = 1 << rank_bits;
inline constexpr int rank_stride =
    rank_bins + 2;                    // 16-bit counters of one thread's share, padded against bank conflicts
inline constexpr int digit_bits = 8;  // a pass over memory: two passes in scratch
inline constexpr int digit_bins = 1 << digit_bits;

constexpr std::int64_t rank_table_bytes(int team_size) { return std::int64_t{2} * rank_stride * team_size; }
constexpr std::int64_t radix_bytes_each(int key_bytes) { return key_bytes + 2 * 2; }

constexpr std::int64_t team_radix_max_length(int key_bytes, Device const& d) {
  std::int64_t const room = d.scratch - scratch_slack - rank_table_bytes(d.max_team);
  return std::min<std::int64_t>(room / radix_bytes_each(key_bytes), 65535);  // counters and places are 16 bit
}

/// Interleaved slices are taken as many at a time as share a 32-byte sector of memory, if scratch has the room.
inline SortTuning team_radix(int key_bytes, std::int64_t length, bool interleaved, Device const& d) {
  std::int64_t const fixed = rank_table_bytes(d.max_team) + 2 * length + scratch_slack;
  std::int64_t const each  = length * (key_bytes + 2);
  std::int64_t const slices =
      interleaved ? std::clamp<std::int64_t>((d.scratch - fixed) / each, 1, 32 / key_bytes) : std::int64_t{1};
  return {.team_size = d.max_team, .slices = slices, .tile = slices * length, .scratch = fixed + slices * each};
}

inline SortTuning tile_radix(int key_bytes, std::int64_t length, Device const& d) {
  constexpr std::int64_t bases = digit_bins * 4;
  std::int64_t const room      = d.scratch - scratch_slack - rank_table_bytes(d.max_team) - bases;
  std::int64_t const tile      = std::min<std::int64_t>({room / radix_bytes_each(key_bytes), 65535, length});
  return {.team_size = d.max_team,
          .tile      = tile,
          .scratch   = tile * radix_bytes_each(key_bytes) + rank_table_bytes(d.max_team) + bases + scratch_slack};
}

// --- merge_sort: positions ------------------------------------------------------------------------------------------
/// `slices` holds the items of a merge work item: few on a device, where threads are many.
inline SortTuning merge_sort(std::int64_t length, std::int64_t count, Device const& d) {
  if (d.host) {
    std::int64_t const parts = count >= d.threads ? 1 : d.threads;
    std::int64_t const tile  = std::max<std::int64_t>((length + parts - 1) / parts, 1);
    return {.team_size = 1, .slices = tile, .tile = tile, .scratch = 0};
  }
  constexpr std::int64_t tile = 1024, part = 16;
  return {.team_size = d.max_team, .slices = part, .tile = tile, .scratch = tile * 4 + scratch_slack};
}

}  // namespace KokkosAxis::Impl::tuning
