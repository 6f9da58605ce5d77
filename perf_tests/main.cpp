// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "support/context.hpp"
#include "support/flags.hpp"
#include "support/suites.hpp"

#include <benchmark/benchmark.h>

#include <Kokkos_Core.hpp>

#include <cstdio>
#include <string>
#include <vector>

int main(int argc, char** argv) {
  std::vector<char*> rest;
  for (int i = 0; i < argc; ++i)
    if (!perf::take_flag(argv[i])) rest.push_back(argv[i]);
  int count = static_cast<int>(rest.size());

  Kokkos::ScopeGuard const kokkos(count, rest.data());
  benchmark::Initialize(&count, rest.data());
  if (benchmark::ReportUnrecognizedArguments(count, rest.data())) return 2;
  auto const suite = perf::suites().find(perf::flags().suite);
  if (suite == perf::suites().end()) {
    std::string names;
    for (auto const& [name, add] : perf::suites()) names += " " + name;
    std::fprintf(stderr, "no suite %s; there are:%s\n", perf::flags().suite.c_str(), names.c_str());
    return 2;
  }
  suite->second();
  perf::add_context(KOKKOSAXIS_GIT_HASH);
  benchmark::RunSpecifiedBenchmarks();
  return 0;
}
