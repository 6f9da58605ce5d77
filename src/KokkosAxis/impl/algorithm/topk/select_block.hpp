// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosAxis/impl/algorithm/sort/block_passes.hpp>
#include <KokkosAxis/impl/algorithm/sort/block_slice.hpp>
#include <KokkosAxis/impl/algorithm/sort/block_words.hpp>
#include <KokkosAxis/impl/algorithm/topk/key_stream.hpp>
#include <KokkosAxis/impl/algorithm/topk/select_state.hpp>
#include <KokkosAxis/impl/algorithm/topk/search.hpp>
#include <KokkosAxis/impl/primitive/simt/bitonic.hpp>
#include <KokkosAxis/impl/primitive/simt/scan.hpp>

#include <Kokkos_Core.hpp>

#include <cstddef>
#include <cstdint>

namespace KokkosAxis::Impl::algorithm {

/// The candidates of a slice in the hands of a block, of which those at the wanted places are written.
template <class Simt, class Codec, class Words, int Items>
struct SelectSlice : BlockSlice<Simt, Codec, Words, Items> {
  using Bits = typename Codec::Bits;
  using Word = typename Words::Word;

  NativeSelect<Codec> const& select;
  std::uint32_t from, last;  // wanted places
  Word* chosen;              // where wanted words go by their places; null: to the sink
  bool has_keys = true;      // do words hold keys; else these are read again

  static constexpr bool reads_keys_again = true;

  KOKKOS_FORCEINLINE_FUNCTION SelectSlice reading_keys_again() const {
    SelectSlice again = *this;
    again.has_keys    = false;
    return again;
  }

  template <class F>
  KOKKOS_FORCEINLINE_FUNCTION void write(F const& place_of) const {
    for (std::uint32_t p = Simt::thread(); p < this->here; p += Simt::threads()) {
      Word const word           = this->at.words[p];
      std::uint32_t const place = place_of(word, p);
      if (place >= from && place < last) put(place - from, word);
    }
  }
  KOKKOS_FORCEINLINE_FUNCTION void put(std::uint32_t place, Word const& word) const {
    if (chosen != nullptr) {
      chosen[place] = word;
      return;
    }
    NativeColumn<Bits> const sink(select.block.sort.sink, this->number);
    std::uint32_t const position = select.wanted.turned(Words::position(word));
    if (sink.has_keys()) {
      auto const key = Words::key(word);
      sink.put_key(place, !has_keys || this->codec().is_shared(key)
                              ? NativeColumn<Bits>(select.block.sort.source, this->number).key(position)
                              : this->codec().stored(key));
    }
    if (sink.has_index()) sink.put_index(place, position);
  }
};

/// What a block does for one slice of a selection.
template <class Simt, class Codec, class Words, int Items>
class SelectBlock {
  using Bits   = typename Codec::Bits;
  using Native = NativeCodec<Codec>;
  using Key    = typename Native::Key;
  using Word   = typename Words::Word;
  using Slice  = SelectSlice<Simt, Codec, Words, Items>;

 public:
  using Filter = SelectFilter<Codec>;

  KOKKOS_FORCEINLINE_FUNCTION SelectBlock(NativeSelect<Codec> const& select, std::byte* shared, std::int64_t slice)
      : m_select(select), m_shared(shared), m_slice(slice), m_window(select.wanted.window(slice)) {}

  KOKKOS_FORCEINLINE_FUNCTION layout::Window window() const { return m_window; }
  KOKKOS_FORCEINLINE_FUNCTION std::uint32_t from() const { return m_select.wanted.first_of(m_window.size()); }
  KOKKOS_FORCEINLINE_FUNCTION std::uint32_t last() const { return m_select.wanted.last_of(m_window.size()); }
  KOKKOS_FORCEINLINE_FUNCTION std::uint32_t capacity() const {
    return static_cast<std::uint32_t>(m_select.block.sizes.capacity);
  }
  /// Numbers that the block's threads share.
  KOKKOS_FORCEINLINE_FUNCTION std::uint32_t* flags() const {
    return reinterpret_cast<std::uint32_t*>(m_shared + (m_select.block.sizes.shared + 15) / 16 * 16);
  }
  /// Candidates of this block.
  KOKKOS_FORCEINLINE_FUNCTION Word* pool() const { return reinterpret_cast<Word*>(flags() + tuning::select_flags); }

