// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosAxis/axes.hpp>
#include <KokkosAxis/impl/check/axes.hpp>
#include <KokkosAxis/impl/check/types.hpp>
#include <KokkosAxis/impl/check/value_views.hpp>
#include <KokkosAxis/impl/check/views.hpp>
#include <KokkosAxis/impl/layout/before.hpp>
#include <KokkosAxis/impl/layout/reduce_data.hpp>
#include <KokkosAxis/mask.hpp>
#include <KokkosAxis/options.hpp>

#include <Kokkos_Core.hpp>

#include <concepts>
#include <cstdint>
#include <limits>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>

namespace KokkosAxis::Impl::check {

using layout::AxisSet;

template <class Op, class V>
concept Operation = requires(Op const& op) { op.template reducer<V>(); };

template <class User>
using StateOf = std::remove_cvref_t<decltype(std::declval<User const&>().identity())>;

template <class User, class V, class... Position>
concept Accumulates = requires(User const& user, StateOf<User>& state, V const& x, Position const&... position) {
  user.accumulate(state, x, position...);
  user.merge(state, state);
  user.finish(state);
};

/// The members that a reducer of a user's own must have.
template <class User, class V>
concept UserReducer = Accumulates<User, V> || Accumulates<User, V, std::int64_t>;

/// The reducer of an operation, of a user's own, or of a tuple of these, for elements V.
template <class V, class Op>
constexpr auto reducer_of(Op const& op) {
  static_assert(std::is_trivially_copyable_v<Op>, "KokkosAxis: an operation must be trivially copyable");
  if constexpr (UserReducer<Op, V>) {
    using Adapted = reducers::Adapted<Op, V>;
    static_assert(std::is_trivially_copyable_v<typename Adapted::State> && sizeof(typename Adapted::State) <= 128,
                  "KokkosAxis: the state of a reducer must be trivially copyable and have at most 128 bytes");
    return Adapted{op};
  } else {
    static_assert(Number<V> && Operation<Op, V>,
                  "KokkosAxis: elements to reduce must be numbers of up to 8 bytes, and the operation one of "
                  "reducers.hpp; for others give a .map to a number, or a reducer with identity, accumulate, merge and "
                  "finish");
    if constexpr (Number<V> && Operation<Op, V>) return op.template reducer<V>();
  }
}
template <class V, class Op, class... Ops>
constexpr auto reducer_of(std::tuple<Op, Ops...> const& ops) {
  auto const first = reducer_of<V>(std::get<0>(ops));
  if constexpr (sizeof...(Ops) == 0) {
    return first;
  } else {
    auto const others = std::apply([](auto const&, auto const&... rest) { return std::tuple(rest...); }, ops);
    auto const joined = reducer_of<V>(others);
    return reducers::Both<std::remove_cv_t<decltype(first)>, std::remove_cv_t<decltype(joined)>>{first, joined};
  }
}

/// May a result be stored in such an element?
template <class Result, class Out>
constexpr void result_type() {
  if constexpr (std::same_as<Result, reducers::Position>)
    static_assert(std::integral<Out> && !std::same_as<Out, bool>,
                  "KokkosAxis: an output for positions must have integer elements");
  else if constexpr (Number<Result>) {
    static_assert(Number<Out>, "KokkosAxis: an output of a reduction must have elements that are numbers");
    if constexpr (Number<Out>)
      static_assert(is_floating<Out> || !is_floating<Result>,
                    "KokkosAxis: the result is floating-point, so the output must have floating-point elements");
  } else {
    static_assert(std::is_convertible_v<Result, Out>,
                  "KokkosAxis: what finish returns must convert to the output's elements");
  }
}

/// May exponentials of such elements be stored in such an output?
template <class V, class Out>
constexpr void softmax_types() {
  static_assert(Number<V>,
                "KokkosAxis: softmax takes floating-point elements; for others give a .map to float or double");
  static_assert(Number<Out>, "KokkosAxis: an output of softmax must have floating-point elements");
  if constexpr (Number<V> && Number<Out>) {
    static_assert(is_floating<V>,
                  "KokkosAxis: softmax takes floating-point elements; for others give a .map to float or double");
    static_assert(is_floating<Out>, "KokkosAxis: an output of softmax must have floating-point elements");
  }
}

template <class Exec, class Out>
constexpr void reduce_output() {
  static_assert(Out::rank() == 0 || AxisView<Out>,
                "KokkosAxis: pass a View of rank 0 to 8 with LayoutLeft, LayoutRight or LayoutStride");
  static_assert(!std::is_const_v<typename Out::value_type>, "KokkosAxis: an output View must have non-const elements");
  static_assert(Kokkos::SpaceAccessibility<Exec, typename Out::memory_space>::accessible,
                "KokkosAxis: the View's memory cannot be used from this execution space");
}

/// The axes that a call reduces.
inline AxisSet axis_set(std::string_view verb, Axes const& axes, int rank) {
  AxisSet reduced{};
  if (axes.is_all()) {
    for (int d = 0; d < rank; ++d) reduced[static_cast<std::size_t>(d)] = true;
    return reduced;
  }
  expects(axes.size() <= static_cast<std::size_t>(rank), verb, axes.size(), " axes are given, but the input has rank ",
          rank);
  for (std::size_t i = 0; i < axes.size(); ++i) {
    int const d = axis(verb, axes[i], rank);
    expects(!reduced[static_cast<std::size_t>(d)], verb, "axis ", axes[i], " is given twice");
    reduced[static_cast<std::size_t>(d)] = true;
  }
  return reduced;
}

/// The extents of an output: those of the input, 1 where axes are reduced; or without these.
inline Strided reduced_shape(Strided const& in, AxisSet const& reduced, bool keep_dims) {
  Strided shape{};
  for (int d = 0; d < in.rank; ++d)
    if (!reduced[static_cast<std::size_t>(d)] || keep_dims)
      shape.extent[static_cast<std::size_t>(shape.rank++)] =
          reduced[static_cast<std::size_t>(d)] ? 1 : in.extent[static_cast<std::size_t>(d)];
  return shape;
}

/// An output as one with the input's axes.
inline Strided reduce_output_shaped(std::string_view verb, std::string_view name, Strided const& in,
                                    AxisSet const& reduced, bool keep_dims, Strided const& out) {
  Strided const shape = reduced_shape(in, reduced, keep_dims);
  bool same           = out.rank == shape.rank;
  for (int d = 0; same && d < shape.rank; ++d)
    same = out.extent[static_cast<std::size_t>(d)] == shape.extent[static_cast<std::size_t>(d)];
  auto const text = [](Strided const& s) { return s.rank == 0 ? std::string("those of rank 0") : extents(s); };
  expects(same, verb, "the extents of ", name, " are ", text(out), ", but must be ", text(shape),
          keep_dims ? ": those of in, 1 along reduced axes" : ": those of in, reduced axes left out");
  distinct_elements(verb, name, out);
  disjoint(verb, "in", in, name, out);
  if (keep_dims) return out;
  Strided wide = out;
  for (int d = 0; d < in.rank; ++d)
    if (reduced[static_cast<std::size_t>(d)]) wide = layout::with_axis(wide, d);
  return wide;
}

template <class Exec>
void mask(std::string_view verb, Mask const& where, Strided const& in) {
  if (!where.given()) return;
  reachable<Exec>(verb, "where", where);
  same_extents(verb, "in", in, "where", where.where());
}

/// Kernels count a thread's steps, and tiles, in 31 bits.
inline void elements_supported(std::string_view verb, Strided const& in) {
  constexpr std::int64_t most = std::int64_t{1} << 37;
  std::int64_t elements       = 1;
  for (int d = 0; d < in.rank; ++d) {
    std::int64_t const extent = in.extent[static_cast<std::size_t>(d)];
    if (extent == 0) return;
    expects(extent <= most / elements, verb, "in has extents ", extents(in), "; at most ", most,
            " elements are supported");
    elements *= extent;
  }
}

/// Slices of no elements have a result, or there are none; and so have those that a mask leaves empty.
template <class Reducer>
void results_exist(std::string_view verb, Reducer const& reducer, Strided const& in, AxisSet const& reduced,
                   bool masked) {
  expects(!masked || reducer.has_nothing(), verb,
          "where may leave slices empty, of which this operation has no result; give it an .initial value");
  bool outputs = true, elements = true;
  for (int d = 0; d < in.rank; ++d)
    (reduced[static_cast<std::size_t>(d)] ? elements : outputs) &= in.extent[static_cast<std::size_t>(d)] > 0;
  expects(elements || !outputs || reducer.has_identity(), verb,
          "the reduced axes have no elements, of which this operation has no result; give it an .initial value");
}

/// The same of cumulative: the first results, where elements are left out of their own, and those before which a mask
/// leaves nothing.
template <class Reducer>
void cumulative_results_exist(std::string_view verb, Reducer const& reducer, Strided const& in, bool exclusive,
                              bool masked) {
  expects(!masked || reducer.has_nothing(), verb,
          "where may leave results empty, of which this operation has none; give it an .initial value");
  expects(!exclusive || in.empty() || reducer.has_identity(), verb,
          "exclusive: the first results are of no elements, of which this operation has none; give it an .initial "
          "value");
}

/// The type of an output can hold every position along the reduced axes.
template <class Index>
void positions_fit(std::string_view verb, std::string_view name, Strided const& in, AxisSet const& reduced) {
  std::int64_t elements = 1;
  for (int d = 0; d < in.rank; ++d)
    if (reduced[static_cast<std::size_t>(d)]) elements *= in.extent[static_cast<std::size_t>(d)];
  constexpr auto largest = static_cast<std::uint64_t>(std::numeric_limits<Index>::max());
  expects(elements == 0 || static_cast<std::uint64_t>(elements - 1) <= largest, verb, "the reduced axes have ",
          elements, " elements, but the elements of ", name, " (", 8 * sizeof(Index), " bit) count to ", largest,
          " only; give a View of a wider type");
}

}  // namespace KokkosAxis::Impl::check
