// expect: elements to reduce must be numbers of up to 8 bytes
#include <KokkosAxis/reduce.hpp>

struct Particle {
  double mass;
  int cell;
};

void call(const Kokkos::DefaultExecutionSpace& exec, const Kokkos::View<Particle**>& in,
          const Kokkos::View<double*>& out) {
  KokkosAxis::reduce(exec, in, out, 1, KokkosAxis::Sum{});
}
