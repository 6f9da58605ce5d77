// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "rivals/cub.hpp"

#include <cuda_fp16.h>

std::vector<perf::Contender> perf::cub_rivals_fp16() {
  return cub_argsorts<Kokkos::Experimental::half_t, __half>("fp16");
}
