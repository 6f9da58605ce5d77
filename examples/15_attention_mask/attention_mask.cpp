// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Attention weights: a softmax over the keys that each query may look at. One mask serves all heads.
#include <KokkosAxis/softmax.hpp>

#include <Kokkos_Core.hpp>

#include <cstdio>

// Scores are divided by the root of the heads' width when they are read: no pass of its own.
struct Scaled {
  float by;
  KOKKOS_FUNCTION float operator()(float score) const { return score * by; }
};

int main(int argc, char** argv) {
  Kokkos::ScopeGuard const kokkos(argc, argv);
  using Exec = Kokkos::DefaultExecutionSpace;
  Exec const exec;
  constexpr int heads = 2, queries = 4, keys = 4;

  Kokkos::View<float***> const scores("scores", heads, queries, keys), weights("weights", heads, queries, keys);
  Kokkos::View<bool**> const causal("causal", queries, keys);
  Kokkos::parallel_for(
      "fill", Kokkos::MDRangePolicy<Exec, Kokkos::Rank<3>>(exec, {0, 0, 0}, {heads, queries, keys}),
      KOKKOS_LAMBDA(int head, int query, int key) {
        scores(head, query, key) = head == 0 ? 1.0f : 8.0f * static_cast<float>(key);
        if (head == 0) causal(query, key) = key <= query;  // only what came before
      });

  // the mask for all heads: their axis has stride 0
  Kokkos::View<bool const***, Kokkos::LayoutStride> const may_attend(
      causal.data(), Kokkos::LayoutStride(heads, 0, queries, causal.stride(0), keys, causal.stride(1)));
  KokkosAxis::softmax(exec, scores, weights, -1,
                      KokkosAxis::SoftmaxOptions{.where = may_attend, .map = Scaled{0.125f}});

  auto const on_host = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), weights);
  for (int head = 0; head < heads; ++head)
    for (int query = 0; query < queries; ++query) {
      std::printf("head %d, query %d:", head, query);
      for (int key = 0; key < keys; ++key) std::printf(" %.3f", static_cast<double>(on_host(head, query, key)));
      std::printf("\n");
    }
}
