// expect: KokkosAxis: input and output Views must have the same rank
#include <KokkosAxis/KokkosAxis.hpp>

#include <Kokkos_Core.hpp>

void f(const Kokkos::DefaultExecutionSpace& exec, const Kokkos::View<float*>& keys,
       const Kokkos::View<float**>& sorted) {
  KokkosAxis::sort(exec, keys, sorted);
}
