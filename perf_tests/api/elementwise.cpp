// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The table of what is built on the tiles of reduce and has a result for each element: softmax and cumulative sums.
#include "support/axes_case.hpp"
#include "support/suites.hpp"

#include <KokkosAxis/cumulative.hpp>
#include <KokkosAxis/impl/dispatch/cumulative_routes.hpp>
#include <KokkosAxis/impl/dispatch/reduce_routes.hpp>
#include <KokkosAxis/softmax.hpp>

#include <Kokkos_Core.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace perf {

namespace {

// What can be asked of a verb.
struct Softmax {
  static KokkosAxis::SoftmaxOptions<> options() {
    return {.route = route_named_in(KokkosAxis::Impl::dispatch::reduce_routes)};
  }
  template <class... A>
  static KokkosAxis::Explanation explain(AxesCase const& c, KokkosAxis::SoftmaxOptions<> const& o, A const&... a) {
    return KokkosAxis::explain::softmax(a..., c.set(), o);
  }
  template <class... A>
  static void run(AxesCase const& c, KokkosAxis::SoftmaxOptions<> const& o, A const&... a) {
    KokkosAxis::softmax(a..., c.set(), o);
  }
};
struct CumulativeSum {
  static KokkosAxis::CumulativeOptions<> options() {
    return {.route = route_named_in(KokkosAxis::Impl::dispatch::cumulative_routes)};
  }
  template <class... A>
  static KokkosAxis::Explanation explain(AxesCase const& c, KokkosAxis::CumulativeOptions<> const& o, A const&... a) {
    return KokkosAxis::explain::cumulative(a..., c.axes[0], KokkosAxis::Sum{}, o);
  }
  template <class... A>
  static void run(AxesCase const& c, KokkosAxis::CumulativeOptions<> const& o, A const&... a) {
    KokkosAxis::cumulative(a..., c.axes[0], KokkosAxis::Sum{}, o);
  }
};

template <class T>
Kokkos::View<T***, Kokkos::LayoutRight, Exec> output_of(Exec const& exec, AxesCase const& c) {
  auto const size = [&](std::size_t d) { return static_cast<std::size_t>(c.extent[d]); };
  return Kokkos::View<T***, Kokkos::LayoutRight, Exec>(Kokkos::view_alloc(exec, Kokkos::WithoutInitializing, "out"),
                                                       size(0), size(1), size(2));
}

template <class Verb, class T>
Prepared prepare(Exec const& exec, AxesCase const& c) {
  auto const numbers = numbers_of<T>(exec, c);
  auto const in      = array_of<T>(numbers, c);
  auto const out     = output_of<T>(exec, c);
  auto options       = Verb::options();
  auto const how     = Verb::explain(c, options, exec, in, out);
  Kokkos::View<std::byte*, Exec> const scratch(Kokkos::view_alloc(exec, "scratch"), how.workspace_bytes);
  if (how.workspace_bytes > 0) options.workspace = scratch;
  return {[=] {
            (void)numbers;  // Views without ownership, and a Workspace, only point
            (void)scratch;
            Verb::run(c, options, exec, in, out);
          },
          how.route,
          how.workspace_bytes,
          true,
          {}};
}

Prepared prepare_ours(Exec const& exec, AxesCase const& c) {
  using Half = Kokkos::Experimental::half_t;
  if (c.verb == "softmax")
    return c.dtype == "fp16" ? prepare<Softmax, Half>(exec, c) : prepare<Softmax, float>(exec, c);
  return c.dtype == "fp64" ? prepare<CumulativeSum, double>(exec, c) : prepare<CumulativeSum, float>(exec, c);
}

/// As one writes them by hand, a team for each slice.
struct SoftmaxByHand {
  float const* in;
  float* out;
  HandNests nests;

  KOKKOS_FUNCTION void operator()(Kokkos::TeamPolicy<Exec>::member_type const& team) const {
    std::int64_t const start = nests.start(team.league_rank());
    auto const range         = Kokkos::TeamThreadRange(team, nests.length);
    float most = 0, sum = 0;
    Kokkos::parallel_reduce(
        range, [&](std::int64_t i, float& m) { m = Kokkos::max(m, in[start + nests[i]]); }, Kokkos::Max<float>(most));
    Kokkos::parallel_reduce(
        range, [&](std::int64_t i, float& s) { s += Kokkos::exp(in[start + nests[i]] - most); }, sum);
    Kokkos::parallel_for(
        range, [&](std::int64_t i) { out[start + nests[i]] = Kokkos::exp(in[start + nests[i]] - most) / sum; });
  }
};
struct SumsByHand {
  float const* in;
  float* out;
  HandNests nests;

  KOKKOS_FUNCTION void operator()(Kokkos::TeamPolicy<Exec>::member_type const& team) const {
    std::int64_t const start = nests.start(team.league_rank());
    Kokkos::parallel_scan(Kokkos::TeamThreadRange(team, nests.length), [&](std::int64_t i, float& sum, bool last) {
      sum += in[start + nests[i]];
      if (last) out[start + nests[i]] = sum;
    });
  }
};

template <class Kernel>
Prepared prepare_by_hand(Exec const& exec, AxesCase const& c) {
  auto const in  = numbers_of<float>(exec, c);
  auto const out = output_of<float>(exec, c);
  Kernel const kernel{.in = in.data(), .out = out.data(), .nests = HandNests(c)};
  return {[=, slices = static_cast<int>(c.slices())] {
            (void)in;
            (void)out;
            Kokkos::parallel_for("perf::by_hand", Kokkos::TeamPolicy<Exec>(exec, slices, Kokkos::AUTO), kernel);
          },
          "TeamPolicy, a team for each slice",
          0,
          true,
          {}};
}

std::vector<AxesCase> cases() {
  constexpr std::int64_t Mi = 1 << 20;
  struct Shape {
    std::array<std::int64_t, 3> extent;
    int axis;
  };
  std::vector<Shape> const shapes{{{128 * Mi, 1, 1}, 0}, {{4096, 32768, 1}, 1}, {{4096, 32768, 1}, 0},
                                  {{Mi, 128, 1}, 1},     {{Mi, 128, 1}, 0},     {{16 * Mi, 8, 1}, 1},
                                  {{64, 2048, 1024}, 1}, {{64, 131'072, 1}, 1}, {{1, 4 * Mi, 1}, 1},
                                  {{32'768, 128, 1}, 1}, {{512, 512, 1}, 1},    {{512, 512, 1}, 0}};
  std::vector<AxesCase> all;
  for (auto const& [verb, dtype] : {std::array{"softmax", "fp32"}, std::array{"softmax", "fp16"},
                                    std::array{"cumsum", "fp32"}, std::array{"cumsum", "fp64"}})
    for (Shape const& s : shapes) {
      AxesCase const c{verb, dtype, s.extent, {s.axis}};
      if (c.wanted()) all.push_back(c);
    }
  return all;
}

Suite const elementwise("elementwise", [] {
  for (AxesCase const& c : cases()) {
    add_axes_benchmark("ours", c, 2, prepare_ours);
    if (c.dtype != "fp32") continue;
    add_axes_benchmark("kokkos.by_hand", c, 2,
                       c.verb == "softmax" ? prepare_by_hand<SoftmaxByHand> : prepare_by_hand<SumsByHand>);
  }
});

}  // namespace

}  // namespace perf
