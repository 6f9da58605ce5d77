// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosAxis/impl/algorithm/launch_native.hpp>
#include <KokkosAxis/impl/algorithm/sort/native_side.hpp>
#include <KokkosAxis/impl/algorithm/sort/words.hpp>
#include <KokkosAxis/impl/primitive/simt/bitonic.hpp>
#include <KokkosAxis/impl/primitive/simt/unrolled.hpp>
#include <KokkosAxis/impl/tuning/block_sort.hpp>

#include <Kokkos_Core.hpp>

#include <cstddef>
#include <cstdint>

namespace KokkosAxis::Impl::algorithm {

/// Short slices, one a group of lanes: words of code and position are sorted in registers by a bitonic network. Places
/// past a slice's end hold words above all others, since their positions are.
///
/// Words hold codes, in which a policy may have made keys of different bits equal. Such keys are read again by their
/// positions, before any lane of the group writes, since slices may be sorted in place.
template <class Simt, class Codec, class Words, int Lanes, int Items>
class WarpSortKernel {
  using Bits                   = typename Codec::Bits;
  using Key                    = typename NativeCodec<Codec>::Key;
  using Word                   = typename Words::Word;
  static constexpr bool staged = Items > 2;  // lanes hold neighbouring places: shared memory deals them out to stores
  static constexpr std::uint32_t places = Lanes * Items;
  static constexpr int pitch            = Lanes * Items + 16 / sizeof(Word);

 public:
  static constexpr int max_threads = 512;
  static constexpr int min_blocks  = 1;

  /// `turned`: neighbouring slices lie closer together than neighbours of one, so blocks read and write across them.
  WarpSortKernel(NativeSort<Codec> const& data, bool turned) : m_data(data), m_turned(turned) {}

  static std::int64_t shared_bytes(int threads, bool turned) {
    std::int64_t const words = std::int64_t{threads / Lanes} * pitch;
    return turned ? words * (sizeof(std::uint32_t) + sizeof(Bits)) : staged ? words * sizeof(Word) : 0;
  }

  KOKKOS_FUNCTION void operator()(std::byte* shared) const { sort(shared, Simt::block()); }

 private:
  KOKKOS_FORCEINLINE_FUNCTION void sort(std::byte* shared, std::int64_t block) const {
    std::uint32_t const group = Simt::thread() / Lanes, lane = Simt::thread() % Lanes;
    std::uint32_t const groups = Simt::threads() / Lanes;
    std::int64_t const slice   = block * groups + group;
    std::uint32_t const length = slice < m_data.count ? m_data.length : 0;
    NativeColumn<Bits> const source(m_data.source, length > 0 ? slice : 0);

    Bits keys[Items];
    if (m_turned) {
      auto* const stage = reinterpret_cast<Bits*>(shared);
      across(
          block * groups, groups,
          [&](NativeColumn<Bits> const& in, std::uint32_t s, std::uint32_t p) { stage[s * pitch + p] = in.key(p); },
          m_data.source, m_data.length);
      Simt::sync_block();
      primitive::unrolled<Items>([&](int i) { keys[i] = stage[group * pitch + i * Lanes + lane]; });
      Simt::sync_block();
    } else if (length == places) {
      source.keys(lane, Lanes, keys);
    } else {
      primitive::unrolled<Items>([&](int i) {
        std::uint32_t const p = i * Lanes + lane;
        keys[i]               = p < length ? source.key(p) : Bits{0};
      });
    }
    Word words[Items];
    primitive::unrolled<Items>([&](int i) {
      std::uint32_t const p = i * Lanes + lane;
      Key const code        = m_data.codec.code(m_data.codec.ordered(keys[i]));
      words[i]              = Words::make(p < length ? code : past_all, p);
    });
    primitive::Bitonic<Simt, Lanes, Items, Word>::sort(words);

    if (m_turned) {
      turn_out(shared, block * groups, groups, length, source, words);
      return;
    }
    if constexpr (staged) {
      Word* const stage = reinterpret_cast<Word*>(shared) + group * pitch;
      primitive::unrolled<Items>([&](int i) { stage[lane * Items + i] = words[i]; });
      Simt::sync_warp();
      primitive::unrolled<Items>([&](int i) { words[i] = stage[i * Lanes + lane]; });
    }
    write(slice, lane, length, source, words);
  }

  /// f(item) for the items whose place, `place(item)`, the slice has.
  template <class Place, class F>
  KOKKOS_FORCEINLINE_FUNCTION static void each(std::uint32_t length, Place const& place, F const& f) {
    if (length == places)
      primitive::unrolled<Items>(f);
    else
      primitive::unrolled<Items>([&](int i) {
        if (place(i) < length) f(i);
      });
  }

  /// The stored keys of sorted words.
  template <class Place>
  KOKKOS_FORCEINLINE_FUNCTION void stored_keys(std::uint32_t length, Place const& place,
                                               NativeColumn<Bits> const& source, Word const (&words)[Items],
                                               Bits (&keys)[Items]) const {
    bool shared = false;
    primitive::unrolled<Items>([&](int i) {
      keys[i] = m_data.codec.stored(Words::key(words[i]));
      shared |= m_data.codec.is_shared(Words::key(words[i]));
    });
    if constexpr (NativeCodec<Codec>::floating)
      if (Simt::ballot(shared) != 0) {
        each(length, place, [&](int i) {
          if (m_data.codec.is_shared(Words::key(words[i]))) keys[i] = source.key(Words::position(words[i]));
        });
        Simt::sync_warp();
      }
  }

