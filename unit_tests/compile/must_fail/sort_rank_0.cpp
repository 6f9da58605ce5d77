// expect: KokkosAxis: pass a View of rank 1 to 8 with LayoutLeft, LayoutRight or LayoutStride
#include <KokkosAxis/KokkosAxis.hpp>

#include <Kokkos_Core.hpp>

void f(const Kokkos::DefaultExecutionSpace& exec, const Kokkos::View<float>& scalar) { KokkosAxis::sort(exec, scalar); }
