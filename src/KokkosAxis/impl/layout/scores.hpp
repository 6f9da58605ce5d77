// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosAxis/impl/layout/number_array.hpp>
#include <KokkosAxis/impl/layout/slices.hpp>
#include <KokkosAxis/key.hpp>

#include <Kokkos_Core.hpp>

#include <cmath>
#include <cstdint>
#include <optional>

namespace KokkosAxis::Impl::layout {

/// Scores as codes whose unsigned order is that of best first: the greatest number has the smallest code. NaN has the
/// last code of all and takes no part. Types are data here, so kernels need not be compiled for each.
struct Scores {
  NumberArray numbers{};
  Slices at{};
  std::uint64_t sign     = 0;  // of integers, what to flip; of floating-point numbers, the sign bit
  std::uint64_t infinity = 0;  // floating: larger magnitudes are NaN
  std::uint64_t mask     = 0;  // the bits there are
  std::uint64_t last     = 0;  // scores of later codes take no part
  bool floating          = false;
  bool none              = false;  // nothing takes part

  KOKKOS_FORCEINLINE_FUNCTION std::uint64_t encode(std::uint64_t bits) const {
    if (!floating) return ~(bits ^ sign) & mask;
    if ((bits & ~sign) > infinity) return mask;
    std::uint64_t const zeroed  = bits == sign ? 0 : bits;
    std::uint64_t const ordered = (zeroed & sign) != 0 ? ~zeroed : zeroed | sign;
    return ~ordered & mask;
  }
  /// Bits of which `code` is the code.
  std::uint64_t decode(std::uint64_t code) const {
    std::uint64_t const ordered = ~code & mask;
    if (!floating) return ordered ^ sign;
    return (ordered & sign) != 0 ? ordered ^ sign : ~ordered & mask;
  }

  KOKKOS_FORCEINLINE_FUNCTION std::uint64_t code(std::int64_t slice, std::int64_t i) const {
    return encode(numbers.bits(at.offset(slice) + i * at.stride));
  }
  KOKKOS_FORCEINLINE_FUNCTION bool takes(std::uint64_t code) const { return !none && code <= last; }
  KOKKOS_FORCEINLINE_FUNCTION bool wide() const { return numbers.bytes == 8; }
};

/// Is an integer of these bits greater than `threshold`? Without rounding it.
inline bool integer_is_greater(std::uint64_t bits, int bytes, bool has_sign, double threshold) {
  double const whole = std::floor(threshold);  // greater than this is greater than the threshold
  int const unused   = 64 - 8 * bytes;
  if (has_sign) {
    if (whole >= 0x1p63) return false;
    if (whole < -0x1p63) return true;
    return static_cast<std::int64_t>(bits << unused) >> unused > static_cast<std::int64_t>(whole);
  }
  if (whole >= 0x1p64) return false;
  return whole < 0 || bits > static_cast<std::uint64_t>(whole);
}

/// Scores of type T of which those greater than `threshold` take part, compared as real numbers; all but NaN where none
/// is given.
template <RadixKey T>
Scores scores_of(void const* data, Slices const& at, std::optional<double> threshold) {
  using Key = radix_key<T>;
  Scores s{.numbers  = {data, sizeof(T), number_kind<T>()},
           .at       = at,
           .mask     = ~std::uint64_t{0} >> (64 - 8 * sizeof(T)),
           .floating = Key::is_floating};
  if constexpr (Key::is_signed) s.sign = (s.mask >> 1) + 1;
  if constexpr (Key::is_floating) s.infinity = Key::infinity;
  std::uint64_t const first = s.floating ? s.encode(s.infinity) : 0;
  std::uint64_t const worst = s.floating ? s.encode(s.infinity | s.sign) : s.mask;
  s.last                    = worst;
  if (!threshold) return s;
  auto const passes = [&](std::uint64_t code) {
    if (!s.floating) return integer_is_greater(s.decode(code), s.numbers.bytes, Key::is_signed, *threshold);
    return number<double>(s.decode(code), s.numbers.bytes, s.numbers.kind) > *threshold;
  };
  s.none = !passes(first);
  if (s.none || passes(worst)) return s;
  std::uint64_t good = first, bad = worst;
  while (bad - good > 1) {
    std::uint64_t const middle    = good + (bad - good) / 2;
    (passes(middle) ? good : bad) = middle;
  }
  s.last = good;
  return s;
}

}  // namespace KokkosAxis::Impl::layout
