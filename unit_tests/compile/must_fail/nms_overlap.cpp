// expect: .overlap must be callable with two KokkosAxis::BoxRow
#include <KokkosAxis/nms.hpp>

struct OfOne {
  double operator()(KokkosAxis::BoxRow<float>) const { return 0; }
};

void call(const Kokkos::DefaultExecutionSpace& exec, const Kokkos::View<float* [5]>& boxes,
          const Kokkos::View<float*>& scores, const Kokkos::View<int*>& keep, const Kokkos::View<int>& count) {
  KokkosAxis::nms(exec, boxes, scores, keep, count, KokkosAxis::NmsOptions<OfOne>{});
}
