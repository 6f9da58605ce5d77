// expect: the result is floating-point, so the output must have floating-point elements
#include <KokkosAxis/reduce.hpp>

void call(const Kokkos::DefaultExecutionSpace& exec, const Kokkos::View<int**>& in, const Kokkos::View<int*>& out) {
  KokkosAxis::reduce(exec, in, out, 1, KokkosAxis::Mean{});
}
