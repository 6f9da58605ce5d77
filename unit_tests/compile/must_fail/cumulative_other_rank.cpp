// expect: input and output Views must have the same rank
#include <KokkosAxis/cumulative.hpp>

void call(const Kokkos::DefaultExecutionSpace& exec, const Kokkos::View<float**>& in, const Kokkos::View<float*>& out) {
  KokkosAxis::cumulative(exec, in, out, 1, KokkosAxis::Sum{});
}
