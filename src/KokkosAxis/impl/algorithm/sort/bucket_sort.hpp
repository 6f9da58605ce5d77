// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosAxis/impl/algorithm/launch_native.hpp>
#include <KokkosAxis/impl/algorithm/sort/bucket_block.hpp>
#include <KokkosAxis/impl/algorithm/sort/bucket_count.hpp>
#include <KokkosAxis/impl/algorithm/sort/bucket_plan.hpp>
#include <KokkosAxis/impl/algorithm/sort/bucket_scatter.hpp>
#include <KokkosAxis/impl/algorithm/sort/bucket_state.hpp>
#include <KokkosAxis/impl/algorithm/sort/look_back.hpp>
#include <KokkosAxis/impl/algorithm/sort/words.hpp>

#include <Kokkos_Core.hpp>

#include <cstdint>

namespace KokkosAxis::Impl::algorithm {

/// Slices too long for a block, few or many: a sample plans buckets that a block can sort, two reads count and fill
/// them, and a block sorts each. Two passes over memory after the counting, whatever the width of keys. The scatter
/// needs no stable rank, since words of key and position are unique. Slices with a bucket that no block can hold (many
/// equal keys, or a sample that misled) are left to look_back, whose kernels find nothing to do otherwise.
template <class Exec, class Codec>
class BucketSort {
  using Simt                      = primitive::simt_of_t<Exec>;
  using Bits                      = typename Codec::Bits;
  using Words                     = AnyWords<Bits>;
  using State                     = BucketState<Codec, Words>;
  using Rest                      = LookBack<Exec, Codec>;
  static constexpr int tile_items = tuning::bucket_tile_items(sizeof(Bits));

 public:
  struct Scratch {
    State state{};
    typename Rest::Scratch rest{};
  };

  static Scratch carve(layout::Arena& arena, layout::SortData<Codec> const& data, tuning::BucketSort const& sizes) {
    Scratch scratch{.state = State::carve(arena, data.length(), data.count(), sizes.buckets),
                    .rest  = Rest::carve(arena, data)};
    scratch.rest.state.needed = scratch.state.crowded;
    scratch.rest.state.any    = scratch.state.any;
    return scratch;
  }

  static void run(Exec const& exec, layout::SortData<Codec> const& data, tuning::BucketSort const& sizes,
                  Scratch const& scratch) {
    auto const native = native_sort(data);
    auto const& state = scratch.state;
    using Plan        = BucketPlanKernel<Simt, Codec, Words>;
    using Place       = BucketPlaceKernel<Simt, Codec, Words>;
    launch_native("KokkosAxis::sort::bucket_sort::plan", exec,
                  {.blocks = data.count(), .threads = Plan::max_threads, .shared = Plan::shared_bytes},
                  Plan(native, state, sizes));
    BucketCountKernel<Simt, Codec, Words> const count(native, state, sizes);
    launch_native("KokkosAxis::sort::bucket_sort::count", exec,
                  {.blocks = count.blocks(), .threads = tuning::bucket_threads, .shared = count.shared_bytes()}, count);
    launch_native("KokkosAxis::sort::bucket_sort::place", exec,
                  {.blocks = data.count(), .threads = Place::max_threads, .shared = Place::shared_bytes},
                  Place(state, sizes));
    BucketScatterKernel<Simt, Codec, Words, tile_items> const scatter(native, state);
    launch_native("KokkosAxis::sort::bucket_sort::scatter", exec,
                  {.blocks  = scatter.blocks(),
                   .threads = tuning::bucket_threads,
                   .shared  = tuning::bucket_scatter_bytes(sizes, sizeof(Bits))},
                  scatter);
    if (sizes.block.items == 8)
      sort_buckets<8>(exec, {native, sizes.block}, state);
    else
      sort_buckets<16>(exec, {native, sizes.block}, state);
    Rest::run(exec, data, scratch.rest);
  }

 private:
  template <int Items>
  static void sort_buckets(Exec const& exec, BlockSortData<Codec> const& data, State const& state) {
    launch_native(
        "KokkosAxis::sort::bucket_sort::block", exec,
        {.blocks = data.sort.count * state.buckets, .threads = data.sizes.threads, .shared = data.sizes.shared},
        BucketBlockKernel<Simt, Codec, Words, Items>(data, state));
  }
};

}  // namespace KokkosAxis::Impl::algorithm
