// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosAxis/impl/algorithm/topk/select_block.hpp>
#include <KokkosAxis/impl/algorithm/topk/select_state.hpp>

#include <Kokkos_Core.hpp>

#include <cstddef>
#include <cstdint>

namespace KokkosAxis::Impl::algorithm {

/// The piece of a window that falls to one of several blocks.
KOKKOS_FORCEINLINE_FUNCTION layout::Window part_of(layout::Window const& window, std::int64_t part,
                                                   std::int64_t parts) {
  constexpr std::int64_t unit = 64;
  std::int64_t const size = window.size(), each = ((size + parts - 1) / parts + unit - 1) / unit * unit;
  std::int64_t const from = part * each < size ? part * each : size;
  std::int64_t const to   = from + each < size ? from + each : size;
  return {window.begin + static_cast<std::uint32_t>(from), window.begin + static_cast<std::uint32_t>(to)};
}

/// Puts the block's words behind those of other blocks, and counts them. Those beyond `room` are counted only. Barriers
/// inside.
template <class Simt, class Word>
KOKKOS_FORCEINLINE_FUNCTION void append(std::uint32_t* flags, Word const* words, std::uint32_t here, std::uint32_t room,
                                        Word* to, std::uint32_t* count) {
  if (Simt::thread() == 0) flags[1] = here > 0 ? Simt::add(count, here) : 0;
  Simt::sync_block();
  std::uint32_t const before = flags[1], kept = here < room ? here : room;
  for (std::uint32_t i = Simt::thread(); i < kept && before < room - i; i += Simt::threads()) to[before + i] = words[i];
}

/// Is this block the last of so many to come here? Then it sees all that the others wrote before. Barriers inside.
template <class Simt>
KOKKOS_FORCEINLINE_FUNCTION bool is_last(std::uint32_t* flags, std::uint32_t* arrived, std::uint32_t blocks) {
  Simt::fence();
  Simt::sync_block();
  if (Simt::thread() == 0) flags[1] = Simt::add(arrived, 1) + 1 == blocks;
  Simt::sync_block();
  Simt::fence();
  return flags[1] != 0;
}

/// Leaves a slice to the search, which begins at `from`. Barriers inside.
template <class Simt, class State, class Point>
KOKKOS_FORCEINLINE_FUNCTION void mislead(State const& state, std::int64_t slice, std::uint32_t* flags,
                                         Point const& from) {
  Simt::sync_block();
  if (Simt::thread() == 0) {
    flags[1]             = Simt::add(state.misled, 1);
    state.list[flags[1]] = static_cast<std::uint32_t>(slice);
  }
  Simt::sync_block();
  auto& search = state.searches[flags[1]];
  for (int c = Simt::thread(); c < tuning::search_digits; c += Simt::threads()) search.counts[c] = 0;
  if (Simt::thread() == 0) search.start(from);
}

/// Slices that a sample misled about, each by some of the blocks: rounds count a digit of the words that may be the
/// last wanted one, from the highest down, until what lies below is few enough to be ordered. A slice's parts are
/// claimed one by one, so that the blocks that run finish the work whether or not others have begun; the last one
/// through with a round opens the next. At most (key bits + position bits) / 11 + 2 rounds, whatever the data. (Alabi,
/// Blanchard, Gordon, Steinbach, "Fast k-selection algorithms for graphics processing units", 2012.)
template <class Simt, class Codec, class Words, int Items>
class SelectSearchKernel {
  using Block  = SelectBlock<Simt, Codec, Words, Items>;
  using State  = SelectState<Codec, Words>;
  using Search = SelectSearch<NativeCodec<Codec>>;

 public:
  static constexpr int max_threads = tuning::block_threads(Items);
  static constexpr int min_blocks  = 1;

  SelectSearchKernel(NativeSelect<Codec> const& select, State const& state, std::int64_t parts)
      : m_select(select), m_state(state), m_parts(static_cast<std::uint32_t>(parts)) {}

  KOKKOS_FUNCTION void operator()(std::byte* shared) const {
    // the blocks are dealt out to the slices: a block that waits for a round waits for those at the same slice alone
    std::int64_t const misled = *m_state.misled, blocks = Simt::blocks();
    if (misled == 0) return;
    for (std::int64_t number = Simt::block() % misled; number < misled; number += blocks) help(shared, number);
  }

 private:
  static constexpr std::uint32_t none = 0xFFFFFFFF;

  /// Works at a slice until it is done.
  KOKKOS_FUNCTION void help(std::byte* shared, std::int64_t number) const {
    Search& search = m_state.searches[number];
    Block const block(m_select, shared, m_state.list[number]);
    std::uint32_t* const flags = block.flags();
    while (true) {
      Simt::sync_block();
      if (Simt::thread() == 0) flags[1] = claim(search);
      Simt::sync_block();
      std::uint32_t const claimed = flags[1];
      if (claimed == none) return;
      Simt::fence();
      std::uint32_t const round = claimed / m_parts;
      auto const [begin, end]   = part_of(block.window(), claimed - round * m_parts, m_parts);
      bool const collects       = search.at.collecting != 0;
      bool const has_room       = number < m_state.slots;
      if (collects) {
        append<Simt>(flags, block.pool(), block.collect(search.at, begin, end), block.capacity(),
                     m_state.candidates_of(number), &search.candidates);
      } else {
        block.count(search.at, begin, end);
        for (int c = Simt::thread(); c < tuning::search_digits; c += Simt::threads())
          if (block.counts()[c] != 0) Simt::add(&search.counts[c], block.counts()[c]);
      }
      if (!is_last<Simt>(flags, &search.arrived, (round + 1) * m_parts)) continue;
      if (!collects) block.narrow(search.counts, search.at);
      if (collects) {
        block.write(Simt::observe(&search.candidates), m_state.candidates_of(number));
      } else if (search.at.collecting != 0 && !has_room) {
        auto const window = block.window();
        block.write(block.collect(search.at, window.begin, window.end), block.pool());
      } else {
        Simt::fence();
        Simt::sync_block();
        if (Simt::thread() == 0) Simt::publish(&search.open, round + 1);
        continue;
      }
      if (Simt::thread() == 0) Simt::publish(&search.over, 1);
      return;
    }
  }

  /// A part of an open round, or none if the search is over.
  KOKKOS_FORCEINLINE_FUNCTION std::uint32_t claim(Search& search) const {
    if (Simt::observe(&search.over) != 0) return none;
    std::uint32_t const claimed = Simt::add(&search.claimed, 1);
    while (Simt::observe(&search.open) < claimed / m_parts)
      if (Simt::observe(&search.over) != 0) return none;
    return claimed;
  }

  NativeSelect<Codec> m_select;
  State m_state;
  std::uint32_t m_parts;
};

}  // namespace KokkosAxis::Impl::algorithm
