// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosAxis/impl/algorithm/sort/look_back_state.hpp>
#include <KokkosAxis/impl/algorithm/sort/words.hpp>
#include <KokkosAxis/impl/algorithm/sort/native_side.hpp>
#include <KokkosAxis/impl/primitive/simt/match.hpp>
#include <KokkosAxis/impl/primitive/simt/scan.hpp>
#include <KokkosAxis/impl/primitive/simt/unrolled.hpp>

#include <Kokkos_Core.hpp>

#include <cstddef>
#include <cstdint>

namespace KokkosAxis::Impl::algorithm {

/// One pass over memory: moves the elements of every tile to their places by one digit of their codes, stably. A tile's
/// places follow from the counts of digits in the tiles before it, which it collects by looking back: each tile
/// publishes its own counts at once, and the sum with all before it as soon as it knows them (decoupled look-back, of
/// Merrill and Garland's prefix scan; one-sweep radix sort of Adinets and Merrill, arXiv 2206.01784). Tiles are begun
/// in order of tickets, so whatever a tile waits for has begun.
///
/// Between passes keys lie as codec.ordered gives them.
template <class Simt, class Codec, int Items, bool First, bool Last>
class LookBackPassKernel {
  using Bits                  = typename Codec::Bits;
  using Native                = NativeCodec<Codec>;
  using Key                   = typename Native::Key;
  using Words                 = AnyWords<Bits>;
  using Word                  = typename Words::Word;
  static constexpr int passes = sizeof(Bits), digits = LookBackState::digits;

 public:
  static constexpr int max_threads = 512;
  static constexpr int min_blocks  = 3;

  static constexpr std::int64_t shared_bytes(int threads) {
    return std::int64_t{threads} * Items * sizeof(Word) +
           (std::int64_t{threads / Simt::lanes} * digits + 2 * digits + Simt::lanes + 4) * 4;
  }

  LookBackPassKernel(NativeSort<Codec> const& data, LookBackState const& state, int pass)
      : m_data(data), m_state(state), m_pass(pass) {}

  /// Blocks may be fewer than tiles.
  KOKKOS_FUNCTION void operator()(std::byte* shared) const {
    if (m_state.leaves_all()) return;
    for (std::int64_t t = Simt::block(); t < m_state.slices * m_state.tiles; t += Simt::blocks()) move(shared, t);
  }

