// expect: KokkosAxis: an output View must have non-const elements; for const input use the form with an output View
#include <KokkosAxis/KokkosAxis.hpp>

#include <Kokkos_Core.hpp>

void f(const Kokkos::DefaultExecutionSpace& exec, const Kokkos::View<const float*>& keys) {
  KokkosAxis::sort(exec, keys);
}
