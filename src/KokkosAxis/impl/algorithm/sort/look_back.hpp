// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosAxis/impl/algorithm/launch_native.hpp>
#include <KokkosAxis/impl/algorithm/sort/look_back_count.hpp>
#include <KokkosAxis/impl/algorithm/sort/look_back_pass.hpp>
#include <KokkosAxis/impl/algorithm/sort/tile_move.hpp>
#include <KokkosAxis/impl/layout/arena.hpp>
#include <KokkosAxis/impl/layout/sort_data.hpp>
#include <KokkosAxis/impl/tuning/look_back.hpp>

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <cstdint>

namespace KokkosAxis::Impl::algorithm {

/// Slices of any length below 2^30, few or many: one read counts the digits of all passes, then each pass of 8 bits
/// reads and writes every element once. Between passes keys and 32-bit positions lie dense in the workspace.
template <class Exec, class Codec>
class LookBack {
  using Bits                   = typename Codec::Bits;
  using Simt                   = primitive::simt_of_t<Exec>;
  static constexpr int passes  = sizeof(Bits);
  static constexpr int items   = tuning::look_back_items(sizeof(Bits));
  static constexpr int threads = tuning::look_back_threads;
  template <bool First, bool Last>
  using Pass  = LookBackPassKernel<Simt, Codec, items, First, Last>;
  using Count = LookBackCountKernel<Simt, Codec>;

 public:
  struct Scratch {
    layout::KeysAndIndex dense[2]{};
    LookBackState state{};
  };

  static Scratch carve(layout::Arena& arena, layout::SortData<Codec> const& data) {
    Scratch scratch;
    for (int b = 0; b < buffers(data); ++b)
      scratch.dense[b] = layout::take_dense<Bits>(arena, data.length(), data.count(), data.sink.index.data != nullptr);
    scratch.state =
        LookBackState::carve(arena, data.count(), tuning::look_back_tiles(sizeof(Bits), data.length()), passes);
    return scratch;
  }

  static void run(Exec const& exec, layout::SortData<Codec> const& data, Scratch const& scratch) {
    LookBackClearKernel<Simt> const clear(scratch.state);
    launch_native("KokkosAxis::sort::look_back::clear", exec,
                  {.blocks = at_most(scratch, clear.blocks()), .threads = clear.max_threads}, clear);
    Count const count(native_sort(data), scratch.state);
    launch_native("KokkosAxis::sort::look_back::count", exec,
                  {.blocks = at_most(scratch, count.blocks()), .threads = Count::max_threads, .shared = Count::shared},
                  count);
    layout::KeysAndIndex from = data.source;
    if constexpr (passes == 1) {
      if (copies_first(data)) {
        from            = scratch.dense[0];
        from.index.data = nullptr;
        TileMove<Exec, Bits>::run(exec, data.source, from);
      }
    }
    for (int pass = 0; pass < passes; ++pass) {
      layout::KeysAndIndex const to = pass == passes - 1 ? data.sink : scratch.dense[pass % 2];
      layout::SortData<Codec> const step{from, to, data.codec};
      if constexpr (passes == 1)
        launch_pass<true, true>(exec, step, scratch, pass);
      else if (pass == 0)
        launch_pass<true, false>(exec, step, scratch, pass);
      else if (pass < passes - 1)
        launch_pass<false, false>(exec, step, scratch, pass);
      else
        launch_pass<false, true>(exec, step, scratch, pass);
      from = to;
    }
  }

 private:
  template <bool First, bool Last>
  static void launch_pass(Exec const& exec, layout::SortData<Codec> const& step, Scratch const& scratch, int pass) {
    using Kernel = Pass<First, Last>;
    launch_native("KokkosAxis::sort::look_back::pass", exec,
                  {.blocks  = at_most(scratch, step.count() * scratch.state.tiles),
                   .threads = threads,
                   .shared  = Kernel::shared_bytes(threads)},
                  Kernel(native_sort(step), scratch.state, pass));
  }

  // where hardly ever a slice is needed, many blocks would cost more to find that out than they could do
  static std::int64_t at_most(Scratch const& scratch, std::int64_t blocks) {
    return scratch.state.needed == nullptr ? blocks : std::min<std::int64_t>(blocks, 512);
  }

  // a single pass in place would overwrite what other tiles have yet to read
  static bool copies_first(layout::SortData<Codec> const& data) { return passes == 1 && data.in_place(); }
  static int buffers(layout::SortData<Codec> const& data) {
    return copies_first(data) ? 1 : passes - 1 < 2 ? passes - 1 : 2;
  }
};

}  // namespace KokkosAxis::Impl::algorithm
