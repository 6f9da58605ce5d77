// expect: KokkosAxis: flags must be a View of bool with one axis less than the keys
#include <KokkosAxis/KokkosAxis.hpp>

#include <Kokkos_Core.hpp>

void f(const Kokkos::DefaultExecutionSpace& exec, const Kokkos::View<float**>& keys, const Kokkos::View<int*>& flags) {
  KokkosAxis::is_sorted(exec, keys, flags);
}
