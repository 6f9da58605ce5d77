// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosAxis/impl/algorithm/permute/gather.hpp>
#include <KokkosAxis/impl/dispatch/stage.hpp>
#include <KokkosAxis/impl/layout/move_plan.hpp>
#include <KokkosAxis/impl/layout/strided.hpp>

#include <cstddef>
#include <span>
#include <vector>

namespace KokkosAxis::Impl::dispatch {

/// A View to permute and where it goes; the same memory twice for in place.
struct MovedView {
  layout::Strided from, to;
};

/// Moves every View by `index`. Views that are permuted in place go through scratch and back: a launch for all, and one
/// more if any is in place.
template <class Exec>
void run_permute(Stage<Exec>& stage, layout::Strided const& index, int axis, std::span<MovedView const> views) {
  std::vector<layout::MovePlan> out, back;
  for (auto const& view : views) {
    if (view.from.empty()) continue;
    if (view.from.data != view.to.data) {
      out.push_back(layout::move_plan(view.from, view.to, &index, axis));
      continue;
    }
    std::int64_t items = 1;
    for (int d = 0; d < view.from.rank; ++d) items *= view.from.extent[d];
    auto* const bytes        = stage.arena.template take<std::byte>(items * view.from.element_bytes);
    layout::Strided const on = layout::dense_in_order(view.to, bytes);
    out.push_back(layout::move_plan(view.from, on, &index, axis));
    out.back().fills = true;
    back.push_back(layout::move_plan(on, view.to, nullptr, axis));
  }
  if (!stage.launch) return;
  algorithm::Gather<Exec>::run(stage.exec, out);
  algorithm::Gather<Exec>::run(stage.exec, back);
}

}  // namespace KokkosAxis::Impl::dispatch
