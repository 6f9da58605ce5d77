// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosAxis/impl/algorithm/nms/order.hpp>
#include <KokkosAxis/impl/algorithm/nms/put_kept.hpp>
#include <KokkosAxis/impl/algorithm/sort/launch.hpp>
#include <KokkosAxis/impl/layout/arena.hpp>
#include <KokkosAxis/impl/layout/greedy_data.hpp>
#include <KokkosAxis/impl/primitive/portable/team.hpp>
#include <KokkosAxis/impl/tuning/greedy.hpp>

#include <Kokkos_Core.hpp>

#include <cstdint>

namespace KokkosAxis::Impl::algorithm {

/// Sorted candidates in chunks. First all of a chunk are held against each other, chunk by chunk side by side: a column
/// of bits for each candidate says who suppresses it. Then, chunk after chunk, a team settles who is kept, word by
/// word, and all behind the chunk are held against these. A list of those kept takes the place of a mask over all
/// pairs, so memory grows with the number of candidates and not with its square.
template <class Exec, class Geometry>
class TileGreedy {
  using Item   = typename Geometry::Item;
  using Word   = std::uint64_t;
  using Member = typename Kokkos::TeamPolicy<Exec>::member_type;

  static constexpr std::uint32_t chunk = tuning::tile_chunk, word_size = tuning::greedy_word;
  static constexpr std::uint32_t words       = chunk / word_size;
  static constexpr std::int64_t settle_bytes = word_size * (8 + 1) + 16;

 public:
  struct Scratch {
    Item* items          = nullptr;  // [slice][length]
    std::uint8_t* gone   = nullptr;  // likewise
    std::uint8_t* kept   = nullptr;  // likewise, by place of score
    Word* columns        = nullptr;  // [slice][chunk][word][candidate]
    std::uint32_t* list  = nullptr;  // [slice][chunk]: those kept of the last chunk
    std::uint32_t* sizes = nullptr;  // [slice]: how many these are, and how many were kept in all
  };
  static Scratch carve(layout::Arena& arena, layout::GreedyData const& data) {
    std::int64_t const n = data.count * data.length;
    return {.items   = arena.take<Item>(n),
            .gone    = arena.take<std::uint8_t>(n),
            .kept    = arena.take<std::uint8_t>(n),
            .columns = arena.take<Word>(data.count * chunks(data) * words * chunk),
            .list    = arena.take<std::uint32_t>(data.count * chunk),
            .sizes   = arena.take<std::uint32_t>(data.count * 2)};
  }

  static void run(Exec const& exec, layout::GreedyData const& data, Geometry const& geometry, GreedyOrder const& order,
                  Scratch const& scratch) {
    LoadItems<Exec, Geometry>::run(exec, data, geometry, order, scratch.items, scratch.gone, scratch.kept);
    TileGreedy const all{data, geometry, order, scratch, 0};
    launch_range("KokkosAxis::nms::tile_columns", exec, data.count * chunks(data) * words * chunk, Columns{all});
    for (std::int64_t c = 0; c < chunks(data); ++c) {
      auto const first = static_cast<std::uint32_t>(c * chunk);
      TileGreedy const here{data, geometry, order, scratch, first};
      launch_teams("KokkosAxis::nms::tile_settle", exec, data.count,
                   {.team_size = tuning::device_of(exec).max_team, .scratch = settle_bytes + tuning::scratch_slack},
                   Settle{here});
      if (data.length > first + chunk)
        launch_range("KokkosAxis::nms::tile_clear", exec, data.count * (data.length - first - chunk), Clear{here});
    }
    PutKept<Exec>::run(exec, data, order, scratch.kept);
  }

  layout::GreedyData m_data;
  Geometry m_geometry;
  GreedyOrder m_order;
  Scratch m_scratch;
  std::uint32_t m_first;  // of the chunk

  // The kernels; device compilers want them public.
  struct Columns {
    TileGreedy at;

