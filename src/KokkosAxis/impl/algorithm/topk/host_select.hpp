// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosAxis/impl/algorithm/sort/host_blocks.hpp>
#include <KokkosAxis/impl/algorithm/sort/launch.hpp>
#include <KokkosAxis/impl/algorithm/sort/native_codec.hpp>
#include <KokkosAxis/impl/algorithm/sort/words.hpp>
#include <KokkosAxis/impl/layout/arena.hpp>
#include <KokkosAxis/impl/layout/select_data.hpp>

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <bit>
#include <cstdint>
#include <limits>
#include <type_traits>

namespace KokkosAxis::Impl::algorithm {

/// Does a block of keys hold one that passes? Numbers that the processor has itself are compared as such, which takes
/// it one instruction; NaN passes where it comes first.
template <class Codec>
class HostBlockTest {
  using Bits   = typename Codec::Bits;
  using Native = NativeCodec<Codec>;
  using Key    = typename Native::Key;
  using Number = std::conditional_t<sizeof(Bits) == 4, float, double>;

  static constexpr bool may_be_number = Native::floating && sizeof(Number) == sizeof(Bits);

 public:
  static constexpr std::int64_t keys = 64, few = 16;  // of a block, and of a part of one

  explicit HostBlockTest(Codec const& codec) : m_codec(codec), m_native(codec) {
    if constexpr (may_be_number) {
      m_plain = codec.infinity == std::bit_cast<Bits>(std::numeric_limits<Number>::infinity()) && codec.zero_keep == 0;
      m_nan_first = codec.nan_code == 0;
    }
  }

  /// From now on keys pass whose code is below this one.
  void lower(Key code) {
    m_arc    = m_native.below(code);
    m_number = false;
    if constexpr (may_be_number) {
      m_bound  = std::bit_cast<Number>(m_native.stored(code));
      m_number = m_plain && m_bound == m_bound;
    }
  }
  bool passes(Key ordered) const { return m_arc.has(ordered); }

  template <std::int64_t N, class Keys>
  bool any_passes(Keys const* block) const {
    if (m_arc.empty) return false;
    if constexpr (may_be_number)
      if (m_number) {
        auto const number = [block](std::int64_t i) { return std::bit_cast<Number>(static_cast<Bits>(block[i])); };
        auto const bound  = m_bound;
        if (m_codec.flip != 0)
          return m_nan_first ? !all<N>([=](std::int64_t i) { return number(i) <= bound; })
                             : any<N>([=](std::int64_t i) { return number(i) > bound; });
        return m_nan_first ? !all<N>([=](std::int64_t i) { return number(i) >= bound; })
                           : any<N>([=](std::int64_t i) { return number(i) < bound; });
      }
    return any<N>([block, native = m_native, first = m_arc.first, span = m_arc.span](std::int64_t i) {
      return native.ordered(block[i]) - first <= span;
    });
  }

 private:
  // of keys; all ones or nothing is what a comparison of vectors gives
  static constexpr Bits yes = static_cast<Bits>(~Bits{0}), no = 0;
  template <std::int64_t N, class F>
  static bool any(F const& f) {
    Bits found = no;
    for (std::int64_t i = 0; i < N; ++i) found |= f(i) ? yes : no;
    return found != no;
  }
  template <std::int64_t N, class F>
  static bool all(F const& f) {
    Bits held = yes;
    for (std::int64_t i = 0; i < N; ++i) held &= f(i) ? yes : no;
    return held != no;
  }

  Codec m_codec;
  Native m_native;
  typename Native::Arc m_arc{0, static_cast<Key>(~Key{0}), false};  // all
  bool m_plain = false, m_nan_first = false, m_number = false;
  Number m_bound = 0;
};

/// The smallest words of a stretch of a slice, found in one read: words below a bound are kept, and whenever there are
/// twice as many as wanted, a selection among them lowers the bound. Keys are compared with it a block at a time, which
/// compilers do in vectors; for random data few blocks hold one that passes. (Floyd, Rivest, "Expected time bounds for
/// selection", 1975, have the bound from a sample.)
template <class Codec>
class HostCandidates {
  using Bits   = typename Codec::Bits;
  using Native = NativeCodec<Codec>;
  using Words  = AnyWords<Bits>;

