// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "api/ours_typed.hpp"

// Where Kokkos has no half of its own, its half types are float, and there is nothing to measure.
template <class Half>
void add_half(perf::PrepareTable& table, std::string_view dtype) {
  if constexpr (sizeof(Half) == 2) table[dtype] = perf::prepare_ours<Half, perf::Exec>;
}

void perf::add_halves(PrepareTable& table) {
  add_half<Kokkos::Experimental::half_t>(table, "fp16");
  add_half<Kokkos::Experimental::bhalf_t>(table, "bf16");
}
