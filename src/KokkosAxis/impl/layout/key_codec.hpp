// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosAxis/key.hpp>
#include <KokkosAxis/options.hpp>

#include <Kokkos_Core.hpp>

namespace KokkosAxis::Impl::layout {

/// Maps the stored bits of a key to a code whose unsigned order is the order asked for. Order, NaN and zero policies
/// are data, so one kernel serves them all, and every type of a width. Codes are for comparing only: what is moved and
/// written are always the stored bits.
template <class Bits_, bool Floating>
struct KeyCodec {
  using Bits = Bits_;

  Bits sign;       // the sign bit; 0 for unsigned keys
  Bits flip;       // all ones to turn the order round
  Bits infinity;   // floating: larger magnitudes are NaN
  Bits nan_code;   // floating: the code of every NaN; no number has it
  Bits zero_keep;  // floating: 0 makes -0.0 read as +0.0

  KOKKOS_FORCEINLINE_FUNCTION Bits encode(Bits bits) const {
    if constexpr (Floating) {
      Bits const magnitude = bits & static_cast<Bits>(~sign);
      Bits const number    = bits == sign ? bits & zero_keep : bits;
      Bits const ordered   = number & sign ? static_cast<Bits>(~number) : static_cast<Bits>(number | sign);
      return magnitude > infinity ? nan_code : static_cast<Bits>(ordered ^ flip);
    } else {
      return static_cast<Bits>(bits ^ flip);  // for signed keys flip holds the sign bit too
    }
  }

  /// The key of a code, where zeros are ordered: a number's stored bits, or those of one NaN.
  KOKKOS_FORCEINLINE_FUNCTION Bits decode(Bits code) const {
    if constexpr (Floating) {
      Bits const ordered = code ^ flip;
      Bits const quiet   = static_cast<Bits>(infinity | (infinity >> 1));
      if (code == nan_code || code == static_cast<Bits>(~nan_code)) return quiet;  // no number has either
      return ordered & sign ? static_cast<Bits>(ordered ^ sign) : static_cast<Bits>(~ordered);
    } else {
      return static_cast<Bits>(code ^ flip);
    }
  }
};

template <RadixKey T>
using KeyCodecOf = KeyCodec<unsigned_of_t<sizeof(T)>, radix_key<T>::is_floating>;

/// The codec of a key type under a call's policies.
template <RadixKey T>
constexpr KeyCodecOf<T> key_codec(Order order, Nan nan, Zeros zeros) {
  using Bits          = typename KeyCodecOf<T>::Bits;
  using Key           = radix_key<T>;
  constexpr Bits ones = static_cast<Bits>(~Bits{0});
  constexpr Bits sign = Key::is_signed ? static_cast<Bits>(Bits{1} << (8 * sizeof(Bits) - 1)) : Bits{0};
  bool const down     = order == Order::descending;

  KeyCodecOf<T> codec{.sign = sign, .flip = down ? ones : Bits{0}, .infinity = 0, .nan_code = 0, .zero_keep = 0};
  if constexpr (Key::is_floating) {
    bool const nan_at_end = nan == Nan::last || nan == (down ? Nan::smallest : Nan::greatest);
    codec.infinity        = static_cast<Bits>(Key::infinity);
    codec.nan_code        = nan_at_end ? ones : Bits{0};
    codec.zero_keep       = zeros == Zeros::ordered ? ones : Bits{0};
  } else {
    codec.flip = static_cast<Bits>(codec.flip ^ sign);
  }
  return codec;
}

}  // namespace KokkosAxis::Impl::layout
