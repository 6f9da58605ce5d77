// Device code of the verbs that write or read indices, and of is_sorted.
#include <KokkosAxis/KokkosAxis.hpp>

#include <Kokkos_Core.hpp>

#include <cstdint>

namespace {

using Exec = Kokkos::DefaultExecutionSpace;

template <class Index>
void every_verb(const Exec& exec, const Kokkos::View<float**, Exec>& keys) {
  const Kokkos::View<Index**, Exec> index("index", keys.extent(0), keys.extent(1));
  const Kokkos::View<double**, Exec> values("values", keys.extent(0), keys.extent(1));
  KokkosAxis::argsort(exec, keys, index);
  KokkosAxis::permute(exec, index, values);
  KokkosAxis::sort_by_key(exec, keys, values);
}

}  // namespace

void every_verb(const Exec& exec, const Kokkos::View<float**, Exec>& keys) {
  every_verb<std::int32_t>(exec, keys);
  every_verb<std::int64_t>(exec, keys);
  KokkosAxis::is_sorted(exec, keys, Kokkos::View<bool*, Exec>("sorted", keys.extent(0)));
}
