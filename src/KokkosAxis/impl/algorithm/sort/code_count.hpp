// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosAxis/impl/algorithm/launch_native.hpp>
#include <KokkosAxis/impl/algorithm/sort/native_side.hpp>
#include <KokkosAxis/impl/primitive/simt/match.hpp>
#include <KokkosAxis/impl/primitive/simt/scan.hpp>
#include <KokkosAxis/impl/primitive/simt/unrolled.hpp>
#include <KokkosAxis/impl/tuning/code_count.hpp>

#include <Kokkos_Core.hpp>

#include <cstddef>
#include <cstdint>

namespace KokkosAxis::Impl::algorithm {

/// Sorts keys of one or two bytes without positions, a slice a block: counts the keys of each code, and writes each
/// code as often as it was counted. Floating-point keys that differ in bits and not in code (NaNs, zeros) are then
/// written in the order they were read in, for which the source must not be the sink.
template <class Simt, class Codec>
class CodeCountKernel {
  using Native = NativeCodec<Codec>;
  using Bits   = typename Codec::Bits;
  using Key    = typename Native::Key;

  static constexpr int words  = tuning::code_words(sizeof(Bits));
  static constexpr int copies = tuning::code_copies(sizeof(Bits));
  static constexpr int loads  = 8;  // under way at once

 public:
  static constexpr int max_threads           = tuning::code_count_threads(sizeof(Bits));
  static constexpr int min_blocks            = 1;
  static constexpr std::int64_t shared_bytes = tuning::code_count_bytes(sizeof(Bits));

  explicit CodeCountKernel(NativeSort<Codec> const& data) : m_data(data) {}

  KOKKOS_FUNCTION void operator()(std::byte* shared) const {
    Arrays const at(shared);
    NativeColumn<Bits> const source(m_data.source, Simt::block()), sink(m_data.sink, Simt::block());
    clear(at);
    Simt::sync_block();
    count(at, source);
    Simt::sync_block();
    place(at);
    Simt::sync_block();
    write(at, sink);
    if constexpr (Native::floating)
      if (*at.recoded != 0) {
        Simt::sync_block();
        write_in_order(at, m_data.codec.zero_code(), source, sink);
        write_in_order(at, m_data.codec.nan_code(), source, sink);
      }
  }

 private:
  struct alignas(16) Vector {
    std::uint32_t word[4];
  };
  /// In shared memory. A counter or first place of a code has 16 bits.
  struct Arrays {
    std::uint32_t* first;  // places, two a word
    std::uint32_t*
        counts;           // two a word, copy after copy of each word; where there is one copy, places come to lie here
    std::uint32_t* sums;  // a number a warp
    std::uint32_t* recoded;  // is there a key whose code may not be its bits

    KOKKOS_FORCEINLINE_FUNCTION explicit Arrays(std::byte* shared) {
      first   = reinterpret_cast<std::uint32_t*>(shared);
      counts  = copies > 1 ? first + words : first;
      sums    = counts + words * copies;
      recoded = sums + tuning::widest_warp;
    }
    KOKKOS_FORCEINLINE_FUNCTION std::uint32_t first_of(std::uint32_t code) const {
      return first[code >> 1] >> (code & 1) * 16 & 0xFFFFu;
    }
  };

  KOKKOS_FORCEINLINE_FUNCTION static std::uint32_t number(Key code) {
    return static_cast<std::uint32_t>(code >> Native::unit_bits);
  }

  KOKKOS_FORCEINLINE_FUNCTION static void clear(Arrays const& at) {
    auto* const vectors = reinterpret_cast<Vector*>(at.counts);
    for (int v = Simt::thread(); v < words * copies / 4; v += Simt::threads()) vectors[v] = {};
    if (Simt::thread() == 0) *at.recoded = 0;
  }

  KOKKOS_FORCEINLINE_FUNCTION void count(Arrays const& at, NativeColumn<Bits> const& source) const {
    std::uint32_t const threads = Simt::threads(), copy = Simt::thread() % copies;
    bool recoded = false;
    for (std::uint32_t p = Simt::thread(); p < m_data.length; p += loads * threads) {
      Bits keys[loads];
      source.keys_below(m_data.length, p, threads, keys);
      primitive::unrolled<loads>([&](int l) {
        if (p + l * threads >= m_data.length) return;
        Key const ordered        = m_data.codec.ordered(keys[l]);
        std::uint32_t const code = number(m_data.codec.code(ordered));
        recoded |= m_data.codec.may_be_recoded(ordered);
        Simt::add(&at.counts[(code >> 1) * copies + copy], 1u << (code & 1) * 16);
      });
    }
    if (recoded) *at.recoded = 1;
  }

