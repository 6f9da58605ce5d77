// Device code of the greedy verbs: boxes of two, four and eight bytes, and functors.
#include <KokkosAxis/greedy_select.hpp>
#include <KokkosAxis/matrix_nms.hpp>
#include <KokkosAxis/nms.hpp>
#include <KokkosAxis/nms_triples.hpp>
#include <KokkosAxis/soft_nms.hpp>

#include <Kokkos_Core.hpp>

#include <cstdint>

namespace {

using Exec = Kokkos::DefaultExecutionSpace;

struct Near {
  KOKKOS_FUNCTION bool operator()(std::int64_t winner, std::int64_t other) const { return winner - other < 3; }
};

template <class T, class S>
void suppress(const Exec& exec) {
  const Kokkos::View<T***, Exec> boxes("boxes", 2, 3, 4);
  const Kokkos::View<S**, Exec> scores("scores", 2, 3);
  const Kokkos::View<int**, Exec> keep("keep", 2, 3);
  const Kokkos::View<int*, Exec> count("count", 2);
  KokkosAxis::nms(exec, boxes, scores, keep, count);
}

}  // namespace

void suppress_all(const Exec& exec) {
  suppress<Kokkos::Experimental::half_t, Kokkos::Experimental::half_t>(exec);
  suppress<double, double>(exec);
  const Kokkos::View<float***, Exec> boxes("boxes", 2, 3, 4);
  const Kokkos::View<float**, Exec> scores("scores", 2, 3), fallen("fallen", 2, 3);
  const Kokkos::View<int**, Exec> keep("keep", 2, 3), triples("triples", 18, 3);
  const Kokkos::View<int*, Exec> count("count", 2);
  KokkosAxis::greedy_select(exec, scores, Near{}, keep, count);
  KokkosAxis::soft_nms(exec, boxes, scores, keep, fallen, count);
  KokkosAxis::matrix_nms(exec, boxes, scores, fallen);
  KokkosAxis::nms_triples(exec, boxes, Kokkos::View<float***, Exec>("rows", 2, 3, 3), triples,
                          Kokkos::View<int, Exec>("total"));
}
