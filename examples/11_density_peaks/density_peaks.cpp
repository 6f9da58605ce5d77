// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Peaks of a density field on a periodic grid, no two of them nearer than a distance: seeds of halos, or of clusters.
#include <KokkosAxis/greedy_select.hpp>

#include <Kokkos_Core.hpp>

#include <cstdint>
#include <cstdio>

constexpr int side = 32;

/// Of cell numbers, how many cells apart they lie along an axis of a periodic box.
KOKKOS_INLINE_FUNCTION std::int64_t apart(std::int64_t a, std::int64_t b) {
  std::int64_t const d = a < b ? b - a : a - b;
  return d < side - d ? d : side - d;
}

/// A peak leaves no room for another one in a ball around it.
struct InBall {
  std::int64_t radius;

  KOKKOS_FUNCTION bool operator()(std::int64_t peak, std::int64_t other) const {
    std::int64_t const x = apart(peak / side / side, other / side / side),
                       y = apart(peak / side % side, other / side % side), z = apart(peak % side, other % side);
    return x * x + y * y + z * z < radius * radius;
  }
};

int main(int argc, char** argv) {
  Kokkos::ScopeGuard const kokkos(argc, argv);
  Kokkos::DefaultExecutionSpace const exec;
  using Range = Kokkos::RangePolicy<Kokkos::DefaultExecutionSpace>;

  // three clumps, one of which lies across the border of the box, and two that are too near to tell apart
  Kokkos::View<float*> const density("density", side * side * side);
  Kokkos::parallel_for(
      "density", Range(exec, 0, side * side * side), KOKKOS_LAMBDA(int cell) {
        int const clumps[5][4] = {
            {4, 5, 6, 900}, {20, 20, 20, 700}, {31, 16, 0, 800}, {10, 26, 9, 300}, {12, 26, 9, 299}};
        float sum = 1;
        for (auto const& c : clumps) {
          auto const x = apart(cell / side / side, c[0]), y = apart(cell / side % side, c[1]),
                     z = apart(cell % side, c[2]);
          sum += static_cast<float>(c[3]) / static_cast<float>(1 + x * x + y * y + z * z);
        }
        density(cell) = sum;
      });

  // cells of more than 200 times the mean take part; neither their number nor that of peaks is known before
  constexpr int most = 8;
  Kokkos::View<int*> const peaks("peaks", most);
  Kokkos::View<int> const count("count");
  KokkosAxis::greedy_select(exec, density, InBall{6}, peaks, count, {.score_threshold = 200.0, .max_output = most});

  auto const peaks_on_host = Kokkos::create_mirror_view(peaks);
  auto const count_on_host = Kokkos::create_mirror_view(count);
  Kokkos::deep_copy(exec, peaks_on_host, peaks);
  Kokkos::deep_copy(exec, count_on_host, count);
  exec.fence();
  std::printf("%d peaks\n", count_on_host());
  for (int p = 0; p < count_on_host(); ++p) {
    int const cell = peaks_on_host(p);
    std::printf("cell (%d, %d, %d)\n", cell / side / side, cell / side % side, cell % side);
  }
}
