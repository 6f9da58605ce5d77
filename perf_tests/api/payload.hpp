// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "support/ratio.hpp"

#include <vector>

namespace perf {

/// permute of many payload Views by one argsort, against what an application writes itself.
void add_payload_ratios(std::vector<Ratio>& all);

}  // namespace perf
