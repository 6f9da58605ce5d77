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

// --- count_rank: a word (code and position), stored bits, place -----------------------------------------------------
inline constexpr std::int64_t words_a_vector = 4;  // slices start at multiples, so that words load as vectors

constexpr std::int64_t count_rank_pitch(std::int64_t length) {
  return (length + words_a_vector - 1) / words_a_vector * words_a_vector;
}
constexpr std::int64_t count_rank_bytes_each(int key_bytes) { return (key_bytes <= 2 ? 4 : 8) + key_bytes + 2; }

constexpr std::int64_t count_rank_max_length(int key_bytes, Device const& d) {
  return (d.scratch - scratch_slack) / count_rank_bytes_each(key_bytes) / words_a_vector * words_a_vector;
}

/// Up to four elements a thread, which hides the latency of short slices, but no more than leaves work for every team.
inline SortTuning count_rank(int key_bytes, std::int64_t length, std::int64_t count, Device const& d) {
  constexpr std::int64_t team = 256;
  std::int64_t const pitch    = count_rank_pitch(length);
  std::int64_t const a_thread = std::clamp<std::int64_t>(pitch * count / d.threads, 1, 4);
  std::int64_t const room     = (d.scratch - scratch_slack) / count_rank_bytes_each(key_bytes);
  std::int64_t const slices   = std::max<std::int64_t>(1, std::min(a_thread * team, room) / pitch);
  return {.team_size = d.max_team,
          .slices    = slices,
          .tile      = slices * length,
          .scratch   = slices * pitch * count_rank_bytes_each(key_bytes) + scratch_slack};
}

// --- team_radix and tile_radix: words of 32 bits twice, and the counters of team_rank --------------------------------
inline constexpr std::int64_t radix_bytes_each    = 2 * 4;
inline constexpr std::int64_t rank_bytes_a_thread = 16 * 2;  // a 16-bit counter for each digit of 4 bits
inline constexpr std::int64_t longest_in_scratch  = 65535;   // counters and places are 16 bit
inline constexpr int radix_team                   = 192;     // more threads cost more in scans than they hide

inline constexpr int tile_team  = 128;
inline constexpr int count_team = 256;

constexpr int radix_team_size(std::int64_t length, Device const& d) {
  int const wanted = length <= 256 ? 32 : length <= 1024 ? 64 : length <= 2048 ? 96 : radix_team;
  return std::min(wanted, d.max_team);
}

constexpr std::int64_t team_radix_max_length(Device const& d) {
  std::int64_t const room = d.scratch - scratch_slack - rank_bytes_a_thread * std::min(radix_team, d.max_team);
  return std::min(room / radix_bytes_each, longest_in_scratch);
}

inline SortTuning team_radix(std::int64_t length, Device const& d) {
  int const team = radix_team_size(length, d);
  return {.team_size = team,
          .slices    = 1,
          .tile      = length,
          .scratch   = length * radix_bytes_each + rank_bytes_a_thread * team + scratch_slack};
}

inline constexpr int digit_bits = 8;  // of a pass over memory: two passes in scratch
inline constexpr int digit_bins = 1 << digit_bits;

inline SortTuning tile_radix(std::int64_t length, Device const& d) {
  constexpr std::int64_t longest_tile = 2048;  // leaves scratch for more teams at once than longer runs of output win
  int const team                      = std::min(tile_team, d.max_team);
  std::int64_t const fixed            = rank_bytes_a_thread * team + digit_bins * 4 + scratch_slack;
  std::int64_t const tile             = std::min({(d.scratch - fixed) / radix_bytes_each, longest_tile, length});
  return {.team_size = team, .slices = 1, .tile = tile, .scratch = fixed + tile * radix_bytes_each};
}

/// Tiles of a slice.
constexpr std::int64_t tiles_of(std::int64_t length, SortTuning const& t) { return (length + t.tile - 1) / t.tile; }

/// The counting kernel of a tile_radix pass: scratch for the counters alone, so that more teams run at once.
inline SortTuning tile_count(SortTuning tile, Device const& d) {
  tile.team_size = std::min(count_team, d.max_team);
  tile.scratch   = digit_bins * 4 + scratch_slack;
  return tile;
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
