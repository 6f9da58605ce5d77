// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosAxis/impl/layout/number.hpp>

#include <Kokkos_Core.hpp>

#include <cstdint>
#include <type_traits>
#include <utility>

// A reducer is what every route is written over, one small struct for an operation and a type of numbers V:
//
//     using Run   = ...;                            what a lane keeps over a short run of elements
//     using State = ...;                            what is merged; closing an empty run gives the identity of merge
//     static constexpr int results;                 how many outputs
//     Run identity() const;                         an empty run
//     void accumulate(Run&, V, int64 position) const;   one more element, and where it lies along the reduced axes
//     State close(Run const&) const;
//     void merge(State& earlier, State const& later) const;
//     auto get<I>(State const&) const;              output I
//     State begin(initial) const;                   the state of an initial value, where one can be given
//     static constexpr bool ordered;                may only neighbouring stretches be merged
//     static constexpr bool positions;              does accumulate look at positions
//     static constexpr int least_run;               elements that a run may have whatever their number
//     bool has_identity() const;                    is there a result for no elements at all
//     bool has_nothing() const;                     is there one for a slice in which no element counts
//
// Merging the identity changes no bit of the other state: so routes may merge as many of them as they like.
namespace KokkosAxis::Impl::reducers {

/// What most reducers are: the run is the state, and there is a result for no elements.
template <class Run_>
struct Plain {
  using Run                       = Run_;
  using State                     = Run_;
  static constexpr int results    = 1;
  static constexpr bool ordered   = false;
  static constexpr bool positions = false;
  static constexpr int least_run  = 16;

  KOKKOS_FORCEINLINE_FUNCTION State close(Run const& run) const { return run; }
  bool has_identity() const { return true; }
  bool has_nothing() const { return true; }
};

/// Result I of a reducer.
template <class Reducer, int I>
using ResultOf = decltype(std::declval<Reducer const&>().template get<I>(std::declval<typename Reducer::State>()));

/// A position along the reduced axes, as a result.
struct Position {
  std::int64_t value;
};

/// The sum of two reducers, over one read.
template <class A, class B>
struct Both {
  struct Run {
    typename A::Run a;
    typename B::Run b;
  };
  struct State {
    typename A::State a;
    typename B::State b;
  };
  static constexpr int results  = A::results + B::results;
  static constexpr bool ordered = A::ordered || B::ordered, positions = A::positions || B::positions;
  static constexpr int least_run = A::least_run < B::least_run ? A::least_run : B::least_run;

  A a;
  B b;

  KOKKOS_FORCEINLINE_FUNCTION Run identity() const { return {a.identity(), b.identity()}; }
  template <class V>
  KOKKOS_FORCEINLINE_FUNCTION void accumulate(Run& run, V const& x, std::int64_t position) const {
    a.accumulate(run.a, x, position);
    b.accumulate(run.b, x, position);
  }
  KOKKOS_FORCEINLINE_FUNCTION State close(Run const& run) const { return {a.close(run.a), b.close(run.b)}; }
  KOKKOS_FORCEINLINE_FUNCTION void merge(State& to, State const& from) const {
    a.merge(to.a, from.a);
    b.merge(to.b, from.b);
  }
  template <int I>
  KOKKOS_FORCEINLINE_FUNCTION auto get(State const& state) const {
    if constexpr (I < A::results)
      return a.template get<I>(state.a);
    else
      return b.template get<I - A::results>(state.b);
  }
  template <class Initial>
  State begin(Initial const& initial) const {
    return {a.begin(initial), b.begin(initial)};
  }
  bool has_identity() const { return a.has_identity() && b.has_identity(); }
  bool has_nothing() const { return a.has_nothing() && b.has_nothing(); }
};

/// A reducer with an initial value, which counts as the first element.
template <class R>
struct Begun : R {
  typename R::State initial;

  template <int I>
  KOKKOS_FORCEINLINE_FUNCTION auto get(typename R::State const& state) const {
    typename R::State all = initial;
    R::merge(all, state);
    return R::template get<I>(all);
  }
  bool has_identity() const { return true; }
  bool has_nothing() const { return true; }
};

/// A reducer that a user wrote: see reducers.hpp.
template <class User, class V>
struct Adapted {
  using Run                    = std::remove_cvref_t<decltype(std::declval<User const&>().identity())>;
  using State                  = Run;
  static constexpr int results = 1, least_run = 16;
  static constexpr bool ordered = [] {
    if constexpr (requires { User::ordered; })
      return static_cast<bool>(User::ordered);
    else
      return false;
  }();

  static constexpr bool positions =
      requires(User const& user, Run& run, V const& x) { user.accumulate(run, x, std::int64_t{0}); };

  User user;

  KOKKOS_FORCEINLINE_FUNCTION Run identity() const { return user.identity(); }
  KOKKOS_FORCEINLINE_FUNCTION void accumulate(Run& run, V const& x, std::int64_t position) const {
    if constexpr (positions)
      user.accumulate(run, x, position);
    else
      user.accumulate(run, x);
  }
  KOKKOS_FORCEINLINE_FUNCTION State close(Run const& run) const { return run; }
  KOKKOS_FORCEINLINE_FUNCTION void merge(State& to, State const& from) const { user.merge(to, from); }
  template <int>
  KOKKOS_FORCEINLINE_FUNCTION auto get(State const& state) const {
    return user.finish(state);
  }
  bool has_identity() const { return true; }
  bool has_nothing() const { return true; }
};

}  // namespace KokkosAxis::Impl::reducers
