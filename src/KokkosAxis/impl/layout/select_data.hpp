// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosAxis/impl/layout/bits.hpp>
#include <KokkosAxis/impl/layout/slices.hpp>
#include <KokkosAxis/impl/layout/sort_data.hpp>
#include <KokkosAxis/impl/layout/strided.hpp>
#include <KokkosAxis/integers.hpp>

#include <Kokkos_Core.hpp>

#include <cstdint>

namespace KokkosAxis::Impl::layout {

/// A number for each slice, from a View that the caller gave; null where it did not.
struct PerSlice {
  IndexArray numbers{};
  bool has_sign = false;
  Slices at{};

  KOKKOS_FUNCTION bool given() const { return numbers.data != nullptr; }
  /// The slice's number, from 0 to `most`.
  KOKKOS_FUNCTION std::uint32_t get(std::int64_t slice, std::uint32_t most) const {
    std::uint64_t const number = numbers.get(at.offset(slice));
    bool const negative        = has_sign && (number >> (8 * numbers.bytes - 1) & 1) != 0;
    return negative ? 0 : number < most ? static_cast<std::uint32_t>(number) : most;
  }
};

/// The same of an option, its View cut by `cut`.
template <class Cut>
PerSlice per_slice(Integers const& option, Cut const& cut) {
  if (!option.given()) return {};
  Strided const& where = option.where();
  return {
      .numbers = {where.data, static_cast<int>(where.element_bytes)}, .has_sign = option.has_sign(), .at = cut(where)};
}

/// Neighbouring elements of a slice: [begin, end).
struct Window {
  std::uint32_t begin, end;

  KOKKOS_FORCEINLINE_FUNCTION std::uint32_t size() const { return end - begin; }
};

/// The window of a slice that such numbers say, where they are given.
KOKKOS_FORCEINLINE_FUNCTION Window window_of(PerSlice const& begin, PerSlice const& end, std::int64_t slice,
                                             std::uint32_t length) {
  std::uint32_t const from = begin.given() ? begin.get(slice, length) : 0;
  std::uint32_t const to   = end.given() ? end.get(slice, length) : length;
  return {from, to > from ? to : from};
}

/// Which elements of a slice are wanted: those of its window, in the order of their codes and then of their positions,
/// have places 0, 1, ...; `places` of them, from `first_of` on, are.
struct Wanted {
  PerSlice begin{}, end{};   // of windows; whole slices where not given
  std::uint32_t length = 0;  // of slices
  std::uint32_t first  = 0;
  std::uint32_t places = 0;
  bool middle          = false;  // the first place is that of the lower median
  bool backwards       = false;  // of equal keys, higher positions come first
  bool by_index        = false;  // what was selected is written in the order of positions

  bool has_windows() const { return begin.given() || end.given(); }
  KOKKOS_FUNCTION Window window(std::int64_t slice) const { return window_of(begin, end, slice, length); }
  /// Of a window of `size` elements, the first place that is wanted, and the one after the last.
  KOKKOS_FUNCTION std::uint32_t first_of(std::uint32_t size) const {
    if (middle) return size > 0 ? (size - 1) / 2 : 0;
    return first < size ? first : size;
  }
  KOKKOS_FUNCTION std::uint32_t last_of(std::uint32_t size) const {
    std::uint32_t const from = first_of(size);
    return size - from < places ? size : from + places;
  }
  /// The most that `last_of` can be.
  std::uint32_t most() const {
    if (middle) return (length + 1) / 2;
    return first < length && places < length - first ? first + places : length;
  }
  /// Positions in the order in which equal keys come, and back.
  KOKKOS_FORCEINLINE_FUNCTION std::uint32_t turned(std::uint32_t position) const {
    return backwards ? length - 1 - position : position;
  }
  /// The position of a window's i-th element in that order.
  KOKKOS_FORCEINLINE_FUNCTION std::uint32_t at(Window const& window, std::uint32_t i) const {
    return backwards ? window.end - 1 - i : window.begin + i;
  }
};

/// What the selecting routes work on. Elements that are wanted go to the first places of `sink`; a place that a window
/// has no element for gets no index and the worst key.
template <class Codec_>
struct SelectData {
  using Codec = Codec_;
  using Bits  = typename Codec::Bits;

  KeysAndIndex source{};
  KeysAndIndex sink{};
  Codec codec{};
  Wanted wanted{};
  Bits worst{};  // as stored

  KOKKOS_FUNCTION std::int64_t count() const { return source.keys_at.count; }

  KOKKOS_FUNCTION void put_nothing(Column<Bits> const& to, std::uint32_t place) const {
    if (to.has_keys()) to.put_key(place, worst);
    if (to.has_index()) to.put_no_index(place);
  }
};

}  // namespace KokkosAxis::Impl::layout
