// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Thin out a matrix: each row keeps its k entries of largest magnitude, as columns and values of a sparse row.
#include <KokkosAxis/topk.hpp>

#include <Kokkos_Core.hpp>

#include <cstdio>

int main(int argc, char** argv) {
  Kokkos::ScopeGuard const kokkos(argc, argv);
  Kokkos::DefaultExecutionSpace const exec;
  constexpr int rows = 4, columns = 7, k = 3;
  using Dense = Kokkos::MDRangePolicy<Kokkos::DefaultExecutionSpace, Kokkos::Rank<2>>;

  // made-up numbers of both signs
  Kokkos::View<double**> const matrix("matrix", rows, columns), magnitude("magnitude", rows, columns);
  Kokkos::parallel_for(
      "fill", Dense(exec, {0, 0}, {rows, columns}), KOKKOS_LAMBDA(int i, int j) {
        double const a  = 0.5 * ((i * columns + j) * 11 % 19 - 9);
        matrix(i, j)    = a;
        magnitude(i, j) = a < 0 ? -a : a;
      });

  // by_index leaves the columns of a row in rising order, as sparse formats want them
  Kokkos::View<int**> const column("column", rows, k);
  KokkosAxis::argtopk(exec, magnitude, column, k, {.axis = 1, .order = KokkosAxis::TopkOrder::by_index});

  Kokkos::View<double**> const kept("kept", rows, k);
  Kokkos::parallel_for(
      "gather", Dense(exec, {0, 0}, {rows, k}),
      KOKKOS_LAMBDA(int i, int place) { kept(i, place) = matrix(i, column(i, place)); });

  auto const column_on_host = Kokkos::create_mirror_view(column);
  auto const kept_on_host   = Kokkos::create_mirror_view(kept);
  Kokkos::deep_copy(exec, column_on_host, column);
  Kokkos::deep_copy(exec, kept_on_host, kept);
  exec.fence();
  for (int i = 0; i < rows; ++i) {
    std::printf("row %d:", i);
    for (int place = 0; place < k; ++place) std::printf("  %d: %g", column_on_host(i, place), kept_on_host(i, place));
    std::printf("\n");
  }
}
