// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace perf {

/// What the command line says beside Google Benchmark's own flags, each as --name=value.
struct Flags {
  std::string suite         = "api";    // which table of cases: see the folders api and routes
  std::string route         = "";       // force a route of KokkosAxis
  std::string timing        = "graph";  // devices: graph (replayed) or events
  double floor_tbps         = 4.3;      // memory speed that "fraction of the floor" is measured by
  double seconds            = 0.05;     // to spend on the samples of one benchmark
  std::int64_t max_elements = 0;        // leave larger cases out; 0: none on a device, 2^22 on a host space
};

inline Flags& flags() {
  static Flags the_flags;
  return the_flags;
}

/// Takes an argument that is ours; false if it is not.
inline bool take_flag(std::string_view argument) {
  auto const is = [&](std::string_view name) {
    if (!argument.starts_with(name)) return false;
    argument.remove_prefix(name.size());
    return true;
  };
  Flags& f = flags();
  if (is("--suite="))
    f.suite = argument;
  else if (is("--route="))
    f.route = argument;
  else if (is("--timing="))
    f.timing = argument;
  else if (is("--floor_tbps="))
    f.floor_tbps = std::stod(std::string(argument));
  else if (is("--seconds="))
    f.seconds = std::stod(std::string(argument));
  else if (is("--max_elements="))
    f.max_elements = std::stoll(std::string(argument));
  else
    return false;
  return true;
}

}  // namespace perf
