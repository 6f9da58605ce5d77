// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosAxis/impl/algorithm/is_sorted/adjacent.hpp>
#include <KokkosAxis/impl/layout/before.hpp>
#include <KokkosAxis/impl/layout/bits.hpp>
#include <KokkosAxis/impl/layout/current_device.hpp>
#include <KokkosAxis/impl/layout/key_codec.hpp>
#include <KokkosAxis/impl/layout/slices.hpp>
#include <KokkosAxis/options.hpp>

#include <Kokkos_Core.hpp>

#include <concepts>
#include <cstdint>

namespace KokkosAxis::Impl::dispatch {

/// Radix keys are compared by their codes, so that is_sorted and sort cannot disagree about NaN and zeros.
template <class T, class By, class Codec>
struct CodesOutOfOrder {
  T const* keys;
  std::int64_t stride;
  By by;
  Codec codec;

  KOKKOS_FUNCTION typename Codec::Bits code(std::int64_t at) const {
    auto const key = layout::project(by, keys[at]);
    return codec.encode(layout::load<typename Codec::Bits>(&key, 0));
  }
  KOKKOS_FUNCTION bool operator()(std::int64_t slice, std::int64_t i) const {
    return code(slice + (i + 1) * stride) < code(slice + i * stride);
  }
};

template <class T, class Before>
struct ElementsOutOfOrder {
  T const* keys;
  std::int64_t stride;
  Before before;

  KOKKOS_FUNCTION bool operator()(std::int64_t slice, std::int64_t i) const {
    return before(keys[slice + (i + 1) * stride], keys[slice + i * stride]);
  }
};

template <class T, class Exec, class By, class Compare>
void run_is_sorted(Exec const& exec, layout::Strided const& keys, layout::Strided const& flags, int axis,
                   SortOptions<By, Compare> const& options) {
  layout::KeepCurrentDevice const keep;
  using Key                      = layout::projected_t<By, T>;
  layout::OuterOrder const order = layout::outer_order(keys, axis);
  layout::Slices const at        = layout::cut(keys, axis, order);
  layout::Slices const flags_at  = layout::cut(layout::with_axis(flags, axis), axis, order);
  T const* const data            = static_cast<T const*>(keys.data);
  auto const run                 = [&]<class OutOfOrder>(OutOfOrder const& out_of_order) {
    algorithm::Adjacent<Exec, OutOfOrder>::run(exec, at, static_cast<bool*>(flags.data), flags_at, out_of_order);
  };
  if constexpr (std::same_as<Compare, NaturalOrder> && RadixKey<Key>) {
    run(CodesOutOfOrder<T, By, layout::KeyCodecOf<Key>>{
        data, at.stride, options.by, layout::key_codec<Key>(options.order, options.nan, options.zeros)});
  } else {
    run(ElementsOutOfOrder<T, layout::Before<By, Compare>>{data, at.stride, layout::before(options)});
  }
}

}  // namespace KokkosAxis::Impl::dispatch
