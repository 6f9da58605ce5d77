// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosAxis/explain.hpp>
#include <KokkosAxis/impl/algorithm/sort/tile_move.hpp>
#include <KokkosAxis/impl/algorithm/topk/block_select.hpp>
#include <KokkosAxis/impl/algorithm/topk/host_select.hpp>
#include <KokkosAxis/impl/algorithm/topk/register_select.hpp>
#include <KokkosAxis/impl/algorithm/topk/row_sort.hpp>
#include <KokkosAxis/impl/algorithm/topk/team_select.hpp>
#include <KokkosAxis/impl/dispatch/choose_sort.hpp>
#include <KokkosAxis/impl/dispatch/choose_topk.hpp>
#include <KokkosAxis/impl/dispatch/run_radix.hpp>
#include <KokkosAxis/impl/dispatch/stage.hpp>
#include <KokkosAxis/impl/layout/key_codec.hpp>
#include <KokkosAxis/impl/layout/select_data.hpp>
#include <KokkosAxis/key.hpp>
#include <KokkosAxis/options.hpp>

#include <concepts>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>

namespace KokkosAxis::Impl::dispatch {

/// What a selecting verb was asked for, its Views checked and their types taken off. Outputs have an axis for what was
/// selected.
struct TopkRequest {
  std::string_view verb;
  layout::Strided in{};
  std::optional<layout::Strided> values{};
  std::optional<layout::Strided> index{};
  int axis            = 0;
  std::int64_t first  = 0;  // place, in the order of best first
  std::int64_t places = 0;
  bool middle         = false;  // the lower median of each row instead
};

/// Are false and true the only values?
template <class T>
constexpr bool is_bool() {
  if constexpr (std::is_enum_v<T>)
    return std::same_as<std::underlying_type_t<T>, bool>;
  else
    return std::same_as<T, bool>;
}

/// The key that stands where a row has too few: no number is worse.
template <RadixKey T>
auto worst_key(layout::KeyCodecOf<T> const& codec, bool largest) {
  using Bits = typename layout::KeyCodecOf<T>::Bits;
  if constexpr (is_bool<T>()) {
    return static_cast<Bits>(largest ? 0 : 1);
  } else if constexpr (radix_key<T>::is_floating) {
    return static_cast<Bits>(codec.infinity | (largest ? codec.sign : Bits{0}));
  } else {
    return static_cast<Bits>(~codec.flip);  // whose code is all ones
  }
}

template <class Exec, RadixKey T>
class RunTopk {
  using Codec = layout::KeyCodecOf<T>;
  using Bits  = typename Codec::Bits;

 public:
  RunTopk(Exec const& exec, TopkRequest const& request, TopkOptions const& options)
      : m_exec(exec), m_request(request), m_options(options), m_order(outer_order(request.in, request.axis)) {
    layout::Slices const at = cut(request.in);
    auto const index        = request.index ? *request.index : layout::Strided{};
    m_data.source           = {.keys = request.in.data, .keys_at = at, .index = {}, .index_at = {}};
    if (request.values) {
      m_data.sink.keys    = request.values->data;
      m_data.sink.keys_at = cut(*request.values);
    }
    if (request.index) {
      m_data.sink.index    = {index.data, static_cast<int>(index.element_bytes)};
      m_data.sink.index_at = cut(index);
    }
    Order const order = options.largest ? Order::descending : Order::ascending;
    m_data.codec      = layout::key_codec<T>(order, options.nan, options.zeros);
    m_data.worst      = worst_key<T>(m_data.codec, options.largest);
    m_data.wanted     = {.begin     = per_slice(options.row_begin),
                         .end       = per_slice(options.row_end),
                         .length    = static_cast<std::uint32_t>(at.length),
                         .first     = static_cast<std::uint32_t>(request.first),
                         .places    = static_cast<std::uint32_t>(request.places),
                         .middle    = request.middle,
                         .backwards = options.ties == Ties::highest_index,
                         .by_index  = options.order == TopkOrder::by_index && request.places > 1};
    if (empty()) return;
    m_choice = choose_topk(request.verb, options.route,
                           {.length      = at.length,
                            .count       = at.count,
                            .want        = m_data.wanted.most(),
                            .key_bytes   = static_cast<int>(sizeof(Bits)),
                            .short_steps = has_short_steps(),
                            .plain       = is_plain()},
                           tuning::device_of(exec));
  }

