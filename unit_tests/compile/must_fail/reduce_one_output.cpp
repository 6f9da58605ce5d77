// expect: give an output View for each result of the operations
#include <KokkosAxis/reduce.hpp>

void call(const Kokkos::DefaultExecutionSpace& exec, const Kokkos::View<float**>& in, const Kokkos::View<float*>& out) {
  KokkosAxis::reduce(exec, in, out, 1, KokkosAxis::MinMax{});
}
