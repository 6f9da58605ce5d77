// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosAxis/impl/algorithm/nms/order.hpp>
#include <KokkosAxis/impl/layout/arena.hpp>
#include <KokkosAxis/impl/layout/greedy_data.hpp>
#include <KokkosAxis/impl/primitive/simt/match.hpp>
#include <KokkosAxis/impl/primitive/simt/scan.hpp>
#include <KokkosAxis/impl/primitive/simt/unrolled.hpp>

#include <Kokkos_Core.hpp>

#include <cstdint>

namespace KokkosAxis::Impl::algorithm {

/// What the kernels of a call share. A chunk is a block's threads, one a candidate, and a word of it a warp's lanes.
template <class Simt, class Geometry, int Chunk>
struct ChunkGreedyState {
  using Item = typename Geometry::Item;
  using Mask = typename Simt::Mask;

  static constexpr std::uint32_t chunk = Chunk, lanes = Simt::lanes, words = chunk / lanes;
  static_assert(words <= lanes, "a warp adds up what is kept of its words");

  Item* items        = nullptr;       // [slice][length]
  std::uint8_t* gone = nullptr;       // likewise
  std::uint8_t* kept = nullptr;       // likewise, by place of score
  Mask* columns      = nullptr;       // [slice][chunk][word][candidate]
  Item* list         = nullptr;       // [slice][2][chunk]: those kept of a chunk; chunks take turns, as the list of one
                                      // is still read while that of the next is made
  std::uint32_t* list_at  = nullptr;  // likewise, their places
  std::uint32_t* sizes    = nullptr;  // [slice][2]: how many these are
  std::uint32_t* counters = nullptr;  // [slice][2]: blocks that are done with the next chunk, and how many were kept in
                                      // all; 0 when columns are made
  std::int64_t chunks = 0;            // of a slice

  static ChunkGreedyState carve(layout::Arena& arena, layout::GreedyData const& data) {
    std::int64_t const n = data.count * data.length, chunks = (std::int64_t{data.length} + chunk - 1) / chunk;
    return {.items    = arena.take<Item>(n),
            .gone     = arena.take<std::uint8_t>(n),
            .kept     = arena.take<std::uint8_t>(n),
            .columns  = arena.take<Mask>(data.count * chunks * words * chunk),
            .list     = arena.take<Item>(data.count * 2 * chunk),
            .list_at  = arena.take<std::uint32_t>(data.count * 2 * chunk),
            .sizes    = arena.take<std::uint32_t>(data.count * 2),
            .counters = arena.take<std::uint32_t>(data.count * 2),
            .chunks   = chunks};
  }
  KOKKOS_FORCEINLINE_FUNCTION Mask* column(std::int64_t slice, std::int64_t c) const {
    return columns + (slice * chunks + c) * words * chunk;
  }
  /// Where the list of chunk c is.
  KOKKOS_FORCEINLINE_FUNCTION static std::int64_t turn(std::int64_t slice, std::int64_t c) { return 2 * slice + c % 2; }
};

/// Settles who is kept of a chunk: one block, one candidate a thread.
template <class Simt, class Geometry, int Chunk>
class ChunkSettle {
  using State = ChunkGreedyState<Simt, Geometry, Chunk>;
  using Mask  = typename State::Mask;

  static constexpr std::uint32_t chunk = State::chunk, lanes = State::lanes, words = State::words;

 public:
  struct Shared {
    Mask kept[words], open[words];
    std::uint32_t is_last;
  };

  KOKKOS_FORCEINLINE_FUNCTION ChunkSettle(layout::GreedyData const& data, GreedyOrder const& order, State const& state,
                                          std::int64_t next)
      : m_data(data), m_order(order), m_state(state), m_next(next) {}

  /// Of `blocks` that work towards a chunk, the last one settles it. All threads of all of them call.
  KOKKOS_FORCEINLINE_FUNCTION void settle_last(std::int64_t slice, std::uint32_t blocks, Shared& shared) const {
    Simt::fence();
    Simt::sync_block();
    if (Simt::thread() == 0) shared.is_last = Simt::add(m_state.counters + 2 * slice, 1) + 1 == blocks;
    Simt::sync_block();
    if (shared.is_last == 0) return;
    Simt::fence();
    if (Simt::thread() == 0) m_state.counters[2 * slice] = 0;
    settle(slice, shared);
  }

