// Device code of the selecting verbs: keys of four and eight bytes. (Of two they select as of four, and sort.cpp has
// their codecs.)
#include <KokkosAxis/kth_value.hpp>
#include <KokkosAxis/partition.hpp>
#include <KokkosAxis/topk.hpp>

#include <Kokkos_Core.hpp>

namespace {

using Exec = Kokkos::DefaultExecutionSpace;

template <class T>
void select(const Exec& exec) {
  const Kokkos::View<T**, Exec> in("in", 2, 3), values("values", 2, 1);
  const Kokkos::View<int**, Exec> index("index", 2, 1);
  KokkosAxis::topk(exec, in, values, index, 1);
}

}  // namespace

void select_all(const Exec& exec) {
  select<float>(exec);
  select<double>(exec);
  const Kokkos::View<float*, Exec> in("in", 3), out("out", 3);
  KokkosAxis::partition(exec, in, out, 1);
  KokkosAxis::median(exec, in, Kokkos::View<float, Exec>("median"));
}