  /// Counts become first places. A warp looks after neighbouring rows of words, as many of them as it has lanes.
  KOKKOS_FORCEINLINE_FUNCTION static void place(Arrays const& at) {
    constexpr int lanes = Simt::lanes, rows = words / lanes;
    int const warp = Simt::thread() / lanes, warps = Simt::threads() / lanes;
    int const each = (rows + warps - 1) / warps, begin = warp * each;
    int const end      = begin + each < rows ? begin + each : rows;
    auto const word_of = [&](int row) {
      std::uint32_t sum = 0;
      for (int c = 0; c < copies; ++c) sum += at.counts[(row * lanes + Simt::lane()) * copies + c];
      return sum;
    };
    std::uint32_t own = 0;
    for (int row = begin; row < end; ++row) {
      std::uint32_t const word = word_of(row);
      own += (word & 0xFFFFu) + (word >> 16);
    }
    std::uint32_t const of_warp = primitive::warp_inclusive_sum<Simt>(own);
    std::uint32_t const mine    = Simt::lane() == lanes - 1 ? of_warp : 0;
    auto const sums             = primitive::block_exclusive_sum<Simt>(mine, at.sums);
    std::uint32_t next          = Simt::shuffle(sums.before, 0);
    for (int row = begin; row < end; ++row) {
      std::uint32_t const word = word_of(row);
      std::uint32_t const low = word & 0xFFFFu, high = word >> 16;
      std::uint32_t const after            = primitive::warp_inclusive_sum<Simt>(low + high);
      std::uint32_t const begin_low        = next + after - high - low;
      at.first[row * lanes + Simt::lane()] = begin_low | (begin_low + low) << 16;
      next += Simt::shuffle(after, lanes - 1);
    }
  }

  /// The code at a place: the last one that begins there or before.
  KOKKOS_FORCEINLINE_FUNCTION static std::uint32_t code_at(Arrays const& at, std::uint32_t place) {
    std::uint32_t code = 0;
    for (std::uint32_t step = words; step > 0; step /= 2)
      if (at.first_of(code + step) <= place) code += step;
    return code;
  }
  /// The same, a few steps behind `code` or far.
  KOKKOS_FORCEINLINE_FUNCTION static std::uint32_t code_at(Arrays const& at, std::uint32_t place, std::uint32_t code) {
    for (int tries = 0; tries < 4; ++tries) {
      if (code + 1 == 2 * words || at.first_of(code + 1) > place) return code;
      ++code;
    }
    return code_at(at, place);
  }

  /// A thread writes neighbouring places.
  KOKKOS_FORCEINLINE_FUNCTION void write(Arrays const& at, NativeColumn<Bits> const& sink) const {
    for (std::uint32_t p = Simt::thread() * loads; p < m_data.length; p += Simt::threads() * loads) {
      std::uint32_t code = code_at(at, p);
      Bits keys[loads]{};
      primitive::unrolled<loads>([&](int l) {
        if (p + l >= m_data.length) return;
        code    = code_at(at, p + l, code);
        keys[l] = m_data.codec.stored(static_cast<Key>(code) << Native::unit_bits);
      });
      if (p + loads <= m_data.length)
        sink.put_keys(p, keys);
      else
        primitive::unrolled<loads>([&](int l) {
          if (p + l < m_data.length) sink.put_key(p + l, keys[l]);
        });
    }
  }

  /// Writes the keys of one code once more, bits and all. Barriers inside.
  KOKKOS_FORCEINLINE_FUNCTION void write_in_order(Arrays const& at, Key code, NativeColumn<Bits> const& source,
                                                  NativeColumn<Bits> const& sink) const {
    std::uint32_t first = at.first_of(number(code));
    for (std::uint32_t begin = 0; begin < m_data.length; begin += Simt::threads()) {
      std::uint32_t const p = begin + Simt::thread();
      Bits const key        = p < m_data.length ? source.key(p) : Bits{0};
      bool const is_one     = p < m_data.length && m_data.codec.code(m_data.codec.ordered(key)) == code;
      auto const same       = Simt::ballot(is_one);
      auto const sums       = primitive::block_exclusive_sum<Simt>(
          Simt::lane() == 0 ? static_cast<std::uint32_t>(Simt::count(same)) : 0, at.sums);
      auto const below           = static_cast<std::uint32_t>(Simt::count(same & primitive::lanes_below<Simt>()));
      std::uint32_t const before = Simt::shuffle(sums.before, 0);
      if (is_one) sink.put_key(first + before + below, key);
      first += sums.total;
      Simt::sync_block();
    }
  }

  NativeSort<Codec> m_data;
};

/// Launches it.
template <class Exec, class Codec>
class CodeCount {
  using Simt = primitive::simt_of_t<Exec>;

 public:
  static void run(Exec const& exec, layout::SortData<Codec> const& data) {
    using Kernel = CodeCountKernel<Simt, Codec>;
    launch_native("KokkosAxis::sort::code_count", exec,
                  {.blocks = data.count(), .threads = Kernel::max_threads, .shared = Kernel::shared_bytes},
                  Kernel(native_sort(data)));
  }
};

}  // namespace KokkosAxis::Impl::algorithm
