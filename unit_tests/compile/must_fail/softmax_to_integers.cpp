// expect: an output of softmax must have floating-point elements
#include <KokkosAxis/softmax.hpp>

void call(const Kokkos::DefaultExecutionSpace& exec, const Kokkos::View<float**>& in, const Kokkos::View<int**>& out) {
  KokkosAxis::softmax(exec, in, out, 1);
}
