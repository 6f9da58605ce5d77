// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Boxes that are turned: centre, width, height and angle. The overlap is a functor of our own.
#include <KokkosAxis/nms.hpp>

#include <Kokkos_Core.hpp>

#include <cstdio>

/// Intersection over union of two turned rectangles: one is cut by the four sides of the other.
struct RotatedIou {
  struct Point {
    double x, y;
  };

  KOKKOS_FUNCTION static void corners(KokkosAxis::BoxRow<float> box, Point* to) {
    double const c = Kokkos::cos(box[4]), s = Kokkos::sin(box[4]);
    double const signs[4][2] = {{-0.5, -0.5}, {0.5, -0.5}, {0.5, 0.5}, {-0.5, 0.5}};
    for (int k = 0; k < 4; ++k) {
      double const u = signs[k][0] * box[2], v = signs[k][1] * box[3];
      to[k] = {box[0] + c * u - s * v, box[1] + s * u + c * v};
    }
  }
  /// Greater than 0 to the left of the line from a to b.
  KOKKOS_FUNCTION static double side(Point a, Point b, Point p) {
    return (b.x - a.x) * (p.y - a.y) - (b.y - a.y) * (p.x - a.x);
  }

  KOKKOS_FUNCTION double operator()(KokkosAxis::BoxRow<float> a, KokkosAxis::BoxRow<float> b) const {
    Point polygon[8], cut[8], edges[4];
    corners(a, polygon);
    corners(b, edges);
    int n = 4;
    for (int e = 0; e < 4 && n > 0; ++e) {  // Sutherland and Hodgman, 1974
      Point const from = edges[e], to = edges[(e + 1) % 4];
      int kept = 0;
      for (int k = 0; k < n; ++k) {
        Point const p = polygon[k], q = polygon[(k + 1) % n];
        double const at_p = side(from, to, p), at_q = side(from, to, q);
        if (at_p >= 0) cut[kept++] = p;
        if ((at_p >= 0) != (at_q >= 0)) {
          double const t = at_p / (at_p - at_q);
          cut[kept++]    = {p.x + t * (q.x - p.x), p.y + t * (q.y - p.y)};
        }
      }
      n = kept;
      for (int k = 0; k < n; ++k) polygon[k] = cut[k];
    }
    double twice = 0;
    for (int k = 0; k < n; ++k) {
      Point const p = polygon[k], q = polygon[(k + 1) % n];
      twice += p.x * q.y - q.x * p.y;
    }
    double const both = twice / 2, either = a[2] * a[3] + b[2] * b[3] - both;
    return either > 0 ? both / either : 0;
  }
};

int main(int argc, char** argv) {
  Kokkos::ScopeGuard const kokkos(argc, argv);
  Kokkos::DefaultExecutionSpace const exec;
  constexpr int n         = 4;
  float const given[n][5] = {{10, 10, 8, 2, 0},         // lies
                             {10, 10, 8, 2, 1.5708F},   // stands across it: they have little in common
                             {10, 10.5F, 8, 2, 0.05F},  // nearly the first one
                             {30, 10, 6, 3, 0.7854F}};  // apart
  Kokkos::View<float* [5]> const boxes("boxes", n);
  Kokkos::View<float*> const scores("scores", n);
  auto const boxes_on_host  = Kokkos::create_mirror_view(boxes);
  auto const scores_on_host = Kokkos::create_mirror_view(scores);
  for (int i = 0; i < n; ++i) {
    scores_on_host(i) = 1.0F / static_cast<float>(1 + i);
    for (int k = 0; k < 5; ++k) boxes_on_host(i, k) = given[i][k];
  }
  Kokkos::deep_copy(exec, boxes, boxes_on_host);
  Kokkos::deep_copy(exec, scores, scores_on_host);

  Kokkos::View<int*> const keep("keep", n);
  Kokkos::View<int> const count("count");
  KokkosAxis::nms(exec, boxes, scores, keep, count,
                  KokkosAxis::NmsOptions<RotatedIou>{.iou_threshold = 0.5, .overlap = {}});

  auto const keep_on_host  = Kokkos::create_mirror_view(keep);
  auto const count_on_host = Kokkos::create_mirror_view(count);
  Kokkos::deep_copy(exec, keep_on_host, keep);
  Kokkos::deep_copy(exec, count_on_host, count);
  exec.fence();
  std::printf("kept:");
  for (int k = 0; k < count_on_host(); ++k) std::printf(" %d", keep_on_host(k));
  std::printf("\n");
}
