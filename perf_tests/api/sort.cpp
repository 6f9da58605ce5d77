// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The tables of sort and argsort, KokkosAxis beside its rivals.
#include "api/ours.hpp"
#include "rivals/rivals.hpp"
#include "support/suites.hpp"

#include <set>
#include <string>
#include <vector>

namespace {

/// Cases may meet in two tables; each is measured once.
std::vector<perf::Case> cases() {
  using namespace perf;
  std::vector<Case> all;
  for (auto dtype : main_dtypes)
    for (Shape s : argsort_shapes) all.push_back({"argsort", dtype, s.count, s.length});
  for (Shape s : sort_shapes) all.push_back({"sort", "fp32", s.count, s.length});
  for (auto dtype : short_dtypes)
    for (Shape s : short_key_shapes) all.push_back({"sort", dtype, s.count, s.length});
  for (Shape s : both_axes_shapes)
    for (int axis : {0, 1}) {
      for (auto dtype : main_dtypes) all.push_back({"argsort", dtype, s.count, s.length, axis});
      all.push_back({"sort", "fp32", s.count, s.length, axis});
    }
  for (auto dtype : other_dtypes)
    for (Shape s : large_shapes) all.push_back({"argsort", dtype, s.count, s.length});
  for (auto dtype : main_dtypes)
    for (Shape s : distribution_shapes)
      for (auto distribution : other_distributions)
        all.push_back({"argsort", dtype, s.count, s.length, 1, distribution});
  for (auto distribution : other_distributions) all.push_back({"sort", "fp32", 4096, 4096, 1, distribution});

  std::vector<Case> once;
  std::set<std::string> names;
  for (Case const& c : all)
    if (names.insert(c.name()).second) once.push_back(c);
  return once;
}

perf::Suite const api("api", [] {
  std::vector<perf::Contender> contenders{perf::ours()};
  for (perf::Contender const& rival : perf::rivals()) contenders.push_back(rival);
  perf::add_benchmarks(cases(), contenders);
});

}  // namespace
