// expect: softmax takes floating-point elements
#include <KokkosAxis/softmax.hpp>

void call(const Kokkos::DefaultExecutionSpace& exec, const Kokkos::View<int**>& in, const Kokkos::View<float**>& out) {
  KokkosAxis::softmax(exec, in, out, 1);
}
