// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <functional>
#include <map>
#include <string>

namespace perf {

/// The tables of benchmarks that --suite can name. A file adds its own by a global `perf::Suite`.
inline std::map<std::string, std::function<void()>>& suites() {
  static std::map<std::string, std::function<void()>> all;
  return all;
}

struct Suite {
  Suite(std::string const& name, std::function<void()> add) { suites()[name] = std::move(add); }
};

}  // namespace perf
