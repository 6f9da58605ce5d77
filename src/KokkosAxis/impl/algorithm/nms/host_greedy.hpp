// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosAxis/impl/algorithm/nms/geometry.hpp>
#include <KokkosAxis/impl/algorithm/nms/order.hpp>
#include <KokkosAxis/impl/algorithm/sort/host_blocks.hpp>
#include <KokkosAxis/impl/algorithm/sort/launch.hpp>
#include <KokkosAxis/impl/layout/arena.hpp>
#include <KokkosAxis/impl/layout/greedy_data.hpp>

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <bit>
#include <cstdint>
#include <limits>

namespace KokkosAxis::Impl::algorithm {

/// What was kept of one class, for geometries that say nothing of where things are: a list, looked through from its
/// start.
template <class Geometry>
class KeptList {
  using Item = typename Geometry::Item;

 public:
  using Unit = Item;
  static Unit* take(layout::Arena& arena, std::int64_t length) { return arena.take<Unit>(length); }

  KeptList(Unit* memory, std::int64_t, Geometry const& geometry, std::int64_t slice)
      : m_geometry(geometry), m_slice(slice), m_items(memory) {}
  template <class Next>
  void look_over(std::int64_t, Next const&) {}
  void clear() { m_size = 0; }
  bool suppress(Item const& candidate) const {
    for (std::int64_t k = 0; k < m_size; ++k)
      if (m_geometry.suppresses(m_slice, m_items[k], candidate)) return true;
    return false;
  }
  void add(Item const& kept) { m_items[m_size++] = kept; }

 private:
  Geometry const& m_geometry;
  std::int64_t m_slice;
  Item* m_items;
  std::int64_t m_size = 0;
};

/// Kept boxes. Only boxes that meet can suppress each other, so the region that all lie in is cut into strips along its
/// first two axes, and each strip has a bit for each kept box that reaches into it. The boxes that a candidate may meet
/// are in strips that it reaches into along one axis and along the other: these bits name them, 64 at a time. Of 64
/// kept boxes, a few are looked at one by one and many as a vector, so boxes that all overlap cost what they would
/// without strips.
template <class Real, int D>
class KeptBoxes {
  static constexpr int axes                   = D < 2 ? D : 2;
  static constexpr std::int64_t group         = 64;   // kept boxes of a word
  static constexpr int strips                 = 128;  // along an axis
  static constexpr int few                    = 6;    // that are looked at one by one
  static constexpr std::int64_t words_at_once = 32;
  using Word                                  = std::uint64_t;

 public:
  using Unit = Word;
  static Unit* take(layout::Arena& arena, std::int64_t length) {
    constexpr std::int64_t sides = group * (2 * D + 1) * static_cast<std::int64_t>(sizeof(Real) / sizeof(float));
    return arena.take<Unit>((length + group - 1) / group * (axes * strips + sides / 2));
  }

  KeptBoxes(Unit* memory, std::int64_t length, BoxGeometry<Real, D> const& geometry, std::int64_t)
      : m_geometry(geometry), m_groups((length + group - 1) / group), m_words(memory) {
    m_sides = reinterpret_cast<Real*>(m_words + axes * strips * m_groups);
  }

  /// Finds the region of n boxes that next(i) names.
  template <class Next>
  void look_over(std::int64_t n, Next const& next) {
    constexpr Real largest = std::numeric_limits<Real>::max();
    Real low[axes], high[axes];
    for (int d = 0; d < axes; ++d) low[d] = largest, high[d] = -largest;
    for (std::int64_t i = 0; i < n; ++i) {
      Box<Real, D> const& box = next(i);
      for (int d = 0; d < axes; ++d) {
        if (box.low[d] >= -largest && box.low[d] < low[d]) low[d] = box.low[d];
        if (box.high[d] <= largest && box.high[d] > high[d]) high[d] = box.high[d];
      }
    }
    for (int d = 0; d < axes; ++d) {
      Real const width = high[d] - low[d];
      m_low[d]         = low[d];
      m_scale[d]       = width > 0 && width <= largest ? strips / width : 0;
      if (!(m_scale[d] <= largest)) m_scale[d] = 0;
    }
  }

  void clear() { m_size = 0; }

