// expect: KokkosAxis: an output View must have non-const elements
#include <KokkosAxis/KokkosAxis.hpp>

#include <Kokkos_Core.hpp>

void f(const Kokkos::DefaultExecutionSpace& exec, const Kokkos::View<float*>& keys,
       const Kokkos::View<const int*>& index) {
  KokkosAxis::argsort(exec, keys, index);
}