 public:
  using Word = typename Words::Word;

  static std::int64_t room(std::int64_t wanted) { return 2 * wanted + block; }

  /// `words` has room(wanted).
  HostCandidates(Codec const& codec, Word* words, std::int64_t wanted)
      : m_codec(codec), m_words(words), m_wanted(wanted), m_test(codec) {}

  /// Takes the elements of a window, by ascending turned position: of equal ones, none that comes later passes.
  void read(layout::Column<Bits> const& source, layout::Window const& window, layout::Wanted const& wanted) {
    bool const dense        = source.key_offset(1) - source.key_offset(0) == 1;
    std::int64_t const size = window.size(), blocks = (size + block - 1) / block;
    Bits gathered[block];
    for (std::int64_t b = 0; b < blocks; ++b) {
      std::int64_t const ahead = wanted.backwards ? blocks - 1 - b : b;
      std::int64_t const first = window.begin + ahead * block;
      std::int64_t const here  = std::min<std::int64_t>(block, window.end - first);
      auto const* keys =
          static_cast<typename layout::Aliasing<Bits>::type const*>(source.keys()) + source.key_offset(first);
      if (!dense) {
        for (std::int64_t i = 0; i < here; ++i) gathered[i] = source.key(first + i);
        keys = gathered;
      }
      if (here == block && !m_test.template any_passes<block>(keys)) continue;
      for (std::int64_t part = 0; part < here; part += few) {
        std::int64_t const begin = wanted.backwards ? std::max<std::int64_t>(here - few - part, 0) : part;
        std::int64_t const end   = wanted.backwards ? here - part : std::min(part + few, here);
        if (end - begin == few && !m_test.template any_passes<few>(keys + begin)) continue;
        for (std::int64_t i = 0; i < end - begin; ++i) {
          std::int64_t const at = wanted.backwards ? end - 1 - i : begin + i;
          auto const key        = m_codec.ordered(keys[at]);
          if (m_test.passes(key))
            m_words[m_size++] = Words::make(m_codec.code(key), wanted.turned(static_cast<std::uint32_t>(first + at)));
        }
      }
      if (m_size >= 2 * m_wanted) narrow();
    }
  }
  /// Takes words that others found.
  void read(Word const* words, std::int64_t n) {
    for (std::int64_t i = 0; i < n; ++i) {
      m_words[m_size++] = words[i];
      if (m_size == room(m_wanted)) narrow();
    }
  }

  /// The wanted words, in order; returns how many there are.
  std::int64_t sorted() {
    if (m_size > m_wanted) narrow();
    std::sort(m_words, m_words + m_size);
    return m_size;
  }
  /// The same in any order.
  std::int64_t chosen() {
    if (m_size > m_wanted) narrow();
    return m_size;
  }

 private:
  static constexpr std::int64_t block = HostBlockTest<Codec>::keys, few = HostBlockTest<Codec>::few;

  void narrow() {
    std::nth_element(m_words, m_words + (m_wanted - 1), m_words + m_size);
    m_size = m_wanted;
    m_test.lower(Words::key(m_words[m_wanted - 1]));
  }

  Native m_codec;
  Word* m_words;
  std::int64_t m_wanted;
  std::int64_t m_size = 0;
  HostBlockTest<Codec> m_test;
};

/// Host spaces: slices dealt out to threads; where there are fewer, each in several parts, whose best then meet.
template <class Exec, class Codec>
class HostSelect {
  using Bits       = typename Codec::Bits;
  using Candidates = HostCandidates<Codec>;
  using Word       = typename Candidates::Word;
  using Words      = AnyWords<Bits>;

 public:
  struct Scratch {
    std::int64_t wanted  = 0;
    std::int64_t parts   = 1;  // of a slice
    std::int64_t workers = 1;
    HostWorkerMemory memory{};
    Word* found           = nullptr;  // [slice][part][wanted]
    std::int64_t* numbers = nullptr;  // of those
  };

