// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The table of reduce: sums, maxima, positions of maxima, variances with means, over axes of arrays of three axes. The
// names are sum/fp32/256x1024x1024/axes02/random: extents in C order, and the axes that are reduced.
#include "support/contender.hpp"
#include "support/flags.hpp"
#include "support/inputs.hpp"
#include "support/suites.hpp"
#include "support/timing.hpp"

#include <KokkosAxis/impl/dispatch/reduce_routes.hpp>
#include <KokkosAxis/reduce.hpp>

#include <Kokkos_Core.hpp>
#include <benchmark/benchmark.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <stdexcept>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

namespace perf {

namespace {

struct ReduceCase {
  std::string_view verb, dtype;
  std::array<std::int64_t, 3> extent{};
  std::vector<int> axes;

  bool reduces(std::size_t d) const {
    for (int axis : axes)
      if (static_cast<std::size_t>(axis) == d) return true;
    return false;
  }
  std::int64_t elements() const { return extent[0] * extent[1] * extent[2]; }
  std::int64_t outputs() const {
    std::int64_t n = 1;
    for (std::size_t d = 0; d < 3; ++d) n *= reduces(d) ? 1 : extent[d];
    return n;
  }
  std::string name() const {
    std::string text = std::string(verb) + "/" + std::string(dtype) + "/";
    for (std::size_t d = 0; d < 3; ++d) text += (d == 0 ? "" : "x") + std::to_string(extent[d]);
    text += "/axes";
    for (int axis : axes) text += std::to_string(axis);
    return text + "/random";
  }
};

KokkosAxis::ReduceRoute route_of(std::string const& name) {
  if (name.empty()) return KokkosAxis::ReduceRoute::automatic;
  for (auto const& row : KokkosAxis::Impl::dispatch::reduce_routes)
    if (row.name == name) return row.route;
  throw std::invalid_argument("no route " + name);
}

KokkosAxis::Axes axes_of(ReduceCase const& c) {
  return c.axes.size() == 1   ? KokkosAxis::Axes(c.axes[0])
         : c.axes.size() == 2 ? KokkosAxis::Axes{c.axes[0], c.axes[1]}
                              : KokkosAxis::all_axes;
}

/// An operation with the outputs it needs, ready to be called.
template <class T, class Op, class... Outs>
Prepared prepare(Exec const& exec, ReduceCase const& c, Op const& op) {
  Case const drawn{.verb = "sort", .dtype = c.dtype, .count = 1, .length = c.elements()};
  auto const numbers = input_of<T>(exec, drawn);
  auto const size    = [](std::int64_t n) { return static_cast<std::size_t>(n); };
  Kokkos::View<T const***, Kokkos::LayoutRight, Exec, Kokkos::MemoryTraits<Kokkos::Unmanaged>> const in(
      numbers.data(), size(c.extent[0]), size(c.extent[1]), size(c.extent[2]));
  auto const extent = [&](std::size_t d) { return size(c.reduces(d) ? 1 : c.extent[d]); };
  std::tuple<Kokkos::View<Outs***, Kokkos::LayoutRight, Exec>...> const outs{
      Kokkos::View<Outs***, Kokkos::LayoutRight, Exec>(Kokkos::view_alloc(exec, "out"), extent(0), extent(1),
                                                       extent(2))...};
  KokkosAxis::ReduceOptions<> options{.keep_dims = true, .route = route_of(flags().route)};
  auto const axes = axes_of(c);
  auto const how  = KokkosAxis::explain::reduce(exec, in, outs, axes, op, options);
  Kokkos::View<std::byte*, Exec> const scratch(Kokkos::view_alloc(exec, "scratch"), how.workspace_bytes);
  if (how.workspace_bytes > 0) options.workspace = scratch;
  return {[=] {
            (void)numbers;  // Views without ownership, and a Workspace, only point
            (void)scratch;
            KokkosAxis::reduce(exec, in, outs, axes, op, options);
          },
          how.route,
          how.workspace_bytes,
          true,
          {}};
}

template <class T>
Prepared prepare_sum(Exec const& exec, ReduceCase const& c) {
  return prepare<T, KokkosAxis::Sum<>, T>(exec, c, KokkosAxis::Sum{});
}

Prepared prepare(Exec const& exec, ReduceCase const& c) {
  if (c.verb == "max") return prepare<float, KokkosAxis::Max<>, float>(exec, c, KokkosAxis::Max{});
  if (c.verb == "argmax") return prepare<float, KokkosAxis::ArgMax, std::int64_t>(exec, c, KokkosAxis::ArgMax{});
  if (c.verb == "var_mean")
    return prepare<float, KokkosAxis::VarMean, float, float>(exec, c, KokkosAxis::VarMean{.ddof = 1});
  if (c.dtype == "fp16") return prepare_sum<Kokkos::Experimental::half_t>(exec, c);
  return c.dtype == "fp64" ? prepare_sum<double>(exec, c) : prepare_sum<float>(exec, c);
}

/// Sums as one writes them by hand: a team for each output.
struct ByHand {
  using Strides = Kokkos::Array<std::int64_t, 3>;
  float const* in;
  float* out;
  std::int64_t length;
  Strides kept{1, 1, 1}, kept_stride{}, reduced{1, 1, 1}, reduced_stride{};  // two nests, the last axis innermost

