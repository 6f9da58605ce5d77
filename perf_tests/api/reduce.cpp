// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The table of reduce: sums, maxima, positions of maxima, variances with means, over axes of arrays of three axes.
#include "support/axes_case.hpp"
#include "support/suites.hpp"

#include <KokkosAxis/impl/dispatch/reduce_routes.hpp>
#include <KokkosAxis/reduce.hpp>

#include <Kokkos_Core.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <tuple>
#include <vector>

namespace perf {

namespace {

/// An operation with the outputs it needs, ready to be called.
template <class T, class Op, class... Outs>
Prepared prepare(Exec const& exec, AxesCase const& c, Op const& op) {
  auto const numbers = numbers_of<T>(exec, c);
  auto const in      = array_of<T>(numbers, c);
  auto const extent  = [&](std::size_t d) { return static_cast<std::size_t>(c.has(d) ? 1 : c.extent[d]); };
  std::tuple<Kokkos::View<Outs***, Kokkos::LayoutRight, Exec>...> const outs{
      Kokkos::View<Outs***, Kokkos::LayoutRight, Exec>(Kokkos::view_alloc(exec, "out"), extent(0), extent(1),
                                                       extent(2))...};
  KokkosAxis::ReduceOptions<> options{.keep_dims = true,
                                      .route     = route_named_in(KokkosAxis::Impl::dispatch::reduce_routes)};
  auto const axes = c.set();
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
Prepared prepare_sum(Exec const& exec, AxesCase const& c) {
  return prepare<T, KokkosAxis::Sum<>, T>(exec, c, KokkosAxis::Sum{});
}

Prepared prepare_ours(Exec const& exec, AxesCase const& c) {
  if (c.verb == "max") return prepare<float, KokkosAxis::Max<>, float>(exec, c, KokkosAxis::Max{});
  if (c.verb == "argmax") return prepare<float, KokkosAxis::ArgMax, std::int64_t>(exec, c, KokkosAxis::ArgMax{});
  if (c.verb == "var_mean")
    return prepare<float, KokkosAxis::VarMean, float, float>(exec, c, KokkosAxis::VarMean{.ddof = 1});
  if (c.dtype == "fp16") return prepare_sum<Kokkos::Experimental::half_t>(exec, c);
  return c.dtype == "fp64" ? prepare_sum<double>(exec, c) : prepare_sum<float>(exec, c);
}

/// Sums as one writes them by hand: a team for each output.
struct ByHand {
  float const* in;
  float* out;
  HandNests nests;

  KOKKOS_FUNCTION void operator()(Kokkos::TeamPolicy<Exec>::member_type const& team) const {
    float const* const slice = in + nests.start(team.league_rank());
    float sum                = 0;
    Kokkos::parallel_reduce(
        Kokkos::TeamThreadRange(team, nests.length), [&](std::int64_t i, float& s) { s += slice[nests[i]]; }, sum);
    Kokkos::single(Kokkos::PerTeam(team), [&] { out[team.league_rank()] = sum; });
  }
};

Prepared prepare_by_hand(Exec const& exec, AxesCase const& c) {
  auto const in = numbers_of<float>(exec, c);
  Kokkos::View<float*, Exec> const out("out", static_cast<std::size_t>(c.slices()));
  ByHand const kernel{.in = in.data(), .out = out.data(), .nests = HandNests(c)};
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

std::vector<AxesCase> cases() {
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
  std::vector<AxesCase> all;
  for (auto const& [verb, dtype] :
       {std::array{"sum", "fp32"}, std::array{"max", "fp32"}, std::array{"argmax", "fp32"},
        std::array{"var_mean", "fp32"}, std::array{"sum", "fp16"}, std::array{"sum", "fp64"}})
    for (Shape const& s : shapes) {
      AxesCase const c{verb, dtype, s.extent, s.axes};
      if (c.wanted()) all.push_back(c);
    }
  return all;
}

Suite const reduce("reduce", [] {
  for (AxesCase const& c : cases()) {
    add_axes_benchmark("ours", c, 1, prepare_ours);
    if (c.verb == "sum" && c.dtype == "fp32") add_axes_benchmark("kokkos.by_hand", c, 1, prepare_by_hand);
  }
});

}  // namespace

}  // namespace perf