 private:
  /// Who is kept of a chunk. Two rounds decide about most of all at once: one that nobody open or kept suppresses is
  /// kept, and one that somebody kept suppresses goes. What is still open then is decided word after word, each by its
  /// warp.
  KOKKOS_FORCEINLINE_FUNCTION void settle(std::int64_t slice, Shared& shared) const {
    auto const thread = static_cast<std::uint32_t>(Simt::thread()), lane = static_cast<std::uint32_t>(Simt::lane());
    std::uint32_t const warp = thread / lanes, first = static_cast<std::uint32_t>(m_next * chunk), p = first + thread;
    std::uint32_t const here = m_data.length - first < chunk ? m_data.length - first : chunk;
    std::int64_t const row = slice * m_data.length, turn = State::turn(slice, m_next);
    std::uint32_t const before = m_state.counters[2 * slice + 1];
    bool const full            = m_order.begin == nullptr && before >= m_data.most;
    bool open                  = !full && thread < here && m_state.gone[row + p] == 0;
    put_word(shared, open, false);
    Simt::sync_block();
    if (Simt::ballot(lane < words && shared.open[lane % words] != 0) == 0) {
      if (thread == 0) m_state.sizes[turn] = 0;
      return;
    }

    Mask column[words];
    Mask const* const columns = m_state.column(slice, m_next) + thread;
    primitive::unrolled<words>([&](int w) {
      auto const word = static_cast<std::uint32_t>(w);
      column[w]       = open && word <= warp ? columns[word * chunk] : Mask{0};
    });
    auto const any = [&](Mask const(&of)[words]) {
      Mask bits = 0;
      primitive::unrolled<words>([&](int w) { bits |= column[w] & of[w]; });
      return bits != 0;
    };
    bool kept = false;
    for (int round = 0; round < 2; ++round) {
      bool const goes = any(shared.kept);
      kept |= open && !goes && !any(shared.open);
      open = open && !goes && !kept;
      Simt::sync_block();
      put_word(shared, open, kept);
      Simt::sync_block();
    }
    Mask own = 0;
    primitive::unrolled<words>([&](int w) { own |= static_cast<std::uint32_t>(w) == warp ? column[w] : Mask{0}; });
    for (std::uint32_t word = 0; word < words; ++word) {
      if (shared.open[word] == 0) continue;
      if (warp == word) {
        Mask const more = settle_word(open && !any(shared.kept), own, lane);
        if (lane == 0) shared.kept[word] |= more;
      }
      Simt::sync_block();
    }
    put_list(row, turn, p, shared);
    if (thread == 0) m_state.counters[2 * slice + 1] = before + m_state.sizes[turn];
  }
  KOKKOS_FORCEINLINE_FUNCTION static void put_word(Shared& shared, bool open, bool kept) {
    Mask const of_open = Simt::ballot(open), of_kept = Simt::ballot(kept);
    if (Simt::lane() != 0) return;
    shared.open[Simt::thread() / Simt::lanes] = of_open;
    shared.kept[Simt::thread() / Simt::lanes] = of_kept;
  }
  /// Of the lanes open, those that are kept.
  KOKKOS_FORCEINLINE_FUNCTION static Mask settle_word(bool open, Mask column, std::uint32_t lane) {
    Mask undecided = Simt::ballot(open), kept = 0;
    while (undecided != 0) {
      bool const mine = (undecided >> lane & 1) != 0;
      kept |= Simt::ballot(mine && (column & (undecided | kept)) == 0);
      Mask const gone = Simt::ballot(mine && (column & kept) != 0);
      undecided &= static_cast<Mask>(~(kept | gone));
    }
    return kept;
  }
  KOKKOS_FORCEINLINE_FUNCTION void put_list(std::int64_t row, std::int64_t turn, std::uint32_t p,
                                            Shared const& shared) const {
    auto const lane           = static_cast<std::uint32_t>(Simt::lane());
    std::uint32_t const warp  = static_cast<std::uint32_t>(Simt::thread()) / lanes;
    std::uint32_t const mine  = lane < words ? static_cast<std::uint32_t>(Simt::count(shared.kept[lane % words])) : 0u;
    std::uint32_t const up_to = primitive::warp_inclusive_sum<Simt>(mine);
    std::uint32_t const total = Simt::shuffle(up_to, static_cast<int>(words) - 1);
    std::uint32_t const below = Simt::shuffle(up_to - mine, static_cast<int>(warp));
    Mask const kept           = shared.kept[warp];
    if ((kept >> lane & 1) != 0) {
      std::int64_t const place =
          turn * chunk + below + static_cast<std::uint32_t>(Simt::count(kept & primitive::lanes_below<Simt>()));
      m_state.list[place]                         = m_state.items[row + p];
      m_state.list_at[place]                      = p;
      m_state.kept[row + m_order.rank_of(row, p)] = 1;
    }
    if (Simt::thread() == 0) m_state.sizes[turn] = total;
  }

  layout::GreedyData const& m_data;
  GreedyOrder const& m_order;
  State const& m_state;
  std::int64_t m_next;
};

}  // namespace KokkosAxis::Impl::algorithm
