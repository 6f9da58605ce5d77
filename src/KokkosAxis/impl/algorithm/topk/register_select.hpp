// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosAxis/impl/algorithm/launch_native.hpp>
#include <KokkosAxis/impl/algorithm/sort/words.hpp>
#include <KokkosAxis/impl/algorithm/topk/held_keys.hpp>
#include <KokkosAxis/impl/algorithm/topk/select_block.hpp>
#include <KokkosAxis/impl/algorithm/topk/select_search.hpp>
#include <KokkosAxis/impl/algorithm/topk/select_state.hpp>
#include <KokkosAxis/impl/layout/select_data.hpp>
#include <KokkosAxis/impl/primitive/simt/bitonic.hpp>
#include <KokkosAxis/impl/primitive/simt/scan.hpp>
#include <KokkosAxis/impl/tuning/select.hpp>

#include <Kokkos_Core.hpp>

#include <cstddef>
#include <cstdint>

namespace KokkosAxis::Impl::algorithm {

/// The blocks that work at one slice: a single one, or a cluster, which reaches the shared memory of its first.
template <class Simt>
struct SliceBlocks {
  int size;

  KOKKOS_FORCEINLINE_FUNCTION int rank() const {
    if constexpr (Simt::has_clusters) return size > 1 ? static_cast<int>(Simt::cluster_rank()) : 0;
    return 0;
  }
  KOKKOS_FORCEINLINE_FUNCTION void sync() const {
    if constexpr (Simt::has_clusters)
      if (size > 1) return Simt::sync_cluster();
    Simt::sync_block();
  }
  /// What lies in block r's shared memory where `own` lies in this one's.
  template <class T>
  KOKKOS_FORCEINLINE_FUNCTION T* of_block(T* own, int r) const {
    if constexpr (Simt::has_clusters)
      if (size > 1) return Simt::of_block(own, r);
    return own;
  }
};

/// Which of the firsts of lanes bounds a slice: the q-th of each warp, and of these the r-th, both from 0. At least
/// (q + 1) (r + 1) elements come up to it.
template <class Simt>
struct LaneBound {
  int q, r;

  /// For `want` elements, where lanes look at one in `stride` of theirs each.
  KOKKOS_FORCEINLINE_FUNCTION static LaneBound of(std::uint32_t want, int all_warps, int stride) {
    constexpr float of_warp = Simt::lanes;
    float const warps = static_cast<float>(all_warps), lanes = warps * of_warp, wanted = static_cast<float>(want);
    // lanes that one of the wanted elements is the first of: their number is about binomial
    float const hit = 1.0f - Kokkos::exp(-wanted / (lanes * static_cast<float>(stride))), mean = lanes * hit;
    float const deviation = Kokkos::sqrt(mean * (1.0f - hit));
    float q = 1.0f, r = 1.0f;
    if (all_warps < 16 || (stride == 1 && wanted <= warps)) {
      // so many elements for sure, if every one counts; of few warps the last, and otherwise one that varies less
      float const likely = mean + deviation + 1.0f, hits = stride == 1 && wanted < likely ? wanted : likely;
      q = Kokkos::ceil(hits / (all_warps < 8 ? warps : warps * 0.75f));
      r = Kokkos::ceil(hits / q);
    } else {
      // the warps among which so many hits are dealt out have q and more each with a chance that is nearly linear in q
      float const hits = (mean + 2.5f * deviation + 1.0f) / warps;
      q                = hits > 1.5f ? Kokkos::floor(hits + 0.5f) : 1.0f;
      float const part = hits < 1.0f ? 1.0f - Kokkos::exp(-hits)
                                     : 0.5f + 0.4f * (hits - q + 0.5f) / Kokkos::sqrt(hits * (1.0f - hits / of_warp));
      r                = Kokkos::ceil(part * warps);
    }
    return {static_cast<int>(q < of_warp ? q : of_warp) - 1, static_cast<int>(r < warps ? r : warps) - 1};
  }
  /// For elements of which `together` neighbours are one lane's, if those that are wanted are neighbours, too.
  KOKKOS_FORCEINLINE_FUNCTION static LaneBound of_run(std::uint32_t want, int all_warps, std::uint32_t together) {
    auto const lane = static_cast<int>((want - 1) / together), warp = lane / Simt::lanes;
    return {lane < Simt::lanes ? lane : Simt::lanes - 1, warp < all_warps ? warp : all_warps - 1};
  }
};

/// Limits that may let through as many elements as are to be found: neither too few nor too many.
template <class Number>
struct LimitBracket {
  Number first, last;        // limits worth a try; none, once first is above last
  std::uint32_t less, more;  // elements below the first; up to one beyond the last

