// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosAxis/explain.hpp>
#include <KokkosAxis/impl/algorithm/sort/compare_rank.hpp>
#include <KokkosAxis/impl/algorithm/sort/merge_sort.hpp>
#include <KokkosAxis/impl/algorithm/sort/project.hpp>
#include <KokkosAxis/impl/dispatch/choose_sort.hpp>
#include <KokkosAxis/impl/dispatch/run_permute.hpp>
#include <KokkosAxis/impl/dispatch/run_radix.hpp>
#include <KokkosAxis/impl/dispatch/stage.hpp>
#include <KokkosAxis/impl/layout/before.hpp>
#include <KokkosAxis/impl/layout/key_codec.hpp>
#include <KokkosAxis/impl/layout/slices.hpp>
#include <KokkosAxis/key.hpp>
#include <KokkosAxis/options.hpp>

#include <concepts>
#include <cstdint>
#include <limits>
#include <optional>
#include <string_view>
#include <vector>

namespace KokkosAxis::Impl::dispatch {

/// What a sorting verb was asked for, its Views checked and their types taken off.
struct SortRequest {
  std::string_view verb;
  layout::Strided keys;
  std::optional<layout::Strided> sorted{};  // keys in order, if wanted
  std::optional<layout::Strided> index{};   // positions in order, if wanted
  std::vector<MovedView> values{};          // moved along with the keys
  int axis = 0;
};

/// sort, argsort and sort_by_key in one. Radix keys that are the elements themselves are sorted as they stand.
/// Projected keys and comparators sort positions, by which the elements are then gathered; so are values.
template <class Exec, class T, class By, class Compare>
class RunSort {
  using Key                      = layout::projected_t<By, T>;
  static constexpr bool projects = !std::same_as<By, Identity>;
  static constexpr bool radix    = std::same_as<Compare, NaturalOrder> && RadixKey<Key>;
  using Options                  = SortOptions<By, Compare>;

 public:
  RunSort(Exec const& exec, SortRequest const& request, Options const& options)
      : m_exec(exec), m_request(request), m_options(options), m_order(outer_order(request.keys, request.axis)) {
    m_at = cut(m_request.keys);
    if (empty()) return;
    m_problem = {.length      = m_at.length,
                 .count       = m_at.count,
                 .key_bytes   = radix ? static_cast<int>(sizeof(Key)) : 0,
                 .with_index  = request.index || gathers(),
                 .stable      = options.stable,
                 .short_steps = has_short_steps()};
    m_choice  = choose_sort(request.verb, options.route, m_problem, tuning::device_of(exec));
  }

  void run() const {
    if (empty()) return;
    run_steps(m_request.verb, m_exec, m_options.workspace, [&](Stage<Exec>& stage) { steps(stage); });
  }

  Explanation explain() const {
    Explanation e;
    e.verb   = m_request.verb;
    e.slices = to_string(m_at);
    if (empty()) {
      e.route = "none";
      e.why   = "nothing to sort";
      return e;
    }
    e.route  = m_choice.row->name;
    e.why    = m_options.route == SortRoute::automatic ? m_choice.row->why : "forced by option";
    e.tuning = to_string(m_choice, m_problem);
    if (m_choice.row->turns && turns())
      e.tuning += m_choice.block.turning > 0 ? ", interleaved slices turned by clusters of blocks"
                                             : ", interleaved slices turned in the workspace";
    e.workspace_bytes = count_scratch(m_exec, [&](Stage<Exec>& stage) { steps(stage); });
    return e;
  }

 private:
  bool empty() const { return m_at.length == 0 || m_at.count == 0; }
  bool gathers() const { return !m_request.values.empty() || (m_request.sorted && (projects || !radix)); }
  bool turns() const {
    return m_at.interleaved() || (m_request.sorted && cut(*m_request.sorted).interleaved()) ||
           (m_request.index && cut(*m_request.index).interleaved());
  }
  bool has_short_steps() const {
    auto const is_short = [&](layout::Strided const& view) {
      return view.stride[m_request.axis] <= std::numeric_limits<std::uint32_t>::max() / 8;
    };
    auto const index = m_request.index ? *m_request.index : layout::dense_in_order(m_request.keys, nullptr, 8);
    return is_short(m_request.keys) && is_short(index) && (!m_request.sorted || is_short(*m_request.sorted));
  }
  layout::Slices cut(layout::Strided const& view) const { return layout::cut(view, m_request.axis, m_order); }

  void steps(Stage<Exec>& stage) const {
    std::vector<MovedView> moved = m_request.values;
    if (m_request.sorted && (projects || !radix)) moved.push_back({m_request.keys, *m_request.sorted});

    std::optional<layout::Strided> index = m_request.index;
    if (!index && !moved.empty()) {
      auto* const positions = stage.arena.template take<std::uint32_t>(m_at.length * m_at.count);
      index                 = layout::dense_in_order(m_request.keys, positions, sizeof(std::uint32_t));
    }
    if constexpr (radix)
      radix_steps(stage, index);
    else
      compare_steps(stage, *index);
    if (!moved.empty()) run_permute(stage, *index, m_request.axis, moved);
  }

  void radix_steps(Stage<Exec>& stage, std::optional<layout::Strided> const& index) const {
    layout::SortData<layout::KeyCodecOf<Key>> data{
        .source = {.keys = m_request.keys.data, .keys_at = m_at},
        .sink   = {},
        .codec  = layout::key_codec<Key>(m_options.order, m_options.nan, m_options.zeros)};
    if constexpr (projects) {
      auto* const keys = stage.arena.template take<Key>(m_at.length * m_at.count);
      data.source      = {.keys = keys, .keys_at = layout::dense_slices(m_at.length, m_at.count)};
      if (stage.launch)
        algorithm::Project<Exec, T, By>::run(stage.exec, static_cast<T const*>(m_request.keys.data), m_at, m_options.by,
                                             keys);
    } else if (m_request.sorted) {
      data.sink.keys    = m_request.sorted->data;
      data.sink.keys_at = cut(*m_request.sorted);
    }
    if (index) {
      data.sink.index    = {index->data, static_cast<int>(index->element_bytes)};
      data.sink.index_at = cut(*index);
    }
    run_radix(stage, m_choice, data);
  }

  void compare_steps(Stage<Exec>& stage, layout::Strided const& index) const {
    using Before = layout::Before<By, Compare>;
    layout::CompareData<T, Before> const data{.elements    = static_cast<T const*>(m_request.keys.data),
                                              .elements_at = m_at,
                                              .index       = {index.data, static_cast<int>(index.element_bytes)},
                                              .index_at    = cut(index),
                                              .before      = layout::before(m_options)};
    if (m_choice.row->route == SortRoute::compare_rank) {
      if (stage.launch) algorithm::CompareRank<Exec, T, Before>::run(stage.exec, data);
    } else {
      using MergeSort    = algorithm::MergeSort<Exec, T, Before>;
      auto const scratch = MergeSort::carve(stage.arena, data, m_choice.tuning);
      if (stage.launch) MergeSort::run(stage.exec, data, m_choice.tuning, scratch);
    }
  }

  Exec const& m_exec;
  SortRequest const& m_request;
  Options const& m_options;
  layout::OuterOrder m_order;
  layout::Slices m_at{};
  SortProblem m_problem{};
  SortChoice m_choice{};
};

}  // namespace KokkosAxis::Impl::dispatch
