// A user's program: sorts one array and checks it.
#include <KokkosAxis/KokkosAxis.hpp>

#include <Kokkos_Core.hpp>

#include <cstdio>

int main(int argc, char* argv[]) {
  Kokkos::ScopeGuard scope(argc, argv);
  const Kokkos::DefaultExecutionSpace exec;
  Kokkos::View<int**> keys("keys", 2, 3);
  const auto host = Kokkos::create_mirror_view(keys);
  for (int i = 0; i < 6; ++i) host(i / 3, i % 3) = 5 - i;
  Kokkos::deep_copy(keys, host);
  KokkosAxis::sort(exec, keys, {.axis = 1});
  Kokkos::deep_copy(host, keys);
  const int expected[6] = {3, 4, 5, 0, 1, 2};
  for (int i = 0; i < 6; ++i) {
    if (host(i / 3, i % 3) != expected[i]) {
      std::printf("element %d is %d, not %d\n", i, host(i / 3, i % 3), expected[i]);
      return 1;
    }
  }
  return 0;
}
