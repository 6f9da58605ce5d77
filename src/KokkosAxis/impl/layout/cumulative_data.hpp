// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosAxis/impl/layout/nest.hpp>
#include <KokkosAxis/impl/layout/reduce_data.hpp>
#include <KokkosAxis/impl/layout/strided.hpp>

#include <Kokkos_Core.hpp>

#include <cstdint>

namespace KokkosAxis::Impl::layout {

/// Slices along one axis, each element of which has a result. Backwards, pointers are at the slices' ends and strides
/// negative: nothing else differs, but for positions.
template <class T, class Reducer, class Map, class... Outs>
struct CumulativeData : Reduction<T, Reducer, Map, Outs...> {
  using Base = Reduction<T, Reducer, Map, Outs...>;
  using Base::outputs, typename Base::State, typename Base::V;

  bool exclusive = false, reverse = false;
  std::int64_t length = 0;
  std::int64_t stride[2 + outputs]{};

  using Place = Offsets<2 + outputs>;

  KOKKOS_FORCEINLINE_FUNCTION std::int64_t position(std::int64_t i) const { return reverse ? length - 1 - i : i; }
  /// Element i of the slice that starts at `start`.
  KOKKOS_FORCEINLINE_FUNCTION Place at(Place const& start, std::int64_t i) const {
    Place sum = start;
    for (int c = 0; c < 2 + outputs; ++c) sum.at[c] += i * stride[c];
    return sum;
  }
  KOKKOS_FORCEINLINE_FUNCTION V element(std::int64_t at) const { return project(this->map, this->in[at]); }
};

namespace detail {

template <class Sinks>
void move_sinks(Sinks& sinks, std::int64_t const* by) {
  if constexpr (requires { sinks.data; }) {
    sinks.data += *by;
    move_sinks(sinks.others, by + 1);
  }
}

}  // namespace detail

/// Fills in where things lie.
template <class Data>
void lay_out(Data& data, Strided const& in, Strided const& mask, Strided const* outs, int axis) {
  AxisSet along{};
  along[axis]           = true;
  LoopOrder const order = loop_order(in, along, false);
  auto const steps_of   = [&](int d, std::int64_t* steps) {
    steps[of_input] = in.stride[d];
    steps[of_mask]  = mask.stride[d];
    for (int o = 0; o < Data::outputs; ++o) steps[of_first_output + o] = outs[o].stride[d];
  };
  for (int i = 0; i < order.kept_size; ++i) {
    std::int64_t steps[2 + Data::outputs];
    steps_of(order.kept[i], steps);
    data.kept.add(in.extent[order.kept[i]], steps);
  }
  data.length = in.extent[axis];
  steps_of(axis, data.stride);
  if (!data.reverse || in.empty()) return;
  std::int64_t last[2 + Data::outputs];
  for (int c = 0; c < 2 + Data::outputs; ++c) {
    last[c]        = (data.length - 1) * data.stride[c];
    data.stride[c] = -data.stride[c];
  }
  data.in += last[of_input];
  if (data.mask != nullptr) data.mask += last[of_mask];
  detail::move_sinks(data.sinks, last + of_first_output);
}

}  // namespace KokkosAxis::Impl::layout
