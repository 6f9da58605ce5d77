// expect: KokkosAxis: .by must be callable with a const element, as key = by(element)
#include <KokkosAxis/KokkosAxis.hpp>

#include <Kokkos_Core.hpp>

struct TakesNonConst {
  KOKKOS_FUNCTION float operator()(float& x) const { return x; }
};

void f(const Kokkos::DefaultExecutionSpace& exec, const Kokkos::View<float*>& keys) {
  KokkosAxis::sort(exec, keys, KokkosAxis::SortOptions{.by = TakesNonConst{}});
}
