// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosAxis/impl/algorithm/nms/put_kept.hpp>
#include <KokkosAxis/impl/algorithm/sort/launch.hpp>
#include <KokkosAxis/impl/layout/greedy_data.hpp>
#include <KokkosAxis/impl/primitive/portable/team.hpp>
#include <KokkosAxis/impl/primitive/portable/team_bitonic.hpp>
#include <KokkosAxis/impl/tuning/greedy.hpp>

#include <Kokkos_BitManipulation.hpp>
#include <Kokkos_Core.hpp>

#include <bit>
#include <cstddef>
#include <cstdint>

namespace KokkosAxis::Impl::algorithm {

/// A slice that is sorted and gone through in the memory of the threads that work on it: a team's scratch, or a block's
/// shared memory. The candidates are taken 64 at a time: those of a word are held against each other, one thread
/// settles which are kept, and all behind the word are held against these.
template <class Member, class Geometry, class Code>
class FusedGreedy {
  using Item = typename Geometry::Item;
  using Word = std::uint64_t;

  static constexpr std::uint32_t word_size = tuning::greedy_word, parts = 8, part_size = word_size / parts;

 public:
  KOKKOS_FUNCTION FusedGreedy(Member const& team, layout::GreedyData const& data, Geometry const& geometry,
                              std::int64_t slice, std::byte* memory)
      : m_team(team), m_data(data), m_geometry(geometry), m_slice(slice), m_window(data.window(slice)) {
    auto const take = [&](std::int64_t bytes) {
      std::byte* const at = memory;
      memory += (bytes + 15) / 16 * 16;
      return at;
    };
    std::int64_t const n = data.length;
    m_columns            = reinterpret_cast<Word*>(take(word_size * 8));
    m_state              = reinterpret_cast<State*>(take(sizeof(State)));
    m_list               = reinterpret_cast<Kept*>(take(word_size * sizeof(Kept)));
    m_order              = reinterpret_cast<std::uint32_t*>(take(n * 4));
    m_gone               = reinterpret_cast<std::uint8_t*>(take(n));
    if (data.classes.given()) m_classes = reinterpret_cast<std::uint64_t*>(take(n * 8));
    m_codes = reinterpret_cast<Code*>(memory);
    m_items = reinterpret_cast<Item*>(memory);
  }

  KOKKOS_FUNCTION void run() const {
    if (m_team.team_rank() == 0) *m_state = {};
    m_team.team_barrier();
    std::uint32_t const n = collect();
    primitive::team_bitonic(m_team, m_order, n, [&](std::uint32_t a, std::uint32_t b) {
      return m_codes[a] != m_codes[b] ? m_codes[a] < m_codes[b] : a < b;
    });
    m_team.team_barrier();  // items take the place of codes
    primitive::team_for(m_team, n, [&](std::uint32_t p) {
      std::uint32_t const i = m_window.begin + m_order[p];
      m_items[p]            = m_geometry.load(m_slice, i);
      m_gone[p]             = 0;
      if (m_classes != nullptr) m_classes[p] = m_data.classes.get(m_slice, i);
    });
    m_team.team_barrier();
    for (std::uint32_t first = 0; first < n && m_state->total < m_data.most; first += word_size) {
      std::uint32_t const here = n - first < word_size ? n - first : word_size;
      compare_word(first, here);
      m_team.team_barrier();
      if (m_team.team_rank() == 0) settle();
      m_team.team_barrier();
      Word const kept           = m_state->kept;
      std::uint32_t const place = m_state->total, number = count(kept);
      primitive::team_for(m_team, here, [&](std::uint32_t j) {
        if ((kept >> j & 1) == 0) return;
        std::uint32_t const k = count(kept & ((Word{1} << j) - 1));
        m_list[k]             = {m_items[first + j], m_classes != nullptr ? m_classes[first + j] : 0};
        m_data.put_keep(m_slice, place + k, m_window.begin + m_order[first + j]);
      });
      m_team.team_barrier();
      if (m_team.team_rank() == 0) m_state->total = place + number;
      primitive::team_for(m_team, n - first - here, [&](std::uint32_t j) { clear(first + here + j, number); });
      m_team.team_barrier();
    }
    std::uint32_t const total = m_state->total;
    if (m_team.team_rank() == 0) m_data.put_kept(m_slice, total);
    primitive::team_for(m_team, m_data.places() - total, [&](std::uint32_t p) { m_data.put_none(m_slice, total + p); });
  }

 private:
  struct State {
    std::uint32_t candidates = 0;
    std::uint32_t total      = 0;  // kept so far
    Word kept                = 0;  // of the last word
  };

  struct Kept {
    Item item;
    std::uint64_t class_of;
  };

  /// Codes of the window by place in it, and a list, in whatever order, of the places that take part.
  KOKKOS_FUNCTION std::uint32_t collect() const {
    primitive::team_for(m_team, m_window.size(), [&](std::uint32_t i) {
      std::uint64_t const code = m_data.scores.code(m_slice, m_window.begin + i);
      if (!m_data.scores.takes(code)) return;
      m_codes[i]                                                  = static_cast<Code>(code);
      m_order[Kokkos::atomic_fetch_add(&m_state->candidates, 1u)] = i;
    });
    m_team.team_barrier();
    return m_state->candidates;
  }

