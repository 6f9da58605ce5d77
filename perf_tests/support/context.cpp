// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "support/context.hpp"
#include "support/contender.hpp"
#include "support/flags.hpp"

#include <benchmark/benchmark.h>

#include <array>
#include <cstdlib>
#include <fstream>
#include <sstream>
#include <string>

namespace perf {

namespace {

std::string device_name() {
#ifdef KOKKOS_ENABLE_CUDA
  return Exec{}.cuda_device_prop().name;
#else
  std::ifstream cpuinfo("/proc/cpuinfo");
  for (std::string line; std::getline(cpuinfo, line);)
    if (line.starts_with("model name")) return line.substr(line.find(':') + 2);
  return "unknown";
#endif
}

std::string kokkos_configuration() {
  std::ostringstream out;
  Kokkos::print_configuration(out, true);
  std::string joined;
  std::istringstream lines(out.str());
  for (std::string line; std::getline(lines, line);) {
    std::size_t const begin = line.find_first_not_of(' ');
    if (begin != std::string::npos) joined += (joined.empty() ? "" : "; ") + line.substr(begin);
  }
  return joined;
}

}  // namespace

void add_context(char const* git_hash) {
  using benchmark::AddCustomContext;
  AddCustomContext("git_hash", git_hash);
  AddCustomContext("kokkos_version", std::to_string(KOKKOS_VERSION));
  AddCustomContext("kokkos_configuration", kokkos_configuration());
  AddCustomContext("execution_space", Exec::name());
  AddCustomContext("concurrency", std::to_string(Exec{}.concurrency()));
  AddCustomContext("device", device_name());
  AddCustomContext("floor_tbps", std::to_string(flags().floor_tbps));
  AddCustomContext("timing", flags().timing);
  AddCustomContext("suite", flags().suite);
  AddCustomContext("forced_route", flags().route.empty() ? "none" : flags().route);
  constexpr std::array names{"OMP_NUM_THREADS", "OMP_PROC_BIND", "OMP_PLACES", "KOKKOS_NUM_THREADS",
                             "CUDA_VISIBLE_DEVICES"};
  for (char const* name : names)
    if (char const* value = std::getenv(name)) AddCustomContext(name, value);
}

}  // namespace perf
