// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosAxis/explain.hpp>
#include <KokkosAxis/impl/algorithm/nms/triples.hpp>
#include <KokkosAxis/impl/dispatch/run_greedy.hpp>
#include <KokkosAxis/impl/layout/greedy_data.hpp>
#include <KokkosAxis/impl/layout/strided.hpp>

#include <Kokkos_Core.hpp>

#include <cstdint>
#include <string_view>

namespace KokkosAxis::Impl::dispatch {

/// A greedy call whose outputs go into the workspace, and from there into one list.
template <class Exec, class Geometry, class Code>
class RunTriples {
  using Greedy = RunGreedy<Exec, Geometry, Code>;

 public:
  RunTriples(std::string_view verb, Exec const& exec, layout::GreedyData const& data, Geometry const& geometry,
             GreedyRoute route, Workspace const& workspace, std::int64_t classes, layout::Strided const& triples,
             layout::Strided const& count)
      : m_verb(verb),
        m_exec(exec),
        m_data(data),
        m_geometry(geometry),
        m_route(route),
        m_workspace(workspace),
        m_classes(classes),
        m_triples(triples),
        m_count(count) {}

  void run() const {
    run_steps(m_verb, m_exec, m_workspace, [&](Stage<Exec>& stage) { steps(stage); });
  }
  Explanation explain() const {
    Explanation e     = Greedy(m_verb, m_exec, m_data, m_geometry, m_route, {}).explain();
    e.workspace_bytes = count_scratch(m_exec, [&](Stage<Exec>& stage) { steps(stage); });
    return e;
  }

 private:
  void steps(Stage<Exec>& stage) const {
    std::int64_t const rows = m_data.count, each = m_data.most;
    auto* const keep        = stage.arena.template take<std::uint32_t>(rows * each);
    auto* const number      = stage.arena.template take<std::uint32_t>(rows);
    auto* const places      = stage.arena.template take<std::int64_t>(rows);
    layout::GreedyData data = m_data;
    data.keep               = {keep, 4};
    data.keep_at            = layout::dense_slices(each, rows);
    data.kept               = {number, 4};
    data.kept_at            = layout::dense_slices(1, rows);
    Greedy(m_verb, m_exec, data, m_geometry, m_route, {}).steps(stage);
    if (!stage.launch) return;
    algorithm::KeptRows const kept{keep, number, rows, each};
    algorithm::RowPlaces<Exec>::run(stage.exec, kept, places, {m_count.data, static_cast<int>(m_count.element_bytes)});
    algorithm::PutTriples<Exec>::run(stage.exec,
                                     {.kept          = kept,
                                      .places        = places,
                                      .classes       = m_classes,
                                      .triples       = {m_triples.data, static_cast<int>(m_triples.element_bytes)},
                                      .count         = m_triples.extent[0],
                                      .stride        = m_triples.stride[0],
                                      .number_stride = m_triples.stride[1]});
  }

  std::string_view m_verb;
  Exec const& m_exec;
  layout::GreedyData m_data;
  Geometry m_geometry;
  GreedyRoute m_route;
  Workspace m_workspace;
  std::int64_t m_classes;
  layout::Strided m_triples, m_count;
};

}  // namespace KokkosAxis::Impl::dispatch
