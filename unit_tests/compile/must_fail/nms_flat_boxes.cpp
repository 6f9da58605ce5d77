// expect: boxes must have one axis more than scores, for the numbers of a box
#include <KokkosAxis/nms.hpp>

void call(const Kokkos::DefaultExecutionSpace& exec, const Kokkos::View<float*>& boxes,
          const Kokkos::View<float*>& scores, const Kokkos::View<int*>& keep, const Kokkos::View<int>& count) {
  KokkosAxis::nms(exec, boxes, scores, keep, count);
}
