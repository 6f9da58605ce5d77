// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosAxis/impl/algorithm/sort/bucket_state.hpp>
#include <KokkosAxis/impl/primitive/simt/scan.hpp>
#include <KokkosAxis/impl/primitive/simt/unrolled.hpp>

#include <Kokkos_Core.hpp>

#include <cstddef>
#include <cstdint>

namespace KokkosAxis::Impl::algorithm {

/// Counts the elements of every bucket: a block a stretch of a slice, in shared memory, then added to the slice's.
template <class Simt, class Codec, class Words>
class BucketCountKernel {
  using State                = BucketState<Codec, Words>;
  using Native               = NativeCodec<Codec>;
  using Bits                 = typename Codec::Bits;
  static constexpr int loads = 8;  // under way at once

 public:
  static constexpr int max_threads = tuning::bucket_threads;
  static constexpr int min_blocks  = 2;

  BucketCountKernel(NativeSort<Codec> const& data, State const& state, tuning::BucketSort const& sizes)
      : m_data(data),
        m_state(state),
        m_stretch(static_cast<std::uint32_t>(sizes.stretch)),
        m_stretches((data.length + m_stretch - 1) / m_stretch) {}

  std::int64_t blocks() const { return std::int64_t{m_stretches} * m_data.count; }
  std::int64_t shared_bytes() const { return (2 * State::cells + m_state.buckets) * 4; }

  KOKKOS_FUNCTION void operator()(std::byte* shared) const { count(shared, Simt::block()); }

 private:
  KOKKOS_FORCEINLINE_FUNCTION void count(std::byte* shared, std::int64_t block) const {
    std::int64_t const slice  = block / m_stretches;
    std::uint32_t const begin = static_cast<std::uint32_t>(block - slice * m_stretches) * m_stretch;
    std::uint32_t const left  = m_data.length - begin;
    std::uint32_t const end   = begin + (left < m_stretch ? left : m_stretch);
    auto const range          = m_state.ranges[slice];
    auto* const table         = reinterpret_cast<CellParts*>(shared);
    auto* const counts        = reinterpret_cast<std::uint32_t*>(table + State::cells);
    for (int c = Simt::thread(); c < State::cells; c += Simt::threads()) table[c] = m_state.table_of(slice)[c];
    for (std::uint32_t b = Simt::thread(); b < range.buckets; b += Simt::threads()) counts[b] = 0;
    Simt::sync_block();

    NativeColumn<Bits> const source(m_data.source, slice);
    std::uint32_t const threads = Simt::threads();
    for (std::uint32_t p = begin + Simt::thread(); p < end; p += loads * threads) {
      Bits keys[loads];
      source.keys_below(end, p, threads, keys);
      primitive::unrolled<loads>([&](int l) {
        std::uint32_t const bucket = range.template bucket<Simt>(m_data.codec, table, m_data.codec.ordered(keys[l]));
        if (p + l * threads < end) Simt::add(&counts[bucket], 1);
      });
    }
    Simt::sync_block();
    std::uint32_t* const of_slice = m_state.counts_of(slice);
    for (std::uint32_t b = Simt::thread(); b < range.buckets; b += Simt::threads())
      if (counts[b] > 0) Simt::add(&of_slice[b], counts[b]);
  }

  NativeSort<Codec> m_data;
  State m_state;
  std::uint32_t m_stretch;
  std::uint32_t m_stretches;
};

/// Turns the counts of a slice's buckets into their first places, one block a slice, and says whether one is crowded.
template <class Simt, class Codec, class Words>
class BucketPlaceKernel {
  using State = BucketState<Codec, Words>;

 public:
  static constexpr int max_threads           = tuning::bucket_plan_threads;
  static constexpr int min_blocks            = 1;
  static constexpr std::int64_t shared_bytes = tuning::widest_warp * sizeof(std::uint32_t);

  BucketPlaceKernel(State const& state, tuning::BucketSort const& sizes)
      : m_state(state), m_capacity(static_cast<std::uint32_t>(sizes.block.capacity)) {}

  KOKKOS_FUNCTION void operator()(std::byte* shared) const {
    place(reinterpret_cast<std::uint32_t*>(shared), Simt::block());
  }

 private:
  KOKKOS_FORCEINLINE_FUNCTION void place(std::uint32_t* sums, std::int64_t slice) const {
    std::uint32_t const buckets       = m_state.ranges[slice].buckets;
    std::uint32_t const* const counts = m_state.counts_of(slice);
    std::uint32_t const each          = (buckets + Simt::threads() - 1) / Simt::threads();
    std::uint32_t const begin         = Simt::thread() * each;
    std::uint32_t const end           = begin + each < buckets ? begin + each : buckets;
    std::uint32_t sum                 = 0;
    bool crowded                      = false;
    for (std::uint32_t b = begin; b < end; ++b) {
      sum += counts[b];
      crowded |= counts[b] > m_capacity;
    }
    std::uint32_t next = primitive::block_exclusive_sum<Simt>(sum, sums).before;
    for (std::uint32_t b = begin; b < end; ++b) {
      m_state.places_of(slice)[b] = next;
      next += counts[b];
    }
    if (crowded) {
      m_state.crowded[slice] = 1;
      *m_state.any           = 1;
    }
  }

  State m_state;
  std::uint32_t m_capacity;
};

}  // namespace KokkosAxis::Impl::algorithm