  static Scratch carve(layout::Arena& arena, layout::SelectData<Codec> const& data, int threads) {
    Scratch s{.wanted = data.wanted.most()};
    // no more parts than leave each with as many elements as are wanted of it
    if (data.count() < threads)
      s.parts = std::clamp<std::int64_t>(data.wanted.length / std::max<std::int64_t>(s.wanted, 1), 1,
                                         (threads + data.count() - 1) / data.count());
    s.workers = std::min<std::int64_t>(threads, data.count() * s.parts);
    s.memory  = HostWorkerMemory::take(
        arena, static_cast<std::size_t>(Candidates::room(s.wanted)) * sizeof(Word) + layout::Arena::alignment,
        s.workers);
    if (s.parts > 1) {
      s.found   = arena.take<Word>(data.count() * s.parts * s.wanted);
      s.numbers = arena.take<std::int64_t>(data.count() * s.parts);
    }
    return s;
  }

  static void run(Exec const& exec, layout::SelectData<Codec> const& data, Scratch const& scratch) {
    HostSelect select{data, scratch, false};
    if (scratch.parts > 1) {
      launch_workers("KokkosAxis::topk::host_select::parts", exec, scratch.workers, select);
      select.m_joins = true;
    }
    launch_workers("KokkosAxis::topk::host_select", exec, scratch.workers, select);
  }

  KOKKOS_FUNCTION void operator()(std::int64_t worker) const { KOKKOS_IF_ON_HOST((work(worker);)) }

  layout::SelectData<Codec> m_data;
  Scratch m_scratch;
  bool m_joins;  // parts that have been found

 private:
  void work(std::int64_t worker) const {
    layout::Arena arena      = m_scratch.memory.of(worker);
    Word* const words        = arena.take<Word>(Candidates::room(m_scratch.wanted));
    std::int64_t const parts = m_joins ? 1 : m_scratch.parts;
    for (std::int64_t item = worker; item < m_data.count() * parts; item += m_scratch.workers) {
      std::int64_t const slice    = item / parts;
      layout::Window const window = m_data.wanted.window(slice);
      std::int64_t const last     = m_data.wanted.last_of(window.size());
      Candidates candidates(m_data.codec, words, std::max<std::int64_t>(last, 1));
      layout::Column<Bits> const source(m_data.source, slice);
      if (m_joins) {
        for (std::int64_t p = slice * m_scratch.parts; p < (slice + 1) * m_scratch.parts; ++p)
          candidates.read(m_scratch.found + p * m_scratch.wanted, m_scratch.numbers[p]);
        write(slice, source, words, candidates.sorted());
      } else if (m_scratch.parts > 1) {
        std::int64_t const size = window.size(), part = item - slice * parts;
        auto const at = [&](std::int64_t p) { return window.begin + static_cast<std::uint32_t>(size * p / parts); };
        if (last > 0) candidates.read(source, {at(part), at(part + 1)}, m_data.wanted);
        m_scratch.numbers[item] = candidates.chosen();
        std::copy(words, words + m_scratch.numbers[item], m_scratch.found + item * m_scratch.wanted);
      } else {
        if (last > 0) candidates.read(source, window, m_data.wanted);
        write(slice, source, words, candidates.sorted());
      }
    }
  }

  void write(std::int64_t slice, layout::Column<Bits> const& source, Word* words, std::int64_t found) const {
    layout::Wanted const& w  = m_data.wanted;
    std::uint32_t const size = w.window(slice).size(), from = w.first_of(size), last = w.last_of(size);
    layout::Column<Bits> const sink(m_data.sink, slice);
    auto const position = [&](Word const& word) { return w.turned(Words::position(word)); };
    if (w.by_index)
      std::sort(words + from, words + std::min<std::int64_t>(last, found),
                [&](Word const& a, Word const& b) { return position(a) < position(b); });
    for (std::uint32_t p = 0; p < last - from; ++p) {
      std::uint32_t const at = position(words[from + p]);
      if (sink.has_keys()) sink.put_key(p, source.key(at));
      if (sink.has_index()) sink.put_index(p, at);
    }
    for (std::uint32_t p = last - from; p < w.places; ++p) m_data.put_nothing(sink, p);
  }
};

}  // namespace KokkosAxis::Impl::algorithm