  /// Says that there is nothing at the places that the window does not have.
  KOKKOS_FORCEINLINE_FUNCTION void fill() const {
    std::uint32_t const has = last() - from();
    if (has == m_select.wanted.places) return;
    NativeColumn<Bits> const sink(m_select.block.sort.sink, m_slice);
    for (std::uint32_t p = has + static_cast<std::uint32_t>(Simt::thread()); p < m_select.wanted.places;
         p += static_cast<std::uint32_t>(Simt::threads())) {
      if (sink.has_keys()) sink.put_key(p, m_select.worst);
      if (sink.has_index()) sink.put_no_index(p);
    }
  }

  /// What lies below the bound that a sample says, or all where none is worth while. Barriers inside.
  KOKKOS_FORCEINLINE_FUNCTION Filter filter_by(tuning::KeySample const& sample) const {
    return samples(sample) ? bound(sample) : Filter();
  }
  KOKKOS_FORCEINLINE_FUNCTION bool samples(tuning::KeySample const& sample) const {
    std::uint32_t const size = static_cast<std::uint32_t>(sample.each * Simt::threads()) * KeyVectors<Bits>::width;
    return size > 0 && m_window.size() >= size + 8 * KeyVectors<Bits>::width &&
           rank_in(sample) < tuning::sample_groups * 7 / 8;
  }

  /// The bound that a sample says. Its keys fall to groups as threads are numbered, and only the first of each group is
  /// looked at: where the wanted part of a slice is small, their order tells as much as that of all. Barriers inside.
  KOKKOS_FORCEINLINE_FUNCTION Filter bound(tuning::KeySample const& sample) const {
    constexpr int groups = tuning::sample_groups, items = groups / Simt::lanes;
    NativeColumn<Bits> const source(m_select.block.sort.source, m_slice);
    Word first = past_all();
    sample_keys<Simt>(source, m_window.begin, m_window.end, sample, [&](std::uint32_t at, Bits key) {
      Word const word = Words::make(codec().code(codec().ordered(key)), m_select.wanted.turned(at));
      if (word < first) first = word;
    });
    pool()[Simt::thread()] = first;
    Simt::sync_block();
    if (Simt::thread() < Simt::lanes) {
      Word words[items];
      primitive::unrolled<items>([&](int i) {
        int const g = i * Simt::lanes + Simt::lane();
        words[i]    = pool()[g];
        for (int t = g + groups; t < Simt::threads(); t += groups)
          if (pool()[t] < words[i]) words[i] = pool()[t];
      });
      primitive::Bitonic<Simt, Simt::lanes, items, Word>::sort(words);
      Simt::sync_warp();
      auto const rank = static_cast<int>(rank_in(sample));
      primitive::unrolled<items>([&](int i) {
        if (Simt::lane() * items + i == rank)
          *filter() = Filter(codec(), Words::key(words[i]), m_select.wanted.turned(Words::position(words[i])),
                             m_select.wanted.backwards, source.has_dense_keys() ? KeyVectors<Bits>::width : 1);
      });
    }
    Simt::sync_block();
    Filter const found = *filter();
    Simt::sync_block();
    return found;
  }

  /// Makes candidates of the elements at [begin, end) that pass, and returns how many there are, of which those above
  /// the capacity are lost. Barriers inside.
  KOKKOS_FORCEINLINE_FUNCTION std::uint32_t gather(Filter const& filter, std::uint32_t begin, std::uint32_t end) const {
    return collect(begin, end, [&](auto const& batch) {
      using Batch        = std::remove_cvref_t<decltype(batch)>;
      std::uint32_t mask = 0;
      primitive::unrolled<Batch::vectors>([&](int v) {
        Key const limit = batch.has[v] ? filter.limit(batch.first_of(v)) : 0;
        primitive::unrolled<Batch::width>([&](int i) {
          bool const passes = filter.place(batch.key[v * Batch::width + i]) < limit;
          mask |= static_cast<std::uint32_t>(passes) << (v * Batch::width + i);
        });
      });
      return mask;
    });
  }

