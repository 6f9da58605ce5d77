// expect: elements to select from must be numbers
#include <KokkosAxis/topk.hpp>

struct Particle {
  double mass;
  int cell;
};

void call(const Kokkos::DefaultExecutionSpace& exec, const Kokkos::View<Particle*>& in) {
  KokkosAxis::topk(exec, in, in, 3);
}