  bool suppress(Box<Real, D> const& candidate) const {
    if (!(candidate.share == candidate.share)) return false;
    if (m_size <= few) {
      for (std::int64_t k = 0; k < m_size; ++k)
        if (meets(candidate, m_sides, k)) return true;
      return false;
    }
    Reach const reach        = reach_of(candidate);
    std::int64_t const words = (m_size + group - 1) / group;
    for (std::int64_t first = 0; first < words; first += words_at_once) {
      std::int64_t const n = std::min(words_at_once, words - first);
      Word near[words_at_once];
      in_strips(reach, 0, first, n, near);
      if constexpr (axes == 2) {
        Word also[words_at_once];
        in_strips(reach, 1, first, n, also);
        for (std::int64_t w = 0; w < n; ++w) near[w] &= also[w];
      }
      for (std::int64_t w = 0; w < n; ++w)
        if (near[w] != 0 && suppress(candidate, first + w, near[w])) return true;
    }
    return false;
  }

  void add(Box<Real, D> const& kept) {
    std::int64_t const word = m_size / group, at = m_size % group;
    Real* const sides = m_sides + word * group * (2 * D + 1) + at;
    if (at == 0) {  // nothing of the group yet: NaN meets nothing
      for (int s = 0; s < axes * strips; ++s) m_words[s * m_groups + word] = 0;
      std::fill_n(sides, group * (2 * D + 1), std::numeric_limits<Real>::quiet_NaN());
    }
    for (int d = 0; d < D; ++d) {
      sides[2 * d * group]       = kept.low[d];
      sides[(2 * d + 1) * group] = kept.high[d];
    }
    sides[2 * D * group] = kept.share;
    ++m_size;
    if (!(kept.share == kept.share)) return;  // meets nothing
    Reach const reach = reach_of(kept);
    for (int d = 0; d < axes; ++d)
      for (int s = reach.first[d]; s <= reach.last[d]; ++s)
        m_words[(d * strips + s) * m_groups + word] |= Word{1} << at;
  }

 private:
  struct Reach {
    int first[axes], last[axes];
  };
  Reach reach_of(Box<Real, D> const& box) const {
    Reach reach;
    for (int d = 0; d < axes; ++d) {
      reach.first[d] = strip(box.low[d], d);
      reach.last[d]  = strip(box.high[d], d);
    }
    return reach;
  }
  /// Never falls as x grows, so boxes that have a point in common have a strip in common.
  int strip(Real x, int d) const {
    Real const s = (x - m_low[d]) * m_scale[d];
    return s > 0 ? (s < strips - 1 ? static_cast<int>(s) : strips - 1) : 0;
  }
  /// Of words [first, first + n), the kept boxes that reach into a strip that the candidate reaches into.
  void in_strips(Reach const& reach, int d, std::int64_t first, std::int64_t n, Word* near) const {
    if (reach.last[d] - reach.first[d] >= strips / 4) {  // asking costs more than it saves
      std::fill_n(near, n, ~Word{0});
      return;
    }
    std::fill_n(near, n, Word{0});
    for (int s = reach.first[d]; s <= reach.last[d]; ++s) {
      Word const* const strip_words = m_words + (d * strips + s) * m_groups + first;
      for (std::int64_t w = 0; w < n; ++w) near[w] |= strip_words[w];
    }
  }
  bool suppress(Box<Real, D> const& candidate, std::int64_t word, Word near) const {
    Real const* const sides = m_sides + word * group * (2 * D + 1);
    if (std::int64_t const here = m_size - word * group; here < group) near &= (Word{1} << here) - 1;
    if (std::popcount(near) <= few) {
      for (; near != 0; near &= near - 1)
        if (meets(candidate, sides, std::countr_zero(near))) return true;
      return false;
    }
    int any = 0;
    for (std::int64_t k = 0; k < group; ++k) any |= m_geometry.may_suppress(kept(sides, k), candidate) ? 1 : 0;
    for (std::int64_t k = 0; any != 0 && k < group; ++k)
      if (meets(candidate, sides, k)) return true;
    return false;
  }
  bool meets(Box<Real, D> const& candidate, Real const* sides, std::int64_t k) const {
    return m_geometry.suppresses(0, kept(sides, k), candidate);
  }
  static Box<Real, D> kept(Real const* sides, std::int64_t k) {
    Box<Real, D> kept;
    for (int d = 0; d < D; ++d) {
      kept.low[d]  = sides[2 * d * group + k];
      kept.high[d] = sides[(2 * d + 1) * group + k];
    }
    kept.share = sides[2 * D * group + k];
    return kept;
  }

