// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "api/ours_typed.hpp"

void perf::add_floats(PrepareTable& table) {
  table["fp32"] = prepare_ours<float, Exec>;
  table["fp64"] = prepare_ours<double, Exec>;
}
