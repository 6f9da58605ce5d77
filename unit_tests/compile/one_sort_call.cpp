// What a user's file with one sort costs to compile is measured on this file.
#include <KokkosAxis/sort.hpp>

#include <Kokkos_Core.hpp>

void sort_rows(const Kokkos::DefaultExecutionSpace& exec, const Kokkos::View<float**>& rows) {
  KokkosAxis::sort(exec, rows, {.axis = 1});
}
