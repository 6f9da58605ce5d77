// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosAxis/impl/algorithm/sort/launch.hpp>
#include <KokkosAxis/impl/algorithm/sort/native_codec.hpp>
#include <KokkosAxis/impl/layout/select_data.hpp>

#include <Kokkos_Core.hpp>

#include <cstdint>

namespace KokkosAxis::Impl::algorithm {

// What a selection needs beside a sort of whole slices. Kernels are elementwise, neighbouring places side by side.

/// Copies windows to dense slices in the order in which equal keys come. Behind a window lie keys that none comes
/// after: a stable sort leaves these behind all that are there.
template <class Exec, class Codec>
struct FillRows {
  using Bits = typename Codec::Bits;

  layout::SelectData<Codec> data;
  Bits* rows;  // [slice][length]
  Bits last;

  static void run(Exec const& exec, layout::SelectData<Codec> const& data, Bits* rows) {
    NativeCodec<Codec> const codec(data.codec);
    launch_range("KokkosAxis::topk::fill", exec, data.count() * data.wanted.length,
                 FillRows{data, rows, codec.stored(codec.last())});
  }

  KOKKOS_FUNCTION void operator()(std::int64_t item) const {
    std::int64_t const slice    = item / data.wanted.length;
    auto const i                = static_cast<std::uint32_t>(item - slice * data.wanted.length);
    layout::Window const window = data.wanted.window(slice);
    rows[item] = i < window.size() ? layout::Column<Bits>(data.source, slice).key(data.wanted.at(window, i)) : last;
  }
};

/// Writes what is wanted of sorted rows: keys and the positions that they had in the rows.
template <class Exec, class Codec>
struct PutSorted {
  using Bits = typename Codec::Bits;

  layout::SelectData<Codec> data;
  Bits const* keys;            // [slice][length]; null where none are wanted
  std::uint32_t const* order;  // likewise

  static void run(Exec const& exec, layout::SelectData<Codec> const& data, Bits const* keys,
                  std::uint32_t const* order) {
    launch_range("KokkosAxis::topk::put", exec, data.count() * data.wanted.places, PutSorted{data, keys, order});
  }

  KOKKOS_FUNCTION void operator()(std::int64_t item) const {
    std::int64_t const slice    = item / data.wanted.places;
    auto const p                = static_cast<std::uint32_t>(item - slice * data.wanted.places);
    layout::Window const window = data.wanted.window(slice);
    std::uint32_t const from = data.wanted.first_of(window.size()), last = data.wanted.last_of(window.size());
    layout::Column<Bits> const sink(data.sink, slice);
    if (p >= last - from) return data.put_nothing(sink, p);
    std::int64_t const at = slice * data.wanted.length + from + p;
    if (sink.has_keys()) sink.put_key(p, keys[at]);
    if (sink.has_index()) sink.put_index(p, data.wanted.at(window, order[at]));
  }
};

/// The positions along the axis of what is wanted, from the order of rows; none_there where a window has none.
template <class Exec>
struct PickPositions {
  static constexpr std::uint32_t none_there = 0xFFFFFFFF;

  layout::Wanted wanted;
  std::uint32_t const* order;  // [slice][length]
  std::uint32_t* picked;       // [slice][places]

  static void run(Exec const& exec, layout::Wanted const& wanted, std::int64_t slices, std::uint32_t const* order,
                  std::uint32_t* picked) {
    launch_range("KokkosAxis::topk::pick", exec, slices * wanted.places, PickPositions{wanted, order, picked});
  }

  KOKKOS_FUNCTION void operator()(std::int64_t item) const {
    std::int64_t const slice    = item / wanted.places;
    auto const p                = static_cast<std::uint32_t>(item - slice * wanted.places);
    layout::Window const window = wanted.window(slice);
    std::uint32_t const from = wanted.first_of(window.size()), last = wanted.last_of(window.size());
    picked[item] = p < last - from ? wanted.at(window, order[slice * wanted.length + from + p]) : none_there;
  }
};

/// Writes keys and positions of what was picked.
template <class Exec, class Codec>
struct PutPicked {
  layout::SelectData<Codec> data;
  std::uint32_t const* picked;

  static void run(Exec const& exec, layout::SelectData<Codec> const& data, std::uint32_t const* picked) {
    launch_range("KokkosAxis::topk::put", exec, data.count() * data.wanted.places, PutPicked{data, picked});
  }

  KOKKOS_FUNCTION void operator()(std::int64_t item) const {
    using Bits               = typename Codec::Bits;
    std::int64_t const slice = item / data.wanted.places;
    auto const p             = static_cast<std::uint32_t>(item - slice * data.wanted.places);
    layout::Column<Bits> const sink(data.sink, slice);
    if (picked[item] == PickPositions<Exec>::none_there) return data.put_nothing(sink, p);
    if (sink.has_keys()) sink.put_key(p, layout::Column<Bits>(data.source, slice).key(picked[item]));
    if (sink.has_index()) sink.put_index(p, picked[item]);
  }
};

}  // namespace KokkosAxis::Impl::algorithm
