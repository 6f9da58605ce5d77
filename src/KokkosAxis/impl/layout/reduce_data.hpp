// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosAxis/impl/layout/before.hpp>
#include <KokkosAxis/impl/layout/nest.hpp>
#include <KokkosAxis/impl/layout/number.hpp>
#include <KokkosAxis/impl/layout/reducers/concept.hpp>
#include <KokkosAxis/impl/layout/strided.hpp>

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <array>
#include <bit>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <type_traits>

namespace KokkosAxis::Impl::layout {

/// Where the outputs lie, their element types kept apart.
template <class... Outs>
struct Sinks {};
template <class Out, class... Outs>
struct Sinks<Out, Outs...> {
  Out* data;
  Sinks<Outs...> others;
};

inline Sinks<> sinks() { return {}; }
template <class Out, class... Outs>
Sinks<Out, Outs...> sinks(Out* data, Outs*... others) {
  return {data, sinks(others...)};
}

/// A result as an output stores it. Every NaN is one NaN, whatever hardware made it.
template <class Out, class Result>
KOKKOS_FORCEINLINE_FUNCTION Out stored(Result const& result) {
  if constexpr (std::same_as<Result, reducers::Position>)
    return static_cast<Out>(result.value);
  else if constexpr (std::same_as<Result, float> || std::same_as<Result, double>)
    return static_cast<Out>(result != result ? Kokkos::Experimental::quiet_NaN_v<Result> : result);
  else
    return static_cast<Out>(result);
}

// The arrays that nests step through: the input, the mask; along kept axes the outputs, along reduced ones positions,
// or the output of a verb that has a result for each element.
inline constexpr int of_input = 0, of_mask = 1, of_first_output = 2, of_position = 2, of_result = 2;

/// What is accumulated, how, and where results go: what verbs that reduce have in common. `kept` steps through slices.
template <class T_, class Reducer_, class Map_, class... Outs>
struct Reduction {
  using T                      = T_;
  using Reducer                = Reducer_;
  using Map                    = Map_;
  using V                      = projected_t<Map, T>;
  using Run                    = typename Reducer::Run;
  using State                  = typename Reducer::State;
  static constexpr int outputs = sizeof...(Outs);
  static_assert(outputs == Reducer::results);

  T const* in      = nullptr;
  bool const* mask = nullptr;
  bool ignore_nan  = false;
  Reducer reducer;
  Map map;
  Sinks<Outs...> sinks{};
  Nest<2 + outputs> kept{};

  KOKKOS_FORCEINLINE_FUNCTION bool has_exceptions() const { return mask != nullptr || ignore_nan; }
  /// Does an element count? The mask and NaN may rule it out.
  KOKKOS_FORCEINLINE_FUNCTION bool counts(V const& x, std::int64_t mask_at) const {
    return (mask == nullptr || mask[mask_at]) && !(ignore_nan && is_nan(x));
  }

  KOKKOS_FORCEINLINE_FUNCTION void put(Offsets<2 + outputs> const& at, State const& state) const {
    put_from<0>(sinks, at, state);
  }

 private:
  template <int I, class Sink>
  KOKKOS_FORCEINLINE_FUNCTION void put_from(Sink const& sink, Offsets<2 + outputs> const& at,
                                            State const& state) const {
    if constexpr (I < outputs) {
      using Out                             = std::remove_pointer_t<decltype(sink.data)>;
      sink.data[at.at[of_first_output + I]] = stored<Out>(reducer.template get<I>(state));
      put_from<I + 1>(sink.others, at, state);
    }
  }
};

/// An input whose axes are kept or reduced, with all that a kernel has to know of it. The elements of one output, a
/// slice, are `rows` of `width` neighbours; the width is 1 where a kept axis is innermost.
template <class T, class Reducer, class Map, class... Outs>
struct ReduceData : Reduction<T, Reducer, Map, Outs...> {
  using Base = Reduction<T, Reducer, Map, Outs...>;
  using typename Base::Run, typename Base::State;

