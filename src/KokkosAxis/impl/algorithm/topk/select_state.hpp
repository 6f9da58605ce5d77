// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosAxis/impl/algorithm/sort/block_slice.hpp>
#include <KokkosAxis/impl/algorithm/sort/native_side.hpp>
#include <KokkosAxis/impl/algorithm/topk/search.hpp>
#include <KokkosAxis/impl/layout/arena.hpp>
#include <KokkosAxis/impl/layout/select_data.hpp>
#include <KokkosAxis/impl/tuning/select.hpp>

#include <Kokkos_Core.hpp>

#include <cstdint>

namespace KokkosAxis::Impl::algorithm {

/// layout::SelectData for native kernels.
template <class Codec>
struct NativeSelect {
  BlockSortData<Codec> block;
  layout::Wanted wanted;
  typename Codec::Bits worst;
};

template <class Codec>
NativeSelect<Codec> native_select(layout::SelectData<Codec> const& data, tuning::BlockSort const& sizes) {
  using Bits = typename Codec::Bits;
  return {.block  = {.sort  = {.source = native_side<Bits>(data.source),
                               .sink   = native_side<Bits>(data.sink),
                               .codec  = NativeCodec<Codec>(data.codec),
                               .length = data.wanted.length,
                               .count  = data.count(),
                               .kept   = data.wanted.length},
                     .sizes = sizes},
          .wanted = data.wanted,
          .worst  = data.worst};
}

/// Which elements of a slice are candidates: those whose code is at most that of a bound, where their positions do not
/// come after the bound's, and elsewhere those whose code is below it. Which is to say, those that come before the
/// bound in the order of codes and turned positions, and the bound; and maybe a few that follow it. Or all.
template <class Codec>
class SelectFilter {
  using Native = NativeCodec<Codec>;
  using Key    = typename Native::Key;
  using Arc    = typename Native::Arc;

 public:
  SelectFilter() = default;
  /// For vectors of `width` neighbours, whose first one tells where they lie.
  KOKKOS_FORCEINLINE_FUNCTION SelectFilter(Native const& codec, Key bound, std::uint32_t position, bool backwards,
                                           std::uint32_t width) {
    Arc const near = codec.up_to(bound), far = codec.below(bound);
    // all, where the bound is the last code of all, or NaN behind the numbers: no arc from the first number on
    if (near.span == static_cast<Key>(~Key{0}) || (!far.empty && far.first != near.first)) return;
    m_bound         = bound;
    auto const line = codec.line();
    m_scale         = line.scale;
    m_offset        = line.offset - near.first;
    m_near          = near.span + 1;
    m_far           = far.empty ? 0 : far.span + 1;
    m_begin         = backwards ? (position > width - 1 ? position - (width - 1) : 0) : 0;
    m_length        = backwards ? 0xFFFFFFFF - m_begin : position;
  }

  /// No code above it passes.
  KOKKOS_FORCEINLINE_FUNCTION Key bound() const { return m_bound; }
  /// Keys pass whose `place` is below that.
  KOKKOS_FORCEINLINE_FUNCTION Key limit(std::uint32_t first) const {
    return first - m_begin <= m_length ? m_near : m_far;
  }
  KOKKOS_FORCEINLINE_FUNCTION Key place(typename Codec::Bits stored) const {
    return Native::straight(stored) * m_scale + m_offset;
  }

 private:
  // at first every key has place 0
  Key m_scale = 0, m_offset = 0, m_near = 1, m_far = 1;
  Key m_bound           = static_cast<Key>(~Key{0});
  std::uint32_t m_begin = 0, m_length = 0xFFFFFFFF;  // of positions that are near
};

/// What the blocks of one call hand on, in global memory.
template <class Codec, class Words>
struct SelectState {
  using Word   = typename Words::Word;
  using Filter = SelectFilter<Codec>;

  // of a slice that several blocks share
  Filter* filters        = nullptr;
  std::uint32_t* counts  = nullptr;  // candidates
  std::uint32_t* arrived = nullptr;  // blocks that are through
  // of slices that a sample misled about
  std::uint32_t* misled                      = nullptr;  // their number
  std::uint32_t* list                        = nullptr;  // and theirs
  SelectSearch<NativeCodec<Codec>>* searches = nullptr;
  Word* candidates                           = nullptr;  // room for some slices' words
  std::int64_t slots                         = 0;        // so many
  std::int64_t capacity                      = 0;        // words each

  static SelectState carve(layout::Arena& arena, std::int64_t slices, tuning::Select const& sizes) {
    SelectState s{.slots = sizes.slots, .capacity = sizes.block.capacity};
    if (sizes.parts > 1) {
      s.filters = arena.take<Filter>(slices);
      s.counts  = arena.take<std::uint32_t>(slices);
      s.arrived = arena.take<std::uint32_t>(slices);
    }
    if (sizes.slots > 0) {
      s.misled     = arena.take<std::uint32_t>(1);
      s.list       = arena.take<std::uint32_t>(slices);
      s.searches   = arena.take<SelectSearch<NativeCodec<Codec>>>(slices);
      s.candidates = arena.take<Word>(sizes.slots * sizes.block.capacity);
    }
    return s;
  }

  KOKKOS_FORCEINLINE_FUNCTION Word* candidates_of(std::int64_t slot) const { return candidates + slot * capacity; }
};

}  // namespace KokkosAxis::Impl::algorithm
