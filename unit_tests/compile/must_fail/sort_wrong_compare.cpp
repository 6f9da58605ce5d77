// expect: KokkosAxis: the key has no order; give .compare = a strict weak order callable with two const keys, or .by =
// a projection to a number
#include <KokkosAxis/KokkosAxis.hpp>

#include <Kokkos_Core.hpp>

struct OneArgument {
  KOKKOS_FUNCTION bool operator()(float) const { return true; }
};

void f(const Kokkos::DefaultExecutionSpace& exec, const Kokkos::View<float*>& keys) {
  KokkosAxis::sort(exec, keys, KokkosAxis::SortOptions{.compare = OneArgument{}});
}
