// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosAxis/explain.hpp>
#include <KokkosAxis/impl/algorithm/nms/matrix_nms.hpp>
#include <KokkosAxis/impl/algorithm/nms/soft_nms.hpp>
#include <KokkosAxis/impl/dispatch/run_greedy.hpp>
#include <KokkosAxis/impl/layout/greedy_data.hpp>
#include <KokkosAxis/workspace.hpp>

#include <Kokkos_Core.hpp>

#include <string_view>

namespace KokkosAxis::Impl::dispatch {

/// A call of a verb whose scores fall, checked, its Views' types taken off. Steps: of SoftSteps or MatrixSteps.
template <class Exec, class Steps>
class RunDecay {
 public:
  RunDecay(std::string_view verb, Exec const& exec, layout::GreedyData const& data, Workspace const& workspace,
           Steps const& steps)
      : m_verb(verb), m_exec(exec), m_data(data), m_workspace(workspace), m_steps(steps) {}

  void run() const {
    if (m_data.count == 0) return;
    run_steps(m_verb, m_exec, m_workspace, [&](Stage<Exec>& stage) { m_steps(m_verb, stage, m_data); });
  }
  Explanation explain() const {
    Explanation e;
    e.verb   = m_verb;
    e.slices = to_string(m_data.scores.at);
    e.route  = m_data.count == 0 ? "none" : Steps::route;
    e.why    = m_data.count == 0 ? "nothing to select" : "the one there is";
    e.tuning = Steps::tuning;
    if (m_data.count > 0)
      e.workspace_bytes = count_scratch(m_exec, [&](Stage<Exec>& stage) { m_steps(m_verb, stage, m_data); });
    return e;
  }

 private:
  std::string_view m_verb;
  Exec const& m_exec;
  layout::GreedyData m_data;
  Workspace m_workspace;
  Steps m_steps;
};

template <class Exec, class Real, int D>
struct SoftSteps {
  static constexpr char const* route  = "team";
  static constexpr char const* tuning = "a team a row";

  algorithm::StoredBoxes<Real, D> boxes;
  algorithm::DecayBy<Real> decay;
  bool bounded;  // only scores greater than `least` are kept
  Real least;
  layout::NumberSink kept_scores;

  void operator()(std::string_view, Stage<Exec>& stage, layout::GreedyData const& data) const {
    using Kernel       = algorithm::SoftNms<Exec, Real, D>;
    auto const scratch = Kernel::carve(stage.arena, data);
    if (stage.launch) Kernel::run(stage.exec, data, boxes, decay, bounded, least, kept_scores, scratch);
  }
};

template <class Exec, class Real, int D>
struct MatrixSteps {
  static constexpr char const* route  = "pairs";
  static constexpr char const* tuning = "a thread a box";

  algorithm::StoredBoxes<Real, D> boxes;
  algorithm::DecayBy<Real> decay;
  layout::NumberSink decayed;

  void operator()(std::string_view verb, Stage<Exec>& stage, layout::GreedyData const& data) const {
    if (data.length == 0) return;
    using Kernel       = algorithm::MatrixNms<Exec, Real, D>;
    auto const order   = SortCandidates<Exec>(verb, stage, data).order();
    auto const scratch = Kernel::carve(stage.arena, data);
    if (stage.launch) Kernel::run(stage.exec, data, boxes, order, decay, decayed, scratch);
  }
};

}  // namespace KokkosAxis::Impl::dispatch
