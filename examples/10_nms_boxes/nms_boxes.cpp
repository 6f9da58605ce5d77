// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What a detector says of two pictures: boxes with a class and a score each, most of them of the same few things.
#include <KokkosAxis/nms.hpp>

#include <Kokkos_Core.hpp>

#include <cstdio>

int main(int argc, char** argv) {
  Kokkos::ScopeGuard const kokkos(argc, argv);
  Kokkos::DefaultExecutionSpace const exec;
  constexpr int pictures = 2, boxes_each = 5, most = 4;
  char const* const names[]                    = {"cat", "dog"};
  float const corners[pictures][boxes_each][4] = {
      {{10, 10, 50, 60}, {12, 11, 52, 61}, {11, 10, 50, 61}, {80, 20, 95, 40}, {81, 20, 96, 41}},
      {{0, 0, 20, 20}, {1, 1, 21, 22}, {40, 40, 70, 90}, {}, {}}};
  int const of_class[pictures][boxes_each]    = {{0, 0, 1, 1, 1}, {1, 1, 0, 0, 0}};
  float const certainty[pictures][boxes_each] = {{0.75F, 0.875F, 0.5F, 0.625F, 0.03F}, {0.25F, 0.5F, 0.75F, 0, 0}};
  int const found[pictures]                   = {5, 3};  // boxes of each picture; what lies behind is not looked at

  Kokkos::View<float** [4]> const boxes("boxes", pictures, boxes_each);
  Kokkos::View<float**> const scores("scores", pictures, boxes_each);
  Kokkos::View<int**> const classes("classes", pictures, boxes_each);
  Kokkos::View<int*> const lengths("lengths", pictures);
  auto const boxes_on_host   = Kokkos::create_mirror_view(boxes);
  auto const scores_on_host  = Kokkos::create_mirror_view(scores);
  auto const classes_on_host = Kokkos::create_mirror_view(classes);
  auto const lengths_on_host = Kokkos::create_mirror_view(lengths);
  for (int p = 0; p < pictures; ++p) {
    lengths_on_host(p) = found[p];
    for (int i = 0; i < boxes_each; ++i) {
      scores_on_host(p, i)  = certainty[p][i];
      classes_on_host(p, i) = of_class[p][i];
      for (int k = 0; k < 4; ++k) boxes_on_host(p, i, k) = corners[p][i][k];
    }
  }
  Kokkos::deep_copy(exec, boxes, boxes_on_host);
  Kokkos::deep_copy(exec, scores, scores_on_host);
  Kokkos::deep_copy(exec, classes, classes_on_host);
  Kokkos::deep_copy(exec, lengths, lengths_on_host);

  // a cat does not suppress a dog; how many are kept is known on the device, and read when it is needed
  Kokkos::View<int**> const keep("keep", pictures, most);
  Kokkos::View<int*> const count("count", pictures);
  KokkosAxis::nms(
      exec, boxes, scores, keep, count,
      {.iou_threshold = 0.5, .score_threshold = 0.05, .max_output = most, .classes = classes, .row_end = lengths});

  auto const keep_on_host  = Kokkos::create_mirror_view(keep);
  auto const count_on_host = Kokkos::create_mirror_view(count);
  Kokkos::deep_copy(exec, keep_on_host, keep);
  Kokkos::deep_copy(exec, count_on_host, count);
  exec.fence();
  for (int p = 0; p < pictures; ++p) {
    std::printf("picture %d:", p);
    for (int k = 0; k < count_on_host(p); ++k) {
      int const i = keep_on_host(p, k);
      std::printf(" %s %g (box %d)", names[of_class[p][i]], static_cast<double>(certainty[p][i]), i);
    }
    std::printf("\n");
  }
}