 private:
  KOKKOS_FORCEINLINE_FUNCTION void move(std::byte* shared, std::int64_t block) const {
    std::int64_t const slice = block / m_state.tiles;
    if (m_state.leaves(slice)) return;
    Simt::sync_block();  // shared memory was the last tile's
    constexpr int lanes           = Simt::lanes;
    int const thread              = Simt::thread();
    int const warps               = Simt::threads() / lanes;
    std::uint32_t const tile_size = static_cast<std::uint32_t>(Simt::threads() * Items);
    auto* const words             = reinterpret_cast<Word*>(shared);
    auto* const counters          = reinterpret_cast<std::uint32_t*>(words + tile_size);  // [warp][digit]
    auto* const first     = counters + warps * digits;  // first place of a digit in the slice, less that in the tile
    auto* const own_first = first + digits;             // first place of a digit in the tile
    auto* const sums      = own_first + digits;
    auto* const ticket    = sums + lanes;

    if (thread == 0) *ticket = Simt::add(m_state.begun(slice, m_pass), 1);
    for (int c = thread; c < warps * digits; c += Simt::threads()) counters[c] = 0;
    Simt::sync_block();
    std::int64_t const tile  = *ticket;
    std::int64_t const begin = tile * tile_size, left = m_data.length - begin;
    std::uint32_t const here = left < tile_size ? static_cast<std::uint32_t>(left) : tile_size;
    NativeColumn<Bits> const source(m_data.source, slice);

    std::uint32_t const start = static_cast<std::uint32_t>(thread / lanes * (lanes * Items) + Simt::lane());
    auto const is_there       = [&](int i) { return start + i * lanes < here; };
    auto const from           = static_cast<std::uint32_t>(begin) + start;

    Bits keys[Items];
    bool const is_full = Simt::ballot(!is_there(Items - 1)) == 0;
    if (is_full)
      source.keys(from, lanes, keys);
    else
      primitive::unrolled<Items>([&](int i) { keys[i] = is_there(i) ? source.key(from + i * lanes) : Bits{0}; });
    std::uint32_t position[Items];
    if (First || !source.has_index())
      primitive::unrolled<Items>([&](int i) { position[i] = from + i * lanes; });
    else if (is_full)
      source.positions(from, lanes, position);
    else
      primitive::unrolled<Items>([&](int i) { position[i] = is_there(i) ? source.index(from + i * lanes) : 0; });
    Word mine[Items];
    std::uint32_t ranked[Items];  // digit above its rank in the warp
    primitive::unrolled<Items>([&](int i) {
      Key const key = First ? m_data.codec.ordered(keys[i]) : static_cast<Key>(keys[i]) << Native::unit_bits;
      mine[i]       = Words::make(key, position[i]);
      ranked[i]     = digit(key);
    });
    // lanes without an element take the last digit, behind all others of it
    if (!is_full) primitive::unrolled<Items>([&](int i) { ranked[i] = is_there(i) ? ranked[i] : digits - 1; });
    std::uint32_t* const of_warp = counters + thread / lanes * digits;
    primitive::unrolled<Items>([&](int i) {
      ranked[i] = ranked[i] << 16 | primitive::rank_in_warp<Simt, LookBackState::digit_bits>(ranked[i], of_warp);
    });
    Simt::sync_block();

    std::uint32_t count  = 0;
    bool const has_digit = thread < digits;
    if (has_digit) {
      count = primitive::places_of_warps(counters + thread, warps, digits, 0);
      if (thread == digits - 1) count -= tile_size - here;
      Simt::publish(m_state.tile(slice, m_pass, tile) + thread,
                    (tile == 0 ? LookBackState::inclusive : LookBackState::own) | count);
    }
    std::uint32_t const in_tile = primitive::block_exclusive_sum<Simt>(count, sums).before;
    if (has_digit) {
      own_first[thread] = in_tile;
    }
    Simt::sync_block();
    primitive::unrolled<Items>([&](int i) {
      std::uint32_t const d = ranked[i] >> 16;
      if (is_there(i)) words[own_first[d] + of_warp[d] + (ranked[i] & 0xFFFF)] = mine[i];
    });
    std::uint32_t const in_slice =
        primitive::block_exclusive_sum<Simt>(has_digit ? m_state.counts(slice, m_pass)[thread] : 0u, sums).before;
    if (has_digit) first[thread] = in_slice + before(slice, tile, thread, count) - in_tile;
    Simt::sync_block();

    NativeColumn<Bits> const sink(m_data.sink, slice);
    for (std::uint32_t p = thread; p < here; p += Simt::threads()) {
      Word const word        = words[p];
      Key const key          = Words::key(word);
      std::uint32_t const to = first[digit(key)] + p;
      if (sink.has_keys())
        sink.put_key(to, Last ? m_data.codec.stored(key) : static_cast<Bits>(key >> Native::unit_bits));
      if (sink.has_index()) sink.put_index(to, Words::position(word));
    }
  }

  KOKKOS_FORCEINLINE_FUNCTION std::uint32_t digit(Key ordered) const {
    return static_cast<std::uint32_t>(m_data.codec.code(ordered) >>
                                      (Native::unit_bits + m_pass * LookBackState::digit_bits)) &
           (digits - 1);
  }

  /// How many elements of a digit the slice's earlier tiles hold.
  KOKKOS_FORCEINLINE_FUNCTION std::uint32_t before(std::int64_t slice, std::int64_t tile, int digit,
                                                   std::uint32_t count) const {
    if (tile == 0) return 0;
    constexpr int at_once = 4;  // states read ahead, since each read takes long
    std::uint32_t sum     = 0;
    for (std::int64_t t = tile - 1;;) {
      std::uint32_t seen[at_once];
      primitive::unrolled<at_once>([&](int i) {
        seen[i] = t >= i ? Simt::observe(m_state.tile(slice, m_pass, t - i) + digit) : LookBackState::inclusive;
      });
      bool done = false, waits = false;
      primitive::unrolled<at_once>([&](int i) {
        waits = waits || done || seen[i] == 0;
        if (waits) return;
        sum += seen[i] & LookBackState::count_mask;
        done = (seen[i] & LookBackState::inclusive) != 0;
        --t;
      });
      if (done) break;
    }
    Simt::publish(m_state.tile(slice, m_pass, tile) + digit, LookBackState::inclusive | (sum + count));
    return sum;
  }

  NativeSort<Codec> m_data;
  LookBackState m_state;
  int m_pass;
};

}  // namespace KokkosAxis::Impl::algorithm
