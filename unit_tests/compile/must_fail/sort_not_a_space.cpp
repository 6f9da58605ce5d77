// expect: no matching function for call to 'sort(int
#include <KokkosAxis/KokkosAxis.hpp>

#include <Kokkos_Core.hpp>

void f(const Kokkos::View<float*>& keys) { KokkosAxis::sort(0, keys); }