  KOKKOS_FORCEINLINE_FUNCTION bool empty() const { return last < first; }
  /// One that lets `target` through if elements lie evenly, in turn with the middle one, so that not many are tried.
  KOKKOS_FORCEINLINE_FUNCTION Number next(std::uint32_t target, int tries) const {
    Number const width = last - first;
    if (tries % 2 == 0) return first + width / 2;
    float const part  = (static_cast<float>(target) - static_cast<float>(less)) / static_cast<float>(more - less);
    float const ahead = part * static_cast<float>(width);
    if (ahead >= static_cast<float>(width)) return last;
    auto const inside = static_cast<Number>(ahead);
    return inside < width ? first + inside : last;
  }
};

/// One slice a block or cluster of blocks, read once into registers. Each lane knows the first of its elements, in the
/// order of codes, and each warp the order of these, of which one is a bound that enough elements come up to and mostly
/// few others. A bound that lets through too few or too many is mended by bisection, of codes and where many have one,
/// of positions. (After the thread queues of Johnson, Douze, Jegou, "Billion-scale similarity search with GPUs", 2017,
/// whose warps each merge what passes their own bound.)
template <class Simt, class Codec, class Words, int Each>
class RegisterSelectKernel {
  using Bits   = typename Codec::Bits;
  using Native = NativeCodec<Codec>;
  using Key    = typename Native::Key;
  using Word   = typename Words::Word;
  using Block  = SelectBlock<Simt, Codec, Words, tuning::register_select_items>;
  using Held   = HeldKeys<Simt, Codec, Each>;

 public:
  static constexpr bool is_most    = Each == tuning::register_select_most(sizeof(Bits));
  static constexpr int max_threads = is_most ? tuning::register_select_threads : tuning::register_select_threads / 2;
  static constexpr int min_blocks  = is_most ? 2 : 5;

  RegisterSelectKernel(NativeSelect<Codec> const& select, tuning::RegisterSelect const& sizes)
      : m_select(select), m_blocks{sizes.blocks}, m_stride(sizes.stride) {}

  KOKKOS_FUNCTION void operator()(std::byte* shared) const {
    std::int64_t const slice = Simt::block() / m_blocks.size;
    int const rank           = m_blocks.rank();
    Block const block(m_select, shared, slice);
    if (rank == 0) block.fill();
    if (block.from() == block.last()) return;
    NativeColumn<Bits> const column(m_select.block.sort.source, slice);
    Held const held(column, part_of(block.window(), rank, m_blocks.size), codec());
    if (rank == 0 && Simt::thread() == 0) block.flags()[0] = 0;
    if (m_blocks.size > 1) m_blocks.sync();  // the others' shared memory is there

    Key first[1] = {m_stride == 1   ? held.template least<1>()
                    : m_stride == 4 ? held.template least<4>()
                                    : held.template least<16>()};
    primitive::Bitonic<Simt, Simt::lanes, 1, Key>::sort(first);
    auto const bounds  = LaneBound<Simt>::of(block.last(), warps(), m_stride);
    Key const limit    = end_of_code(bound(first[0], bounds, shared));
    std::uint32_t mask = held.up_to(limit);
    Claim claim        = count(block, mask, 0);
    if (!suits(block, claim.found)) mask = another(block, held, first[0], limit, claim, shared);
    take(block, column, held, mask, claim);
    m_blocks.sync();  // nobody needs others' shared memory any more
    if (rank == 0) block.template write<true>(claim.found, block.pool());
  }

