// expect: KokkosAxis: the key has no order; give .compare = a strict weak order callable with two const keys, or .by =
// a projection to a number
#include <KokkosAxis/KokkosAxis.hpp>

#include <Kokkos_Core.hpp>

struct Point {
  float x, y;
};
struct Itself {
  KOKKOS_FUNCTION Point operator()(const Point& p) const { return p; }
};

void f(const Kokkos::DefaultExecutionSpace& exec, const Kokkos::View<Point*>& points) {
  KokkosAxis::sort(exec, points, KokkosAxis::SortOptions{.by = Itself{}});
}
