// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosAxis/impl/algorithm/sort/block_sort.hpp>
#include <KokkosAxis/impl/algorithm/sort/bucket_sort.hpp>
#include <KokkosAxis/impl/algorithm/sort/code_count.hpp>
#include <KokkosAxis/impl/algorithm/sort/count_rank.hpp>
#include <KokkosAxis/impl/algorithm/sort/host_radix.hpp>
#include <KokkosAxis/impl/algorithm/sort/host_short.hpp>
#include <KokkosAxis/impl/algorithm/sort/host_split.hpp>
#include <KokkosAxis/impl/algorithm/sort/look_back.hpp>
#include <KokkosAxis/impl/algorithm/sort/team_radix.hpp>
#include <KokkosAxis/impl/algorithm/sort/tile_move.hpp>
#include <KokkosAxis/impl/algorithm/sort/tile_radix.hpp>
#include <KokkosAxis/impl/algorithm/sort/warp_sort.hpp>
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

template <class Exec, class Codec>
void run_native(Stage<Exec>& stage, SortChoice const& choice, layout::SortData<Codec> const& data) {
  if (choice.row->route == SortRoute::warp_sort) {
    if (stage.launch) algorithm::WarpSort<Exec, Codec>::run(stage.exec, data);
  } else if (choice.row->route == SortRoute::block_sort) {
    if (stage.launch) algorithm::BlockSort<Exec, Codec>::run(stage.exec, data, choice.block);
  } else if (choice.row->route == SortRoute::code_count) {
    if constexpr (sizeof(typename Codec::Bits) <= 2)  // the table admits no others
      if (stage.launch) algorithm::CodeCount<Exec, Codec>::run(stage.exec, data);
  } else if (choice.row->route == SortRoute::bucket_sort) {
    using BucketSort   = algorithm::BucketSort<Exec, Codec>;
    auto const scratch = BucketSort::carve(stage.arena, data, choice.bucket);
    if (stage.launch) BucketSort::run(stage.exec, data, choice.bucket, scratch);
  } else {
    auto const scratch = algorithm::LookBack<Exec, Codec>::carve(stage.arena, data);
    if (stage.launch) algorithm::LookBack<Exec, Codec>::run(stage.exec, data, scratch);
  }
}

/// The one place where a radix route's name becomes its kernels.
template <class Exec, class Codec>
void run_route(Stage<Exec>& stage, SortChoice const& choice, layout::SortData<Codec> const& data) {
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
    case SortRoute::warp_sort:
    case SortRoute::block_sort:
    case SortRoute::code_count:
    case SortRoute::bucket_sort:
    case SortRoute::look_back:  // the table admits these where there are native kernels only
      if constexpr (primitive::has_simt<Exec>) run_native(stage, choice, data);
      break;
    default:  // the table admits host routes on host spaces only
      if constexpr (tuning::is_host<Exec>) {
        if (data.sink.index.data != nullptr)
          run_host<Exec, Codec, algorithm::KeyIndexItem<Bits>>(stage, choice.row->route, data);
        else
          run_host<Exec, Codec, algorithm::KeyItem<Bits>>(stage, choice.row->route, data);
      }
  }
}

/// Routes that walk along slices get interleaved ones turned: tiles of several slices go through team scratch into the
/// workspace, coalesced on both sides, and back. Measured against teams that read across the slices, whose scratch
/// holds too few neighbours to use a sector of memory whole. Clusters of blocks turn them without. Routes that read
/// keys again after they have written some get a copy of those that are sorted in place, if there can be any that they
/// read again: keys that differ in bits and not in code.
template <class Exec, class Codec>
void run_radix(Stage<Exec>& stage, SortChoice const& choice, layout::SortData<Codec> const& data) {
  using Bits     = typename Codec::Bits;
  using TileMove = algorithm::TileMove<Exec, Bits>;
  if (!choice.row->turns || choice.block.turning > 0) return run_route(stage, choice, data);

  bool const copies  = choice.row->reads_again && algorithm::NativeCodec<Codec>::floating;
  bool const turn_in = data.source.interleaved() || (copies && data.in_place()), turn_out = data.sink.interleaved();
  bool const with_index          = turn_out && data.sink.index.data != nullptr;
  layout::SortData<Codec> turned = data;
  if (turn_in || turn_out) {
    auto dense      = layout::take_dense<Bits>(stage.arena, data.length(), data.count(), with_index);
    auto const from = copies && turn_in && turn_out
                          ? layout::take_dense<Bits>(stage.arena, data.length(), data.count(), false)
                          : dense;
    if (turn_in) turned.source = {.keys = from.keys, .keys_at = from.keys_at, .index = {}, .index_at = {}};
    if (data.sink.keys == nullptr) dense.keys = nullptr;
    if (turn_out) turned.sink = dense;
  }
  if (turn_in && stage.launch) TileMove::run(stage.exec, data.source, turned.source);
  run_route(stage, choice, turned);
  if (turn_out && stage.launch) TileMove::run(stage.exec, turned.sink, data.sink);
}

}  // namespace KokkosAxis::Impl::dispatch
