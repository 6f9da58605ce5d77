// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosAxis/impl/algorithm/sort/block_slice.hpp>
#include <KokkosAxis/impl/primitive/simt/unrolled.hpp>
#include <KokkosAxis/impl/tuning/block_sort.hpp>

#include <Kokkos_Core.hpp>

#include <cstddef>
#include <cstdint>

namespace KokkosAxis::Impl::algorithm {

/// Interleaved slices in the hands of a cluster of blocks, one each, which exchange them through each other's shared
/// memory: on both ways, a block moves its share of places for all slices of the cluster, so that memory is read and
/// written in runs of neighbouring slices, and once.
template <class Simt, class Codec, class Words, int Items>
struct ClusterSlice : BlockSlice<Simt, Codec, Words, Items> {
  using Base = BlockSlice<Simt, Codec, Words, Items>;
  using typename Base::Bits;
  using typename Base::Key;
  using typename Base::Word;
  static constexpr int slices = tuning::cluster_slices;
  static constexpr int items  = Items;

  KOKKOS_FORCEINLINE_FUNCTION explicit ClusterSlice(BlockSortData<Codec> const& block, std::byte* shared)
      : Base{block, {shared, block.sizes}, Simt::block(), 0, block.sort.length},
        m_share(tuning::cluster_share(block.sort.length)),
        m_row(reinterpret_cast<Bits*>(shared)),
        m_stage(shared + sizeof(Bits) * slices * m_share),
        m_places(reinterpret_cast<std::uint16_t*>(shared + block.sizes.shared)) {}

  KOKKOS_FORCEINLINE_FUNCTION bool is_slice() const { return this->number < this->data.sort.count; }

  /// Reads the slices of the cluster; each block gets its own, for load_read. Barriers of the cluster inside.
  KOKKOS_FORCEINLINE_FUNCTION void read() const {
    if (!this->data.turn_in) return;
    auto const pitch = static_cast<std::uint32_t>(m_share * sizeof(Bits) + 16);  // against bank conflicts
    auto* const own  = reinterpret_cast<Bits*>(m_stage + Simt::thread() % slices * pitch);
    each_place<Bits>(
        this->data.sort.source, [&](NativeColumn<Bits> const& column, std::uint32_t p) { return column.key(p); },
        [&](NativeColumn<Bits> const&, std::uint32_t p, Bits key) { own[p - Simt::cluster_rank() * m_share] = key; });
    Simt::sync_cluster();
    // each warp copies from one block, or with its like from one
    int const warp = Simt::thread() / Simt::lanes, warps = Simt::threads() / Simt::lanes;
    int const like = warps < slices ? warps : slices, alike = (warps - 1 - warp % like) / like + 1;
    auto const vectors = static_cast<std::uint32_t>(m_share * sizeof(Bits) / sizeof(Vector));
    for (int b = warp % like; b < slices; b += like) {
      auto const* const from =
          reinterpret_cast<Vector const*>(Simt::of_block(m_stage, b) + Simt::cluster_rank() * pitch);
      auto* const to = reinterpret_cast<Vector*>(m_row + b * m_share);
      for (std::uint32_t v = warp / like * Simt::lanes + Simt::lane(); v < vectors; v += alike * Simt::lanes)
        to[v] = from[v];
    }
    Simt::sync_cluster();
  }
  /// Keys into registers as `load` does, from where `read` has put them. Nothing else may have been written there.
  KOKKOS_FORCEINLINE_FUNCTION void load_read(Key (&mine)[Items]) const {
    if (!this->data.turn_in) return Base::load(mine);
    primitive::unrolled<Items>(
        [&](int i) { mine[i] = this->codec().ordered(this->is_there(i) ? m_row[this->place(i)] : Bits{0}); });
  }

  /// As BlockSlice::write does; where slices are turned, puts words in order, and `write_turned` follows.
  template <class F>
  KOKKOS_FORCEINLINE_FUNCTION void write(F const& place_of) const {
    if (!this->data.turn_out) return Base::write(place_of);
    for (std::uint32_t p = Simt::thread(); p < this->here; p += Simt::threads())
      m_places[p] = static_cast<std::uint16_t>(place_of(this->at.words[p], p));
    Simt::sync_block();
    Word mine[Items];
    std::uint32_t to[Items];
    auto const each = [&](auto const& f) {
      primitive::unrolled<Items>([&](int i) {
        std::uint32_t const p = Simt::thread() + i * Simt::threads();
        if (p < this->here) f(i, p);
      });
    };
    each([&](int i, std::uint32_t p) {
      mine[i] = this->at.words[p];
      to[i]   = m_places[p];
    });
    Simt::sync_block();
    each([&](int i, std::uint32_t) { this->at.words[to[i]] = mine[i]; });
  }
  /// Writes the slices of the cluster. Barriers of the cluster inside: a block stays as long as others read from it.
  KOKKOS_FORCEINLINE_FUNCTION void write_turned() const {
    if (!this->data.turn_out) return;
    Simt::sync_cluster();
    Word const* const sorted = Simt::of_block(this->at.words, Simt::thread() % slices);
    each_place<Word>(
        this->data.sort.sink, [&](NativeColumn<Bits> const&, std::uint32_t p) { return sorted[p]; },
        [&](NativeColumn<Bits> const& column, std::uint32_t p, Word const& word) {
          if (column.has_keys()) column.put_key(p, this->codec().stored(Words::key(word)));
          if (column.has_index()) column.put_index(p, Words::position(word));
        });
    Simt::sync_cluster();
  }

 private:
  struct alignas(16) Vector {
    std::uint32_t part[4];
  };

  /// put(slice of a side, place, get(slice, place)) for the block's share of places, neighbouring slices by
  /// neighbouring threads.
  template <class T, class Get, class Put>
  KOKKOS_FORCEINLINE_FUNCTION void each_place(NativeSide const& side, Get const& get, Put const& put) const {
    constexpr int at_once    = 8;
    int const s              = Simt::thread() % slices;
    std::int64_t const slice = this->number - Simt::cluster_rank() + s;
    if (slice >= this->data.sort.count) return;
    NativeColumn<Bits> const column(side, slice);
    std::uint32_t const begin = Simt::cluster_rank() * m_share, step = Simt::threads() / slices;
    std::uint32_t const end = begin + m_share < this->here ? begin + m_share : this->here;
    for (std::uint32_t p = begin + Simt::thread() / slices; p < end; p += at_once * step) {
      T some[at_once];
      primitive::unrolled<at_once>([&](int i) {
        if (p + i * step < end) some[i] = get(column, p + i * step);
      });
      primitive::unrolled<at_once>([&](int i) {
        if (p + i * step < end) put(column, p + i * step, some[i]);
      });
    }
  }

  std::uint32_t m_share;    // places a block moves
  Bits* m_row;              // the block's own slice, and
  std::byte* m_stage;       // its share of all, before words lie there
  std::uint16_t* m_places;  // where words belong
};

}  // namespace KokkosAxis::Impl::algorithm