  /// The same of those whose bit in `passing(batch)` is set.
  template <class F>
  KOKKOS_FORCEINLINE_FUNCTION std::uint32_t collect(std::uint32_t begin, std::uint32_t end, F const& passing) const {
    if (Simt::thread() == 0) flags()[0] = 0;
    Simt::sync_block();
    NativeColumn<Bits> const source(m_select.block.sort.source, m_slice);
    std::uint32_t const room = capacity();
    Word* const to           = pool();
    stream_keys<Simt>(source, begin, end, [&](auto const& batch) {
      std::uint32_t mask = passing(batch);
      if (mask == 0) return;
      std::uint32_t at = Simt::add(&flags()[0], static_cast<std::uint32_t>(Simt::count(mask)));
      do {  // keys are read again, since registers cannot be indexed
        std::uint32_t const place = batch.position(Simt::bit_width(mask & (0 - mask)) - 1);
        if (at < room) to[at] = Words::make(codec().ordered(source.key(place)), m_select.wanted.turned(place));
        mask &= mask - 1;
        ++at;
      } while (mask != 0);
    });
    Simt::sync_block();
    return flags()[0];
  }

  // --- the search for the last wanted word ---
  /// Did a filter let through too few, or more than there is room for?
  KOKKOS_FORCEINLINE_FUNCTION bool is_misled(std::uint32_t found) const { return found < last() || found > capacity(); }
  /// Where it begins, the filter having let `found` through: if too many, none above its bound is wanted.
  KOKKOS_FORCEINLINE_FUNCTION SearchPoint<Native> search_from(Filter const& filter, std::uint32_t found) const {
    SearchPoint<Native> from;
    if (found > capacity()) from.limit = filter.bound();
    return from;
  }
  /// Counters of digits, where nobody sorts at that time.
  KOKKOS_FORCEINLINE_FUNCTION std::uint32_t* counts() const {
    return reinterpret_cast<std::uint32_t*>(m_shared + tuning::search_numbers);
  }
  /// Counts the next digits at [begin, end). Barriers inside.
  KOKKOS_FORCEINLINE_FUNCTION void count(SearchPoint<Native> const& at, std::uint32_t begin, std::uint32_t end) const {
    SearchPoint<Native> const known = at;
    for (int c = Simt::thread(); c < tuning::search_digits; c += Simt::threads()) counts()[c] = 0;
    Simt::sync_block();
    NativeColumn<Bits> const source(m_select.block.sort.source, m_slice);
    stream_keys<Simt>(source, begin, end, [&](auto const& batch) {
      each_key(batch, [&](int i, std::uint32_t place) {
        std::uint32_t const digit =
            known.digit(codec().code(codec().ordered(batch.key[i])), m_select.wanted.turned(place));
        if (digit < tuning::search_digits) Simt::add(&counts()[digit], 1);
      });
    });
    Simt::sync_block();
  }
  /// The digits of the whole window are counted in `of_digits`: the one of the last wanted word is known. Clears the
  /// counters. Barriers inside.
  KOKKOS_FORCEINLINE_FUNCTION void narrow(std::uint32_t* of_digits, SearchPoint<Native>& at) const {
    DigitShare const share(Simt::thread(), Simt::threads());
    std::uint32_t const wanted = last() - at.before;
    std::uint32_t const before =
        primitive::block_exclusive_sum<Simt>(share.sum(of_digits), reinterpret_cast<std::uint32_t*>(pool())).before;
    Simt::sync_block();  // all have read what one changes now
    at.look_for(share, of_digits, before, wanted, capacity(), m_select.wanted.length);
    Simt::sync_block();
    for (std::uint32_t d = share.begin; d < share.end; ++d) of_digits[d] = 0;
    Simt::sync_block();
  }
  /// Makes candidates of the elements that the end of a search takes. Barriers inside.
  KOKKOS_FORCEINLINE_FUNCTION std::uint32_t collect(SearchPoint<Native> const& at, std::uint32_t begin,
                                                    std::uint32_t end) const {
    SearchPoint<Native> const bound = at;
    return collect(begin, end, [&](auto const& batch) {
      std::uint32_t mask = 0;
      each_key(batch, [&](int i, std::uint32_t place) {
        if (bound.takes(codec().code(codec().ordered(batch.key[i])), m_select.wanted.turned(place))) mask |= 1u << i;
      });
      return mask;
    });
  }
  /// A search by this block alone. Apart from the rest, so that it costs the rest no registers.
  [[gnu::noinline]] KOKKOS_FUNCTION static void search(NativeSelect<Codec> const& select, std::byte* shared,
                                                       std::int64_t slice, Key limit) {
    SelectBlock const block(select, shared, slice);
    auto& at = *reinterpret_cast<SearchPoint<Native>*>(shared);
    Simt::sync_block();
    if (Simt::thread() == 0) {
      at       = {};
      at.limit = limit;
    }
    Simt::sync_block();
    auto const window = block.window();
    while (at.collecting == 0) {
      block.count(at, window.begin, window.end);
      block.narrow(block.counts(), at);
    }
    std::uint32_t const found = block.collect(at, window.begin, window.end);
    block.write(found, block.pool());
  }

