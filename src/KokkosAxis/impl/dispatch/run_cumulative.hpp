// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosAxis/explain.hpp>
#include <KokkosAxis/impl/algorithm/cumulative/chain_pieces.hpp>
#include <KokkosAxis/impl/algorithm/cumulative/host_walk.hpp>
#include <KokkosAxis/impl/algorithm/cumulative/team_tiles.hpp>
#include <KokkosAxis/impl/algorithm/cumulative/thread_walk.hpp>
#include <KokkosAxis/impl/dispatch/cumulative_routes.hpp>
#include <KokkosAxis/impl/dispatch/stage.hpp>
#include <KokkosAxis/impl/layout/cumulative_data.hpp>
#include <KokkosAxis/workspace.hpp>

#include <cstdint>
#include <string>
#include <string_view>

namespace KokkosAxis::Impl::dispatch {

template <class Exec, class Data>
class RunCumulative {
  using State = typename Data::State;

 public:
  RunCumulative(Exec const& exec, std::string_view verb, Data const& data, CumulativeRoute route,
                Workspace const& workspace)
      : m_exec(exec),
        m_verb(verb),
        m_data(data),
        m_workspace(workspace),
        m_forced(route != CumulativeRoute::automatic) {
    using layout::of_input;
    std::int64_t const step = data.stride[of_input] < 0 ? -data.stride[of_input] : data.stride[of_input];
    m_shape                 = {.slices      = data.kept.size(),
                               .length      = data.length,
                               .state_bytes = static_cast<int>(sizeof(State)),
                               .along       = data.kept.rank == 0 || step <= data.kept.stride[0][of_input]};
    if (empty()) return;
    m_tree = tuning::cumulative_tree(m_shape);
    m_row  = &choose_cumulative(verb, route, m_shape, tuning::device_of(exec));
  }

  void run() const {
    if (empty()) return;
    run_steps(m_verb, m_exec, m_workspace, [&](Stage<Exec>& stage) { steps(stage); });
  }

  Explanation explain() const {
    Explanation e;
    e.verb   = m_verb;
    e.slices = "kept " + to_string(m_data.kept) + ", length " + std::to_string(m_data.length) + ":" +
               std::to_string(m_data.stride[layout::of_input]);
    if (empty()) {
      e.route = "none";
      e.why   = "there is nothing to write";
      return e;
    }
    e.route  = m_row->name;
    e.why    = m_forced ? "forced by option" : m_row->why;
    e.tuning = to_string(m_tree);
    if (m_row->route == CumulativeRoute::team_tiles)
      e.tuning += "; " + to_string(algorithm::CumulativeTeams<Exec, Data>::tile(m_tree, tuning::device_of(m_exec)));
    e.workspace_bytes = count_scratch(m_exec, [&](Stage<Exec>& stage) { steps(stage); });
    return e;
  }

 private:
  bool empty() const { return m_shape.slices == 0 || m_shape.length == 0; }

  void steps(Stage<Exec>& stage) const {
    algorithm::PieceStates<State> pieces{.number = m_tree.pieces};
    if (pieces.number > 1) pieces.states = stage.arena.template take<State>(m_shape.slices * pieces.number);
    if (!stage.launch) return;
    if (m_row->route == CumulativeRoute::host_walk) {
      if constexpr (tuning::is_host<Exec>)
        algorithm::HostWalk<Exec, Data>::run(stage.exec, m_data, m_tree, pieces, m_shape.along);
      return;
    }
    if (pieces.number > 1) {
      walk(stage, pieces, algorithm::Walk::totals);
      algorithm::ChainPieces<Exec, Data>::run(stage.exec, m_data, pieces, m_shape.slices, stage.device);
    }
    walk(stage, pieces, algorithm::Walk::results);
  }

  void walk(Stage<Exec>& stage, algorithm::PieceStates<State> const& pieces, algorithm::Walk what) const {
    if (m_row->route == CumulativeRoute::thread_walk)
      algorithm::ThreadWalk<Exec, Data>::run(stage.exec, m_data, m_tree, pieces, what);
    else
      algorithm::CumulativeTeams<Exec, Data>::run(stage.exec, m_data, m_tree, pieces, what, stage.device);
  }

  Exec m_exec;
  std::string_view m_verb;
  Data m_data;
  Workspace m_workspace;
  bool m_forced;
  tuning::CumulativeShape m_shape{};
  tuning::CumulativeTree m_tree{};
  CumulativeRow const* m_row = nullptr;
};

}  // namespace KokkosAxis::Impl::dispatch
