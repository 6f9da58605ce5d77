// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosAxis/explain.hpp>
#include <KokkosAxis/impl/algorithm/nms/block_greedy.hpp>
#include <KokkosAxis/impl/algorithm/nms/chunk_greedy.hpp>
#include <KokkosAxis/impl/algorithm/nms/fused_greedy.hpp>
#include <KokkosAxis/impl/algorithm/nms/host_greedy.hpp>
#include <KokkosAxis/impl/algorithm/nms/order.hpp>
#include <KokkosAxis/impl/algorithm/nms/put_kept.hpp>
#include <KokkosAxis/impl/algorithm/nms/tile_greedy.hpp>
#include <KokkosAxis/impl/dispatch/choose_greedy.hpp>
#include <KokkosAxis/impl/dispatch/run_radix.hpp>
#include <KokkosAxis/impl/dispatch/stage.hpp>
#include <KokkosAxis/impl/layout/greedy_data.hpp>
#include <KokkosAxis/workspace.hpp>

#include <Kokkos_Core.hpp>

#include <cstdint>
#include <string>
#include <string_view>

namespace KokkosAxis::Impl::dispatch {

/// Positions of 32-bit words, row by row, in the order of the words.
template <class Exec>
void argsort_words(Stage<Exec>& stage, SortChoice const& choice, layout::Slices const& rows, std::uint32_t* words,
                   std::uint32_t* places) {
  using Codec = layout::KeyCodecOf<std::uint32_t>;
  run_radix(stage, choice,
            layout::SortData<Codec>{
                .source = {.keys = words, .keys_at = rows, .index = {}, .index_at = {}},
                .sink  = {.keys = nullptr, .keys_at = rows, .index = {places, sizeof(std::uint32_t)}, .index_at = rows},
                .codec = layout::key_codec<std::uint32_t>(Order::ascending, Nan::greatest, Zeros::equal)});
}
inline SortChoice choose_word_sort(std::string_view verb, layout::Slices const& rows, Device const& d) {
  return choose_sort(verb, SortRoute::automatic,
                     {.length = rows.length, .count = rows.count, .key_bytes = 4, .with_index = true}, d);
}

/// Numbers of rows, those of the most candidates first.
template <class Exec>
std::uint32_t const* longest_first(std::string_view verb, Stage<Exec>& stage, layout::GreedyData const& data) {
  layout::Slices const all = layout::dense_slices(data.count, 1);
  auto* const words        = stage.arena.template take<std::uint32_t>(data.count);
  auto* const rows         = stage.arena.template take<std::uint32_t>(data.count);
  if (stage.launch) algorithm::RowLengths<Exec>::run(stage.exec, data, words);
  argsort_words(stage, choose_word_sort(verb, all, stage.device), all, words, rows);
  return rows;
}

/// Sorts candidates for the greedy routes.
template <class Exec>
class SortCandidates {
 public:
  SortCandidates(std::string_view verb, Stage<Exec>& stage, layout::GreedyData const& data)
      : m_stage(stage),
        m_data(data),
        m_at(layout::dense_slices(data.length, data.count)),
        m_choice(choose_word_sort(verb, m_at, stage.device)),
        m_words(take()) {}

  algorithm::GreedyOrder order() {
    algorithm::GreedyOrder order;
    for (int word = 0; word < (m_data.scores.wide() ? 2 : 1); ++word) {
      if (m_stage.launch) algorithm::ScoreWords<Exec>::run(m_stage.exec, m_data, order.position, m_words, 32 * word);
      order.position = sorted_by_words(order.position);
    }
    if (!m_data.classes.given()) return order;
    std::uint32_t* rank = nullptr;
    for (int word = 0; word < (m_data.classes.numbers.bytes == 8 ? 2 : 1); ++word) {
      if (m_stage.launch)
        algorithm::ClassWords<Exec>::run(m_stage.exec, m_data, {order.position, rank, nullptr}, m_words, 32 * word);
      rank = sorted_by_words(rank);
    }
    order.rank  = rank;
    order.begin = take();
    if (m_stage.launch) algorithm::ClassBegins<Exec>::run(m_stage.exec, m_data, order);
    return order;
  }

 private:
  std::uint32_t* take() { return m_stage.arena.template take<std::uint32_t>(m_data.length * m_data.count); }

  /// What `reached` says of the places that the words have once sorted; the places where nothing was reached yet.
  std::uint32_t* sorted_by_words(std::uint32_t const* reached) {
    std::uint32_t* const places = take();
    argsort_words(m_stage, m_choice, m_at, m_words, places);
    if (reached == nullptr) return places;
    std::uint32_t* const followed = take();
    if (m_stage.launch)
      algorithm::FollowOrder<Exec>::run(m_stage.exec, m_data.count, m_data.length, places, reached, followed);
    return followed;
  }

  Stage<Exec>& m_stage;
  layout::GreedyData const& m_data;
  layout::Slices m_at;
  SortChoice m_choice;
  std::uint32_t* m_words;
};

/// A greedy call, checked, its Views' types taken off. Codes of scores fit Code.
template <class Exec, class Geometry, class Code>
class RunGreedy {
  using Item = typename Geometry::Item;

 public:
  RunGreedy(std::string_view verb, Exec const& exec, layout::GreedyData const& data, Geometry const& geometry,
            GreedyRoute route, Workspace const& workspace)
      : m_verb(verb), m_exec(exec), m_data(data), m_geometry(geometry), m_forced(route), m_workspace(workspace) {
    m_problem = {.length      = data.length,
                 .count       = data.count,
                 .item_bytes  = static_cast<int>(sizeof(Item)),
                 .score_bytes = data.scores.numbers.bytes,
                 .classes     = data.classes.given()};
    if (data.count > 0) m_row = &choose_greedy(verb, route, m_problem, tuning::device_of(exec));
  }

