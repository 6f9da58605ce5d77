// expect: keep must have signed elements, as -1 stands behind the positions kept
#include <KokkosAxis/nms.hpp>

void call(const Kokkos::DefaultExecutionSpace& exec, const Kokkos::View<float* [4]>& boxes,
          const Kokkos::View<float*>& scores, const Kokkos::View<unsigned*>& keep, const Kokkos::View<int>& count) {
  KokkosAxis::nms(exec, boxes, scores, keep, count);
}
