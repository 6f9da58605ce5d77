// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosAxis/impl/algorithm/sort/native_side.hpp>
#include <KokkosAxis/impl/primitive/simt/unrolled.hpp>
#include <KokkosAxis/impl/tuning/select.hpp>

#include <Kokkos_Core.hpp>

#include <cstdint>

namespace KokkosAxis::Impl::algorithm {

/// Keys that a thread has read at one go: vectors of `width` neighbours, `apart` positions from each other, of which
/// some may be missing.
template <class Bits, int Vectors, int Width>
struct KeyBatch {
  static constexpr int vectors = Vectors, width = Width;

  std::uint32_t first, apart;
  Bits key[Vectors * Width];
  bool has[Vectors];

  KOKKOS_FORCEINLINE_FUNCTION std::uint32_t first_of(int vector) const {
    return first + static_cast<std::uint32_t>(vector) * apart;
  }
  /// Where key i of the batch lies.
  KOKKOS_FORCEINLINE_FUNCTION std::uint32_t position(int i) const {
    return first_of(i / Width) + static_cast<std::uint32_t>(i % Width);
  }
};

/// Keys that lie dense from a multiple of 16 bytes on.
template <class Bits>
struct alignas(16) KeyVector {
  static constexpr int width = 16 / sizeof(Bits);

  Bits key[width];
};

/// A range of positions as vectors, and what lies before and behind these.
template <class Bits>
struct KeyVectors {
  static constexpr std::uint32_t width = KeyVector<Bits>::width;

  KeyVector<Bits> const* from;
  std::uint32_t first;  // position of the first vector
  std::uint32_t size;   // vectors
  std::uint32_t head, tail;

  KOKKOS_FORCEINLINE_FUNCTION KeyVectors(NativeColumn<Bits> const& column, std::uint32_t begin, std::uint32_t end) {
    auto const misaligned     = static_cast<std::uint32_t>(reinterpret_cast<std::uintptr_t>(column.key_at(begin)) % 16);
    std::uint32_t const ahead = misaligned == 0 ? 0 : (16 - misaligned) / sizeof(Bits);
    head                      = ahead < end - begin ? ahead : end - begin;
    first                     = begin + head;
    size                      = (end - first) / width;
    tail                      = end - first - size * width;
    from                      = reinterpret_cast<KeyVector<Bits> const*>(column.key_at(first));
  }
};

/// Calls f(batch) for the keys at [begin, end) of a column, by all threads of a block: with several reads of 16 bytes
/// under way where keys lie dense, whatever the alignment of their ends.
template <class Simt, class Bits, class F>
KOKKOS_FORCEINLINE_FUNCTION void stream_keys(NativeColumn<Bits> const& column, std::uint32_t begin, std::uint32_t end,
                                             F const& f) {
  using Vector          = KeyVector<Bits>;
  constexpr int vectors = sizeof(Bits) == 1 ? 2 : 4, width = Vector::width;
  auto const thread = static_cast<std::uint32_t>(Simt::thread()), threads = static_cast<std::uint32_t>(Simt::threads());
  if (!column.has_dense_keys()) {
    for (std::uint64_t at = begin + std::uint64_t{thread}; at < end; at += std::uint64_t{vectors} * threads) {
      KeyBatch<Bits, vectors, 1> batch{static_cast<std::uint32_t>(at), threads, {}, {}};
      primitive::unrolled<vectors>([&](int v) {
        std::uint64_t const place = at + std::uint64_t{threads} * static_cast<std::uint64_t>(v);
        batch.has[v]              = place < end;
        batch.key[v]              = batch.has[v] ? column.key(static_cast<std::uint32_t>(place)) : Bits{0};
      });
      f(batch);
    }
    return;
  }
  KeyVectors<Bits> const in(column, begin, end);
  if (thread < in.head + in.tail) {
    std::uint32_t const place = thread < in.head ? begin + thread : in.first + in.size * width + (thread - in.head);
    f(KeyBatch<Bits, 1, 1>{place, 0, {column.key(place)}, {true}});
  }
  for (std::uint32_t at = thread; at < in.size; at += vectors * threads) {
    KeyBatch<Bits, vectors, width> batch{in.first + at * width, threads * width, {}, {}};
    Vector vector[vectors];
    primitive::unrolled<vectors>([&](int v) {
      std::uint32_t const number = at + static_cast<std::uint32_t>(v) * threads;
      batch.has[v]               = number < in.size;
      vector[v]                  = batch.has[v] ? in.from[number] : Vector{};
    });
    primitive::unrolled<vectors>(
        [&](int v) { primitive::unrolled<width>([&](int i) { batch.key[v * width + i] = vector[v].key[i]; }); });
    f(batch);
  }
}

/// Calls f(position, key) for a sample of the keys at [begin, end), whose vectors lie evenly spread, four neighbours
/// together, as memory gives that much at a time. Keys that do not lie dense are taken one by one.
template <class Simt, class Bits, class F>
KOKKOS_FORCEINLINE_FUNCTION void sample_keys(NativeColumn<Bits> const& column, std::uint32_t begin, std::uint32_t end,
                                             tuning::KeySample const& sample, F const& f) {
  constexpr std::uint32_t together = 4, width = KeyVectors<Bits>::width;
  auto const threads = static_cast<std::uint32_t>(Simt::threads());
  // piece q of 2^log2: somewhere in the q-th of so many equal stretches
  auto const piece = [](std::uint32_t q, int log2, std::uint32_t size) {
    auto const start = [&](std::uint32_t i) { return static_cast<std::uint32_t>(std::uint64_t{i} * size >> log2); };
    std::uint32_t const from = start(q), scattered = (q + 1) * 0x9E3779B9u;  // Fibonacci hashing
    return from + Simt::multiply_high(scattered ^ scattered >> 15, start(q + 1) - from);
  };
  auto const vectors = static_cast<std::uint32_t>(sample.each) * threads;
  if (!column.has_dense_keys()) {
    std::uint32_t const keys = sample.size(Simt::threads());
    int const log2           = Simt::bit_width(keys) - 1;
    for (std::uint32_t q = Simt::thread(); q < keys; q += threads) {
      std::uint32_t const at = begin + piece(q, log2, end - begin);
      f(at, column.key(at));
    }
    return;
  }
  KeyVectors<Bits> const in(column, begin, end);
  int const log2 = Simt::bit_width(vectors / together) - 1;
  for (std::uint32_t q = Simt::thread(); q < vectors; q += threads) {
    std::uint32_t const at       = piece(q / together, log2, in.size / together) * together + q % together;
    KeyVector<Bits> const vector = in.from[at];
    primitive::unrolled<width>([&](int i) {
      if (i < sample.of_vector) f(in.first + at * width + static_cast<std::uint32_t>(i), vector.key[i]);
    });
  }
}

}  // namespace KokkosAxis::Impl::algorithm