  BoxGeometry<Real, D> const& m_geometry;
  std::int64_t m_groups;
  Word* m_words;  // [axis][strip][group]
  Real* m_sides;  // [group][low, high of each axis, share][box]
  std::int64_t m_size = 0;
  Real m_low[axes]{}, m_scale[axes]{};
};

template <class Geometry>
struct KeptOf {
  using type = KeptList<Geometry>;
};
template <class Real, int D>
struct KeptOf<BoxGeometry<Real, D>> {
  using type = KeptBoxes<Real, D>;
};

/// A slice is the work of one thread, candidate by candidate against what was kept of its class so far.
template <class Exec, class Geometry>
class HostGreedy {
  using Item = typename Geometry::Item;
  using Kept = typename KeptOf<Geometry>::type;

 public:
  struct Scratch {
    Item* items        = nullptr;  // [slice][length]
    std::uint8_t* gone = nullptr;  // likewise
    std::uint8_t* kept = nullptr;  // likewise, by place of score
    HostBlocks blocks{};
    HostWorkerMemory memory{};  // of Kept
  };
  static Scratch carve(layout::Arena& arena, layout::GreedyData const& data, int threads) {
    std::int64_t const n = data.count * data.length;
    Scratch s{.items = arena.take<Item>(n), .gone = arena.take<std::uint8_t>(n), .kept = arena.take<std::uint8_t>(n)};
    std::int64_t const a_page = host_page / (std::int64_t{data.length} + 1) + 1;
    s.blocks                  = {.slices  = 1,
                                 .dealt   = std::clamp<std::int64_t>(data.count / threads, 1, a_page),
                                 .workers = std::min<std::int64_t>(threads, data.count)};
    layout::Arena one;
    Kept::take(one, data.length);
    s.memory = HostWorkerMemory::take(arena, one.bytes(), s.blocks.workers);
    return s;
  }

  static void run(Exec const& exec, layout::GreedyData const& data, Geometry const& geometry, GreedyOrder const& order,
                  Scratch const& scratch) {
    LoadItems<Exec, Geometry>::run(exec, data, geometry, order, scratch.items, scratch.gone, scratch.kept);
    launch_workers("KokkosAxis::nms::host_greedy", exec, scratch.blocks.workers,
                   HostGreedy{data, geometry, order, scratch});
  }

  void operator()(std::int64_t worker) const {
    layout::Arena memory = m_scratch.memory.of(worker);
    auto* const own      = Kept::take(memory, m_data.length);
    m_scratch.blocks.each(worker, m_data.count, [&](std::int64_t slice, std::int64_t) { one_slice(slice, own); });
  }

  layout::GreedyData m_data;
  Geometry m_geometry;
  GreedyOrder m_order;
  Scratch m_scratch;

 private:
  void one_slice(std::int64_t slice, typename Kept::Unit* memory) const {
    std::int64_t const row         = slice * m_data.length;
    Item const* const items        = m_scratch.items + row;
    std::uint8_t* const kept_flags = m_scratch.kept + row;
    Kept kept(memory, m_data.length, m_geometry, slice);
    kept.look_over(m_data.length, [&](std::int64_t i) -> Item const& { return items[i]; });
    bool const classes   = m_order.begin != nullptr;
    std::uint32_t number = 0;  // kept so far; of a class that is not the only one, all that the row may keep at most
    for (std::uint32_t p = 0; p < m_data.length; ++p) {
      if (classes && m_order.begin[row + p] == p) kept.clear(), number = 0;
      if (number == m_data.most) {
        if (!classes) break;
        continue;
      }
      if (m_scratch.gone[row + p] != 0 || kept.suppress(items[p])) continue;
      kept.add(items[p]);
      kept_flags[m_order.rank_of(row, p)] = 1;
      ++number;
    }
    std::uint32_t place = 0;
    for (std::uint32_t r = 0; r < m_data.length && place < m_data.most; ++r)
      if (kept_flags[r] != 0) m_data.put_keep(slice, place++, m_order.position[row + r]);
    m_data.put_kept(slice, place);
    for (; place < m_data.places(); ++place) m_data.put_none(slice, place);
  }
};

}  // namespace KokkosAxis::Impl::algorithm
