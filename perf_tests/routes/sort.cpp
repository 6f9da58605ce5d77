// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Every route that serves, over length, count and key width: what tools/fit_thresholds.py reads.
#include "api/ours.hpp"
#include "support/suites.hpp"

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <cstdint>
#include <vector>

namespace {

constexpr bool host = Kokkos::SpaceAccessibility<perf::Exec, Kokkos::HostSpace>::accessible;

/// Few slices, and as many as make a device (or a core) busy.
constexpr std::int64_t few[] = {1, 16};
constexpr std::int64_t busy  = host ? 1 << 17 : 1 << 22;
/// A quadratic route on long slices takes too long to learn anything from.
constexpr std::int64_t longest_quadratic = host ? 256 : 8192;

std::vector<perf::Case> cases() {
  std::vector<perf::Case> all;
  for (std::string_view verb : {"sort", "argsort"})
    for (std::string_view dtype : {"uint8", "fp16", "fp32", "fp64"})
      for (std::int64_t length = 2; length <= busy; length *= 2)
        for (std::int64_t l : {length, length + length / 2}) {
          std::vector<std::int64_t> counts(std::begin(few), std::end(few));
          counts.push_back(std::max<std::int64_t>(busy / l, 1));
          std::sort(counts.begin(), counts.end());
          counts.erase(std::unique(counts.begin(), counts.end()), counts.end());
          for (std::int64_t count : counts)
            if (count * l <= 4 * busy) all.push_back({verb, dtype, count, l});
        }
  return all;
}

perf::Suite const routes("routes", [] {
  std::vector<perf::Contender> contenders;
  for (std::string const& name : perf::route_names()) {
    perf::Contender route = perf::ours_by(name);
    if (name.ends_with("_rank"))
      route.serves = [serves = route.serves](perf::Case const& c) {
        return c.length <= longest_quadratic && serves(c);
      };
    contenders.push_back(route);
  }
  perf::add_benchmarks(cases(), contenders);
});

}  // namespace
