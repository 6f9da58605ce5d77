// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosAxis/impl/layout/allocate.hpp>

#include "support/elements.hpp"
#include "support/place.hpp"

#include <Kokkos_Core.hpp>
#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <vector>

namespace KokkosAxis::Test {

/// A strided array of the caller's choosing in an execution space's memory, with red zones: every byte of the
/// allocation that belongs to no element, before, after and in the gaps between them, is watched.
template <class Exec, class T>
class Field {
 public:
  using Memory                       = typename Exec::memory_space;
  static constexpr std::size_t guard = 256;

  Field(Place const& place, List<T> const& values) : m_place(place) {
    m_lead  = guard + static_cast<std::size_t>(place.lead) * sizeof(T);
    m_bytes = Kokkos::View<std::byte*, Memory>(Kokkos::view_alloc(Kokkos::WithoutInitializing, "field"),
                                               m_lead + static_cast<std::size_t>(place.span()) * sizeof(T) + guard);
    m_image.resize(m_bytes.extent(0));
    for (std::size_t i = 0; i < m_image.size(); ++i) m_image[i] = watched(i);
    for_each_offset(m_place, [&](std::size_t i, std::int64_t offset) { put(offset, values[i]); });
    upload();
  }

  /// The array as a View of rank R with LayoutStride.
  template <int R>
  auto view() const {
    return view_as<T, R>();
  }
  template <int R>
  auto const_view() const {
    return view_as<T const, R>();
  }

  T* data() const { return reinterpret_cast<T*>(m_bytes.data() + m_lead); }
  Place const& place() const { return m_place; }

  /// The elements in C order, after all work of the device.
  List<T> read() const {
    std::vector<std::byte> const now = download();
    List<T> values(static_cast<std::size_t>(m_place.size()));
    for_each_offset(m_place, [&](std::size_t i, std::int64_t offset) {
      std::memcpy(&values[i], now.data() + at(offset), sizeof(T));
    });
    return values;
  }

  /// Did anything write between or around the elements?
  ::testing::AssertionResult surroundings_untouched() const {
    std::vector<std::byte> now = download();
    for_each_offset(m_place, [&](std::size_t, std::int64_t offset) {
      for (std::size_t b = 0; b < sizeof(T); ++b) now[at(offset) + b] = watched(at(offset) + b);
    });
    for (std::size_t i = 0; i < now.size(); ++i)
      if (now[i] != watched(i))
        return ::testing::AssertionFailure()
               << "byte " << static_cast<std::int64_t>(i) - static_cast<std::int64_t>(m_lead)
               << " from the first element was written";
    return ::testing::AssertionSuccess();
  }

  /// Is every byte, elements included, as it was made?
  ::testing::AssertionResult untouched() const {
    std::vector<std::byte> const now = download();
    for (std::size_t i = 0; i < now.size(); ++i)
      if (now[i] != m_image[i])
        return ::testing::AssertionFailure()
               << "byte " << static_cast<std::int64_t>(i) - static_cast<std::int64_t>(m_lead)
               << " from the first element was written";
    return ::testing::AssertionSuccess();
  }

 private:
  // differs from place to place, so that swapping two watched elements is seen
  static std::byte watched(std::size_t i) { return static_cast<std::byte>((i * 151 + 77) % 251); }
  std::size_t at(std::int64_t offset) const { return m_lead + static_cast<std::size_t>(offset) * sizeof(T); }
  void put(std::int64_t offset, T const& value) { std::memcpy(m_image.data() + at(offset), &value, sizeof(T)); }

  using HostBytes = Kokkos::View<std::byte*, Kokkos::HostSpace, Kokkos::MemoryTraits<Kokkos::Unmanaged>>;

  void upload() {
    Kokkos::deep_copy(m_bytes, HostBytes(m_image.data(), m_image.size()));
    Kokkos::fence("field uploaded");
  }
  std::vector<std::byte> download() const {
    Kokkos::fence("field to be read");
    std::vector<std::byte> now(m_image.size());
    Kokkos::deep_copy(HostBytes(now.data(), now.size()), m_bytes);
    return now;
  }

  template <class Element, int R>
  auto view_as() const {
    Kokkos::LayoutStride layout;
    for (int d = 0; d < R; ++d) {
      layout.dimension[d] = static_cast<std::size_t>(m_place.extent[static_cast<std::size_t>(d)]);
      layout.stride[d]    = static_cast<std::size_t>(m_place.stride[static_cast<std::size_t>(d)]);
    }
    using Data = typename Impl::layout::Pointers<Element, R>::type;
    return Kokkos::View<Data, Kokkos::LayoutStride, Memory, Kokkos::MemoryTraits<Kokkos::Unmanaged>>(data(), layout);
  }

  Place m_place;
  std::size_t m_lead = 0;
  Kokkos::View<std::byte*, Memory> m_bytes;
  std::vector<std::byte> m_image;
};

}  // namespace KokkosAxis::Test
