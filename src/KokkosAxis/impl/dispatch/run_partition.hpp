// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosAxis/explain.hpp>
#include <KokkosAxis/impl/algorithm/topk/part_sides.hpp>
#include <KokkosAxis/impl/dispatch/run_topk.hpp>
#include <KokkosAxis/impl/dispatch/stage.hpp>
#include <KokkosAxis/options.hpp>

#include <cstdint>

namespace KokkosAxis::Impl::dispatch {

/// partition and argpartition: the k-th element of each slice is selected, then all are put on one of its sides. The
/// request's outputs are those of the partition, its `first` is k.
template <class Exec, RadixKey T>
class RunPartition {
  using Codec = layout::KeyCodecOf<T>;
  using Sides = algorithm::PartSides<Exec, Codec>;

 public:
  RunPartition(Exec const& exec, TopkRequest const& request, PartitionOptions const& options)
      : m_exec(exec),
        m_request(request),
        m_workspace(options.workspace),
        m_options{.axis    = options.axis,
                  .largest = options.order == Order::descending,
                  .nan     = options.nan,
                  .zeros   = options.zeros,
                  .route   = options.route},
        m_kth(selection(nullptr)),
        m_select(exec, m_kth, m_options) {}

  void run() const {
    if (!empty()) run_steps(m_request.verb, m_exec, m_workspace, [&](Stage<Exec>& stage) { steps(stage); });
  }

  Explanation explain() const {
    Explanation e = m_select.explain();
    if (!empty()) e.workspace_bytes = count_scratch(m_exec, [&](Stage<Exec>& stage) { steps(stage); });
    return e;
  }

 private:
  bool empty() const { return m_request.in.empty(); }

  /// One position a slice, of the k-th element.
  TopkRequest selection(std::uint32_t* kth) const {
    layout::Strided one        = m_request.in;
    one.extent[m_request.axis] = 1;
    return {.verb   = m_request.verb,
            .in     = m_request.in,
            .index  = layout::dense_in_order(one, kth, sizeof(std::uint32_t)),
            .axis   = m_request.axis,
            .first  = m_request.first,
            .places = 1};
  }

  void steps(Stage<Exec>& stage) const {
    layout::OuterOrder const order = layout::outer_order(m_request.in, m_request.axis);
    auto const cut          = [&](layout::Strided const& view) { return layout::cut(view, m_request.axis, order); };
    layout::Slices const at = cut(m_request.in);
    TopkRequest const kth   = selection(stage.arena.template take<std::uint32_t>(at.count));
    RunTopk<Exec, T>(m_exec, kth, m_options).steps(stage);

    layout::SortData<Codec> data{.source = {.keys = m_request.in.data, .keys_at = at, .index = {}, .index_at = {}},
                                 .sink   = {},
                                 .codec = layout::key_codec<T>(m_options.largest ? Order::descending : Order::ascending,
                                                               m_options.nan, m_options.zeros)};
    if (m_request.values) {
      data.sink.keys    = m_request.values->data;
      data.sink.keys_at = cut(*m_request.values);
    }
    if (m_request.index) {
      data.sink.index    = {m_request.index->data, static_cast<int>(m_request.index->element_bytes)};
      data.sink.index_at = cut(*m_request.index);
    }
    auto const scratch = Sides::carve(stage.arena, data);
    if (stage.launch)
      Sides::run(stage.exec, data, static_cast<std::uint32_t const*>(kth.index->data), cut(*kth.index),
                 static_cast<std::uint32_t>(m_request.first), scratch);
  }

  Exec const& m_exec;
  TopkRequest const& m_request;
  Workspace m_workspace;
  TopkOptions m_options;
  TopkRequest m_kth;
  RunTopk<Exec, T> m_select;
};

}  // namespace KokkosAxis::Impl::dispatch
