// expect: KokkosAxis: elements must be trivially copyable; sort an index View with argsort instead
#include <string>

#include <KokkosAxis/KokkosAxis.hpp>

#include <Kokkos_Core.hpp>

void f(const Kokkos::DefaultHostExecutionSpace& exec, const Kokkos::View<std::string*, Kokkos::HostSpace>& names) {
  KokkosAxis::sort(exec, names);
}