  /// Elements that a thread of a device reads at once: 16 bytes, if its accumulators for as many fit registers.
  static constexpr int vector = [] {
    std::size_t n = std::has_single_bit(sizeof(T)) && sizeof(T) <= 16 ? 16 / sizeof(T) : 1;
    while (n > 1 && n * (sizeof(Run) + sizeof(State)) > 256) n /= 2;
    return static_cast<int>(n);
  }();

  Nest<3> rows{};
  std::int64_t width = 1;
  std::int64_t width_stride[3]{};

  /// One more element, which counts.
  KOKKOS_FORCEINLINE_FUNCTION void take(Run& run, T const& x, std::int64_t position) const {
    this->reducer.accumulate(run, project(this->map, x), position);
  }
  /// One more, unless the mask or NaN rules it out.
  KOKKOS_FORCEINLINE_FUNCTION void take_if_counted(Run& run, std::int64_t at, std::int64_t mask_at,
                                                   std::int64_t position) const {
    if (this->mask != nullptr && !this->mask[mask_at]) return;
    auto const x = project(this->map, this->in[at]);
    if (this->ignore_nan && is_nan(x)) return;
    this->reducer.accumulate(run, x, position);
  }
};

/// Which axes are reduced.
using AxisSet = std::array<bool, max_rank>;

/// The axes of an input in the order of nested loops: smallest stride first, of equal strides the last axis.
/// `in_c_order` puts reduced axes, among themselves, the last axis first.
struct LoopOrder {
  std::array<int, max_rank> kept{}, reduced{};
  int kept_size = 0, reduced_size = 0;
};
inline LoopOrder loop_order(Strided const& in, AxisSet const& reduced, bool in_c_order) {
  LoopOrder order;
  for (int d = in.rank - 1; d >= 0; --d)
    reduced[d] ? order.reduced[order.reduced_size++] = d : order.kept[order.kept_size++] = d;
  auto const nearer = [&](int a, int b) { return in.stride[a] < in.stride[b]; };
  std::stable_sort(order.kept.begin(), order.kept.begin() + order.kept_size, nearer);
  if (!in_c_order) std::stable_sort(order.reduced.begin(), order.reduced.begin() + order.reduced_size, nearer);
  return order;
}

/// Fills in the nests. `mask` may be an input without data. `outs` lie along kept axes, `beside` the input along
/// reduced ones.
template <class Data>
void lay_out(Data& data, Strided const& in, Strided const& mask, Strided const* outs, AxisSet const& reduced,
             std::array<std::int64_t, max_rank> const& beside) {
  LoopOrder const order = loop_order(in, reduced, Data::Reducer::ordered);
  for (int i = 0; i < order.kept_size; ++i) {
    int const d = order.kept[i];
    std::int64_t steps[2 + Data::outputs]{in.stride[d], mask.stride[d]};
    for (int o = 0; o < Data::outputs; ++o) steps[of_first_output + o] = outs[o].stride[d];
    data.kept.add(in.extent[d], steps);
  }
  for (int i = 0; i < order.reduced_size; ++i) {
    int const d = order.reduced[i];
    std::int64_t const steps[3]{in.stride[d], mask.stride[d], beside[d]};
    data.rows.add(in.extent[d], steps);
  }
  // stretches of an ordered reduction follow each other whatever the strides, so its rows are single elements
  bool const across = data.rows.rank > 0 && (data.kept.rank == 0 || data.rows.stride[0][0] <= data.kept.stride[0][0]);
  if (!across || Data::Reducer::ordered) return;
  data.width = data.rows.extent[0];
  std::copy(data.rows.stride[0], data.rows.stride[0] + 3, data.width_stride);
  data.rows.drop_first();
}

/// What a step along each reduced axis adds to the position among the reduced elements, if that matters.
template <class Reducer>
std::array<std::int64_t, max_rank> position_steps(Strided const& in, AxisSet const& reduced) {
  std::array<std::int64_t, max_rank> steps{};
  std::int64_t elements = 1;
  for (int d = in.rank - 1; d >= 0; --d)
    if (reduced[d] && Reducer::positions) {
      steps[d] = elements;
      elements *= in.extent[d];
    }
  return steps;
}

}  // namespace KokkosAxis::Impl::layout
