// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosAxis/impl/algorithm/sort/launch.hpp>
#include <KokkosAxis/impl/layout/sort_data.hpp>
#include <KokkosAxis/impl/primitive/portable/divisor.hpp>
#include <KokkosAxis/impl/primitive/portable/team.hpp>
#include <KokkosAxis/impl/primitive/portable/team_rank.hpp>

#include <Kokkos_Core.hpp>

#include <cstdint>

namespace KokkosAxis::Impl::algorithm {

/// A slice sorted in the scratch of one team. The stored bits stay where they were loaded; what the radix passes move
/// are 16-bit places, which makes room for long slices and leaves nothing to decode. Only digits in which the slice's
/// codes differ take a pass. Where slices are interleaved in memory a team takes several neighbours, so that loads and
/// stores stay coalesced along any axis.
template <class Exec, class Codec>
class TeamRadix {
  using Bits   = typename Codec::Bits;
  using Member = typename Kokkos::TeamPolicy<Exec>::member_type;
  using Rank   = primitive::TeamRank<Member, tuning::rank_bins, tuning::rank_stride>;

 public:
  static void run(Exec const& exec, layout::SortData<Codec> const& data, tuning::SortTuning const& tuning) {
    std::int64_t const teams = (data.count() + tuning.slices - 1) / tuning.slices;
    launch_teams("KokkosAxis::sort::team_radix", exec, teams, tuning, TeamRadix(data, tuning));
  }

  KOKKOS_FUNCTION void operator()(Member const& team) const {
    std::int64_t const first = static_cast<std::int64_t>(team.league_rank()) * m_slices;
    std::int64_t const left  = m_data.source.keys_at.count - first;
    std::uint32_t const here = left < m_slices ? static_cast<std::uint32_t>(left) : m_slices;

    Bits* const bits           = primitive::team_array<Bits>(team, m_slices * m_length);
    std::uint16_t* const order = primitive::team_array<std::uint16_t>(team, m_slices * m_length);
    std::uint16_t* const spare = primitive::team_array<std::uint16_t>(team, m_length);
    std::uint16_t* const table = primitive::team_array<std::uint16_t>(team, tuning::rank_stride * team.team_size());

    auto const& source = m_data.source;
    each(team, here, source.keys_at.interleaved(), [&](std::uint32_t s, std::uint32_t i) {
      bits[s * m_length + i] = source.template key<Bits>(source.keys_at.offset(first + s), i);
    });
    team.team_barrier();

    Rank const rank(team, table);
    for (std::uint32_t s = 0; s < here; ++s) sort(team, rank, bits + s * m_length, order + s * m_length, spare);

    auto const& sink = m_data.sink;
    if (sink.keys != nullptr)
      each(team, here, sink.keys_at.interleaved(), [&](std::uint32_t s, std::uint32_t p) {
        layout::store<Bits>(sink.keys, sink.keys_at.offset(first + s) + p * sink.keys_at.stride,
                            bits[s * m_length + order[s * m_length + p]]);
      });
    if (sink.index.data != nullptr)
      each(team, here, sink.index_at.interleaved(), [&](std::uint32_t s, std::uint32_t p) {
        sink.index.put(sink.index_at.offset(first + s) + p * sink.index_at.stride, order[s * m_length + p]);
      });
  }

 private:
  TeamRadix(layout::SortData<Codec> const& data, tuning::SortTuning const& tuning)
      : m_data(data),
        m_length(static_cast<std::uint32_t>(data.length())),
        m_slices(static_cast<std::uint32_t>(tuning.slices)),
        m_by_slices(m_slices) {}

  /// order = the places of a slice in the order of their codes.
  KOKKOS_FUNCTION void sort(Member const& team, Rank const& rank, Bits const* bits, std::uint16_t* order,
                            std::uint16_t* spare) const {
    Bits const differing = start(team, bits, order);
    std::uint16_t *from = order, *to = spare;
    for (int shift = 0; shift < static_cast<int>(8 * sizeof(Bits)); shift += tuning::rank_bits) {
      if ((differing >> shift & (tuning::rank_bins - 1)) == 0) continue;
      rank(from, to, m_length, [&](std::uint16_t place) -> std::uint32_t {
        return m_data.codec.encode(bits[place]) >> shift & (tuning::rank_bins - 1);
      });
      Kokkos::kokkos_swap(from, to);
    }
    if (from == order) return;
    primitive::team_for(team, m_length, [&](std::uint32_t i) { order[i] = spare[i]; });
    team.team_barrier();
  }

  /// Numbers the places; returns the bits in which any code differs from the first.
  KOKKOS_FUNCTION Bits start(Member const& team, Bits const* bits, std::uint16_t* order) const {
    Bits const first        = m_data.codec.encode(bits[0]);
    std::uint64_t differing = 0;
    Kokkos::parallel_reduce(
        Kokkos::TeamThreadRange(team, m_length),
        [&](std::uint32_t i, std::uint64_t& sum) {
          order[i] = static_cast<std::uint16_t>(i);
          sum |= static_cast<Bits>(m_data.codec.encode(bits[i]) ^ first);
        },
        Kokkos::BOr<std::uint64_t>(differing));
    team.team_barrier();
    return static_cast<Bits>(differing);
  }

  /// f(slice, position) for all elements of the team, neighbours in memory by neighbouring threads.
  template <class F>
  KOKKOS_FORCEINLINE_FUNCTION void each(Member const& team, std::uint32_t here, bool interleaved, F&& f) const {
    if (interleaved && m_slices > 1) {
      primitive::team_for(team, m_slices * m_length, [&](std::uint32_t t) {
        std::uint32_t const i = m_by_slices(t), s = t - i * m_slices;
        if (s < here) f(s, i);
      });
    } else {
      for (std::uint32_t s = 0; s < here; ++s) primitive::team_for(team, m_length, [&](std::uint32_t i) { f(s, i); });
    }
  }

  layout::SortData<Codec> m_data;
  std::uint32_t m_length;
  std::uint32_t m_slices;
  primitive::Divisor m_by_slices;
};

}  // namespace KokkosAxis::Impl::algorithm
