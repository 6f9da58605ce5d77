// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosAxis/impl/algorithm/sort/launch.hpp>
#include <KokkosAxis/impl/layout/sort_data.hpp>
#include <KokkosAxis/impl/primitive/portable/divisor.hpp>
#include <KokkosAxis/impl/primitive/portable/team.hpp>

#include <Kokkos_Core.hpp>

#include <cstdint>
#include <type_traits>

namespace KokkosAxis::Impl::algorithm {

/// Short slices, several a team: the place of an element is the number of elements of its slice that are smaller, or
/// equal and earlier. Code and position are packed into one word, which makes words unique and the comparison one
/// instruction (codes of 8 bytes leave no room and compare the position apart). n comparisons an element, no padding,
/// no sentinel, any length; all lanes of a slice read the same word at a time, which scratch serves as a broadcast.
template <class Exec, class Codec>
class CountRank {
  using Bits                   = typename Codec::Bits;
  using Word                   = std::conditional_t<sizeof(Bits) <= 2, std::uint32_t, std::uint64_t>;
  using Member                 = typename Kokkos::TeamPolicy<Exec>::member_type;
  static constexpr bool packed = sizeof(Bits) < sizeof(Word);
  static constexpr int lanes   = 16 / sizeof(Word);
  static_assert(tuning::words_a_vector % lanes == 0);

  struct alignas(16) Vector {
    Word lane[lanes];
  };

 public:
  static void run(Exec const& exec, layout::SortData<Codec> const& data, tuning::SortTuning const& tuning) {
    std::int64_t const teams = (data.count() + tuning.slices - 1) / tuning.slices;
    launch_teams("KokkosAxis::sort::count_rank", exec, teams, tuning, CountRank(data, tuning));
  }

  KOKKOS_FUNCTION void operator()(Member const& team) const {
    std::int64_t const first = static_cast<std::int64_t>(team.league_rank()) * m_slices;
    std::int64_t const left  = m_data.source.keys_at.count - first;
    std::uint32_t const here = left < m_slices ? static_cast<std::uint32_t>(left) : m_slices;

    Vector* const words        = primitive::team_array<Vector>(team, m_slices * m_pitch / lanes);
    Bits* const bits           = primitive::team_array<Bits>(team, m_slices * m_pitch);
    std::uint16_t* const order = primitive::team_array<std::uint16_t>(team, m_slices * m_pitch);

    auto const& source = m_data.source;
    each(team, here, source.keys_at.interleaved(), [&](std::uint32_t s, std::uint32_t i) {
      Bits const key = layout::load<Bits>(source.keys, source.keys_at.offset(first + s) + i * source.keys_at.stride);
      bits[s * m_pitch + i] = key;
      put(words, s, i, word(m_data.codec.encode(key), i));
    });
    if (m_pitch != m_length)
      primitive::team_for(team, m_slices, [&](std::uint32_t s) {
        for (std::uint32_t i = m_length; i < m_pitch; ++i) put(words, s, i, static_cast<Word>(~Word{0}));
      });
    team.team_barrier();

    each(team, here, false, [&](std::uint32_t s, std::uint32_t i) {
      order[s * m_pitch + rank(words + s * (m_pitch / lanes), i)] = static_cast<std::uint16_t>(i);
    });
    team.team_barrier();

    auto const& sink = m_data.sink;
    if (sink.keys != nullptr)
      each(team, here, sink.keys_at.interleaved(), [&](std::uint32_t s, std::uint32_t p) {
        layout::store<Bits>(sink.keys, sink.keys_at.offset(first + s) + p * sink.keys_at.stride,
                            bits[s * m_pitch + order[s * m_pitch + p]]);
      });
    if (sink.index.data != nullptr)
      each(team, here, sink.index_at.interleaved(), [&](std::uint32_t s, std::uint32_t p) {
        sink.index.put(sink.index_at.offset(first + s) + p * sink.index_at.stride, order[s * m_pitch + p]);
      });
  }

 private:
  CountRank(layout::SortData<Codec> const& data, tuning::SortTuning const& tuning)
      : m_data(data),
        m_length(static_cast<std::uint32_t>(data.length())),
        m_pitch(static_cast<std::uint32_t>(tuning::count_rank_pitch(data.length()))),
        m_slices(static_cast<std::uint32_t>(tuning.slices)),
        m_by_length(m_length),
        m_by_slices(m_slices) {}

  KOKKOS_FORCEINLINE_FUNCTION static Word word(Bits code, std::uint32_t i) {
    if constexpr (packed)
      return static_cast<Word>(code) << (4 * sizeof(Word)) | i;
    else
      return code;
  }

  KOKKOS_FORCEINLINE_FUNCTION void put(Vector* words, std::uint32_t s, std::uint32_t i, Word word) const {
    words[(s * m_pitch + i) / lanes].lane[i % lanes] = word;
  }

  KOKKOS_FORCEINLINE_FUNCTION std::uint32_t rank(Vector const* words, std::uint32_t i) const {
    Word const mine      = words[i / lanes].lane[i % lanes];
    std::uint32_t before = 0;
    for (std::uint32_t v = 0; v < m_pitch / lanes; ++v) {
      Vector const vector = words[v];
      for (std::uint32_t lane = 0; lane < lanes; ++lane) {
        before += vector.lane[lane] < mine;
        if constexpr (!packed) before += vector.lane[lane] == mine && v * lanes + lane < i;
      }
    }
    return before;
  }

  /// f(slice, position) for all elements of the team, neighbours in memory by neighbouring threads.
  template <class F>
  KOKKOS_FORCEINLINE_FUNCTION void each(Member const& team, std::uint32_t here, bool interleaved, F&& f) const {
    primitive::team_for(team, m_slices * m_length, [&](std::uint32_t t) {
      std::uint32_t const major = interleaved ? m_by_slices(t) : m_by_length(t);
      std::uint32_t const minor = t - major * (interleaved ? m_slices : m_length);
      std::uint32_t const s     = interleaved ? minor : major;
      if (s < here) f(s, interleaved ? major : minor);
    });
  }

  layout::SortData<Codec> m_data;
  std::uint32_t m_length;
  std::uint32_t m_pitch;  // words from one slice to the next in scratch
  std::uint32_t m_slices;
  primitive::Divisor m_by_length;
  primitive::Divisor m_by_slices;
};

}  // namespace KokkosAxis::Impl::algorithm