  KOKKOS_FORCEINLINE_FUNCTION void write(std::int64_t slice, std::uint32_t lane, std::uint32_t length,
                                         NativeColumn<Bits> const& source, Word const (&words)[Items]) const {
    NativeColumn<Bits> const sink(m_data.sink, length > 0 ? slice : 0);
    std::uint32_t const kept = length > 0 ? m_data.kept : 0;
    auto const place         = [&](int i) { return staged ? i * Lanes + lane : lane * Items + i; };
    if (sink.has_keys()) {
      Bits keys[Items];
      stored_keys(length, place, source, words, keys);
      each(kept, place, [&](int i) { sink.put_key(place(i), keys[i]); });
    }
    if (sink.has_wide_index())
      each(kept, place, [&](int i) { sink.put_wide_index(place(i), Words::position(words[i])); });
    else if (sink.has_index())
      each(kept, place, [&](int i) { sink.put_index(place(i), Words::position(words[i])); });
  }

  KOKKOS_FORCEINLINE_FUNCTION void turn_out(std::byte* shared, std::int64_t first, std::uint32_t groups,
                                            std::uint32_t length, NativeColumn<Bits> const& source,
                                            Word const (&words)[Items]) const {
    std::uint32_t const group = Simt::thread() / Lanes, lane = Simt::thread() % Lanes;
    auto* const positions = reinterpret_cast<std::uint32_t*>(shared);
    auto* const stage     = reinterpret_cast<Bits*>(positions + groups * pitch);
    auto const place      = [&](int i) { return lane * Items + i; };
    if (m_data.sink.at.keys != nullptr) {
      Bits keys[Items];
      stored_keys(length, place, source, words, keys);
      primitive::unrolled<Items>([&](int i) { stage[group * pitch + place(i)] = keys[i]; });
    }
    primitive::unrolled<Items>([&](int i) { positions[group * pitch + place(i)] = Words::position(words[i]); });
    Simt::sync_block();
    across(
        first, groups,
        [&](NativeColumn<Bits> const& sink, std::uint32_t s, std::uint32_t p) {
          if (sink.has_keys()) sink.put_key(p, stage[s * pitch + p]);
          if (sink.has_index()) sink.put_index(p, positions[s * pitch + p]);
        },
        m_data.sink, m_data.kept);
  }

  /// f(slice of a side, its number in the block, place) for the elements of the block up to place `end`, neighbouring
  /// slices by neighbouring threads. Blocks have as many threads as some slices have lanes, so a thread keeps to its
  /// slice.
  template <class F>
  KOKKOS_FORCEINLINE_FUNCTION void across(std::int64_t first, std::uint32_t groups, F const& f, NativeSide const& side,
                                          std::uint32_t end) const {
    std::uint32_t const s = Simt::thread() % groups;
    if (first + s >= m_data.count) return;
    NativeColumn<Bits> const column(side, first + s);
    for (std::uint32_t p = Simt::thread() / groups; p < end; p += Lanes) f(column, s, p);
  }

  static constexpr Key past_all = static_cast<Key>(~Key{0}) << NativeCodec<Codec>::unit_bits;

  NativeSort<Codec> m_data;
  bool m_turned;
};

/// Launches it with as few lanes and items as hold a slice.
template <class Exec, class Codec>
class WarpSort {
  using Simt  = primitive::simt_of_t<Exec>;
  using Words = NearWords<typename Codec::Bits>;

 public:
  static void run(Exec const& exec, layout::SortData<Codec> const& data) {
    constexpr std::int64_t most = tuning::warp_sort_max_length(sizeof(typename Codec::Bits));
    std::int64_t const n        = data.length();
    if (n <= 4)
      with<2, 2>(exec, data);
    else if (n <= 8)
      with<4, 2>(exec, data);
    else if (n <= 16)
      with<8, 2>(exec, data);
    else if (n <= 32)
      with<8, 4>(exec, data);
    else if (n <= 64)
      with<16, 4>(exec, data);
    else if (n <= 128)
      with<32, 4>(exec, data);
    else if constexpr (most > 128) {
      if (n <= 256)
        with<32, 8>(exec, data);
      else if constexpr (most > 256)
        with<32, 16>(exec, data);
    }
  }

 private:
  template <int Lanes, int Items>
  static void with(Exec const& exec, layout::SortData<Codec> const& data) {
    using Kernel      = WarpSortKernel<Simt, Codec, Words, Lanes, Items>;
    bool const turned = data.source.interleaved() || data.sink.interleaved();
    int threads       = turned && Lanes >= Simt::lanes / 2 ? 512 : 128;
    while (Kernel::shared_bytes(threads, turned) > tuning::warp_sort_shared) threads /= 2;
    std::int64_t const slices = threads / Lanes;
    launch_native("KokkosAxis::sort::warp_sort", exec,
                  {.blocks  = (data.count() + slices - 1) / slices,
                   .threads = threads,
                   .shared  = Kernel::shared_bytes(threads, turned)},
                  Kernel(native_sort(data), turned));
  }
};

}  // namespace KokkosAxis::Impl::algorithm