  void run() const {
    if (m_data.count == 0) return;
    run_steps(m_verb, m_exec, m_workspace, [&](Stage<Exec>& stage) { steps(stage); });
  }

  Explanation explain() const {
    Explanation e;
    e.verb   = m_verb;
    e.slices = to_string(m_data.scores.at);
    if (m_data.count == 0) {
      e.route = "none";
      e.why   = "nothing to select";
      return e;
    }
    e.route           = m_row->name;
    e.why             = m_forced == GreedyRoute::automatic ? m_row->why : "forced by option";
    e.tuning          = tuning();
    e.workspace_bytes = count_scratch(m_exec, [&](Stage<Exec>& stage) { steps(stage); });
    return e;
  }

  /// What `run` does, for a call that does more.
  void steps(Stage<Exec>& stage) const {
    if (m_data.count == 0) return;
    if (m_data.length == 0 || m_data.most == 0) {
      if (stage.launch) algorithm::KeepNothing<Exec>::run(stage.exec, m_data);
      return;
    }
    switch (m_row->route) {
      case GreedyRoute::host_greedy:
        if constexpr (tuning::is_host<Exec>) {
          auto const order   = sorted(stage);
          auto const scratch = algorithm::HostGreedy<Exec, Geometry>::carve(stage.arena, m_data, stage.device.threads);
          if (stage.launch) algorithm::HostGreedy<Exec, Geometry>::run(stage.exec, m_data, m_geometry, order, scratch);
        }
        break;
      case GreedyRoute::block_greedy:
        if constexpr (primitive::has_simt<Exec>) {
          auto const* const schedule = scheduled(stage, block(stage.device).threads);
          if (stage.launch)
            algorithm::BlockGreedy<Exec, Geometry, Code>::run(stage.exec, m_data, m_geometry, block(stage.device),
                                                              schedule);
        }
        break;
      case GreedyRoute::chunk_greedy:
        if constexpr (primitive::has_simt<Exec>) {
          using ChunkGreedy = algorithm::ChunkGreedy<Exec, Geometry>;
          auto const order  = sorted(stage);
          auto const state  = ChunkGreedy::State::carve(stage.arena, m_data);
          if (stage.launch) {
            algorithm::LoadItems<Exec, Geometry>::run(stage.exec, m_data, m_geometry, order, state.items, state.gone,
                                                      state.kept, state.counters);
            ChunkGreedy::run(stage.exec, m_data, m_geometry, order, chunk(stage.device), state);
            algorithm::PutKept<Exec>::run(stage.exec, m_data, order, state.kept);
          }
        }
        break;
      case GreedyRoute::team_greedy: {
        auto const* const schedule = scheduled(stage, team(stage.device).threads);
        if (stage.launch)
          algorithm::TeamGreedy<Exec, Geometry, Code>::run(stage.exec, m_data, m_geometry, team(stage.device),
                                                           schedule);
        break;
      }
      default: {
        auto const order   = sorted(stage);
        auto const scratch = algorithm::TileGreedy<Exec, Geometry>::carve(stage.arena, m_data);
        if (stage.launch) algorithm::TileGreedy<Exec, Geometry>::run(stage.exec, m_data, m_geometry, order, scratch);
      }
    }
  }

 private:
  algorithm::GreedyOrder sorted(Stage<Exec>& stage) const {
    return SortCandidates<Exec>(m_verb, stage, m_data).order();
  }
  /// Where rows may differ in length and do not all fit the device at once, the longest go first, so that none of them
  /// is left for the end. Null: in their order.
  std::uint32_t const* scheduled(Stage<Exec>& stage, int threads) const {
    bool const differ = m_data.begin.numbers.data != nullptr || m_data.end.numbers.data != nullptr;
    if (!differ || stage.device.host || m_data.count * threads <= stage.device.threads || m_data.count >= 0xFFFFFFFF)
      return nullptr;
    return longest_first(m_verb, stage, m_data);
  }
  tuning::FusedGreedy team(Device const& d) const {
    return tuning::team_greedy(m_problem.length, m_problem.item_bytes, m_problem.code_bytes(), m_problem.classes, d);
  }
  tuning::FusedGreedy block(Device const& d) const {
    return tuning::block_greedy(m_problem.length, m_problem.item_bytes, m_problem.code_bytes(), m_problem.classes, d);
  }
  tuning::ChunkGreedy chunk(Device const& d) const { return tuning::chunk_greedy(m_data.length, m_data.count, d); }
  std::string tuning() const {
    Device const d = tuning::device_of(m_exec);
    switch (m_row->route) {
      case GreedyRoute::host_greedy:
        return "one thread a row";
      case GreedyRoute::block_greedy:
        return to_string(block(d));
      case GreedyRoute::chunk_greedy:
        return to_string(chunk(d));
      case GreedyRoute::team_greedy:
        return to_string(team(d));
      default:
        return "chunks of " + std::to_string(tuning::tile_chunk);
    }
  }

  std::string_view m_verb;
  Exec const& m_exec;
  layout::GreedyData m_data;
  Geometry m_geometry;
  GreedyRoute m_forced;
  Workspace m_workspace;
  GreedyProblem m_problem{};
  GreedyRow const* m_row = nullptr;
};

}  // namespace KokkosAxis::Impl::dispatch
