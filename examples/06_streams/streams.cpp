// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Two sorts side by side on two instances of one execution space: streams on a GPU, halves of the threads with OpenMP.
#include <KokkosAxis/is_sorted.hpp>
#include <KokkosAxis/sort.hpp>

#include <Kokkos_Core.hpp>

#include <cstdio>

int main(int argc, char** argv) {
  Kokkos::ScopeGuard const kokkos(argc, argv);
  Kokkos::DefaultExecutionSpace const whole;
  auto const part = Kokkos::Experimental::partition_space(whole, 1, 1);

  Kokkos::View<double**> const left("left", 4, 1000), right("right", 4, 1000);
  Kokkos::View<bool*> const left_done("left_done", 4), right_done("right_done", 1000);
  Kokkos::parallel_for(
      "fill", Kokkos::MDRangePolicy(whole, {0, 0}, {4, 1000}), KOKKOS_LAMBDA(int i, int j) {
        left(i, j)  = (i + 1) * j * 7919 % 1009;
        right(i, j) = (i + 3) * j * 104729 % 2003;
      });
  whole.fence();

  // each call is enqueued on the instance it is given and waits for nothing else
  KokkosAxis::sort(part[0], left, {.axis = 1});
  KokkosAxis::sort(part[1], right, {.axis = 0, .order = KokkosAxis::Order::descending});
  KokkosAxis::is_sorted(part[0], left, left_done, {.axis = 1});
  KokkosAxis::is_sorted(part[1], right, right_done, {.axis = 0, .order = KokkosAxis::Order::descending});
  part[0].fence();
  part[1].fence();

  int rows = 0, columns = 0;
  Kokkos::parallel_reduce(
      "rows", Kokkos::RangePolicy(whole, 0, 4), KOKKOS_LAMBDA(int i, int& sum) { sum += left_done(i); }, rows);
  Kokkos::parallel_reduce(
      "columns", Kokkos::RangePolicy(whole, 0, 1000), KOKKOS_LAMBDA(int j, int& sum) { sum += right_done(j); },
      columns);
  std::printf("left: %d of 4 rows in order\nright: %d of 1000 columns in order\n", rows, columns);
}
