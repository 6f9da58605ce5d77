// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The tables of topk: values and 64-bit indices, best first. Of a case's verb the number is k: topk64, topkhalf.
#include "support/contender.hpp"
#include "support/flags.hpp"
#include "support/inputs.hpp"
#include "support/suites.hpp"

#include <KokkosAxis/impl/dispatch/topk_routes.hpp>
#include <KokkosAxis/topk.hpp>

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <set>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace perf {

namespace {

constexpr std::array<std::string_view, 6> verbs{{"topk1", "topk8", "topk64", "topk512", "topk2048", "topkhalf"}};
constexpr std::array<std::string_view, 9> distributions{{"random", "uniform", "sorted", "reversed", "all_equal",
                                                         "few_distinct", "narrow_range", "heavy_tail", "misleading"}};

KokkosAxis::TopkRoute route_of(std::string const& name) {
  if (name.empty()) return KokkosAxis::TopkRoute::automatic;
  for (auto const& row : KokkosAxis::Impl::dispatch::topk_routes)
    if (row.name == name) return row.route;
  throw std::invalid_argument("no route " + name);
}

/// What is wrong with a row's result: elements that are not those at their positions, or out of order; and, of the
/// whole row, so many that come before the last one as do not make it the k-th.
template <class T>
struct CountFaults {
  T const* keys;
  T const* values;
  std::int64_t const* index;
  std::int64_t length, k;

  KOKKOS_FUNCTION void operator()(Kokkos::TeamPolicy<Exec>::member_type const& team, std::int64_t& faults) const {
    std::int64_t const row       = team.league_rank();
    T const* const key           = keys + row * length;
    T const* const value         = values + row * k;
    std::int64_t const* const at = index + row * k;
    auto const before  = [&](T a, std::int64_t i, T b, std::int64_t j) { return b < a || (!(a < b) && i < j); };
    std::int64_t wrong = 0, better = 0;
    Kokkos::parallel_reduce(
        Kokkos::TeamThreadRange(team, k),
        [&](std::int64_t p, std::int64_t& sum) {
          bool const there = at[p] >= 0 && at[p] < length && key[at[p]] == value[p];
          if (!there || (p > 0 && !before(value[p - 1], at[p - 1], value[p], at[p]))) ++sum;
        },
        wrong);
    Kokkos::parallel_reduce(
        Kokkos::TeamThreadRange(team, length),
        [&](std::int64_t i, std::int64_t& sum) {
          if (before(key[i], i, value[k - 1], at[k - 1])) ++sum;
        },
        better);
    if (better != k - 1) ++wrong;
    Kokkos::single(Kokkos::PerTeam(team), [&] { faults += wrong; });
  }
};

template <class T>
Prepared prepare(Exec const& exec, Case const& c) {
  auto const keys  = input_of<T>(exec, c);
  auto const plain = [&](std::string const& label) {
    return Kokkos::view_alloc(exec, Kokkos::WithoutInitializing, label);
  };
  auto const count = static_cast<std::size_t>(c.count), k = static_cast<std::size_t>(k_of(c));
  Kokkos::View<T**, Kokkos::LayoutRight, Exec> const values(plain("values"), count, k);
  Kokkos::View<std::int64_t**, Kokkos::LayoutRight, Exec> const index(plain("index"), count, k);
  KokkosAxis::TopkOptions options{.axis = 1, .route = route_of(flags().route)};
  auto const how = KokkosAxis::explain::topk(exec, keys, values, index, k_of(c), options);
  Kokkos::View<std::byte*, Exec> const scratch(plain("scratch"), how.workspace_bytes);
  if (how.workspace_bytes > 0) options.workspace = scratch;
  return {[=] {
            (void)scratch;  // a Workspace only points
            KokkosAxis::topk(exec, keys, values, index, static_cast<std::int64_t>(k), options);
          },
          how.route, how.workspace_bytes, true,
          [=] {
            std::int64_t faults = 0;
            Kokkos::parallel_reduce(
                "perf::verify", Kokkos::TeamPolicy<Exec>(exec, static_cast<int>(c.count), Kokkos::AUTO),
                CountFaults<T>{keys.data(), values.data(), index.data(), c.length, static_cast<std::int64_t>(k)},
                faults);
            return faults;
          }};
}

/// std::partial_sort_copy, row by row on one thread: values alone.
template <class T>
Prepared prepare_std(Exec const& exec, Case const& c) {
  auto const keys = input_of<T>(exec, c);
  Kokkos::View<T**, Kokkos::LayoutRight, Exec> const values("values", static_cast<std::size_t>(c.count),
                                                            static_cast<std::size_t>(k_of(c)));
  return {[=] {
            for (std::int64_t row = 0; row < c.count; ++row)
              std::partial_sort_copy(&keys(row, 0), &keys(row, 0) + c.length, &values(row, 0),
                                     &values(row, 0) + values.extent(1), std::greater<>());
          },
          "std::partial_sort_copy, one thread"};
}

using Prepare = Prepared (*)(Exec const&, Case const&);
std::map<std::string_view, Prepare> const by_dtype{{"fp32", prepare<float>},
                                                   {"int32", prepare<std::int32_t>},
#ifdef KOKKOS_HALF_T_IS_FLOAT
#if !KOKKOS_HALF_T_IS_FLOAT
                                                   {"fp16", prepare<Kokkos::Experimental::half_t>},
                                                   {"bf16", prepare<Kokkos::Experimental::bhalf_t>}
#endif
#endif
};

std::vector<Case> cases() {
  std::vector<Case> all;
  for (std::int64_t count : {1, 8, 64, 256, 1024, 4096})
    for (std::int64_t length : {2048, 4096, 16384, 32768, 131072, 1048576})
      for (auto verb : verbs) {
        Case const c{verb, "fp32", count, length};
        if (c.elements() <= std::int64_t{1} << 30 && k_of(c) <= length) all.push_back(c);
      }
  for (auto dtype : {"fp16", "bf16", "int32"})
    for (Shape s : {Shape{1, 1 << 20}, Shape{64, 131072}, Shape{256, 32768}, Shape{1024, 4096}, Shape{4096, 32768}})
      for (auto verb : {"topk64", "topk2048"}) all.push_back({verb, dtype, s.count, s.length});
  for (Shape s : {Shape{1, 1 << 20}, Shape{64, 131072}, Shape{1024, 131072}, Shape{4096, 4096}})
    for (auto verb : {"topk64", "topk2048"})
      for (auto distribution : distributions) all.push_back({verb, "fp32", s.count, s.length, 1, distribution});
  std::vector<Case> once;
  std::set<std::string> names;
  for (Case const& c : all)
    if (names.insert(c.name()).second) once.push_back(c);
  return once;
}

Suite const topk("topk", [] {
  std::vector<Contender> contenders{{"ours", [](Case const& c) { return by_dtype.contains(c.dtype); },
                                     [](Exec const& exec, Case const& c) { return by_dtype.at(c.dtype)(exec, c); }}};
  if constexpr (Kokkos::SpaceAccessibility<Kokkos::HostSpace, Exec::memory_space>::accessible)
    contenders.push_back({"std.partial_sort", [](Case const& c) { return c.dtype == "fp32"; }, prepare_std<float>});
  add_benchmarks(cases(), contenders);
});

}  // namespace

}  // namespace perf
