// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosAxis/impl/tuning/select.hpp>

#include <Kokkos_Core.hpp>

#include <cstdint>

namespace KokkosAxis::Impl::algorithm {

/// Bits of a number: those above a digit, which are known, and the digit.
template <class Key>
struct SearchDigit {
  int known_from, low;  // the digit has the bits [low, known_from)

  KOKKOS_FORCEINLINE_FUNCTION Key known(Key number) const {
    return known_from < static_cast<int>(8 * sizeof(Key)) ? number >> known_from : 0;
  }
  KOKKOS_FORCEINLINE_FUNCTION std::uint32_t of(Key number) const {
    return static_cast<std::uint32_t>(number >> low) & ((1u << (known_from - low)) - 1);
  }
};

/// The digits that one of several threads looks after.
struct DigitShare {
  std::uint32_t begin, end;

  KOKKOS_FORCEINLINE_FUNCTION DigitShare(std::uint32_t thread, std::uint32_t threads) {
    constexpr std::uint32_t digits = tuning::search_digits;
    std::uint32_t const each       = (digits + threads - 1) / threads;
    begin                          = thread * each < digits ? thread * each : digits;
    end                            = digits - begin < each ? digits : begin + each;
  }
  KOKKOS_FORCEINLINE_FUNCTION std::uint32_t sum(std::uint32_t const* counts) const {
    std::uint32_t all = 0;
    for (std::uint32_t d = begin; d < end; ++d) all += counts[d];
    return all;
  }
};

/// Bits that tell the positions of a slice apart, at least one.
KOKKOS_FORCEINLINE_FUNCTION int bits_of_positions(std::uint32_t length) {
  int bits = 1;
  while (bits < 32 && (length - 1) >> bits != 0) ++bits;
  return bits;
}

/// Where the search for the last wanted element of a slice has got to. Its word, code above turned position, is known
/// from the top down to a bit; `before` words lie below all that share what is known.
template <class Codec>
struct SearchPoint {
  using Key = typename Codec::Key;

  std::uint32_t before     = 0;
  std::uint32_t collecting = 0;  // what is known bounds few enough: code and position are that bound
  std::uint32_t code_known = 0;
  int known_from           = Codec::key_bits;  // bits of the code, or where that is known, of the position
  Key code                 = 0;
  std::uint32_t position   = 0;
  Key limit                = static_cast<Key>(~Key{0});  // no code above it is wanted

  /// Every element is a candidate.
  KOKKOS_FORCEINLINE_FUNCTION void take_all() {
    collecting = 1;
    code       = static_cast<Key>(~Key{0});
    position   = 0xFFFFFFFF;
  }
  /// Is an element a candidate, once there are few?
  KOKKOS_FORCEINLINE_FUNCTION bool takes(Key its_code, std::uint32_t its_position) const {
    return its_code < code || (its_code == code && its_position <= position);
  }
  /// The next digit of an element's word; search_digits if it does not share what is known.
  KOKKOS_FORCEINLINE_FUNCTION std::uint32_t digit(Key its_code, std::uint32_t its_position) const {
    auto const next = next_digit();
    if (its_code > limit || (code_known != 0 && its_code != code)) return tuning::search_digits;
    Key const mine = code_known != 0 ? its_position : its_code, known = code_known != 0 ? position : code;
    return next.known(mine) == next.known(known) ? next.of(mine) : tuning::search_digits;
  }
  KOKKOS_FORCEINLINE_FUNCTION SearchDigit<Key> next_digit() const {
    int const end = code_known != 0 ? 0 : Codec::unit_bits, low = known_from - tuning::search_digit_bits;
    return {known_from, low > end ? low : end};
  }
  /// Looks for the digit of the last wanted word in the share of one of several threads, `before` words having digits
  /// that other shares hold; `wanted` of them and of these are to be found.
  KOKKOS_FORCEINLINE_FUNCTION void look_for(DigitShare const& share, std::uint32_t const* counts,
                                            std::uint32_t before_share, std::uint32_t wanted, std::uint32_t capacity,
                                            std::uint32_t length) {
    std::uint32_t less = before_share;
    for (std::uint32_t d = share.begin; d < share.end; ++d) {
      std::uint32_t const here = counts[d];
      if (less < wanted && wanted <= less + here) found(d, less, here, capacity, bits_of_positions(length));
      less += here;
    }
  }
  /// The next digit is `digit`: `less` words of those that share what is known have a smaller one, `here` the same.
  KOKKOS_FORCEINLINE_FUNCTION void found(std::uint32_t digit, std::uint32_t less, std::uint32_t here,
                                         std::uint32_t capacity, int position_bits) {
    int const low = next_digit().low;
    before += less;
    known_from = low;
    if (code_known != 0)
      position |= digit << low;
    else
      code |= static_cast<Key>(digit) << low;
    if (here <= capacity - before) {
      collecting = 1;
      if (code_known != 0) {
        position |= (1u << low) - 1;
      } else {
        code |= (Key{1} << low) - 1;
        position = 0xFFFFFFFF;
      }
    } else if (code_known == 0 && low == Codec::unit_bits) {
      code_known = 1;
      known_from = position_bits;
    }
  }
};

/// A search of several blocks.
template <class Codec>
struct SelectSearch {
  std::uint32_t counts[tuning::search_digits];
  std::uint32_t claimed, arrived;  // parts of all rounds so far
  std::uint32_t open;              // rounds behind the first that may be worked at
  std::uint32_t over;              // nothing is left to do
  std::uint32_t candidates;        // in their room in the workspace
  SearchPoint<Codec> at;

  KOKKOS_FORCEINLINE_FUNCTION void start(SearchPoint<Codec> const& from = {}) {
    claimed = arrived = open = over = candidates = 0;
    at                                           = from;
  }
};

}  // namespace KokkosAxis::Impl::algorithm