  void run() const {
    if (empty()) return;
    run_steps(m_request.verb, m_exec, m_options.workspace, [&](Stage<Exec>& stage) { steps(stage); });
  }

  Explanation explain() const {
    Explanation e;
    e.verb   = m_request.verb;
    e.slices = to_string(m_data.source.keys_at);
    if (empty()) {
      e.route = "none";
      e.why   = "nothing to select";
      return e;
    }
    e.route  = m_choice.row->name;
    e.why    = m_options.route == TopkRoute::automatic ? m_choice.row->why : "forced by option";
    e.tuning = tuning();
    if (turns()) e.tuning += ", interleaved slices turned in the workspace";
    e.workspace_bytes = count_scratch(m_exec, [&](Stage<Exec>& stage) { steps(stage); });
    return e;
  }

  /// What `run` does, for a call that does more.
  void steps(Stage<Exec>& stage) const {
    if (empty()) return;
    if (m_choice.row->route == TopkRoute::row_sort || m_data.wanted.length == 0) return sort_steps(stage);
    layout::SelectData<Codec> data = m_data;
    if (turns()) {
      auto const dense = layout::take_dense<Bits>(stage.arena, data.wanted.length, data.count(), false);
      if (stage.launch) algorithm::TileMove<Exec, Bits>::run(stage.exec, data.source, dense);
      data.source = {.keys = dense.keys, .keys_at = dense.keys_at, .index = {}, .index_at = {}};
    }
    if (m_choice.row->route == TopkRoute::team_select) {
      if (stage.launch) algorithm::TeamSelect<Exec, Codec>::run(stage.exec, data, m_choice.team);
    } else if (m_choice.row->route == TopkRoute::host_select) {
      if constexpr (tuning::is_host<Exec>) {
        auto const scratch = algorithm::HostSelect<Exec, Codec>::carve(stage.arena, data, stage.device.threads);
        if (stage.launch) algorithm::HostSelect<Exec, Codec>::run(stage.exec, data, scratch);
      }
    } else if (m_choice.row->route == TopkRoute::register_select) {
      if constexpr (primitive::has_simt<Exec>)
        if (stage.launch) algorithm::RegisterSelect<Exec, Codec>::run(stage.exec, data, m_choice.held);
    } else {
      if constexpr (primitive::has_simt<Exec>) {
        auto const state = algorithm::BlockSelect<Exec, Codec>::carve(stage.arena, data, m_choice.select);
        if (stage.launch) algorithm::BlockSelect<Exec, Codec>::run(stage.exec, data, m_choice.select, state);
      }
    }
  }

 private:
  bool empty() const { return m_data.wanted.places == 0 || m_data.count() == 0; }
  std::string tuning() const {
    switch (m_choice.row->route) {
      case TopkRoute::row_sort:
        return m_data.wanted.length > 0 ? "sorted by " + std::string(sort_choice().row->name) : "nothing to sort";
      case TopkRoute::team_select:
        return to_string(m_choice.team.teams);
      case TopkRoute::register_select:
        return to_string(m_choice.held);
      case TopkRoute::block_select:
      case TopkRoute::split_select:
        return to_string(m_choice.select);
      default:
        return "the best " + std::to_string(m_data.wanted.most()) + " kept";
    }
  }
  bool turns() const { return m_choice.row->turns && m_data.source.interleaved(); }
  layout::Slices cut(layout::Strided const& view) const { return layout::cut(view, m_request.axis, m_order); }
  layout::PerSlice per_slice(RowBounds const& bounds) const {
    return layout::per_slice(
        bounds, [this](layout::Strided const& where) { return cut(layout::with_axis(where, m_request.axis)); });
  }
  bool has_short_steps() const {
    auto const is_short = [](layout::Slices const& at) {
      return at.stride <= std::numeric_limits<std::uint32_t>::max() / 8;
    };
    return is_short(m_data.source.keys_at) && is_short(m_data.sink.keys_at) && is_short(m_data.sink.index_at);
  }

