// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosAxis/options.hpp>

#include "support/elements.hpp"
#include "support/oracle.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>
#include <string_view>
#include <vector>

namespace KokkosAxis::Test {

/// What the keys of a test look like. Every one exists for every key type.
enum class Fill {
  random,        ///< any number
  any_bits,      ///< any bit pattern: NaN of both signs and many payloads among them
  special,       ///< NaN, infinities, zeros of both signs, denormals, the extremes
  denormal,      ///< floating: denormals and zeros of both signs
  sorted,        ///< numbers, ascending
  reversed,      ///< numbers, descending
  organ_pipe,    ///< up, then down
  all_equal,     ///< one number
  all_nan,       ///< floating: NaN only, of several payloads
  largest,       ///< the key that a padding sentinel would be: +inf, or the largest integer
  few_distinct,  ///< five numbers
  mostly_equal,  ///< one number, one key in a hundred another
  narrow,        ///< sixteen neighbouring bit patterns
  heavy_tail,    ///< magnitudes over many powers of two
  one_digit,     ///< one random byte of the key differs, all other bits are the same
  skewed         ///< one key at the bottom of the range, the rest in the top of it
};

inline constexpr std::array all_fills{Fill::random,  Fill::any_bits,   Fill::special,      Fill::denormal,
                                      Fill::sorted,  Fill::reversed,   Fill::organ_pipe,   Fill::all_equal,
                                      Fill::all_nan, Fill::largest,    Fill::few_distinct, Fill::mostly_equal,
                                      Fill::narrow,  Fill::heavy_tail, Fill::one_digit,    Fill::skewed};

constexpr std::string_view name_of(Fill fill) {
  constexpr std::array<std::string_view, 16> names{
      "random",  "any_bits", "special",      "denormal",     "sorted", "reversed",   "organ_pipe", "all_equal",
      "all_nan", "largest",  "few_distinct", "mostly_equal", "narrow", "heavy_tail", "one_digit",  "skewed"};
  return names[static_cast<std::size_t>(fill)];
}

/// SplitMix64 (Steele, Lea, Flood 2014): the same numbers with every standard library.
class Random {
 public:
  explicit Random(std::uint64_t seed) : m_state(seed) {}
  std::uint64_t operator()() {
    std::uint64_t z = m_state += 0x9e3779b97f4a7c15;
    z               = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
    z               = (z ^ (z >> 27)) * 0x94d049bb133111eb;
    return z ^ (z >> 31);
  }
  std::uint64_t below(std::uint64_t n) { return (*this)() % n; }

