// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosAxis/impl/layout/key_codec.hpp>

#include <Kokkos_Core.hpp>

#include <cstdint>
#include <type_traits>

namespace KokkosAxis::Impl::algorithm {

/// KeyCodec for native kernels: keys of up to 4 bytes fill a register from the top, so that no instruction is spent on
/// masks, and a position fits below short ones.
///
/// `ordered` is one to one: its inverse gives the stored bits again, so words carry it. It still tells apart the keys
/// that a policy holds equal (NaNs of different bits, -0.0 and +0.0); `code` makes them one. Unsigned order of codes is
/// the order asked for.
template <class Codec>
class NativeCodec {
 public:
  using Bits = typename Codec::Bits;
  using Key  = std::conditional_t<sizeof(Bits) <= 4, std::uint32_t, std::uint64_t>;

  static constexpr bool floating = !std::is_same_v<Codec, layout::KeyCodec<Bits, false>>;
  static constexpr int key_bits  = 8 * sizeof(Key);
  static constexpr int unit_bits = key_bits - 8 * static_cast<int>(sizeof(Bits));  // below the lowest of the key
  static constexpr Key unit      = Key{1} << unit_bits;

  explicit NativeCodec(Codec const& codec) : m_flip(raise(codec.flip)), m_nan_code(raise(codec.nan_code)) {
    if constexpr (floating) {
      Key const plus = top | raise(codec.infinity), minus = ~plus & used;  // infinities, ascending
      m_lowest        = minus;                                             // the order turned round, it is that of +inf
      m_span          = plus - minus;
      m_zero          = top ^ m_flip;
      m_negative_zero = codec.zero_keep == 0 ? (top - unit) ^ m_flip : m_zero;
    }
  }

  KOKKOS_FORCEINLINE_FUNCTION Key ordered(Bits stored) const {
    Key const key = static_cast<Key>(stored) << unit_bits;
    if constexpr (floating) return key ^ turn(key) ^ m_flip;
    return key ^ m_flip;
  }
  /// The key without what depends on policies: `ordered` is straight * scale + offset, whatever the key.
  struct Line {
    Key scale = 0, offset = 0;
  };
  KOKKOS_FORCEINLINE_FUNCTION static Key straight(Bits stored) {
    Key const key = static_cast<Key>(stored) << unit_bits;
    if constexpr (floating) return key ^ (sign_of(key) & (used ^ top));
    return key;
  }
  KOKKOS_FORCEINLINE_FUNCTION Line line() const {
    Key const turned =
        floating ? m_flip ^ top : m_flip;  // what `ordered` flips in a straight key: all but its sign, or not
    if ((turned & unit) != 0) return {static_cast<Key>(~Key{0}), turned};
    return {1, turned};
  }
  /// How far a key, as `ordered` gives it, lies behind the first key of all: keys of smaller codes are nearer.
  KOKKOS_FORCEINLINE_FUNCTION Key place(Bits stored) const {
    auto const by = line();
    return straight(stored) * by.scale + (by.offset - start());
  }
  KOKKOS_FORCEINLINE_FUNCTION Key of_place(Key place) const { return place + start(); }
  /// The last place of keys whose codes are at most / the first of those whose codes are at least this one.
  KOKKOS_FORCEINLINE_FUNCTION Key last_place(Key code) const { return up_to(code).span; }
  KOKKOS_FORCEINLINE_FUNCTION Key first_place(Key code) const {
    Arc const before = below(code);
    return before.empty ? 0 : before.span + unit;
  }
  KOKKOS_FORCEINLINE_FUNCTION static Key last_place_of_all() { return used; }
  KOKKOS_FORCEINLINE_FUNCTION Bits stored(Key ordered) const {
    Key const key = ordered ^ m_flip;
    if constexpr (floating) return static_cast<Bits>((key ^ turn(~key)) >> unit_bits);
    return static_cast<Bits>(key >> unit_bits);
  }
  KOKKOS_FORCEINLINE_FUNCTION Key code(Key ordered) const {
    if constexpr (floating) {
      Key const number = ordered == m_negative_zero ? m_zero : ordered;
      return is_number(number) ? number : m_nan_code;
    }
    return ordered;
  }
  /// Numbers below 2^compact_bits in the order of codes, where codes may share one: doubles give up the exponents that
  /// floats do not have, so that the upper bits tell the magnitudes apart that are common
  /// (all those below 2^-128, and from 2^128 on, are one).
  static constexpr int compact_bits = floating && key_bits == 64 ? 61 : key_bits;
  KOKKOS_FORCEINLINE_FUNCTION static Key compact(Key code) {
    if constexpr (floating && key_bits == 64) {
      constexpr Key exponent = Key{1} << 52, least = (1023 - 128) * exponent, most = 256 * exponent - 1;
      auto const centred  = static_cast<std::int64_t>(code - top);
      Key const sign      = static_cast<Key>(centred >> 63);
      Key const magnitude = static_cast<Key>(centred) ^ sign;
      Key const above     = magnitude > least ? magnitude - least : 0;
      return ((above < most ? above : most) ^ sign) + (most + 1);
    }
    return code;
  }
  /// The codes that keys of different bits may share.
  KOKKOS_FORCEINLINE_FUNCTION Key zero_code() const { return m_zero; }
  KOKKOS_FORCEINLINE_FUNCTION Key nan_code() const { return m_nan_code; }
  /// A key that none comes after.
  KOKKOS_FORCEINLINE_FUNCTION Key last() const {
    if constexpr (floating) return m_nan_code != 0 ? used : m_lowest + m_span;
    return used;
  }
  /// Keys, as `ordered` gives them, that are at most `span` above `first`, counted round from the largest to 0.
  struct Arc {
    Key first = 0, span = 0;
    bool empty = true;

