// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "rivals/rivals.hpp"

std::vector<perf::Contender> perf::rivals() {
  std::vector<Contender> all;
  auto const add = [&](std::vector<Contender> const& some) { all.insert(all.end(), some.begin(), some.end()); };
  add(kokkos_rivals());
#ifdef KOKKOS_ENABLE_CUDA
  add(cub_rivals_fp16());
  add(cub_rivals_fp32());
  add(cub_rivals_other());
#else
  add(std_rivals());
#endif
  return all;
}
