// expect: suppress must be callable as suppress(winner, candidate) or suppress(row, winner, candidate)
#include <KokkosAxis/greedy_select.hpp>

struct OfOne {
  bool operator()(int) const { return false; }
};

void call(const Kokkos::DefaultExecutionSpace& exec, const Kokkos::View<float*>& scores, const Kokkos::View<int*>& keep,
          const Kokkos::View<int>& count) {
  KokkosAxis::greedy_select(exec, scores, OfOne{}, keep, count);
}
