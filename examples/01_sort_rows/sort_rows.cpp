// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Sort every row of a matrix, in place.
#include <KokkosAxis/sort.hpp>

#include <Kokkos_Core.hpp>

#include <cstdio>

int main(int argc, char** argv) {
  Kokkos::ScopeGuard const kokkos(argc, argv);
  Kokkos::DefaultExecutionSpace const exec;

  Kokkos::View<float**> const scores("scores", 3, 5);
  auto const on_host = Kokkos::create_mirror_view(scores);
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 5; ++j) on_host(i, j) = static_cast<float>((i + 2) * (j + 3) * 7 % 11);
  Kokkos::deep_copy(exec, scores, on_host);

  KokkosAxis::sort(exec, scores, {.axis = 1, .order = KokkosAxis::Order::descending});

  // the call only enqueues work on exec, so does the copy that follows it; the fence waits for both
  Kokkos::deep_copy(exec, on_host, scores);
  exec.fence();
  for (int i = 0; i < 3; ++i) {
    for (int j = 0; j < 5; ++j) std::printf(" %g", static_cast<double>(on_host(i, j)));
    std::printf("\n");
  }
}
