// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The other key types: the segmented sort only, since each call of CUB costs minutes to compile.
#include "rivals/cub.hpp"

#include <cuda_bf16.h>

template <class T, class K = T>
perf::Contender segmented(std::string_view dtype) {
  return perf::cub_contender<T, K>("cub.segmented_sort", "argsort", dtype, false, perf::cub_segmented_pairs);
}

std::vector<perf::Contender> perf::cub_rivals_other() {
  return {segmented<Kokkos::Experimental::bhalf_t, __nv_bfloat16>("bf16"),
          segmented<std::int32_t>("int32"),
          segmented<std::int64_t>("int64"),
          segmented<std::uint8_t>("uint8"),
          segmented<double>("fp64"),
          cub_contender<std::uint8_t, std::uint8_t>("cub.segmented_sort", "sort", "uint8", false, cub_segmented_keys)};
}
