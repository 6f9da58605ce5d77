// Device code of the comparison routes, and of a projected key.
#include <KokkosAxis/sort.hpp>

#include <Kokkos_Core.hpp>

using Exec = Kokkos::DefaultExecutionSpace;

struct Particle {
  double mass;
  int cell;
};

struct Heavier {
  KOKKOS_FUNCTION bool operator()(const Particle& a, const Particle& b) const { return a.mass > b.mass; }
};

struct Cell {
  KOKKOS_FUNCTION int operator()(const Particle& p) const { return p.cell; }
};

void sort_particles(const Exec& exec, const Kokkos::View<Particle*, Exec>& particles) {
  KokkosAxis::sort(exec, particles, KokkosAxis::SortOptions{.compare = Heavier{}});
  KokkosAxis::sort(exec, particles, KokkosAxis::SortOptions{.by = Cell{}});
}
