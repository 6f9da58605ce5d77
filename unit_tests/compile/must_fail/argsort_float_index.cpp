// expect: KokkosAxis: an index View must have integer elements
#include <KokkosAxis/KokkosAxis.hpp>

#include <Kokkos_Core.hpp>

void f(const Kokkos::DefaultExecutionSpace& exec, const Kokkos::View<float*>& keys, const Kokkos::View<float*>& index) {
  KokkosAxis::argsort(exec, keys, index);
}
