// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The mass within each radius of two halos, and the weight of what lies above each shell: cumulative sums in either
// direction.
#include <KokkosAxis/cumulative.hpp>

#include <Kokkos_Core.hpp>

#include <cstdio>

int main(int argc, char** argv) {
  Kokkos::ScopeGuard const kokkos(argc, argv);
  using Exec = Kokkos::DefaultExecutionSpace;
  Exec const exec;
  constexpr int halos = 2, shells = 5;

  Kokkos::View<double**> const mass("mass", halos, shells), within("within", halos, shells),
      above("above", halos, shells);
  Kokkos::parallel_for(
      "fill", Kokkos::MDRangePolicy<Exec, Kokkos::Rank<2>>(exec, {0, 0}, {halos, shells}),
      KOKKOS_LAMBDA(int halo, int shell) { mass(halo, shell) = halo == 0 ? 1.0 : 1.0 / (1 << shell); });

  KokkosAxis::cumulative(exec, mass, within, 1, KokkosAxis::Sum{});
  KokkosAxis::cumulative(exec, mass, above, 1, KokkosAxis::Sum{}, {.exclusive = true, .reverse = true});

  auto const within_on_host = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), within);
  auto const above_on_host  = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), above);
  for (int halo = 0; halo < halos; ++halo)
    for (int shell = 0; shell < shells; ++shell)
      std::printf("halo %d, shell %d: %.4f within, %.4f above\n", halo, shell, within_on_host(halo, shell),
                  above_on_host(halo, shell));
}
