// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosAxis/explain.hpp>
#include <KokkosAxis/impl/algorithm/reduce/host_tiles.hpp>
#include <KokkosAxis/impl/algorithm/reduce/team_tiles.hpp>
#include <KokkosAxis/impl/dispatch/reduce_routes.hpp>
#include <KokkosAxis/impl/dispatch/stage.hpp>
#include <KokkosAxis/impl/layout/reduce_data.hpp>
#include <KokkosAxis/workspace.hpp>

#include <cstdint>
#include <string>
#include <string_view>
#include <type_traits>

namespace KokkosAxis::Impl::dispatch {

/// `Ending`: what becomes of the states of slices.
template <class Exec, class Data, class Ending = algorithm::ToResults>
class RunReduce {
  using State                 = typename Data::State;
  static constexpr int vector = Data::vector;

 public:
  RunReduce(Exec const& exec, std::string_view verb, Data const& data, ReduceRoute route, Workspace const& workspace)
      : m_exec(exec), m_verb(verb), m_data(data), m_workspace(workspace), m_forced(route != ReduceRoute::automatic) {
    m_shape = {.outputs     = data.kept.size(),
               .rows        = data.rows.size(),
               .width       = data.width,
               .vector      = vector,
               .dense_width = data.width_stride[layout::of_input] == 1,
               .state_bytes = static_cast<int>(sizeof(State)),
               .ordered     = Data::Reducer::ordered,
               .least_run   = Data::Reducer::least_run};
    if (empty()) return;
    m_tree = tuning::reduce_tree(m_shape);
    m_row  = &choose_reduce(verb, route, m_shape, tuning::device_of(exec));
  }

  void run() const {
    if (empty()) return;
    run_steps(m_verb, m_exec, m_workspace, [&](Stage<Exec>& stage) { steps(stage); });
  }

  Explanation explain() const {
    Explanation e;
    e.verb   = m_verb;
    e.slices = "kept " + to_string(m_data.kept) + ", rows " + to_string(m_data.rows) + ", width " +
               std::to_string(m_data.width) + ":" + std::to_string(m_data.width_stride[layout::of_input]);
    if (empty()) {
      e.route = "none";
      e.why   = "there is nothing to write";
      return e;
    }
    e.route           = m_row->name;
    e.why             = m_forced ? "forced by option" : m_row->why;
    e.tuning          = to_string(m_tree) + "; " + to_string(tile());
    e.workspace_bytes = count_scratch(m_exec, [&](Stage<Exec>& stage) { steps(stage); });
    return e;
  }

 private:
  bool empty() const { return m_shape.outputs == 0 || (Ending::elements && m_shape.rows * m_shape.width == 0); }

  /// Can elements be read a vector at a time? Along rows always, whatever their alignment; of neighbouring outputs, if
  /// all lie dense from multiples of a vector on.
  bool in_vectors() const {
    if (m_tree.across()) return m_shape.dense_width;
    if (m_data.has_exceptions()) return false;
    auto const& kept = m_data.kept;
    bool aligned     = kept.rank > 0 && kept.stride[0][layout::of_input] == 1 && kept.extent[0] % vector == 0 &&
                   reinterpret_cast<std::uintptr_t>(m_data.in) % (vector * sizeof(typename Data::T)) == 0;
    for (int d = 1; d < kept.rank; ++d) aligned = aligned && kept.stride[d][layout::of_input] % vector == 0;
    for (int d = 0; d < m_data.rows.rank; ++d)
      aligned = aligned && m_data.rows.stride[d][layout::of_input] % vector == 0;
    return aligned;
  }
  tuning::ReduceTile tile() const {
    return tuning::reduce_tile_of(m_tree, in_vectors() ? vector : 1, static_cast<int>(sizeof(State)));
  }

  void steps(Stage<Exec>& stage) const {
    algorithm::Pieces<State> pieces{.number = m_tree.pieces()};
    if (pieces.number > 1 || Ending::elements)
      pieces.states = stage.arena.template take<State>(m_shape.outputs * pieces.number);
    if (!stage.launch) return;
    if (m_row->route == ReduceRoute::host_tiles) {
      if constexpr (tuning::is_host<Exec>)
        algorithm::HostTiles<Exec, Data, Ending>::run(stage.exec, m_data, m_tree, pieces);
      return;
    }
    using algorithm::Reads;
    if (m_data.has_exceptions())
      m_tree.across() ? tiles<Reads::columns_filtered>(stage, pieces) : tiles<Reads::outputs_filtered>(stage, pieces);
    else
      m_tree.across() ? tiles<Reads::columns>(stage, pieces) : tiles<Reads::outputs>(stage, pieces);
    if (pieces.number == 1) return;
    algorithm::MergePieces<Exec, Data, Ending>::run(stage.exec, m_data, pieces, m_shape.outputs, stage.device);
    if constexpr (Ending::elements)
      algorithm::ElementTiles<Exec, Data, Ending>::run(stage.exec, m_data, m_tree, tile(), pieces, stage.device);
  }

  /// Filtered outputs are not read in vectors, so that fewer kernels are compiled.
  template <algorithm::Reads How>
  void tiles(Stage<Exec>& stage, algorithm::Pieces<State> const& pieces) const {
    auto const run = [&]<int N>(std::integral_constant<int, N>) {
      algorithm::TeamTiles<Exec, Data, N, How, Ending>::run(stage.exec, m_data, m_tree, tile(), pieces, stage.device);
    };
    if constexpr (vector > 1 && How != algorithm::Reads::outputs_filtered)
      if (in_vectors()) return run(std::integral_constant<int, vector>());
    run(std::integral_constant<int, 1>());
  }

  Exec m_exec;
  std::string_view m_verb;
  Data m_data;
  Workspace m_workspace;
  bool m_forced;
  tuning::ReduceShape m_shape{};
  tuning::ReduceTree m_tree{};
  ReduceRow const* m_row = nullptr;
};

}  // namespace KokkosAxis::Impl::dispatch
