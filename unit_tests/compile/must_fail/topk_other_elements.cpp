// expect: input and output Views must have the same element type
#include <KokkosAxis/topk.hpp>

void call(const Kokkos::DefaultExecutionSpace& exec, const Kokkos::View<float*>& in, const Kokkos::View<double*>& out) {
  KokkosAxis::topk(exec, in, out, 3);
}
