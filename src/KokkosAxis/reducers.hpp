// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosAxis/impl/layout/reducers/extremes.hpp>
#include <KokkosAxis/impl/layout/reducers/moments.hpp>
#include <KokkosAxis/impl/layout/reducers/sums.hpp>

#include <concepts>
#include <cstdint>
#include <optional>

// The operations of `reduce`. Each says what its accumulator is, and so what an output may be: integers and bool are
// added up in 64 bits, half_t, bhalf_t and float in float, double in double; the result is converted to the output's
// element type once, in the end. Results of Mean, Var, Std, LogSumExp and Norm2 are floating-point for integers too.
//
// A reducer of one's own is a trivially copyable struct with the members
//
//     State identity() const;                                   nothing yet; merging it changes nothing
//     void accumulate(State&, T const& x) const;                one more element; a third argument, int64, is its
//                                                               position along the reduced axes
//     void merge(State& earlier, State const& later) const;     of two stretches of elements
//     auto finish(State const&) const;                          what is stored
//     static constexpr bool ordered = true;                     where merge is not commutative: left out, it may merge
//                                                               any stretches in any order
//
// all KOKKOS_FUNCTION, with a State of at most 128 bytes. It is used in place of an operation.
namespace KokkosAxis {

/// No initial value was given.
struct NoInitial {};

namespace Impl {

template <class Reducer, class Initial>
auto begun(Reducer const& reducer, [[maybe_unused]] Initial const& initial) {
  if constexpr (std::same_as<Initial, NoInitial>)
    return reducer;
  else
    return reducers::Begun<Reducer>{reducer, reducer.begin(initial)};
}

}  // namespace Impl

/// The sum; of no elements 0. `initial` is added.
template <class Initial = NoInitial>
struct Sum {
  Initial initial = {};

  template <Impl::Number V>
  auto reducer() const {
    return Impl::begun(Impl::reducers::Sum<V>{}, initial);
  }
};

/// The product; of no elements 1.
template <class Initial = NoInitial>
struct Prod {
  Initial initial = {};

  template <Impl::Number V>
  auto reducer() const {
    return Impl::begun(Impl::reducers::Prod<V>{}, initial);
  }
};

/// The least number, -0.0 below +0.0; NaN if there is one. `initial` counts as an element, and must be given where
/// there may be none.
template <class Initial = NoInitial>
struct Min {
  Initial initial = {};

  template <Impl::Number V>
  auto reducer() const {
    return Impl::begun(Impl::reducers::Extreme<V, false>{}, initial);
  }
};

/// The greatest number, likewise.
template <class Initial = NoInitial>
struct Max {
  Initial initial = {};

  template <Impl::Number V>
  auto reducer() const {
    return Impl::begun(Impl::reducers::Extreme<V, true>{}, initial);
  }
};

/// Two outputs: the least and the greatest number.
template <class Initial = NoInitial>
struct MinMax {
  Initial initial = {};

  template <Impl::Number V>
  auto reducer() const {
    using namespace Impl::reducers;
    return Impl::begun(Both<Extreme<V, false>, Extreme<V, true>>{}, initial);
  }
};

/// Where the least number is: its position along the reduced axis, or, of several axes, the number of the element among
/// the reduced ones in C order. Zeros are equal; the first NaN is less than all. An index given as `initial` stands for
/// slices of no elements; those that a mask or `ignore` leaves without any get it too, or -1.
struct ArgMin {
  bool last                           = false;  ///< of equal elements the last, not the first
  std::optional<std::int64_t> initial = {};

  template <Impl::Number V>
  auto reducer() const {
    return Impl::reducers::ArgExtreme<V, false>{{}, last, initial.has_value(), initial.value_or(-1)};
  }
};

/// Where the greatest number is, likewise; the first NaN is greater than all. The verb argmax gives the same answer for
/// a single axis, and knows rows with bounds.
struct ArgMax {
  bool last                           = false;
  std::optional<std::int64_t> initial = {};

  template <Impl::Number V>
  auto reducer() const {
    return Impl::reducers::ArgExtreme<V, true>{{}, last, initial.has_value(), initial.value_or(-1)};
  }
};

/// Is any element not 0? NaN is not 0. False of no elements.
struct Any {
  template <Impl::Number V>
  auto reducer() const {
    return Impl::reducers::Any<V>{};
  }
};

/// Is no element 0? True of no elements.
struct All {
  template <Impl::Number V>
  auto reducer() const {
    return Impl::reducers::All<V>{};
  }
};

/// How many elements are not 0.
struct CountNonzero {
  template <Impl::Number V>
  auto reducer() const {
    return Impl::reducers::CountNonzero<V>{};
  }
};

/// The mean; of no elements NaN. Added up in double (half_t in float), so that sums do not overflow.
struct Mean {
  template <Impl::Number V>
  auto reducer() const {
    return Impl::reducers::Mean<V>{};
  }
};

/// The variance: squared differences from the mean, over the number of elements less `ddof`; NaN where that is not
/// positive.
struct Var {
  double ddof = 0;

  template <Impl::Number V>
  auto reducer() const {
    return Impl::reducers::Variance<V, Impl::reducers::MomentResult::variance>{ddof};
  }
};

/// The standard deviation: the root of the variance.
struct Std {
  double ddof = 0;

  template <Impl::Number V>
  auto reducer() const {
    return Impl::reducers::Variance<V, Impl::reducers::MomentResult::deviation>{ddof};
  }
};

/// Two outputs: the variance and the mean.
struct VarMean {
  double ddof = 0;

  template <Impl::Number V>
  auto reducer() const {
    return Impl::reducers::Variance<V, Impl::reducers::MomentResult::variance_and_mean>{ddof};
  }
};

/// log(sum of exp(x)), without overflow; of no elements -inf.
struct LogSumExp {
  template <Impl::Number V>
  auto reducer() const {
    return Impl::reducers::LogSumExp<V>{};
  }
};

/// The sum of magnitudes.
struct Norm1 {
  template <Impl::Number V>
  auto reducer() const {
    return Impl::reducers::Norm1<V>{};
  }
};

/// The root of the sum of squares, which do not overflow.
struct Norm2 {
  template <Impl::Number V>
  auto reducer() const {
    return Impl::reducers::Norm2<V>{};
  }
};

/// The largest magnitude, NaN if there is one; of no elements 0.
struct NormInf {
  template <Impl::Number V>
  auto reducer() const {
    return Impl::reducers::NormInf<V>{};
  }
};

}  // namespace KokkosAxis
