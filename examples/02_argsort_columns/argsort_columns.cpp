// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Rank runners within each of three races: the races are the columns of a matrix of times.
#include <KokkosAxis/argsort.hpp>

#include <Kokkos_Core.hpp>

#include <cstdio>
#include <limits>

int main(int argc, char** argv) {
  Kokkos::ScopeGuard const kokkos(argc, argv);
  Kokkos::DefaultExecutionSpace const exec;
  constexpr double did_not_finish = std::numeric_limits<double>::quiet_NaN();
  double const seconds[4][3]      = {
      {12.1, 11.9, 12.5}, {11.8, did_not_finish, 12.5}, {12.4, 12.0, 12.2}, {11.7, 12.3, 12.9}};
  char const* const names[4] = {"Ada", "Ben", "Cy", "Dot"};

  Kokkos::View<double**> const times("times", 4, 3);
  auto const times_on_host = Kokkos::create_mirror_view(times);
  for (int runner = 0; runner < 4; ++runner)
    for (int race = 0; race < 3; ++race) times_on_host(runner, race) = seconds[runner][race];
  Kokkos::deep_copy(exec, times, times_on_host);

  // NaN is the greatest number unless told otherwise, and equal times keep the order of the runners
  Kokkos::View<int**> const order("order", 4, 3);
  KokkosAxis::argsort(exec, times, order, {.axis = 0});

  auto const order_on_host = Kokkos::create_mirror_view(order);
  Kokkos::deep_copy(exec, order_on_host, order);
  exec.fence();
  for (int race = 0; race < 3; ++race) {
    std::printf("race %d:", race);
    for (int place = 0; place < 4; ++place) std::printf(" %s", names[order_on_host(place, race)]);
    std::printf("\n");
  }
}