 private:
  std::uint64_t m_state;
};

/// The bit patterns that go wrong in sorting: ends of the range, and for floating-point keys all that is not a normal
/// number.
template <BitKey T>
List<T> special_keys() {
  constexpr Format f       = format_of<T>();
  constexpr int width      = 8 * sizeof(T);
  std::uint64_t const sign = std::uint64_t{1} << (width - 1);
  std::vector<std::uint64_t> bits;
  if (f.floating) {
    std::uint64_t const one = std::uint64_t{1} << f.fraction_bits, infinity = (sign - 1) & ~(one - 1);
    for (std::uint64_t magnitude : {std::uint64_t{0}, std::uint64_t{1}, one / 2, one - 1, one, one + 1, infinity / 2,
                                    infinity - 1, infinity, infinity + 1, infinity + one / 2, sign - 1})
      for (std::uint64_t s : {std::uint64_t{0}, sign}) bits.push_back(magnitude | s);
  } else {
    for (std::uint64_t b : {std::uint64_t{0}, std::uint64_t{1}, sign - 1, sign, sign + 1, ~std::uint64_t{0},
                            ~std::uint64_t{1}, std::uint64_t{0x5555555555555555}})
      bits.push_back(b);
  }
  List<T> keys;
  for (std::uint64_t b : bits) keys.push_back(from_bits<T>(b));
  return keys;
}

namespace detail {

/// Any bits, turned into those of a number where they are NaN or infinite.
template <BitKey T>
T number(std::uint64_t bits) {
  constexpr Format f          = format_of<T>();
  constexpr int width         = 8 * sizeof(T);
  std::uint64_t const largest = (std::uint64_t{1} << (width - 1)) - (std::uint64_t{1} << f.fraction_bits);
  if (f.floating && (bits & largest) == largest) bits &= ~(std::uint64_t{1} << (width - 2));
  return from_bits<T>(bits);
}

template <BitKey T>
T with_magnitude(std::uint64_t magnitude, bool negative) {
  std::uint64_t const sign = std::uint64_t{1} << (8 * sizeof(T) - 1);
  return from_bits<T>((magnitude & (sign - 1)) | (negative ? sign : 0));
}

}  // namespace detail

/// One key of a fill; `base` is the same for all keys of a call.
template <BitKey T>
T one_key(Fill fill, Random& random, std::uint64_t base, std::int64_t i) {
  constexpr Format f           = format_of<T>();
  constexpr std::uint64_t byte = 8 * sizeof(T);
  std::uint64_t const fraction = std::uint64_t{1} << f.fraction_bits;
  std::uint64_t const sign     = std::uint64_t{1} << (byte - 1);
  switch (fill) {
    case Fill::any_bits:
      return from_bits<T>(random());
    case Fill::special: {
      static List<T> const keys = special_keys<T>();
      return keys[random.below(keys.size())];
    }
    case Fill::denormal:
      return f.floating ? detail::with_magnitude<T>(random.below(3) == 0 ? 0 : random() % fraction, random() & 1)
                        : from_bits<T>(random.below(3));
    case Fill::all_nan:
      return f.floating ? detail::with_magnitude<T>((sign - fraction) | (1 + random() % (fraction - 1)), random() & 1)
                        : from_bits<T>(base);
    case Fill::largest:
      return from_bits<T>(f.floating ? sign - fraction : f.is_signed ? sign - 1 : ~std::uint64_t{0});
    case Fill::all_equal:
      return detail::number<T>(base);
    case Fill::few_distinct:
      return detail::number<T>(base * (1 + random.below(5)));
    case Fill::mostly_equal:
      return detail::number<T>(random.below(100) == 0 ? random() : base);
    case Fill::narrow:
      return detail::number<T>((base & ~std::uint64_t{15}) + random.below(16));
    case Fill::heavy_tail:
      return detail::number<T>(random() >> (64 - byte + random.below(byte)));
    case Fill::one_digit:
      return detail::number<T>((base & ~(std::uint64_t{255} << (8 * (base % sizeof(T))))) |
                               random.below(256) << (8 * (base % sizeof(T))));
    case Fill::skewed:
      return i == 5 ? from_bits<T>(f.is_signed ? sign : 0)
                    : detail::number<T>((sign - 1) - fraction - random.below(64));
    default:
      return detail::number<T>(random());
  }
}

/// n keys. `sorted` and its like order the whole list, in ascending order as the tests' oracle sees it.
template <BitKey T>
List<T> make_keys(Fill fill, std::int64_t n, std::uint64_t seed = 1) {
  Random random(seed);
  std::uint64_t const base = random();
  List<T> keys;
  for (std::int64_t i = 0; i < n; ++i) keys.push_back(one_key<T>(fill, random, base, i));
  auto const ascending  = [](T const& a, T const& b) { return comes_before(look(a), look(b), {}); };
  auto const descending = [&](T const& a, T const& b) { return ascending(b, a); };
  if (fill == Fill::sorted || fill == Fill::organ_pipe) std::sort(keys.begin(), keys.end(), ascending);
  if (fill == Fill::organ_pipe) std::sort(keys.begin() + n / 2, keys.end(), descending);
  if (fill == Fill::reversed) std::sort(keys.begin(), keys.end(), descending);
  return keys;
}

/// n elements of any trivially copyable type, every byte random.
template <class T>
List<T> make_payload(std::int64_t n, std::uint64_t seed = 1) {
  Random random(seed);
  List<T> values(static_cast<std::size_t>(n));
  for (T& value : values) {
    unsigned char bytes[sizeof(T)];
    for (unsigned char& b : bytes) b = static_cast<unsigned char>(std::is_same_v<T, bool> ? random() & 1 : random());
    std::memcpy(&value, bytes, sizeof(T));
  }
  return values;
}

}  // namespace KokkosAxis::Test
