// expect: KokkosAxis: give one output View for each input View
#include <tuple>

#include <KokkosAxis/KokkosAxis.hpp>

#include <Kokkos_Core.hpp>

void f(const Kokkos::DefaultExecutionSpace& exec, const Kokkos::View<int*>& index, const Kokkos::View<float*>& a,
       const Kokkos::View<float*>& b) {
  KokkosAxis::permute(exec, index, a, std::tie(a, b));
}
