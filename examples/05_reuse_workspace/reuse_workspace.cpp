// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Sort in every step of a loop without allocating in the loop.
#include <KokkosAxis/sort_by_key.hpp>

#include <Kokkos_Core.hpp>

#include <cstddef>
#include <cstdio>

int main(int argc, char** argv) {
  Kokkos::ScopeGuard const kokkos(argc, argv);
  Kokkos::DefaultExecutionSpace const exec;
  constexpr int items = 100'000, steps = 3;

  Kokkos::View<unsigned*> const keys("keys", items);
  Kokkos::View<int*> const values("values", items);

  // asks with the arguments of the call; nothing is launched
  std::size_t const bytes = KokkosAxis::workspace_bytes::sort_by_key(exec, keys, values);
  Kokkos::View<std::byte*> const memory(Kokkos::view_alloc(exec, Kokkos::WithoutInitializing, "workspace"), bytes);

  for (int step = 0; step < steps; ++step) {
    Kokkos::parallel_for(
        "fill", Kokkos::RangePolicy(exec, 0, items), KOKKOS_LAMBDA(int i) {
          keys(i)   = static_cast<unsigned>(i + step) * 2654435761U;
          values(i) = i;
        });
    KokkosAxis::sort_by_key(exec, keys, values, {.workspace = memory});

    long wrong = 0;
    Kokkos::parallel_reduce(
        "check", Kokkos::RangePolicy(exec, 0, items - 1),
        KOKKOS_LAMBDA(int i, long& sum) { sum += keys(i) > keys(i + 1); }, wrong);
    std::printf("step %d: %ld pairs out of order\n", step, wrong);
  }

  // a workspace that is too small is an error before anything is launched
  try {
    KokkosAxis::sort_by_key(exec, keys, values, {.workspace = Kokkos::subview(memory, Kokkos::pair(0, 8))});
  } catch (KokkosAxis::Error const&) {
    std::printf("8 bytes are refused\n");
  }
}
