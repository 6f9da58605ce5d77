// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosAxis/impl/algorithm/sort/count_rank.hpp>
#include <KokkosAxis/impl/algorithm/sort/host_radix.hpp>
#include <KokkosAxis/impl/algorithm/sort/host_short.hpp>
#include <KokkosAxis/impl/algorithm/sort/host_split.hpp>
#include <KokkosAxis/impl/algorithm/sort/team_radix.hpp>
#include <KokkosAxis/impl/algorithm/sort/tile_radix.hpp>
#include <KokkosAxis/impl/dispatch/choose_sort.hpp>
#include <KokkosAxis/impl/dispatch/stage.hpp>
#include <KokkosAxis/impl/layout/sort_data.hpp>

namespace KokkosAxis::Impl::dispatch {

template <class Exec, class Codec, class Item>
void run_host(Stage<Exec>& stage, SortRoute route, layout::SortData<Codec> const& data) {
  int const threads = stage.device.threads;
  auto const with   = [&]<class Route>(Route) {
    auto const scratch = Route::carve(stage.arena, data, threads);
    if (stage.launch) Route::run(stage.exec, data, scratch);
  };
  if (route == SortRoute::host_short)
    with(algorithm::HostShort<Exec, Codec>{});
  else if (route == SortRoute::host_radix)
    with(algorithm::HostRadix<Exec, Codec, Item>{});
  else
    with(algorithm::HostSplit<Exec, Codec, Item>{});
}

/// The one place where a radix route's name becomes its kernels.
template <class Exec, class Codec>
void run_radix(Stage<Exec>& stage, SortChoice const& choice, layout::SortData<Codec> const& data) {
  using Bits = typename Codec::Bits;
  switch (choice.row->route) {
    case SortRoute::count_rank:
      if (stage.launch) algorithm::CountRank<Exec, Codec>::run(stage.exec, data, choice.tuning);
      break;
    case SortRoute::team_radix:
      if (stage.launch) algorithm::TeamRadix<Exec, Codec>::run(stage.exec, data, choice.tuning);
      break;
    case SortRoute::tile_radix: {
      auto const scratch = algorithm::TileRadix<Exec, Codec>::carve(stage.arena, data, choice.tuning);
      if (stage.launch) algorithm::TileRadix<Exec, Codec>::run(stage.exec, data, choice.tuning, scratch);
      break;
    }
    default:  // the table admits host routes on host spaces only
      if constexpr (tuning::is_host<Exec>) {
        if (data.sink.index.data != nullptr)
          run_host<Exec, Codec, algorithm::KeyIndexItem<Bits>>(stage, choice.row->route, data);
        else
          run_host<Exec, Codec, algorithm::KeyItem<Bits>>(stage, choice.row->route, data);
      }
  }
}

}  // namespace KokkosAxis::Impl::dispatch
