// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Normalise a batch of images: mean and variance of each channel, over all images and pixels, in one read.
#include <KokkosAxis/reduce.hpp>

#include <Kokkos_Core.hpp>

#include <cstdio>
#include <tuple>

int main(int argc, char** argv) {
  Kokkos::ScopeGuard const kokkos(argc, argv);
  Kokkos::DefaultExecutionSpace const exec;
  constexpr int images = 4, channels = 3, height = 5, width = 6;
  using All = Kokkos::MDRangePolicy<Kokkos::DefaultExecutionSpace, Kokkos::Rank<4>>;

  Kokkos::View<float****> const batch("batch", images, channels, height, width);
  Kokkos::parallel_for(
      "fill", All(exec, {0, 0, 0, 0}, {images, channels, height, width}),
      KOKKOS_LAMBDA(int n, int c, int y, int x) { batch(n, c, y, x) = static_cast<float>(10 * c + (n + y + x) % 4); });

  // extents 1 x 3 x 1 x 1: what is left lines up with the batch
  Kokkos::View<float****> const variance("variance", 1, channels, 1, 1), mean("mean", 1, channels, 1, 1);
  KokkosAxis::reduce(exec, batch, std::tie(variance, mean), {0, 2, 3}, KokkosAxis::VarMean{}, {.keep_dims = true});
  Kokkos::parallel_for(
      "normalise", All(exec, {0, 0, 0, 0}, {images, channels, height, width}),
      KOKKOS_LAMBDA(int n, int c, int y, int x) {
        batch(n, c, y, x) = (batch(n, c, y, x) - mean(0, c, 0, 0)) / Kokkos::sqrt(variance(0, c, 0, 0));
      });

  Kokkos::View<float*> const low("low", channels), high("high", channels);
  KokkosAxis::reduce(exec, batch, std::tie(low, high), {0, -2, -1}, KokkosAxis::MinMax{});

  auto const mean_on_host     = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), mean);
  auto const variance_on_host = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), variance);
  auto const low_on_host      = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), low);
  auto const high_on_host     = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), high);
  for (int c = 0; c < channels; ++c)
    std::printf("channel %d: mean %.2f, variance %.2f; normalised %.2f to %.2f\n", c, mean_on_host(0, c, 0, 0),
                variance_on_host(0, c, 0, 0), low_on_host(c), high_on_host(c));
}
