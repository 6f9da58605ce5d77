// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosAxis/impl/algorithm/launch_native.hpp>
#include <KokkosAxis/impl/algorithm/sort/words.hpp>
#include <KokkosAxis/impl/algorithm/topk/select_block.hpp>
#include <KokkosAxis/impl/algorithm/topk/select_search.hpp>
#include <KokkosAxis/impl/algorithm/topk/select_state.hpp>
#include <KokkosAxis/impl/layout/arena.hpp>
#include <KokkosAxis/impl/layout/select_data.hpp>
#include <KokkosAxis/impl/tuning/select.hpp>

#include <Kokkos_Core.hpp>

#include <cstddef>
#include <cstdint>

namespace KokkosAxis::Impl::algorithm {

/// One slice a block: a sample bounds the wanted elements, one read finds those below the bound, and these are ordered
/// in shared memory.
template <class Simt, class Codec, class Words, int Items>
class BlockSelectKernel {
  using Block = SelectBlock<Simt, Codec, Words, Items>;
  using State = SelectState<Codec, Words>;

 public:
  static constexpr int max_threads = tuning::block_threads(Items);
  static constexpr int min_blocks  = Items == 8 ? 2 : 1;

  BlockSelectKernel(NativeSelect<Codec> const& select, State const& state, tuning::KeySample const& sample)
      : m_select(select), m_state(state), m_sample(sample) {}

  KOKKOS_FUNCTION void operator()(std::byte* shared) const {
    std::int64_t const slice = Simt::block();
    Block const block(m_select, shared, slice);
    block.fill();
    if (block.from() == block.last()) return;
    auto const window         = block.window();
    auto const filter         = block.filter_by(m_sample);
    std::uint32_t const found = block.gather(filter, window.begin, window.end);
    if (block.is_misled(found)) {
      auto const from = block.search_from(filter, found);
      if (m_state.misled != nullptr)
        mislead<Simt>(m_state, slice, block.flags(), from);
      else
        Block::search(m_select, shared, slice, from.limit);
      return;
    }
    block.write(found, block.pool());
  }

 private:
  NativeSelect<Codec> m_select;
  State m_state;
  tuning::KeySample m_sample;
};

/// Nothing has misled yet.
template <class Simt, class State>
struct SelectClearKernel {
  static constexpr int max_threads = 64;
  static constexpr int min_blocks  = 1;

  State state;

  KOKKOS_FUNCTION void operator()(std::byte*) const {
    if (Simt::thread() == 0) *state.misled = 0;
  }
};

/// Slices over several blocks each, first step: the bound of a slice.
template <class Simt, class Codec, class Words, int Items>
class SplitSampleKernel {
  using Block = SelectBlock<Simt, Codec, Words, Items>;
  using State = SelectState<Codec, Words>;

 public:
  static constexpr int max_threads = tuning::block_threads(Items);
  static constexpr int min_blocks  = 1;

  SplitSampleKernel(NativeSelect<Codec> const& select, State const& state, tuning::KeySample const& sample)
      : m_select(select), m_state(state), m_sample(sample) {}

  KOKKOS_FUNCTION void operator()(std::byte* shared) const {
    std::int64_t const slice = Simt::block();
    Block const block(m_select, shared, slice);
    block.fill();
    if (slice == 0 && Simt::thread() == 0) *m_state.misled = 0;
    if (block.from() == block.last()) return;
    auto const filter = block.filter_by(m_sample);
    if (Simt::thread() != 0) return;
    m_state.filters[slice] = filter;
    m_state.counts[slice] = m_state.arrived[slice] = 0;
  }

 private:
  NativeSelect<Codec> m_select;
  State m_state;
  tuning::KeySample m_sample;
};

/// Second step: each block looks for candidates in its part, and the last one to be through orders them all.
template <class Simt, class Codec, class Words, int Items>
class SplitSelectKernel {
  using Block = SelectBlock<Simt, Codec, Words, Items>;
  using State = SelectState<Codec, Words>;

