// expect: an output for positions must have integer elements
#include <KokkosAxis/reduce.hpp>

void call(const Kokkos::DefaultExecutionSpace& exec, const Kokkos::View<float**>& in, const Kokkos::View<float*>& out) {
  KokkosAxis::reduce(exec, in, out, 1, KokkosAxis::ArgMax{});
}
