// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosAxis/impl/algorithm/sort/launch.hpp>
#include <KokkosAxis/impl/algorithm/sort/native_codec.hpp>
#include <KokkosAxis/impl/algorithm/sort/words.hpp>
#include <KokkosAxis/impl/algorithm/topk/search.hpp>
#include <KokkosAxis/impl/layout/select_data.hpp>
#include <KokkosAxis/impl/primitive/portable/team.hpp>
#include <KokkosAxis/impl/primitive/portable/team_bitonic.hpp>
#include <KokkosAxis/impl/tuning/select.hpp>

#include <Kokkos_Core.hpp>

#include <cstdint>

namespace KokkosAxis::Impl::algorithm {

/// One slice a team. Rounds count a digit of the words that may be the last wanted one, from the highest down, until
/// those below are few enough for team scratch, where they are sorted. The slice is read once a round, which for most
/// data are two, and once more.
template <class Exec, class Codec>
class TeamSelect {
  using Bits   = typename Codec::Bits;
  using Native = NativeCodec<Codec>;
  using Key    = typename Native::Key;
  using Words  = AnyWords<Bits>;
  using Word   = typename Words::Word;
  using Member = typename Kokkos::TeamPolicy<Exec>::member_type;
  using Search = SelectSearch<Native>;
  static_assert(sizeof(Search) <= tuning::search_digits * 4 + tuning::search_numbers);

 public:
  static void run(Exec const& exec, layout::SelectData<Codec> const& data, tuning::TeamSelect const& sizes) {
    launch_teams("KokkosAxis::topk::team_select", exec, data.count(), sizes.teams,
                 TeamSelect{data, Native(data.codec), static_cast<std::uint32_t>(sizes.capacity)});
  }

  KOKKOS_FUNCTION void operator()(Member const& team) const {
    std::int64_t const slice    = team.league_rank();
    layout::Wanted const& w     = m_data.wanted;
    layout::Window const window = w.window(slice);
    std::uint32_t const from = w.first_of(window.size()), last = w.last_of(window.size());
    layout::Column<Bits> const source(m_data.source, slice), sink(m_data.sink, slice);
    primitive::team_for(team, w.places - (last - from),
                        [&](std::uint32_t p) { m_data.put_nothing(sink, last - from + p); });
    if (from == last) return;

    Search& search    = *primitive::team_array<Search>(team, 1);
    Word* const words = primitive::team_array<Word>(team, m_capacity);
    Kokkos::single(Kokkos::PerTeam(team), [&] {
      search.start();
      if (window.size() <= m_capacity) search.at.take_all();
    });
    team.team_barrier();
    while (search.at.collecting == 0) {
      count(team, source, window, search);
      narrow(team, search, last);
    }
    std::uint32_t const found = collect(team, source, window, search, words);
    primitive::team_bitonic(team, words, found, [&](Word const& a, Word const& b) {
      Key const code_a = m_codec.code(Words::key(a)), code_b = m_codec.code(Words::key(b));
      return code_a != code_b ? code_a < code_b : Words::position(a) < Words::position(b);
    });
    if (w.by_index)
      primitive::team_bitonic(team, words + from, last - from, [&](Word const& a, Word const& b) {
        return w.turned(Words::position(a)) < w.turned(Words::position(b));
      });
    primitive::team_for(team, last - from, [&](std::uint32_t p) {
      Word const word = words[from + p];
      if (sink.has_keys()) sink.put_key(p, m_codec.stored(Words::key(word)));
      if (sink.has_index()) sink.put_index(p, w.turned(Words::position(word)));
    });
  }

  layout::SelectData<Codec> m_data;
  Native m_codec;
  std::uint32_t m_capacity;

 private:
  /// f(key as ordered, turned position) for all elements of the window.
  template <class F>
  KOKKOS_FORCEINLINE_FUNCTION void each(Member const& team, layout::Column<Bits> const& source,
                                        layout::Window const& window, F const& f) const {
    primitive::team_for(
        team, window.size(), [&](std::uint32_t i) { return source.key(window.begin + i); },
        [&](std::uint32_t i, Bits key) { f(m_codec.ordered(key), m_data.wanted.turned(window.begin + i)); });
  }

  KOKKOS_FUNCTION void count(Member const& team, layout::Column<Bits> const& source, layout::Window const& window,
                             Search& search) const {
    primitive::team_for(team, tuning::search_digits, [&](std::uint32_t d) { search.counts[d] = 0; });
    team.team_barrier();
    auto const known = search.at;
    each(team, source, window, [&](Key key, std::uint32_t position) {
      std::uint32_t const digit = known.digit(m_codec.code(key), position);
      if (digit < tuning::search_digits) Kokkos::atomic_add(&search.counts[digit], 1u);
    });
    team.team_barrier();
  }

  KOKKOS_FUNCTION void narrow(Member const& team, Search& search, std::uint32_t last) const {
    DigitShare const share(team.team_rank(), team.team_size());
    std::uint32_t const wanted = last - search.at.before;
    std::uint32_t const before = team.team_scan(share.sum(search.counts));
    team.team_barrier();  // all have read what one changes now
    search.at.look_for(share, search.counts, before, wanted, m_capacity, m_data.wanted.length);
    team.team_barrier();
  }

  KOKKOS_FUNCTION std::uint32_t collect(Member const& team, layout::Column<Bits> const& source,
                                        layout::Window const& window, Search& search, Word* words) const {
    auto const bound = search.at;
    each(team, source, window, [&](Key key, std::uint32_t position) {
      if (bound.takes(m_codec.code(key), position))
        words[Kokkos::atomic_fetch_add(&search.candidates, 1u)] = Words::make(key, position);
    });
    team.team_barrier();
    return search.candidates;
  }
};

}  // namespace KokkosAxis::Impl::algorithm
