// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosAxis/impl/algorithm/sort/bucket_state.hpp>
#include <KokkosAxis/impl/primitive/simt/block_range.hpp>
#include <KokkosAxis/impl/primitive/simt/scan.hpp>
#include <KokkosAxis/impl/primitive/simt/unrolled.hpp>

#include <Kokkos_Core.hpp>

#include <cstddef>
#include <cstdint>

namespace KokkosAxis::Impl::algorithm {

/// Plans the buckets of a slice, one block each: a sample, one element from each of many equal stretches at a place
/// that a hash picks, shows the range of codes and how many fall into each coarse cell of it. Buckets are equal steps
/// of the distribution that these numbers draw. Whatever the sample misses costs balance, never order. Also clears what
/// later kernels count in.
template <class Simt, class Codec, class Words>
class BucketPlanKernel {
  using State                              = BucketState<Codec, Words>;
  using Native                             = NativeCodec<Codec>;
  using Bits                               = typename Codec::Bits;
  using Key                                = typename Native::Key;
  static constexpr int items               = tuning::bucket_plan_items;
  static constexpr int cells               = State::cells;
  static constexpr std::uint32_t per_round = tuning::bucket_plan_threads * items;

 public:
  static constexpr int max_threads = tuning::bucket_plan_threads;
  static constexpr int min_blocks  = 1;
  static constexpr std::int64_t shared_bytes =
      2 * tuning::widest_warp * sizeof(std::uint64_t) + (cells + tuning::widest_warp) * sizeof(std::uint32_t);

  BucketPlanKernel(NativeSort<Codec> const& data, State const& state, tuning::BucketSort const& sizes)
      : m_data(data),
        m_state(state),
        m_target(static_cast<std::uint32_t>(sizes.target)),
        m_rounds(static_cast<std::uint32_t>(sizes.rounds)) {}

  KOKKOS_FUNCTION void operator()(std::byte* shared) const { plan(shared, Simt::block()); }

 private:
  KOKKOS_FORCEINLINE_FUNCTION void plan(std::byte* shared, std::int64_t slice) const {
    auto* const of_warps = reinterpret_cast<std::uint64_t*>(shared);
    auto* const counts   = reinterpret_cast<std::uint32_t*>(of_warps + 2 * tuning::widest_warp);
    auto* const sums     = counts + cells;
    for (int c = Simt::thread(); c < cells; c += Simt::threads()) counts[c] = 0;
    for (std::int64_t b = Simt::thread(); b < m_state.buckets; b += Simt::threads()) m_state.counts_of(slice)[b] = 0;
    if (Simt::thread() == 0) m_state.crowded[slice] = 0;
    if (Simt::thread() == 0 && slice == 0) *m_state.any = 0;

    Key sample[items];
    load(slice, 0, sample);
    typename State::Range range = range_of(sample, of_warps);
    for (std::uint32_t round = 0; round < m_rounds; ++round) {
      if (round > 0) load(slice, round, sample);
      primitive::unrolled<items>([&](int i) { Simt::add(&counts[range.cells.of(range.clamp(sample[i]))], 1); });
    }
    Simt::sync_block();

    // a thread looks after neighbouring cells
    constexpr int each        = (cells + max_threads - 1) / max_threads;
    std::uint32_t const begin = Simt::thread() * each;
    std::uint32_t own         = 0;
    for (std::uint32_t c = begin; c < begin + each && c < cells; ++c) own += counts[c];
    std::uint32_t before = primitive::block_exclusive_sum<Simt>(own, sums).before;
    for (std::uint32_t c = begin; c < begin + each && c < cells; ++c) {
      std::uint32_t const first = scaled(before);
      before += counts[c];
      m_state.table_of(slice)[c] = {first, scaled(before) - first};
    }
    if (Simt::thread() == 0) {
      range.buckets         = (scaled(m_rounds * per_round) >> State::bucket_bits) + 1;
      m_state.ranges[slice] = range;
    }
  }

  /// So many samples as buckets, in units of 2^-bucket_bits.
  KOKKOS_FORCEINLINE_FUNCTION std::uint32_t scaled(std::uint32_t samples) const {
    std::uint64_t const elements = static_cast<std::uint64_t>(samples) * m_data.length / (m_rounds * per_round);
    return static_cast<std::uint32_t>((elements << State::bucket_bits) / m_target);
  }

  KOKKOS_FORCEINLINE_FUNCTION void load(std::int64_t slice, std::uint32_t round, Key (&sample)[items]) const {
    NativeColumn<Bits> const source(m_data.source, slice);
    std::uint64_t const samples = static_cast<std::uint64_t>(m_rounds) * per_round;
    Bits keys[items];
    primitive::unrolled<items>([&](int i) {
      // rounds interleave, so that the first alone covers the slice
      std::uint64_t const number = static_cast<std::uint64_t>(i * max_threads + Simt::thread()) * m_rounds + round;
      std::uint32_t const hash   = (static_cast<std::uint32_t>(number) + 1) * 0x9E3779B9u >> 8;  // 24 bits
      std::uint64_t const within = static_cast<std::uint64_t>(hash) * m_data.length >> 24;
      keys[i]                    = source.key(static_cast<std::uint32_t>((number * m_data.length + within) / samples));
    });
    primitive::unrolled<items>([&](int i) { sample[i] = m_data.codec.code(m_data.codec.ordered(keys[i])); });
  }

  KOKKOS_FORCEINLINE_FUNCTION typename State::Range range_of(Key const (&sample)[items], std::uint64_t* scratch) const {
    Key low = sample[0], high = sample[0];
    primitive::unrolled<items>([&](int i) {
      low  = sample[i] < low ? sample[i] : low;
      high = sample[i] > high ? sample[i] : high;
    });
    auto const range = primitive::block_range<Simt>(low, high, scratch);
    return {range.low, range.high,
            Cells<Native>::template between<Simt>(range.low, range.high, tuning::bucket_cell_bits), 0};
  }

  NativeSort<Codec> m_data;
  State m_state;
  std::uint32_t m_target;
  std::uint32_t m_rounds;  // of sampling
};

}  // namespace KokkosAxis::Impl::algorithm
