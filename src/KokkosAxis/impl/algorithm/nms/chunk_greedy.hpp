// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosAxis/impl/algorithm/launch_native.hpp>
#include <KokkosAxis/impl/algorithm/nms/chunk_settle.hpp>
#include <KokkosAxis/impl/algorithm/nms/order.hpp>
#include <KokkosAxis/impl/layout/greedy_data.hpp>
#include <KokkosAxis/impl/primitive/simt/scan.hpp>
#include <KokkosAxis/impl/primitive/simt/unrolled.hpp>
#include <KokkosAxis/impl/tuning/greedy.hpp>

#include <Kokkos_Core.hpp>

#include <cstddef>
#include <cstdint>

namespace KokkosAxis::Impl::algorithm {

/// Holds all of a chunk against each other, chunks side by side: each candidate gets a column of bits that says which
/// earlier ones of its chunk suppress it. A block makes a word of it for all candidates of a chunk. The last one of the
/// first chunk settles that.
template <class Simt, class Geometry, int Chunk>
struct ChunkColumns {
  using State                      = ChunkGreedyState<Simt, Geometry, Chunk>;
  using Item                       = typename State::Item;
  using Mask                       = typename State::Mask;
  static constexpr int max_threads = State::chunk;
  static constexpr int min_blocks  = 1;
  struct Shared {
    typename ChunkSettle<Simt, Geometry, Chunk>::Shared settle;
    Item of_word[State::lanes];
    Mask there;  // which of the word take part
  };
  static constexpr std::int64_t shared_bytes = sizeof(Shared);

  layout::GreedyData data;
  Geometry geometry;
  GreedyOrder order;
  State state;

  KOKKOS_FUNCTION void operator()(std::byte* memory) const {
    Shared& shared         = *reinterpret_cast<Shared*>(memory);
    std::int64_t const all = Simt::block() / State::words, slice = all / state.chunks, c = all - slice * state.chunks;
    compare(slice, c, static_cast<std::uint32_t>(Simt::block() - all * State::words), shared);
    if (c == 0)
      ChunkSettle<Simt, Geometry, Chunk>(data, order, state, 0).settle_last(slice, State::words, shared.settle);
  }

  KOKKOS_FORCEINLINE_FUNCTION void compare(std::int64_t slice, std::int64_t c, std::uint32_t word,
                                           Shared& shared) const {
    auto const thread        = static_cast<std::uint32_t>(Simt::thread());
    std::int64_t const row   = slice * data.length;
    auto const first         = static_cast<std::uint32_t>(c * State::chunk);
    std::uint32_t const from = first + word * State::lanes, p = first + thread;
    if (from >= data.length) return;
    if (thread < State::lanes) {
      bool const in_row = from + thread < data.length;
      if (in_row) shared.of_word[thread] = state.items[row + from + thread];
      Mask const there = Simt::ballot(in_row && state.gone[row + from + thread] == 0);
      if (thread == 0) shared.there = there;
    }
    Simt::sync_block();
    if (p >= data.length || p < from) return;
    Mask bits = 0;
    if (state.gone[row + p] == 0) {
      Item const mine           = state.items[row + p];
      std::uint32_t const begin = order.begin_of(row, p);
      std::uint32_t const start = begin > from ? begin - from : 0;
      std::uint32_t const stop  = p - from < State::lanes ? p - from : State::lanes;
      for (std::uint32_t i = start; i < stop; ++i)
        if ((shared.there >> i & 1) != 0 && geometry.suppresses(slice, shared.of_word[i], mine)) bits |= Mask{1} << i;
    }
    state.column(slice, c)[word * State::chunk + thread] = bits;
  }
};

/// Holds the candidates behind a chunk against what was kept of it: tiles of two candidates a thread, against a part of
/// those kept. The block that is the last to have done so for the next chunk then settles who is kept of that one,
/// while others go on; so a launch is all that a chunk takes, and no block waits for another. The first launch has
/// nothing to clear and settles the first chunk.
template <class Simt, class Geometry, int Chunk>
class ChunkClear {
  using State = ChunkGreedyState<Simt, Geometry, Chunk>;
  using Item  = typename State::Item;

