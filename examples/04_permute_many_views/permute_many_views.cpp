// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Sort once, then bring Views of other types and ranks into the same order in one launch.
#include <KokkosAxis/argsort.hpp>
#include <KokkosAxis/permute.hpp>

#include <Kokkos_Core.hpp>

#include <cstdio>
#include <tuple>

struct Star {
  int number;
  float magnitude;
};

int main(int argc, char** argv) {
  Kokkos::ScopeGuard const kokkos(argc, argv);
  Kokkos::DefaultExecutionSpace const exec;
  constexpr int stars = 5;

  Kokkos::View<float*> const distance("distance", stars);
  Kokkos::View<Star*> const star("star", stars);
  Kokkos::View<short* [2]> const pixel("pixel", stars);
  Kokkos::parallel_for(
      "fill", Kokkos::RangePolicy(exec, 0, stars), KOKKOS_LAMBDA(int i) {
        distance(i) = static_cast<float>((3 * i + 2) % stars);
        star(i)     = Star{i, 0.5F * static_cast<float>(i)};
        for (int d = 0; d < 2; ++d) pixel(i, d) = static_cast<short>(10 * i + d);
      });

  auto const nearest_first = KokkosAxis::argsorted<int>(exec, distance);
  KokkosAxis::permute(exec, nearest_first, std::tie(distance, star, pixel));

  auto const l = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), distance);
  auto const s = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), star);
  auto const p = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), pixel);
  for (int i = 0; i < stars; ++i)
    std::printf("distance %g: star %d, magnitude %g, pixel (%d, %d)\n", static_cast<double>(l(i)), s(i).number,
                static_cast<double>(s(i).magnitude), p(i, 0), p(i, 1));
}
