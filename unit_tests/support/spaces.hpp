// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>
#include <gtest/gtest.h>

#include <string>
#include <tuple>
#include <utility>

namespace KokkosAxis::Test {

namespace detail {

template <class Tuple>
struct AsTypes;
template <class... T>
struct AsTypes<std::tuple<T...>> {
  using type = ::testing::Types<T...>;
};

// KOKKOSAXIS_TEST_DEVICE_ONLY, given to the compiler, leaves the host spaces out: a device build compiles in a third of
// the time, and host builds test those.
using EnabledSpaces = decltype(std::tuple_cat(
#ifndef KOKKOSAXIS_TEST_DEVICE_ONLY
#ifdef KOKKOS_ENABLE_SERIAL
    std::declval<std::tuple<Kokkos::Serial>>(),
#endif
#ifdef KOKKOS_ENABLE_OPENMP
    std::declval<std::tuple<Kokkos::OpenMP>>(),
#endif
#ifdef KOKKOS_ENABLE_THREADS
    std::declval<std::tuple<Kokkos::Threads>>(),
#endif
#endif
#ifdef KOKKOS_ENABLE_CUDA
    std::declval<std::tuple<Kokkos::Cuda>>(),
#endif
#ifdef KOKKOS_ENABLE_HIP
    std::declval<std::tuple<Kokkos::HIP>>(),
#endif
    std::declval<std::tuple<>>()));

}  // namespace detail

/// Every execution space of this build, for TYPED_TEST_SUITE(Suite, Spaces, SpaceNames). Typed over spaces only:
/// element types, ranks and layouts would multiply compile time.
using Spaces = detail::AsTypes<detail::EnabledSpaces>::type;

struct SpaceNames {
  template <class Exec>
  static std::string GetName(int) {
    return Exec::name();
  }
};

/// A test case without state; suites derive their own so that names stay apart.
template <class Exec>
class OnSpace : public ::testing::Test {};

/// Can the host read this space's memory as it stands?
template <class Exec>
inline constexpr bool on_host = Kokkos::SpaceAccessibility<Kokkos::HostSpace, typename Exec::memory_space>::accessible;

}  // namespace KokkosAxis::Test
