// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosAxis/impl/algorithm/sort/native_codec.hpp>
#include <KokkosAxis/impl/algorithm/sort/native_side.hpp>
#include <KokkosAxis/impl/algorithm/topk/key_stream.hpp>
#include <KokkosAxis/impl/layout/select_data.hpp>
#include <KokkosAxis/impl/primitive/simt/unrolled.hpp>

#include <Kokkos_Core.hpp>

#include <cstdint>

namespace KokkosAxis::Impl::algorithm {

/// The keys at [begin, end) of a column in the registers of a block's threads, at most `Each` a thread: as their places
/// on the way round from the first key of all (`NativeCodec::place`), so that one comparison tells whether a key's code
/// is at most another. Positions go up with the numbers i of a thread's keys.
template <class Simt, class Codec, int Each>
class HeldKeys {
  using Bits   = typename Codec::Bits;
  using Native = NativeCodec<Codec>;
  using Key    = typename Native::Key;

 public:
  static constexpr int width = KeyVector<Bits>::width < Each ? KeyVector<Bits>::width : Each;  // neighbours
  static_assert(Each <= 32 && Each % width == 0);

  KOKKOS_FORCEINLINE_FUNCTION HeldKeys(NativeColumn<Bits> const& column, layout::Window const& window,
                                       Native const& codec) {
    auto const thread = static_cast<std::uint32_t>(Simt::thread());
    bool const vectors =
        column.has_dense_keys() && reinterpret_cast<std::uintptr_t>(column.key_at(window.begin)) % 16 == 0;
    m_apart = static_cast<std::uint32_t>(Simt::threads()) * width;
    m_step  = vectors ? 1 : static_cast<std::uint32_t>(Simt::threads());
    m_first = window.begin + thread * (vectors ? width : 1);
    if (vectors) {
      std::uint32_t const whole = window.size() / width;  // the vector that the window ends in is read key by key
      KeyVector<Bits> vector[Each / width];
      primitive::unrolled<Each / width>([&](int v) {
        std::uint32_t const number = thread + static_cast<std::uint32_t>(v * Simt::threads());
        vector[v] = number < whole ? reinterpret_cast<KeyVector<Bits> const*>(column.key_at(window.begin))[number]
                                   : KeyVector<Bits>{};
      });
      if (window.size() % width != 0)
        primitive::unrolled<Each>([&](int i) {
          std::uint32_t const at = position(i);
          if (at < window.end && (at - window.begin) / width == whole)
            vector[i / width].key[i % width] = column.key(at);
        });
      primitive::unrolled<Each>([&](int i) { m_place[i] = codec.place(vector[i / width].key[i % width]); });
    } else {
      Bits read[Each];
      primitive::unrolled<Each>([&](int i) {
        std::uint32_t const at = position(i);
        read[i]                = at < window.end ? column.key(at) : Bits{0};
      });
      primitive::unrolled<Each>([&](int i) { m_place[i] = codec.place(read[i]); });
    }
    if (window.size() == static_cast<std::uint32_t>(Simt::threads()) * Each) return;
    primitive::unrolled<Each>([&](int i) {
      if (position(i) < window.end) return;
      m_place[i] = last_place;
      m_there &= ~(1u << i);
    });
  }

  KOKKOS_FORCEINLINE_FUNCTION std::uint32_t position(int i) const {
    return m_first + static_cast<std::uint32_t>(i / width) * m_apart + static_cast<std::uint32_t>(i % width) * m_step;
  }
  /// The smallest place of every `Stride`-th key; `last_place` where there is none.
  template <int Stride>
  KOKKOS_FORCEINLINE_FUNCTION Key least() const {
    Key least = m_place[0];
    primitive::unrolled<(Each + Stride - 1) / Stride>([&](int i) {
      if (m_place[i * Stride] < least) least = m_place[i * Stride];
    });
    return least;
  }
  /// Which of them have a place of at most `limit`.
  KOKKOS_FORCEINLINE_FUNCTION std::uint32_t up_to(Key limit) const {
    std::uint32_t mask = 0;
    primitive::unrolled<Each>([&](int i) {
      if (m_place[i] <= limit) mask |= 1u << i;
    });
    return mask & m_there;
  }

  /// Which of them have a turned position of at most `limit`.
  KOKKOS_FORCEINLINE_FUNCTION std::uint32_t before(layout::Wanted const& wanted, std::uint32_t limit) const {
    std::uint32_t mask = 0;
    primitive::unrolled<Each>([&](int i) {
      if (wanted.turned(position(i)) <= limit) mask |= 1u << i;
    });
    return mask & m_there;
  }

 private:
  static constexpr Key last_place = static_cast<Key>(~Key{0}) << Native::unit_bits;

  Key m_place[Each];
  std::uint32_t m_there = static_cast<std::uint32_t>((std::uint64_t{1} << Each) - 1);
  std::uint32_t m_first, m_apart, m_step;
};

}  // namespace KokkosAxis::Impl::algorithm
