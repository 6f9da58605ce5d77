// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "support/axes.hpp"
#include "support/timing.hpp"

#include <Kokkos_Core.hpp>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace perf {

using Exec = Kokkos::DefaultExecutionSpace;

/// A case made ready: inputs, outputs and scratch are allocated, `call` does what is timed.
struct Prepared {
  Call call;
  std::string label;                       // the route that runs, or what the rival does that a reader must know
  std::size_t scratch = 0;                 // bytes
  bool capturable     = true;              // false: must not even be tried in a graph
  std::function<std::int64_t()> faults{};  // of the outputs, after the last call
};

/// Somebody who can run cases: KokkosAxis, forced routes of it, rivals.
struct Contender {
  std::string name;
  std::function<bool(Case const&)> serves;
  std::function<Prepared(Exec const&, Case const&)> prepare;
};

/// Bytes that must move whoever does it: keys in, keys out, and 64-bit indices out for argsort and topk; of nms, four
/// numbers of a box and a score in, and a 32-bit position out.
inline double floor_bytes(Case const& c, std::size_t key_bytes) {
  if (c.verb.starts_with("nms"))
    return (5.0 * static_cast<double>(key_bytes) + 4.0) * static_cast<double>(c.elements());
  double const key = static_cast<double>(key_bytes), out = key + (c.verb == "sort" ? 0.0 : 8.0);
  return key * static_cast<double>(c.elements()) + out * static_cast<double>(c.count * k_of(c));
}

inline std::size_t bytes_of(std::string_view dtype) {
  return dtype == "uint8" ? 1 : dtype.ends_with("16") ? 2 : dtype.ends_with("32") ? 4 : 8;
}

/// Every contender on every case that it serves, as `<name>/<case>`.
void add_benchmarks(std::vector<Case> const& cases, std::vector<Contender> const& contenders);

}  // namespace perf
