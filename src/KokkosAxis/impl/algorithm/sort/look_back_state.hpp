// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosAxis/impl/layout/arena.hpp>

#include <Kokkos_Core.hpp>

#include <cstddef>
#include <cstdint>

namespace KokkosAxis::Impl::algorithm {

/// What the blocks of the look-back passes tell each other, in global memory. A slice's numbers follow each other, all
/// zero at the start: for each pass the number of tiles begun; for each pass the count of each digit; for each pass,
/// tile and digit either the tile's own count or that of the slice up to and with the tile, with a flag that says
/// which.
struct LookBackState {
  static constexpr int digit_bits = 8, digits = 1 << digit_bits;

  // flags, above 30 bits of count
  static constexpr std::uint32_t own = 1u << 30, inclusive = 2u << 30, count_mask = own - 1;

  std::uint32_t const* needed = nullptr;  // for each slice, is it to be sorted; null where all are
  std::uint32_t const* any    = nullptr;  // is there one
  std::uint32_t* all          = nullptr;
  std::int64_t slices         = 0;
  std::int64_t tiles          = 0;  // of a slice
  int passes                  = 0;

  static LookBackState carve(layout::Arena& arena, std::int64_t slices, std::int64_t tiles, int passes) {
    LookBackState state{.slices = slices, .tiles = tiles, .passes = passes};
    state.all = arena.take<std::uint32_t>(slices * state.of_slice());
    return state;
  }

  KOKKOS_FORCEINLINE_FUNCTION bool leaves(std::int64_t slice) const { return needed != nullptr && needed[slice] == 0; }

  KOKKOS_FORCEINLINE_FUNCTION bool leaves_all() const { return any != nullptr && *any == 0; }

  KOKKOS_FORCEINLINE_FUNCTION std::int64_t of_slice() const { return (1 + passes * (1 + tiles)) * digits; }
  KOKKOS_FORCEINLINE_FUNCTION std::uint32_t* begun(std::int64_t slice, int pass) const {
    return all + slice * of_slice() + pass;
  }
  KOKKOS_FORCEINLINE_FUNCTION std::uint32_t* counts(std::int64_t slice, int pass) const {
    return all + slice * of_slice() + (1 + pass) * digits;
  }
  KOKKOS_FORCEINLINE_FUNCTION std::uint32_t* tile(std::int64_t slice, int pass, std::int64_t tile) const {
    return all + slice * of_slice() + (1 + passes + pass * tiles + tile) * digits;
  }
};

/// Sets it to zero.
template <class Simt>
class LookBackClearKernel {
 public:
  static constexpr int max_threads = 256;
  static constexpr int min_blocks  = 1;

  explicit LookBackClearKernel(LookBackState const& state)
      : m_state(state), m_blocks((state.of_slice() + stretch - 1) / stretch) {}

  KOKKOS_FUNCTION std::int64_t blocks() const { return m_blocks * m_state.slices; }

  KOKKOS_FUNCTION void operator()(std::byte*) const {
    if (m_state.leaves_all()) return;
    for (std::int64_t b = Simt::block(); b < blocks(); b += Simt::blocks()) clear(b);
  }

 private:
  static constexpr std::int64_t stretch = 8192;

  KOKKOS_FORCEINLINE_FUNCTION void clear(std::int64_t block) const {
    std::int64_t const slice = block / m_blocks;
    if (m_state.leaves(slice)) return;
    std::int64_t const begin = (block - slice * m_blocks) * stretch, size = m_state.of_slice();
    std::int64_t const end = begin + stretch < size ? begin + stretch : size;
    for (std::int64_t i = begin + Simt::thread(); i < end; i += Simt::threads()) m_state.begun(slice, 0)[i] = 0;
  }

  LookBackState m_state;
  std::int64_t m_blocks;
};

}  // namespace KokkosAxis::Impl::algorithm