  KOKKOS_FUNCTION static std::int64_t offset(std::int64_t i, Strides const& extent, Strides const& step) {
    return i % extent[2] * step[2] + i / extent[2] % extent[1] * step[1] + i / extent[2] / extent[1] * step[0];
  }
  KOKKOS_FUNCTION void operator()(Kokkos::TeamPolicy<Exec>::member_type const& team) const {
    float const* const slice = in + offset(team.league_rank(), kept, kept_stride);
    float sum                = 0;
    Kokkos::parallel_reduce(
        Kokkos::TeamThreadRange(team, length),
        [&](std::int64_t i, float& s) { s += slice[offset(i, reduced, reduced_stride)]; }, sum);
    Kokkos::single(Kokkos::PerTeam(team), [&] { out[team.league_rank()] = sum; });
  }
};

Prepared prepare_by_hand(Exec const& exec, ReduceCase const& c) {
  Case const drawn{.verb = "sort", .dtype = c.dtype, .count = 1, .length = c.elements()};
  auto const in = input_of<float>(exec, drawn);
  Kokkos::View<float*, Exec> const out("out", static_cast<std::size_t>(c.outputs()));
  ByHand kernel{.in = in.data(), .out = out.data(), .length = c.elements() / c.outputs()};
  std::array<std::int64_t, 3> const stride{c.extent[1] * c.extent[2], c.extent[2], 1};
  for (std::size_t d = 0; d < 3; ++d) {
    (c.reduces(d) ? kernel.reduced : kernel.kept)[d]               = c.extent[d];
    (c.reduces(d) ? kernel.reduced_stride : kernel.kept_stride)[d] = stride[d];
  }
  return {[=] {
            (void)in;
            Kokkos::parallel_for("perf::by_hand",
                                 Kokkos::TeamPolicy<Exec>(exec, static_cast<int>(out.extent(0)), Kokkos::AUTO), kernel);
          },
          "TeamPolicy, a team for each output",
          0,
          true,
          {}};
}

void run(benchmark::State& state, ReduceCase const& c, bool by_hand) {
  Exec const exec;
  for (auto _ : state) {
    try {
      Prepared const prepared = by_hand ? prepare_by_hand(exec, c) : prepare(exec, c);
      Timing const t          = measure(exec, prepared.call, prepared.capturable);
      double const bytes      = static_cast<double>(c.elements()) * static_cast<double>(bytes_of(c.dtype));
      state.SetIterationTime(t.median);
      state.SetLabel(prepared.label + ", " + std::string(t.method));
      state.counters["count"]    = static_cast<double>(c.outputs());
      state.counters["length"]   = static_cast<double>(c.elements() / c.outputs());
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
}

std::vector<ReduceCase> cases() {
  constexpr std::int64_t Mi = 1 << 20;
  struct Shape {
    std::array<std::int64_t, 3> extent;
    std::vector<int> axes;
  };
  std::vector<Shape> const shapes{{{1024, 256, 1024}, {1, 2}}, {{256, 1024, 1024}, {0, 2}}, {{3, 11094, 2049}, {0, 2}},
                                  {{Mi, 15, 15}, {1, 2}},      {{16 * Mi, 8, 1}, {1}},      {{8, 16 * Mi, 1}, {0}},
                                  {{128 * Mi, 1, 1}, {0}},     {{Mi, 128, 1}, {1}},         {{Mi, 128, 1}, {0}},
                                  {{4096, 32768, 1}, {1}},     {{4096, 32768, 1}, {0}},     {{64, 2048, 1024}, {1}},
                                  {{10'000, 4000, 3}, {0, 2}}, {{512, 512, 1}, {1}},        {{512, 512, 1}, {0}},
                                  {{512, 512, 1}, {0, 1}},     {{64, 64, 1}, {1}}};
  std::vector<ReduceCase> all;
  for (auto const& [verb, dtype] :
       {std::array{"sum", "fp32"}, std::array{"max", "fp32"}, std::array{"argmax", "fp32"},
        std::array{"var_mean", "fp32"}, std::array{"sum", "fp16"}, std::array{"sum", "fp64"}})
    for (Shape const& s : shapes) {
      ReduceCase const c{verb, dtype, s.extent, s.axes};
#if defined(KOKKOS_HALF_T_IS_FLOAT) && KOKKOS_HALF_T_IS_FLOAT
      if (c.dtype == "fp16") continue;
#endif
      constexpr bool host     = Kokkos::SpaceAccessibility<Exec, Kokkos::HostSpace>::accessible;
      std::int64_t const most = flags().max_elements > 0 ? flags().max_elements : host ? 1 << 22 : 0;
      if (most == 0 || c.elements() <= most) all.push_back(c);
    }
  return all;
}

void add(std::string const& who, ReduceCase const& c, bool by_hand) {
  benchmark::RegisterBenchmark((who + "/" + c.name()).c_str(), [=](benchmark::State& state) { run(state, c, by_hand); })
      ->Iterations(1)  // `measure` repeats, and takes the median
      ->UseManualTime()
      ->Unit(benchmark::kMillisecond);
}

Suite const reduce("reduce", [] {
  for (ReduceCase const& c : cases()) {
    add("ours", c, false);
    if (c.verb == "sum" && c.dtype == "fp32") add("kokkos.by_hand", c, true);
  }
});

}  // namespace

}  // namespace perf
