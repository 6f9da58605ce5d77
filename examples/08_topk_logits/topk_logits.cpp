// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The likeliest next words of three texts, of which each allows only the first so many words.
#include <KokkosAxis/topk.hpp>

#include <Kokkos_Core.hpp>

#include <cstdio>

int main(int argc, char** argv) {
  Kokkos::ScopeGuard const kokkos(argc, argv);
  Kokkos::DefaultExecutionSpace const exec;
  constexpr int texts = 3, words = 6, k = 3;
  char const* const tokens[words]  = {"the", "cat", "sat", "on", "a", "mat"};
  float const scores[texts][words] = {{0.5F, 3.25F, 1.0F, -2.0F, 3.25F, 7.5F},
                                      {2.0F, -1.0F, 4.5F, 0.25F, 9.0F, 9.0F},
                                      {-0.5F, 1.5F, 8.0F, 8.0F, 8.0F, 8.0F}};
  int const allowed[texts]         = {6, 4, 2};

  Kokkos::View<float**> const logits("logits", texts, words);
  Kokkos::View<int*> const lengths("lengths", texts);
  auto const logits_on_host  = Kokkos::create_mirror_view(logits);
  auto const lengths_on_host = Kokkos::create_mirror_view(lengths);
  for (int text = 0; text < texts; ++text) {
    lengths_on_host(text) = allowed[text];
    for (int word = 0; word < words; ++word) logits_on_host(text, word) = scores[text][word];
  }
  Kokkos::deep_copy(exec, logits, logits_on_host);
  Kokkos::deep_copy(exec, lengths, lengths_on_host);

  // of equal scores the lower token comes first; what lies at or behind a row's end is not looked at
  Kokkos::View<float**> const best("best", texts, k);
  Kokkos::View<int**> const index("index", texts, k);
  KokkosAxis::topk(exec, logits, best, index, k, {.axis = 1, .row_end = lengths});

  auto const best_on_host  = Kokkos::create_mirror_view(best);
  auto const index_on_host = Kokkos::create_mirror_view(index);
  Kokkos::deep_copy(exec, best_on_host, best);
  Kokkos::deep_copy(exec, index_on_host, index);
  exec.fence();
  for (int text = 0; text < texts; ++text) {
    std::printf("text %d:", text);
    // a row that has fewer than k words ends with positions -1
    for (int place = 0; place < k && index_on_host(text, place) >= 0; ++place)
      std::printf(" %s %g", tokens[index_on_host(text, place)], static_cast<double>(best_on_host(text, place)));
    std::printf("\n");
  }
}
