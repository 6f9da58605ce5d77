// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "support/timing.hpp"

#include <functional>
#include <string>
#include <vector>

namespace perf {

/// Two calls whose times are compared; what they work on lives as long as they do. Without `below`, the "ratio" is the
/// time of `above` in microseconds.
struct Pair {
  Call above, below;
  double scale    = 1;  // the ratio is scale * time(above) / time(below)
  bool capturable = true;
  bool one_thread = false;  // both run on the calling thread, whatever the default execution space is
};

/// A ratio that is to stay on one side of a bound: how much faster than a rival, or how steep a cliff. Only the ratio
/// means something on a machine that others use too.
struct Ratio {
  std::string name;
  std::string what;  // "above / below" in words
  enum class Bound { at_least, at_most } sense = Bound::at_least;
  double bound                                 = 1;
  std::function<Pair()> prepare;
};

/// As benchmarks `ratio/<name>`. The time reported is that of `below`; counters hold the ratio, its quartiles, the
/// bound and whether it is met.
void add_ratios(std::vector<Ratio> const& ratios);

}  // namespace perf
