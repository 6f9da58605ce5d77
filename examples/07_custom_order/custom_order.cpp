// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Structs by one member (.by), and by an order of your own (.compare).
#include <KokkosAxis/sort.hpp>

#include <Kokkos_Core.hpp>

#include <cstddef>
#include <cstdio>

struct Event {
  int detector;
  float energy;
};

struct Energy {
  KOKKOS_FUNCTION float operator()(Event const& event) const { return event.energy; }
};

struct DetectorThenEnergy {
  KOKKOS_FUNCTION bool operator()(Event const& a, Event const& b) const {
    return a.detector != b.detector ? a.detector < b.detector : a.energy < b.energy;
  }
};

void print(char const* title, Kokkos::View<Event*> const& events) {
  auto const e = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), events);
  std::printf("%s:", title);
  for (std::size_t i = 0; i < e.size(); ++i) std::printf(" %d/%g", e(i).detector, static_cast<double>(e(i).energy));
  std::printf("\n");
}

int main(int argc, char** argv) {
  Kokkos::ScopeGuard const kokkos(argc, argv);
  Kokkos::DefaultExecutionSpace const exec;
  Kokkos::View<Event*> const events("events", 6);
  Kokkos::parallel_for(
      "fill", Kokkos::RangePolicy(exec, 0, 6),
      KOKKOS_LAMBDA(int i) { events(i) = Event{i % 2, static_cast<float>(5 * i % 7)}; });
  print("as measured", events);

  // the projected key is a float, so this is a radix sort
  KokkosAxis::sort(exec, events, KokkosAxis::SortOptions{.order = KokkosAxis::Order::descending, .by = Energy()});
  print("by energy", events);

  // any strict weak order of elements: a merge sort
  KokkosAxis::sort(exec, events, KokkosAxis::SortOptions{.compare = DetectorThenEnergy()});
  print("by detector, then energy", events);
}