    KOKKOS_FORCEINLINE_FUNCTION bool has(Key ordered) const { return ordered - first <= span && !empty; }
  };
  /// The keys whose codes are at most / below this one: exactly these, whatever the policies make equal.
  KOKKOS_FORCEINLINE_FUNCTION Arc up_to(Key code) const {
    if constexpr (floating) {
      if (code == m_nan_code) return m_nan_code != 0 ? arc(0, used) : arc(first_key(), m_lowest - unit);
      Key const zeros = m_zero > m_negative_zero ? m_zero : m_negative_zero;
      return arc(first_key(), code == m_zero ? zeros : code);
    }
    return arc(0, code);
  }
  KOKKOS_FORCEINLINE_FUNCTION Arc below(Key code) const {
    if constexpr (floating) {
      if (code == m_nan_code) return m_nan_code != 0 ? arc(m_lowest, m_lowest + m_span) : Arc{};
      Key const zeros = m_zero < m_negative_zero ? m_zero : m_negative_zero;
      Key const end   = code == m_zero ? zeros : code;
      return end == first_key() ? Arc{} : arc(first_key(), end - unit);
    }
    return code == 0 ? Arc{} : arc(0, code - unit);
  }
  /// May keys of different bits have the code of this one?
  KOKKOS_FORCEINLINE_FUNCTION bool is_shared(Key ordered) const {
    if constexpr (floating) return (ordered == m_negative_zero) | (ordered == m_zero) | !is_number(ordered);
    return false;
  }
  /// May the code be another one than `ordered`? Cheaper than to compare; also true of what is neither a number nor
  /// needs recoding.
  KOKKOS_FORCEINLINE_FUNCTION bool may_be_recoded(Key ordered) const {
    if constexpr (floating) return ((ordered == m_negative_zero) & (m_negative_zero != m_zero)) | !is_number(ordered);
    return false;
  }

 private:
  static constexpr Key top  = Key{1} << (key_bits - 1);
  static constexpr Key used = static_cast<Key>(~Key{0}) << unit_bits;

  static Key raise(Bits bits) { return static_cast<Key>(bits) << unit_bits; }
  /// What turns the order of sign and magnitude into unsigned order: all bits of a negative key, the sign of others.
  KOKKOS_FORCEINLINE_FUNCTION static Key turn(Key key) { return (sign_of(key) & (used ^ top)) | top; }
  /// All bits of a key whose first one is set.
  KOKKOS_FORCEINLINE_FUNCTION static Key sign_of(Key key) {
    return static_cast<Key>(static_cast<std::make_signed_t<Key>>(key) >> (key_bits - 1));
  }
  KOKKOS_FORCEINLINE_FUNCTION static Arc arc(Key first, Key last) { return {first, last - first, false}; }
  /// The first key of all, from which codes go up all round: where NaN comes first, the one after the last number.
  KOKKOS_FORCEINLINE_FUNCTION Key first_key() const { return m_nan_code != 0 ? m_lowest : m_lowest + m_span + unit; }
  KOKKOS_FORCEINLINE_FUNCTION Key start() const {
    if constexpr (floating) return first_key();
    return 0;
  }
  KOKKOS_FORCEINLINE_FUNCTION bool is_number(Key ordered) const { return ordered - m_lowest <= m_span; }

  Key m_flip;
  Key m_nan_code;
  // the rest of floating keys, as `ordered` gives them
  Key m_lowest        = 0;  // the first number
  Key m_span          = 0;  // from there to the last
  Key m_zero          = 0;
  Key m_negative_zero = 0;  // zero itself where both are told apart
};

}  // namespace KokkosAxis::Impl::algorithm