 public:
  static constexpr int max_threads = tuning::block_threads(Items);
  static constexpr int min_blocks  = Items == 8 ? 2 : 1;

  SplitSelectKernel(NativeSelect<Codec> const& select, State const& state, std::int64_t parts)
      : m_select(select), m_state(state), m_parts(parts) {}

  KOKKOS_FUNCTION void operator()(std::byte* shared) const {
    std::int64_t const slice = Simt::block() / m_parts, part = Simt::block() - slice * m_parts;
    Block const block(m_select, shared, slice);
    if (block.from() == block.last()) return;
    auto const [begin, end] = part_of(block.window(), part, m_parts);
    auto* const all         = m_state.candidates_of(slice);
    append<Simt>(block.flags(), block.pool(), block.gather(m_state.filters[slice], begin, end), block.capacity(), all,
                 &m_state.counts[slice]);
    if (!is_last<Simt>(block.flags(), &m_state.arrived[slice], static_cast<std::uint32_t>(m_parts))) return;
    std::uint32_t const found = Simt::observe(&m_state.counts[slice]);
    if (block.is_misled(found))
      mislead<Simt>(m_state, slice, block.flags(), block.search_from(m_state.filters[slice], found));
    else
      block.write(found, all);
  }

 private:
  NativeSelect<Codec> m_select;
  State m_state;
  std::int64_t m_parts;
};

/// Launches them.
template <class Exec, class Codec>
class BlockSelect {
  using Simt  = primitive::simt_of_t<Exec>;
  using Bits  = typename Codec::Bits;
  using Words = AnyWords<Bits>;
  using State = SelectState<Codec, Words>;

 public:
  static State carve(layout::Arena& arena, layout::SelectData<Codec> const& data, tuning::Select const& sizes) {
    return State::carve(arena, data.count(), sizes);
  }

  static void run(Exec const& exec, layout::SelectData<Codec> const& data, tuning::Select const& sizes,
                  State const& state) {
    auto const select = native_select(data, sizes.block);
    if (sizes.block.items == 8)
      with_items<8>(exec, select, sizes, state);
    else
      with_items<16>(exec, select, sizes, state);
  }

 private:
  template <int Items>
  static void with_items(Exec const& exec, NativeSelect<Codec> const& select, tuning::Select const& sizes,
                         State const& state) {
    std::int64_t const slices = select.block.sort.count;
    int const threads         = sizes.block.threads;
    if (sizes.parts > 1) {
      launch_native("KokkosAxis::topk::split_select::sample", exec,
                    {.blocks = slices, .threads = threads, .shared = sizes.shared},
                    SplitSampleKernel<Simt, Codec, Words, Items>(select, state, sizes.sample));
      launch_native("KokkosAxis::topk::split_select", exec,
                    {.blocks = slices * sizes.parts, .threads = threads, .shared = sizes.shared},
                    SplitSelectKernel<Simt, Codec, Words, Items>(select, state, sizes.parts));
    } else {
      if (sizes.slots > 0)
        launch_native("KokkosAxis::topk::block_select::clear", exec, {.blocks = 1, .threads = 64},
                      SelectClearKernel<Simt, State>{state});
      launch_native("KokkosAxis::topk::block_select", exec,
                    {.blocks = slices, .threads = threads, .shared = sizes.shared},
                    BlockSelectKernel<Simt, Codec, Words, Items>(select, state, sizes.sample));
    }
    if (sizes.slots > 0) {
      using Search = SelectSearchKernel<Simt, Codec, Words, Items>;
      launch_native("KokkosAxis::topk::search", exec,
                    {.blocks = sizes.search_blocks, .threads = threads, .shared = sizes.shared},
                    Search(select, state, sizes.search_parts));
    }
  }
};

}  // namespace KokkosAxis::Impl::algorithm
