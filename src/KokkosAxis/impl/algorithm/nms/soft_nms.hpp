// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosAxis/impl/algorithm/nms/decay.hpp>
#include <KokkosAxis/impl/algorithm/sort/launch.hpp>
#include <KokkosAxis/impl/layout/arena.hpp>
#include <KokkosAxis/impl/layout/greedy_data.hpp>
#include <KokkosAxis/impl/primitive/portable/team.hpp>
#include <KokkosAxis/impl/tuning/device.hpp>

#include <Kokkos_Core.hpp>

#include <cstdint>
#include <limits>

namespace KokkosAxis::Impl::algorithm {

/// One slice a team: the best that is left is kept, and the scores of the others fall by their overlap with it, while
/// each thread remembers the best of its own for the next turn.
template <class Exec, class Real, int D>
class SoftNms {
  using Member = typename Kokkos::TeamPolicy<Exec>::member_type;
  using Item   = Box<Real, D>;

  struct Best {
    Real score          = 0;
    std::uint32_t place = none;

    /// Greater scores first, and of equal ones the lowest place.
    KOKKOS_FUNCTION bool before(Best const& other) const {
      if (place == none || other.place == none) return place != none;
      return score != other.score ? score > other.score : place < other.place;
    }
  };
  static constexpr std::uint32_t none = 0xFFFFFFFF;

 public:
  struct Scratch {
    Item* boxes  = nullptr;  // [slice][length], by place in the window
    Real* scores = nullptr;  // likewise; NaN: takes no part, or no more
  };
  static Scratch carve(layout::Arena& arena, layout::GreedyData const& data) {
    std::int64_t const n = data.count * data.length;
    return {.boxes = arena.take<Item>(n), .scores = arena.take<Real>(n)};
  }

  static void run(Exec const& exec, layout::GreedyData const& data, StoredBoxes<Real, D> const& boxes,
                  DecayBy<Real> const& decay, bool bounded, Real least, layout::NumberSink const& kept_scores,
                  Scratch const& scratch) {
    int const team = tuning::device_of(exec).max_team;
    launch_teams("KokkosAxis::soft_nms::team", exec, data.count,
                 {.team_size = team, .scratch = team * static_cast<std::int64_t>(sizeof(Best)) + tuning::scratch_slack},
                 SoftNms{data, boxes, decay, bounded, least, kept_scores, scratch});
  }

  KOKKOS_FUNCTION void operator()(Member const& team) const {
    std::int64_t const slice = team.league_rank(), row = slice * m_data.length;
    layout::Window const window = m_data.window(slice);
    Item* const boxes           = m_scratch.boxes + row;
    Real* const scores          = m_scratch.scores + row;
    Best* const bests           = primitive::team_array<Best>(team, team.team_size());
    Best mine;
    primitive::team_for(team, window.size(), [&](std::uint32_t p) {
      std::uint32_t const i = window.begin + p;
      boxes[p]              = m_boxes.load(slice, i);
      scores[p] =
          m_data.scores.takes(m_data.scores.code(slice, i))
              ? m_data.scores.numbers.template get<Real>(m_data.scores.at.offset(slice) + i * m_data.scores.at.stride)
              : std::numeric_limits<Real>::quiet_NaN();
      consider(mine, scores[p], p);
    });
    std::uint32_t place = 0;
    for (Best best = best_of(team, bests, mine); best.place != none && place < m_data.most;
         best      = best_of(team, bests, mine)) {
      if (team.team_rank() == 0) {
        m_data.put_keep(slice, place, window.begin + best.place);
        m_kept_scores.put(slice, place, best.score);
      }
      ++place;
      Item const winner            = boxes[best.place];
      std::uint64_t const class_of = class_at(slice, window.begin + best.place);
      mine                         = {};
      primitive::team_for(team, window.size(), [&](std::uint32_t p) {
        if (p == best.place) scores[p] = std::numeric_limits<Real>::quiet_NaN();
        Real const score = scores[p];
        if (!(score == score)) return;
        Real const fallen =
            class_at(slice, window.begin + p) == class_of ? score * m_decay.factor(overlap(winner, boxes[p])) : score;
        scores[p] = fallen;
        consider(mine, fallen, p);
      });
    }
    if (team.team_rank() == 0) m_data.put_kept(slice, place);
    primitive::team_for(team, m_data.places() - place, [&](std::uint32_t p) {
      m_data.put_none(slice, place + p);
      m_kept_scores.put(slice, place + p, Real{0});
    });
  }

  layout::GreedyData m_data;
  StoredBoxes<Real, D> m_boxes;
  DecayBy<Real> m_decay;
  bool m_bounded;
  Real m_least;
  layout::NumberSink m_kept_scores;
  Scratch m_scratch;

 private:
  KOKKOS_FORCEINLINE_FUNCTION std::uint64_t class_at(std::int64_t slice, std::uint32_t i) const {
    return m_data.classes.given() ? m_data.classes.get(slice, i) : 0;
  }
  KOKKOS_FORCEINLINE_FUNCTION void consider(Best& mine, Real score, std::uint32_t p) const {
    if (!(score == score) || (m_bounded && !(score > m_least))) return;
    if (Best const other{score, p}; other.before(mine)) mine = other;
  }
  /// All of the team calls. Barriers inside.
  KOKKOS_FUNCTION static Best best_of(Member const& team, Best* bests, Best const& mine) {
    int const me = team.team_rank();
    bests[me]    = mine;
    int half     = 1;
    while (half < team.team_size()) half *= 2;
    for (half /= 2; half > 0; half /= 2) {
      team.team_barrier();
      if (me < half && me + half < team.team_size() && bests[me + half].before(bests[me])) bests[me] = bests[me + half];
    }
    team.team_barrier();
    Best const best = bests[0];
    team.team_barrier();
    return best;
  }
};

}  // namespace KokkosAxis::Impl::algorithm