  // --- row_sort ---
  bool is_plain() const {
    auto const& w = m_data.wanted;
    return !sorts_copy() && !w.by_index && !w.middle && w.first == 0;
  }
  bool sorts_copy() const { return m_data.wanted.has_windows() || m_data.wanted.backwards; }
  layout::SortData<Codec> sort_data(void* rows, void* sorted, std::uint32_t* order) const {
    layout::Slices const dense = layout::dense_slices(m_data.wanted.length, m_data.count());
    layout::SortData<Codec> data{.source = m_data.source, .sink = {}, .codec = m_data.codec};
    if (sorts_copy()) data.source = {.keys = rows, .keys_at = dense, .index = {}, .index_at = {}};
    data.sink.keys     = sorted;
    data.sink.keys_at  = dense;
    data.sink.index    = {order, sizeof(std::uint32_t)};
    data.sink.index_at = dense;
    return data;
  }
  SortChoice sort_choice() const {
    return choose_sort(m_request.verb, SortRoute::automatic,
                       {.length      = m_data.wanted.length,
                        .count       = m_data.count(),
                        .key_bytes   = static_cast<int>(sizeof(Bits)),
                        .with_index  = true,
                        .short_steps = has_short_steps()},
                       tuning::device_of(m_exec));
  }
  void sort_steps(Stage<Exec>& stage) const {
    layout::Wanted const& wanted = m_data.wanted;
    SortChoice const choice      = wanted.length > 0 ? sort_choice() : SortChoice{};
    if (wanted.length > 0 && is_plain() && choice.row->cuts && !m_data.source.interleaved() &&
        !m_data.sink.interleaved())
      return run_radix(stage, choice, layout::SortData<Codec>{m_data.source, m_data.sink, m_data.codec, wanted.places});
    std::int64_t const elements = m_data.count() * wanted.length, picks = m_data.count() * wanted.places;
    bool const keys    = m_data.sink.keys != nullptr && !wanted.by_index;
    auto* const order  = stage.arena.template take<std::uint32_t>(elements);
    Bits* const rows   = sorts_copy() ? stage.arena.template take<Bits>(elements) : nullptr;
    Bits* const sorted = !keys ? nullptr : sorts_copy() ? rows : stage.arena.template take<Bits>(elements);
    if (sorts_copy() && stage.launch) algorithm::FillRows<Exec, Codec>::run(stage.exec, m_data, rows);
    if (elements > 0) run_radix(stage, choice, sort_data(rows, sorted, order));
    if (!wanted.by_index) {
      if (stage.launch) algorithm::PutSorted<Exec, Codec>::run(stage.exec, m_data, sorted, order);
      return;
    }
    auto* const picked = stage.arena.template take<std::uint32_t>(picks);
    if (stage.launch) algorithm::PickPositions<Exec>::run(stage.exec, wanted, m_data.count(), order, picked);
    sort_positions(stage, picked);
    if (stage.launch) algorithm::PutPicked<Exec, Codec>::run(stage.exec, m_data, picked);
  }
  /// No position is larger than the one that says there is none.
  void sort_positions(Stage<Exec>& stage, std::uint32_t* picked) const {
    using Positions         = layout::KeyCodecOf<std::uint32_t>;
    layout::Slices const at = layout::dense_slices(m_data.wanted.places, m_data.count());
    layout::KeysAndIndex const column{.keys = picked, .keys_at = at, .index = {}, .index_at = {}};
    auto const choice =
        choose_sort(m_request.verb, SortRoute::automatic,
                    {.length = at.length, .count = at.count, .key_bytes = sizeof(std::uint32_t)}, stage.device);
    run_radix(stage, choice,
              layout::SortData<Positions>{
                  column, column, layout::key_codec<std::uint32_t>(Order::ascending, Nan::greatest, Zeros::equal)});
  }

  Exec const& m_exec;
  TopkRequest const& m_request;
  TopkOptions const& m_options;
  layout::OuterOrder m_order;
  layout::SelectData<Codec> m_data{};
  TopkChoice m_choice{};
};

}  // namespace KokkosAxis::Impl::dispatch