 private:
  KOKKOS_FORCEINLINE_FUNCTION Native const& codec() const { return m_select.block.sort.codec; }
  /// The code of the key at a place, or of the one before it where no key has that place, and the last place of such
  /// keys.
  KOKKOS_FORCEINLINE_FUNCTION Key code_at(Key place) const {
    return codec().code(codec().of_place(place & Native::last_place_of_all()));
  }
  KOKKOS_FORCEINLINE_FUNCTION Key end_of_code(Key place) const { return codec().last_place(code_at(place)); }
  KOKKOS_FORCEINLINE_FUNCTION static bool suits(Block const& block, std::uint32_t found) {
    return found >= block.last() && found <= block.capacity();
  }
  KOKKOS_FORCEINLINE_FUNCTION int warps() const { return Simt::threads() / Simt::lanes * m_blocks.size; }

  /// The place that all warps' sorted firsts say. One barrier inside.
  KOKKOS_FORCEINLINE_FUNCTION Key bound(Key sorted, LaneBound<Simt> const& at, std::byte* shared) const {
    auto* const of_warps = reinterpret_cast<Key*>(shared);
    int const lane = Simt::lane(), all = warps(), mine = m_blocks.rank() * (Simt::threads() / Simt::lanes);
    Key const place = Simt::shuffle(sorted, at.q);
    if (lane < m_blocks.size) m_blocks.of_block(of_warps, lane)[mine + Simt::thread() / Simt::lanes] = place;
    m_blocks.sync();
    if (all <= Simt::lanes) return chosen<1>(of_warps, all, at.r);
    return chosen<tuning::register_select_warps / Simt::lanes>(of_warps, all, at.r);
  }
  /// The r-th of all places.
  template <int Items>
  KOKKOS_FORCEINLINE_FUNCTION static Key chosen(Key const* places, int all, int r) {
    Key mine[Items];
    primitive::unrolled<Items>([&](int i) {
      int const w = i * Simt::lanes + Simt::lane();
      mine[i]     = w < all ? places[w] : static_cast<Key>(~Key{0});
    });
    primitive::Bitonic<Simt, Simt::lanes, Items, Key>::sort(mine);
    Key found = mine[0];
    primitive::unrolled<Items>([&](int i) {
      if (r % Items == i) found = mine[i];
    });
    return Simt::shuffle(found, r / Items);
  }
  /// How many elements all blocks have found, and how many of them come before those of this lane.
  struct Claim {
    std::uint32_t found, before;
  };
  /// Counts those in masks, the `tries`-th time. One barrier inside.
  KOKKOS_FORCEINLINE_FUNCTION Claim count(Block const& block, std::uint32_t mask, int tries) const {
    // one of three counters is cleared for the next time, which all have done with since the time before
    if (m_blocks.rank() == 0 && Simt::thread() == 0) block.flags()[(tries + 1) % 3] = 0;
    std::uint32_t* const found = m_blocks.of_block(block.flags() + tries % 3, 0);
    auto const mine            = static_cast<std::uint32_t>(Simt::count(mask));
    std::uint32_t const up_to  = primitive::warp_inclusive_sum<Simt>(mine);
    std::uint32_t before       = 0;
    if (Simt::lane() == Simt::lanes - 1 && up_to > 0) before = Simt::add(found, up_to);
    before = Simt::shuffle(before, Simt::lanes - 1) + up_to - mine;
    m_blocks.sync();
    return {*found, before};
  }
  /// Puts the words of a mask's elements to those of the first block.
  KOKKOS_FORCEINLINE_FUNCTION void take(Block const& block, NativeColumn<Bits> const& column, Held const& held,
                                        std::uint32_t mask, Claim const& claim) const {
    Word* to = m_blocks.of_block(block.pool(), 0) + claim.before;
    for (; mask != 0; mask &= mask - 1, ++to) {  // keys are read again: registers cannot be indexed
      std::uint32_t const at = held.position(Simt::bit_width(mask & (0 - mask)) - 1);
      *to                    = Words::make(codec().ordered(column.key(at)), m_select.wanted.turned(at));
    }
  }

