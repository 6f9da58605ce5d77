// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "rivals/cub.hpp"

std::vector<perf::Contender> perf::cub_rivals_fp32() {
  std::vector<Contender> all = cub_argsorts<float, float>("fp32");
  all.push_back(cub_contender<float, float>("cub.segmented_sort", "sort", "fp32", false, cub_segmented_keys));
  all.push_back(cub_contender<float, float>("cub.radix", "sort", "fp32", true, cub_radix_keys));
  return all;
}