  static constexpr std::uint32_t chunk = State::chunk, tile = 2 * chunk;

  /// Read as vectors.
  struct alignas(16) Kept {
    Item item;
  };
  struct Shared {
    typename ChunkSettle<Simt, Geometry, Chunk>::Shared settle;
    std::uint32_t sums[State::lanes];
    std::uint32_t candidates[tile];  // of the tile, those that are still there
    std::uint32_t at[chunk];         // places of those kept
  };
  static constexpr std::int64_t kept_from = (static_cast<std::int64_t>(sizeof(Shared)) + 15) / 16 * 16;

 public:
  static constexpr int max_threads = State::chunk;
  static constexpr int min_blocks  = 1;

  static std::int64_t shared_bytes(std::int64_t part) {
    return kept_from + part * static_cast<std::int64_t>(sizeof(Kept));
  }

  ChunkClear(layout::GreedyData const& data, Geometry const& geometry, GreedyOrder const& order, State const& state,
             std::int64_t next, std::uint32_t part)
      : m_data(data), m_geometry(geometry), m_order(order), m_state(state), m_next(next), m_part(part) {}

  /// Blocks of the launch.
  std::int64_t blocks() const { return m_data.count * (chunk / m_part) * ((m_state.chunks - m_next + 1) / 2); }

  KOKKOS_FUNCTION void operator()(std::byte* memory) const {
    Shared& shared             = *reinterpret_cast<Shared*>(memory);
    auto const parts           = std::int64_t{chunk / m_part};
    std::int64_t const of_tile = m_data.count * parts, t = Simt::block() / of_tile;
    std::int64_t const in_tile = Simt::block() - t * of_tile, slice = in_tile / parts;
    clear(slice, static_cast<std::uint32_t>(m_next * chunk + t * tile),
          static_cast<std::uint32_t>(in_tile - slice * parts) * m_part, shared,
          reinterpret_cast<Kept*>(memory + kept_from));
    if (t == 0)
      ChunkSettle<Simt, Geometry, Chunk>(m_data, m_order, m_state, m_next)
          .settle_last(slice, static_cast<std::uint32_t>(parts), shared.settle);
  }

 private:
  KOKKOS_FORCEINLINE_FUNCTION void clear(std::int64_t slice, std::uint32_t first, std::uint32_t from, Shared& shared,
                                         Kept* kept) const {
    std::int64_t const turn    = State::turn(slice, m_next - 1);
    std::uint32_t const number = m_state.sizes[turn];
    if (from >= number) return;
    auto const thread        = static_cast<std::uint32_t>(Simt::thread());
    std::uint32_t const here = number - from < m_part ? number - from : m_part;
    std::int64_t const row   = slice * m_data.length;
    auto const settled       = static_cast<std::uint32_t>(m_next * chunk);  // places before it are
    if (m_order.begin_of(row, first) >= settled) return;  // classes come in order, and none here began before
    if (thread < here) {
      kept[thread].item = m_state.list[turn * chunk + from + thread];
      shared.at[thread] = m_state.list_at[turn * chunk + from + thread];
    }
    auto const may_go  = [&](std::uint32_t p) { return is_open(row, p) && m_order.begin_of(row, p) < settled; };
    bool const open[2] = {may_go(first + thread), may_go(first + chunk + thread)};
    auto const sums    = primitive::block_exclusive_sum<Simt>((open[0] ? 1u : 0u) + (open[1] ? 1u : 0u), shared.sums);
    if (open[0]) shared.candidates[sums.before] = first + thread;
    if (open[1]) shared.candidates[sums.before + (open[0] ? 1u : 0u)] = first + chunk + thread;
    Simt::sync_block();
    if (sums.total == 0) return;
    if (sums.total > chunk)
      clear<2>(slice, row, sums.total, here, shared, kept);
    else
      clear<1>(slice, row, sums.total, here, shared, kept);
  }
  KOKKOS_FORCEINLINE_FUNCTION bool is_open(std::int64_t row, std::uint32_t p) const {
    return p < m_data.length && m_state.gone[row + p] == 0;
  }