    KOKKOS_FUNCTION void operator()(std::int64_t item) const {
      auto const j                 = static_cast<std::uint32_t>(item % chunk);
      auto const word              = static_cast<std::uint32_t>(item / chunk % words);
      std::int64_t const chunk_all = item / chunk / words;
      std::int64_t const number = (std::int64_t{at.m_data.length} + chunk - 1) / chunk, slice = chunk_all / number;
      auto const c          = static_cast<std::uint32_t>(chunk_all - slice * number);
      std::uint32_t const p = c * chunk + j, from = c * chunk + word * word_size;
      if (p >= at.m_data.length || p <= from) return;  // not read
      std::int64_t const row = slice * at.m_data.length;
      Word bits              = 0;
      if (at.m_scratch.gone[row + p] == 0) {
        Item const mine            = at.m_scratch.items[row + p];
        std::uint32_t const begin  = at.m_order.begin_of(row, p);
        std::uint32_t const first  = begin > from ? begin : from;
        std::uint32_t const behind = from + word_size < p ? from + word_size : p;
        for (std::uint32_t i = first; i < behind; ++i)
          if (at.m_scratch.gone[row + i] == 0 && at.m_geometry.suppresses(slice, at.m_scratch.items[row + i], mine))
            bits |= Word{1} << (i - from);
      }
      at.column(slice, c, word)[j] = bits;
    }
  };

  struct Settle {
    TileGreedy at;

    KOKKOS_FUNCTION void operator()(Member const& team) const {
      layout::GreedyData const& data = at.m_data;
      std::int64_t const slice = team.league_rank(), row = slice * data.length;
      std::uint32_t const first  = at.m_first;
      std::uint32_t const here   = data.length - first < chunk ? data.length - first : chunk;
      Word* const columns        = primitive::team_array<Word>(team, word_size);
      Word& kept                 = *primitive::team_array<Word>(team, 1);
      auto* const open           = primitive::team_array<std::uint8_t>(team, word_size);
      std::uint32_t* const sizes = at.m_scratch.sizes + 2 * slice;
      std::uint32_t total = first == 0 ? 0 : sizes[1], number = 0;  // of the first thread
      bool const full = at.m_order.begin == nullptr && total >= data.most;
      for (std::uint32_t word = 0; word * word_size < here && !full; ++word) {
        Word const* const of_word = at.column(slice, first / chunk, word);
        std::uint32_t const from  = word * word_size;
        std::uint32_t const in    = here - from < word_size ? here - from : word_size;
        primitive::team_for(team, in, [&](std::uint32_t j) {
          columns[j] = j == 0 ? 0 : of_word[from + j];
          open[j]    = at.m_scratch.gone[row + first + from + j] == 0;
        });
        team.team_barrier();
        if (team.team_rank() == 0) {
          Word keep = 0;
          for (std::uint32_t j = 0; j < in; ++j)
            if (open[j] != 0 && (columns[j] & keep) == 0) {
              keep |= Word{1} << j;
              at.m_scratch.kept[row + at.m_order.rank_of(row, first + from + j)] = 1;
              at.m_scratch.list[slice * chunk + number++]                        = first + from + j;
            }
          kept = keep;
        }
        team.team_barrier();
        primitive::team_for(team, here - from - in, [&](std::uint32_t k) {
          std::uint32_t const j = from + in + k;
          if ((of_word[j] & kept) != 0) at.m_scratch.gone[row + first + j] = 1;
        });
        team.team_barrier();
      }
      if (team.team_rank() == 0) sizes[0] = number, sizes[1] = total + number;
    }
  };

  struct Clear {
    TileGreedy at;

    KOKKOS_FUNCTION void operator()(std::int64_t item) const {
      std::uint32_t const behind = at.m_first + chunk, n = at.m_data.length - behind;
      std::int64_t const slice = item / n, row = slice * at.m_data.length;
      auto const p = static_cast<std::uint32_t>(behind + (item - slice * n));
      if (at.m_scratch.gone[row + p] != 0) return;
      std::uint32_t const kept = at.m_scratch.sizes[2 * slice], begin = at.m_order.begin_of(row, p);
      if (begin >= behind || kept == 0) return;
      std::uint32_t const* const list = at.m_scratch.list + slice * chunk;
      Item const mine                 = at.m_scratch.items[row + p];
      for (std::uint32_t k = 0; k < kept; ++k)
        if (list[k] >= begin && at.m_geometry.suppresses(slice, at.m_scratch.items[row + list[k]], mine)) {
          at.m_scratch.gone[row + p] = 1;
          return;
        }
    }
  };

 private:
  static std::int64_t chunks(layout::GreedyData const& data) { return (std::int64_t{data.length} + chunk - 1) / chunk; }

  KOKKOS_FORCEINLINE_FUNCTION Word* column(std::int64_t slice, std::uint32_t c, std::uint32_t word) const {
    std::int64_t const number = (std::int64_t{m_data.length} + chunk - 1) / chunk;
    return m_scratch.columns + ((slice * number + c) * words + word) * chunk;
  }
};

}  // namespace KokkosAxis::Impl::algorithm
