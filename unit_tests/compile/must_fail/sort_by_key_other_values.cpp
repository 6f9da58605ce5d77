// expect: KokkosAxis: input and output Views must have the same element type
#include <KokkosAxis/KokkosAxis.hpp>

#include <Kokkos_Core.hpp>

void f(const Kokkos::DefaultExecutionSpace& exec, const Kokkos::View<int*>& keys, const Kokkos::View<float*>& values,
       const Kokkos::View<double*>& moved) {
  KokkosAxis::sort_by_key(exec, keys, values, keys, moved);
}