  /// Orders `here` candidates and writes those that are wanted. `words` may be written. `Apart`: where many are rare,
  /// so that what orders these costs the rest no registers.
  template <bool Apart = false>
  KOKKOS_FORCEINLINE_FUNCTION void write(std::uint32_t here, Word* words) const {
    auto const threads = static_cast<std::uint32_t>(Simt::threads());
    if (here == 1) {
      if (Simt::thread() == 0) slice(here, words).put(0, words[0]);
    } else if (here <= threads) {
      write_few<1>(here, words);
    } else if (here <= 2 * threads && here <= tuning::few_candidates) {
      write_few<2>(here, words);
    } else if constexpr (Apart) {
      write_apart(m_select, m_shared, m_slice, here, words);
    } else {
      write_many(here, words);
    }
    if (m_select.wanted.by_index) write_by_index(m_select, m_shared, m_slice, words);
  }

 private:
  KOKKOS_FORCEINLINE_FUNCTION Native const& codec() const { return m_select.block.sort.codec; }
  KOKKOS_FORCEINLINE_FUNCTION std::uint32_t rank_in(tuning::KeySample const& sample) const {
    return tuning::sample_rank(last(), m_window.size(), sample.size(Simt::threads()));
  }
  /// Where one thread tells the others; nobody sorts at that time.
  KOKKOS_FORCEINLINE_FUNCTION Filter* filter() const { return reinterpret_cast<Filter*>(m_shared); }
  /// f(key's number in the batch, its position).
  template <class Batch, class F>
  KOKKOS_FORCEINLINE_FUNCTION static void each_key(Batch const& batch, F const& f) {
    static_assert(Batch::vectors * Batch::width <= 32);
    primitive::unrolled<Batch::vectors>([&](int v) {
      if (batch.has[v])
        primitive::unrolled<Batch::width>(
            [&](int i) { f(v * Batch::width + i, batch.position(v * Batch::width + i)); });
    });
  }
  KOKKOS_FORCEINLINE_FUNCTION static Word past_all() {
    return Words::make(static_cast<Key>(~Key{0}) << Native::unit_bits, Words::last_position);
  }
  KOKKOS_FORCEINLINE_FUNCTION Slice slice(std::uint32_t here, Word* words) const {
    return {{m_select.block, {m_shared, m_select.block.sizes}, m_slice, 0, here},
            m_select,
            from(),
            last(),
            m_select.wanted.by_index ? words : nullptr};
  }

