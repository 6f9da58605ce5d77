// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "support/contender.hpp"
#include "support/flags.hpp"
#include "support/inputs.hpp"
#include "support/timing.hpp"

#include <KokkosAxis/axes.hpp>

#include <Kokkos_Core.hpp>
#include <benchmark/benchmark.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <functional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace perf {

/// What is done along a set of axes of an array of three, in LayoutRight. The names are
/// sum/fp32/256x1024x1024/axes02/random: extents in C order, and the axes.
struct AxesCase {
  std::string_view verb, dtype;
  std::array<std::int64_t, 3> extent{};
  std::vector<int> axes;

  bool has(std::size_t d) const {
    for (int axis : axes)
      if (static_cast<std::size_t>(axis) == d) return true;
    return false;
  }
  std::int64_t elements() const { return extent[0] * extent[1] * extent[2]; }
  std::int64_t slices() const {
    std::int64_t n = 1;
    for (std::size_t d = 0; d < 3; ++d) n *= has(d) ? 1 : extent[d];
    return n;
  }
  std::string name() const {
    std::string text = std::string(verb) + "/" + std::string(dtype) + "/";
    for (std::size_t d = 0; d < 3; ++d) text += (d == 0 ? "" : "x") + std::to_string(extent[d]);
    text += "/axes";
    for (int axis : axes) text += std::to_string(axis);
    return text + "/random";
  }
  KokkosAxis::Axes set() const {
    return axes.size() == 1   ? KokkosAxis::Axes(axes[0])
           : axes.size() == 2 ? KokkosAxis::Axes{axes[0], axes[1]}
                              : KokkosAxis::all_axes;
  }
  /// Does this space measure it? Hosts take what a cache or two hold, unless told otherwise.
  bool wanted() const {
#if defined(KOKKOS_HALF_T_IS_FLOAT) && KOKKOS_HALF_T_IS_FLOAT
    if (dtype == "fp16") return false;
#endif
    constexpr bool host     = Kokkos::SpaceAccessibility<Exec, Kokkos::HostSpace>::accessible;
    std::int64_t const most = flags().max_elements > 0 ? flags().max_elements : host ? 1 << 22 : 0;
    return most == 0 || elements() <= most;
  }
};

/// Normally distributed numbers for a case.
template <class T>
Kokkos::View<T**, Kokkos::LayoutRight, Exec> numbers_of(Exec const& exec, AxesCase const& c) {
  return input_of<T>(exec, Case{.verb = "sort", .dtype = c.dtype, .count = 1, .length = c.elements()});
}
/// They, as an array of the case's extents, which does not own them.
template <class T>
using ArrayOf = Kokkos::View<T const***, Kokkos::LayoutRight, Exec, Kokkos::MemoryTraits<Kokkos::Unmanaged>>;
template <class T>
ArrayOf<T> array_of(Kokkos::View<T**, Kokkos::LayoutRight, Exec> const& numbers, AxesCase const& c) {
  auto const size = [&](std::size_t d) { return static_cast<std::size_t>(c.extent[d]); };
  return ArrayOf<T>(numbers.data(), size(0), size(1), size(2));
}

/// The slices of a case for loops written by hand: two nests, the last axis innermost. Of one axis no index is divided.
struct HandNests {
  using Three = Kokkos::Array<std::int64_t, 3>;
  Three kept{1, 1, 1}, kept_stride{}, along{1, 1, 1}, along_stride{};
  std::int64_t length = 0, only_stride = 0;

  explicit HandNests(AxesCase const& c) : length(c.elements() / c.slices()) {
    Three const stride{c.extent[1] * c.extent[2], c.extent[2], 1};
    for (std::size_t d = 0; d < 3; ++d) {
      (c.has(d) ? along : kept)[d]               = c.extent[d];
      (c.has(d) ? along_stride : kept_stride)[d] = stride[d];
    }
    int axes = 0;
    for (std::size_t d = 0; d < 3; ++d)
      if (along[d] > 1) ++axes, only_stride = along_stride[d];
    if (axes != 1) only_stride = 0;
  }
  KOKKOS_FUNCTION std::int64_t start(std::int64_t slice) const { return offset(slice, kept, kept_stride); }
  KOKKOS_FUNCTION std::int64_t operator[](std::int64_t i) const {
    return only_stride != 0 ? i * only_stride : offset(i, along, along_stride);
  }

 private:
  KOKKOS_FUNCTION static std::int64_t offset(std::int64_t i, Three const& extent, Three const& step) {
    return i % extent[2] * step[2] + i / extent[2] % extent[1] * step[1] + i / extent[2] / extent[1] * step[0];
  }
};

/// The route of a table that --route names.
template <class Table>
auto route_named_in(Table const& table) {
  using Route = decltype(table[0].route);
  if (flags().route.empty()) return Route::automatic;
  for (auto const& row : table)
    if (row.name == flags().route) return row.route;
  throw std::invalid_argument("no route " + flags().route);
}

/// `<who>/<case>`; `moved` arrays of the case's size are read and written.
inline void add_axes_benchmark(std::string const& who, AxesCase const& c, int moved,
                               std::function<Prepared(Exec const&, AxesCase const&)> const& prepare) {
  auto const run = [=](benchmark::State& state) {
    Exec const exec;
    for (auto _ : state) {
      try {
        Prepared const prepared = prepare(exec, c);
        Timing const t          = measure(exec, prepared.call, prepared.capturable);
        double const bytes      = moved * static_cast<double>(c.elements()) * static_cast<double>(bytes_of(c.dtype));
        state.SetIterationTime(t.median);
        state.SetLabel(prepared.label + ", " + std::string(t.method));
        state.counters["count"]    = static_cast<double>(c.slices());
        state.counters["length"]   = static_cast<double>(c.elements() / c.slices());
        state.counters["bytes"]    = bytes;
        state.counters["GBps"]     = bytes / t.median * 1e-9;
        state.counters["of_floor"] = bytes / (flags().floor_tbps * 1e12) / t.median;
        state.counters["least_ms"] = t.least * 1e3;
        state.counters["most_ms"]  = t.most * 1e3;
        state.counters["samples"]  = static_cast<double>(t.samples);
        state.counters["scratch"]  = static_cast<double>(prepared.scratch);
      } catch (std::exception const& e) {
        state.SkipWithError(e.what());
        return;
      }
    }
  };
  benchmark::RegisterBenchmark((who + "/" + c.name()).c_str(), run)
      ->Iterations(1)  // `measure` repeats, and takes the median
      ->UseManualTime()
      ->Unit(benchmark::kMillisecond);
}

}  // namespace perf
