// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Bring particles of a cell together: one sort by cell number moves ids, charges and three-component positions.
#include <KokkosAxis/sort_by_key.hpp>

#include <Kokkos_Core.hpp>

#include <cstdio>
#include <tuple>

int main(int argc, char** argv) {
  Kokkos::ScopeGuard const kokkos(argc, argv);
  Kokkos::DefaultExecutionSpace const exec;
  constexpr int particles = 8;

  Kokkos::View<unsigned*> const cell("cell", particles);
  Kokkos::View<long*> const id("id", particles);
  Kokkos::View<float*> const charge("charge", particles);
  Kokkos::View<double* [3]> const position("position", particles);
  Kokkos::parallel_for(
      "fill", Kokkos::RangePolicy(exec, 0, particles), KOKKOS_LAMBDA(int i) {
        cell(i)   = static_cast<unsigned>(5 * i % 3);
        id(i)     = 100 + i;
        charge(i) = i % 2 == 0 ? 1.0F : -1.0F;
        for (int d = 0; d < 3; ++d) position(i, d) = i + 0.1 * d;
      });

  // position has one axis more than cell: its second axis is carried along
  KokkosAxis::sort_by_key(exec, cell, std::tie(id, charge, position));

  auto const c = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), cell);
  auto const n = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), id);
  auto const q = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), charge);
  auto const x = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), position);
  for (int i = 0; i < particles; ++i)
    std::printf("cell %u: particle %ld, charge %+g, at (%g, %g, %g)\n", c(i), n(i), static_cast<double>(q(i)), x(i, 0),
                x(i, 1), x(i, 2));
}
