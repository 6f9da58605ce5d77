// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "rivals/cub.hpp"

#include <cuda_fp16.h>

std::vector<perf::Contender> perf::cub_rivals_fp16() {
  using Half                 = Kokkos::Experimental::half_t;
  std::vector<Contender> all = cub_argsorts<Half, __half>("fp16");
  all.push_back(cub_contender<Half, __half>("cub.segmented_sort", "sort", "fp16", false, cub_segmented_keys));
  return all;
}