  /// Few candidates, `Each` a thread: each warp sorts its own, and a candidate's place is the number of those before it
  /// in every warp's. Words of equal codes are told apart by their positions, so ties cost nothing; keys of different
  /// bits that share a code are read again.
  template <int Each>
  KOKKOS_FORCEINLINE_FUNCTION void write_few(std::uint32_t here, Word* words) const {
    constexpr std::uint32_t run = Simt::lanes * Each;  // of a warp
    std::uint32_t const lane = Simt::lane(), warp = Simt::thread() / Simt::lanes, warps = (here + run - 1) / run;
    Word* const sorted = reinterpret_cast<Word*>(m_shared);
    Word mine[Each];
    if (warp < warps) {
      primitive::unrolled<Each>([&](int i) {
        std::uint32_t const p = warp * run + static_cast<std::uint32_t>(i) * Simt::lanes + lane;
        mine[i]               = p < here ? canonical(words[p]) : past_all();
      });
      primitive::Bitonic<Simt, Simt::lanes, Each, Word>::sort(mine);
      primitive::unrolled<Each>(
          [&](int i) { sorted[warp * run + lane * Each + static_cast<std::uint32_t>(i)] = mine[i]; });
    }
    Simt::sync_block();
    if (warp >= warps) return;
    std::uint32_t const in_warp = warp + 1 < warps ? run : here - warp * run;
    primitive::unrolled<Each>([&](int i) {
      std::uint32_t place = lane * Each + static_cast<std::uint32_t>(i);
      if (place >= in_warp) return;
      for (std::uint32_t w = 0; w < warps; ++w) {
        if (w == warp) continue;
        std::uint32_t before = 0;  // words of that warp, the largest step first
        for (std::uint32_t step = run / 2; step > 0; step /= 2)
          if (sorted[w * run + before + step - 1] < mine[i]) before += step;
        place += before + (sorted[w * run + before] < mine[i] ? 1 : 0);
      }
      if (place >= from() && place < last()) slice(here, words).put(place - from(), mine[i]);
    });
  }
  KOKKOS_FORCEINLINE_FUNCTION Word canonical(Word const& word) const {
    return Words::make(codec().code(Words::key(word)), Words::position(word));
  }

  KOKKOS_FORCEINLINE_FUNCTION void write_many(std::uint32_t here, Word* words) const {
    Slice const s = slice(here, words);
    BlockWords<Slice> const sorting(s, words);
    // short keys are equal so often that their positions belong into what is compared from the first
    bool done = false;
    if constexpr (sizeof(Bits) <= 2) {
      done = sorting.compounds(m_select.wanted.length);
      if (!done) Simt::sync_block();
    }
    if (!done) done = sorting.template partition<false>();
    if (!done) crowded(m_select, m_shared, m_slice, here, words);
  }

  /// Apart from the rest, so that they cost the rest no registers.
  [[gnu::noinline]] KOKKOS_FUNCTION static void write_apart(NativeSelect<Codec> const& select, std::byte* shared,
                                                            std::int64_t slice, std::uint32_t here, Word* words) {
    SelectBlock(select, shared, slice).write_many(here, words);
  }
  [[gnu::noinline]] KOKKOS_FUNCTION static void crowded(NativeSelect<Codec> const& select, std::byte* shared,
                                                        std::int64_t slice, std::uint32_t here, Word* words) {
    Slice const s = SelectBlock(select, shared, slice).slice(here, words);
    BlockWords<Slice>(s, words).crowded(select.wanted.length);
  }
  /// The wanted words lie by their places in `words`.
  [[gnu::noinline]] KOKKOS_FUNCTION static void write_by_index(NativeSelect<Codec> const& select, std::byte* shared,
                                                               std::int64_t slice, Word const* words) {
    SelectBlock const block(select, shared, slice);
    std::uint32_t const here = block.last() - block.from();
    Slice const s{{select.block, {shared, select.block.sizes}, slice, 0, here}, select, 0, here, nullptr, false};
    Simt::sync_block();
    s.each([&](int i) { s.at.words[s.place(i)] = words[s.place(i)]; });
    Simt::sync_block();
    BlockPasses<Slice>(s).sort(0, Simt::bit_width(select.wanted.length - 1),
                               [&](Word const& word) { return select.wanted.turned(Words::position(word)); });
    s.write([](Word const&, std::uint32_t p) { return p; });
  }

  NativeSelect<Codec> const& m_select;
  std::byte* m_shared;
  std::int64_t m_slice;
  layout::Window m_window;
};

}  // namespace KokkosAxis::Impl::algorithm
