// expect: an index View must have integer elements of at most 64 bits
#include <KokkosAxis/topk.hpp>

void call(const Kokkos::DefaultExecutionSpace& exec, const Kokkos::View<float*>& in) {
  KokkosAxis::argtopk(exec, in, in, 3);
}
