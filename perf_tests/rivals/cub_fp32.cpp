// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "rivals/cub.hpp"

std::vector<perf::Contender> perf::cub_rivals_fp32() { return cub_rivals_of<float, float>("fp32", true); }