  /// Which elements to take where the first limit lets through too few or too many: those up to another one, or where
  /// a code is that of too many, those of them up to a position. There always is one, and at most two tries for each
  /// bit of keys and positions find it. Barriers inside.
  KOKKOS_FORCEINLINE_FUNCTION std::uint32_t another(Block const& block, Held const& held, Key first, Key limit,
                                                    Claim& claim, std::byte* shared) const {
    std::uint32_t const target = block.last() + (block.capacity() - block.last()) / 2;
    Key const least            = bound(primitive::warp_min<Simt>(held.template least<1>()), {0, 0}, shared);
    Key crowded                = 0;
    LimitBracket<Key> limits{least, codec().last_place_of_all(), 0, block.window().size()};
    std::uint32_t mask = 0;
    int tries          = 1;
    while (true) {
      if (claim.found < block.last()) {
        limits.first = limit + Native::unit;
        limits.less  = claim.found;
      } else {
        crowded         = code_at(limit);
        Key const begin = codec().first_place(crowded);
        limits.more     = claim.found;
        if (begin <= limits.first) break;
        limits.last = begin - Native::unit;
      }
      if (limits.empty()) break;
      Key next = limits.next(target, tries);
      if (tries == 1) {   // sorted rows
        m_blocks.sync();  // all have read the places that the least was among
        Key const run = bound(first, LaneBound<Simt>::of_run(block.last(), warps(), Held::width), shared);
        if (run >= limits.first && run <= limits.last) next = run;
      }
      limit = end_of_code(next);
      mask  = held.up_to(limit);
      claim = count(block, mask, tries++);
      if (suits(block, claim.found)) return mask;
    }
    Key const begin           = codec().first_place(crowded);
    std::uint32_t const below = begin > 0 ? held.up_to(begin - Native::unit) : 0;
    std::uint32_t const same  = held.up_to(codec().last_place(crowded)) & ~below;
    layout::Window const w    = block.window();
    std::uint32_t const a = m_select.wanted.turned(w.begin), b = m_select.wanted.turned(w.end - 1);
    LimitBracket<std::uint32_t> positions{a < b ? a : b, a < b ? b : a, limits.less, limits.more};
    while (true) {
      std::uint32_t const position = positions.next(target, tries);
      mask                         = below | (same & held.before(m_select.wanted, position));
      claim                        = count(block, mask, tries++);
      if (suits(block, claim.found)) return mask;
      if (claim.found < block.last()) {
        positions.first = position + 1;
        positions.less  = claim.found;
      } else {
        positions.last = position - 1;
        positions.more = claim.found;
      }
    }
  }

  NativeSelect<Codec> m_select;
  SliceBlocks<Simt> m_blocks;
  int m_stride;
};

/// Launches it.
template <class Exec, class Codec>
class RegisterSelect {
  using Simt  = primitive::simt_of_t<Exec>;
  using Bits  = typename Codec::Bits;
  using Words = AnyWords<Bits>;

 public:
  static void run(Exec const& exec, layout::SelectData<Codec> const& data, tuning::RegisterSelect const& sizes) {
    constexpr int most = tuning::register_select_most(sizeof(Bits));
    if (sizes.each == most)
      with<most>(exec, data, sizes);
    else
      with<most / 2>(exec, data, sizes);
  }

 private:
  template <int Each>
  static void with(Exec const& exec, layout::SelectData<Codec> const& data, tuning::RegisterSelect const& sizes) {
    launch_native("KokkosAxis::topk::register_select", exec,
                  {.blocks  = data.count() * sizes.blocks,
                   .threads = sizes.block.threads,
                   .shared  = sizes.shared,
                   .cluster = sizes.blocks},
                  RegisterSelectKernel<Simt, Codec, Words, Each>(native_select(data, sizes.block), sizes));
  }
};

}  // namespace KokkosAxis::Impl::algorithm