  /// Each thread holds `Each` candidates against those kept, which it so reads once for all.
  template <int Each>
  KOKKOS_FORCEINLINE_FUNCTION void clear(std::int64_t slice, std::int64_t row, std::uint32_t candidates,
                                         std::uint32_t here, Shared const& shared, Kept const* kept) const {
    Item mine[Each];
    std::uint32_t p[Each], start[Each];  // the first of those kept that are of the candidate's class
    bool gone[Each], is_one[Each];
    primitive::unrolled<Each>([&](int e) {
      std::uint32_t const i = static_cast<std::uint32_t>(Simt::thread()) + static_cast<std::uint32_t>(e) * chunk;
      is_one[e]             = i < candidates;
      gone[e]               = !is_one[e];
      p[e]                  = shared.candidates[is_one[e] ? i : 0];
      mine[e]               = m_state.items[row + p[e]];
      start[e]              = first_of_class(m_order.begin_of(row, p[e]), here, shared.at);
    });
    if (gone[0]) return;
    auto const hold = [&](std::uint32_t k) {
      Item const winner = kept[k].item;
      primitive::unrolled<Each>(
          [&](int e) { gone[e] |= k >= start[e] && m_geometry.suppresses(slice, winner, mine[e]); });
    };
    constexpr std::uint32_t batch = 8;
    std::uint32_t k               = start[0] < start[Each - 1] ? start[0] : start[Each - 1];
    bool all                      = false;
    for (; k + batch <= here && !all; k += batch) {
      primitive::unrolled<batch>([&](int b) { hold(k + static_cast<std::uint32_t>(b)); });
      all = gone[0] && gone[Each - 1];
    }
    for (; k < here && !all; ++k) hold(k);
    primitive::unrolled<Each>([&](int e) {
      if (is_one[e] && gone[e]) m_state.gone[row + p[e]] = 1;
    });
  }
  /// The list is in order, so those of a class that goes on behind the chunk end it.
  KOKKOS_FORCEINLINE_FUNCTION static std::uint32_t first_of_class(std::uint32_t begin, std::uint32_t here,
                                                                  std::uint32_t const* at) {
    std::uint32_t start = 0;
    if (begin > 0)
      for (std::uint32_t step = chunk; step > 0; step /= 2)
        if (start + step <= here && at[start + step - 1] < begin) start += step;
    return start;
  }

  layout::GreedyData m_data;
  Geometry m_geometry;
  GreedyOrder m_order;
  State m_state;
  std::int64_t m_next;   // chunk that is settled
  std::uint32_t m_part;  // of a list, that a block looks at
};

/// Launches them: all of chunks side by side, and then chunk after chunk.
template <class Exec, class Geometry, int Chunk = tuning::block_chunk>
class ChunkGreedy {
  using Simt = primitive::simt_of_t<Exec>;

 public:
  using State = ChunkGreedyState<Simt, Geometry, Chunk>;

  static void run(Exec const& exec, layout::GreedyData const& data, Geometry const& geometry, GreedyOrder const& order,
                  tuning::ChunkGreedy const& sizes, State const& state) {
    using Columns = ChunkColumns<Simt, Geometry, Chunk>;
    using Clear   = ChunkClear<Simt, Geometry, Chunk>;
    launch_native(
        "KokkosAxis::nms::chunk_columns", exec,
        {.blocks = data.count * state.chunks * State::words, .threads = State::chunk, .shared = Columns::shared_bytes},
        Columns{data, geometry, order, state});
    for (std::int64_t next = 1; next < state.chunks; ++next) {
      Clear const clear(data, geometry, order, state, next, static_cast<std::uint32_t>(sizes.part));
      launch_native("KokkosAxis::nms::chunk_clear", exec,
                    {.blocks = clear.blocks(), .threads = State::chunk, .shared = Clear::shared_bytes(sizes.part)},
                    clear);
    }
  }
};

}  // namespace KokkosAxis::Impl::algorithm
