// expect: KokkosAxis: an index View must have integer elements
#include <KokkosAxis/KokkosAxis.hpp>

#include <Kokkos_Core.hpp>

void f(const Kokkos::DefaultExecutionSpace& exec, const Kokkos::View<bool*>& index,
       const Kokkos::View<float*>& values) {
  KokkosAxis::permute(exec, index, values);
}
