// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "support/contender.hpp"

#include <vector>

namespace perf {

/// Who else can do it on the default execution space: CUB and Kokkos on a device, std and Kokkos on a host space.
std::vector<Contender> rivals();

std::vector<Contender> kokkos_rivals();
std::vector<Contender> cub_rivals_fp16();
std::vector<Contender> cub_rivals_fp32();
std::vector<Contender> cub_rivals_other();
std::vector<Contender> std_rivals();

}  // namespace perf