  KOKKOS_FORCEINLINE_FUNCTION bool suppresses(std::uint32_t winner, std::uint32_t other) const {
    if (m_classes != nullptr && m_classes[winner] != m_classes[other]) return false;
    return m_geometry.suppresses(m_slice, m_items[winner], m_items[other]);
  }

  /// Column j has a bit for each earlier candidate of the word that suppresses the j-th, and its own if that is gone or
  /// not there. Threads make a byte each.
  KOKKOS_FUNCTION void compare_word(std::uint32_t first, std::uint32_t here) const {
    primitive::team_for(m_team, word_size * parts, [&](std::uint32_t item) {
      std::uint32_t const j = item % word_size, part = item / word_size, from = part * part_size;
      std::uint32_t const to = j < from + part_size ? j : from + part_size;
      bool const there       = j < here && m_gone[first + j] == 0;
      unsigned bits          = !there && j / part_size == part ? 1u << j % part_size : 0u;
      if (there)
        for (std::uint32_t i = from; i < to; ++i)
          if (suppresses(first + i, first + j)) bits |= 1u << (i - from);
      reinterpret_cast<unsigned char*>(m_columns + j)[byte_of(part)] = static_cast<unsigned char>(bits);
    });
  }
  /// Where a word's byte lies, the lowest being 0.
  KOKKOS_FORCEINLINE_FUNCTION static std::uint32_t byte_of(std::uint32_t part) {
    return std::endian::native == std::endian::little ? part : parts - 1 - part;
  }

  /// One thread, which has nothing to wait for but the bit that the last candidate gave it.
  KOKKOS_FUNCTION void settle() const {
    constexpr std::uint32_t batch = 8;
    Word kept                     = 0;
    for (std::uint32_t from = 0; from < word_size; from += batch) {
      Word column[batch];
      for (std::uint32_t j = 0; j < batch; ++j) column[j] = m_columns[from + j];
      for (std::uint32_t j = 0; j < batch; ++j) {
        Word const bit = Word{1} << (from + j);
        kept |= (column[j] & (kept | bit)) == 0 ? bit : 0;
      }
    }
    std::uint32_t const room = m_data.most - m_state->total;
    while (count(kept) > room) kept &= ~(Word{1} << (word_size - 1 - Kokkos::countl_zero(kept)));
    m_state->kept = kept;
  }
  KOKKOS_FORCEINLINE_FUNCTION static std::uint32_t count(Word bits) {
    return static_cast<std::uint32_t>(Kokkos::popcount(bits));
  }

  /// Holds a candidate against those kept of the word.
  KOKKOS_FORCEINLINE_FUNCTION void clear(std::uint32_t j, std::uint32_t kept) const {
    if (m_gone[j] != 0) return;
    Item const mine              = m_items[j];
    std::uint64_t const class_of = m_classes != nullptr ? m_classes[j] : 0;
    for (std::uint32_t k = 0; k < kept; ++k)
      if (m_list[k].class_of == class_of && m_geometry.suppresses(m_slice, m_list[k].item, mine)) {
        m_gone[j] = 1;
        return;
      }
  }

  Member const& m_team;
  layout::GreedyData const& m_data;
  Geometry const& m_geometry;
  std::int64_t m_slice;
  layout::Window m_window;
  Word* m_columns;
  State* m_state;
  Kept* m_list;            // those kept of the word
  std::uint32_t* m_order;  // places in the window
  std::uint8_t* m_gone;
  std::uint64_t* m_classes = nullptr;
  Code* m_codes;  // until candidates are sorted
  Item* m_items;  // from then on
};

/// One slice a team.
template <class Exec, class Geometry, class Code>
class TeamGreedy {
  using Member = typename Kokkos::TeamPolicy<Exec>::member_type;

 public:
  static void run(Exec const& exec, layout::GreedyData const& data, Geometry const& geometry,
                  tuning::FusedGreedy const& sizes, std::uint32_t const* schedule) {
    launch_teams("KokkosAxis::nms::team_greedy", exec, data.count, {.team_size = sizes.threads, .scratch = sizes.bytes},
                 TeamGreedy{data, geometry, schedule, sizes.bytes});
  }

  KOKKOS_FUNCTION void operator()(Member const& team) const {
    struct alignas(16) Unit {
      std::byte bytes[16];
    };
    auto* const memory       = primitive::team_array<Unit>(team, (m_bytes - tuning::scratch_slack) / 16);
    std::int64_t const slice = m_schedule != nullptr ? m_schedule[team.league_rank()] : team.league_rank();
    FusedGreedy<Member, Geometry, Code>(team, m_data, m_geometry, slice, memory->bytes).run();
  }

  layout::GreedyData m_data;
  Geometry m_geometry;
  std::uint32_t const* m_schedule;  // which slice each team works on; null: its own number
  std::int64_t m_bytes;
};

}  // namespace KokkosAxis::Impl::algorithm
