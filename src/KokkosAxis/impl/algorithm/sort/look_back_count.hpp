// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosAxis/impl/algorithm/sort/look_back_state.hpp>
#include <KokkosAxis/impl/algorithm/sort/native_side.hpp>
#include <KokkosAxis/impl/primitive/simt/unrolled.hpp>

#include <Kokkos_Core.hpp>

#include <cstddef>
#include <cstdint>

namespace KokkosAxis::Impl::algorithm {

/// Counts the digits of all passes in one read of the keys: a block counts a stretch of a slice in shared memory and
/// adds its counts to the slice's. Warps share few copies of the counters, so that data of few distinct digits does not
/// queue up at one address.
template <class Simt, class Codec>
class LookBackCountKernel {
  using Bits                   = typename Codec::Bits;
  static constexpr int passes  = sizeof(Bits);
  static constexpr int copies  = 4;
  static constexpr int digits  = LookBackState::digits;
  static constexpr int counted = passes * digits;
  static constexpr int loads   = 8;  // under way at once

 public:
  static constexpr int max_threads      = 512;
  static constexpr int min_blocks       = 2;
  static constexpr std::int64_t stretch = 8192;  // elements a block
  static constexpr std::int64_t shared  = std::int64_t{copies} * counted * 4;

  LookBackCountKernel(NativeSort<Codec> const& data, LookBackState const& state)
      : m_data(data), m_state(state), m_stretches((data.length + stretch - 1) / stretch) {}

  KOKKOS_FUNCTION std::int64_t blocks() const { return m_stretches * m_data.count; }

  KOKKOS_FUNCTION void operator()(std::byte* memory) const {
    if (m_state.leaves_all()) return;
    for (std::int64_t b = Simt::block(); b < blocks(); b += Simt::blocks())
      count(reinterpret_cast<std::uint32_t*>(memory), b);
  }

 private:
  KOKKOS_FORCEINLINE_FUNCTION void count(std::uint32_t* counters, std::int64_t block) const {
    std::int64_t const slice = block / m_stretches;
    if (m_state.leaves(slice)) return;
    Simt::sync_block();  // shared memory was the last stretch's
    for (int c = Simt::thread(); c < copies * counted; c += Simt::threads()) counters[c] = 0;
    Simt::sync_block();

    std::int64_t const begin = (block - slice * m_stretches) * stretch;
    std::int64_t const left  = m_data.length - begin;
    int const here           = static_cast<int>(left < stretch ? left : stretch);
    NativeColumn<Bits> const source(m_data.source, slice);
    std::uint32_t* const mine = counters + Simt::thread() / Simt::lanes % copies * counted;
    for (int i = Simt::thread(); i < here; i += loads * Simt::threads()) {
      Bits keys[loads];
      auto const at = [&](int load) { return i + load * Simt::threads(); };
      if (at(loads - 1) < here)
        source.keys(static_cast<std::uint32_t>(begin + i), Simt::threads(), keys);
      else
        primitive::unrolled<loads>(
            [&](int l) { keys[l] = at(l) < here ? source.key(static_cast<std::uint32_t>(begin + at(l))) : Bits{0}; });
      primitive::unrolled<loads>([&](int l) {
        auto const code = m_data.codec.code(m_data.codec.ordered(keys[l])) >> NativeCodec<Codec>::unit_bits;
        primitive::unrolled<passes>([&](int pass) {
          auto const digit = static_cast<std::uint32_t>(code >> (pass * LookBackState::digit_bits)) & (digits - 1);
          if (at(l) < here) Simt::add(&mine[pass * digits + digit], 1);
        });
      });
    }
    Simt::sync_block();

    std::uint32_t* const of_slice = m_state.counts(slice, 0);
    for (int c = Simt::thread(); c < counted; c += Simt::threads()) {
      std::uint32_t sum = 0;
      for (int copy = 0; copy < copies; ++copy) sum += counters[copy * counted + c];
      if (sum > 0) Simt::add(&of_slice[c], sum);
    }
  }

  NativeSort<Codec> m_data;
  LookBackState m_state;
  std::int64_t m_stretches;
};

}  // namespace KokkosAxis::Impl::algorithm
