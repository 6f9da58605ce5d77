// Device code of reduce and of what is built on it: rows and columns, elements of two, four and eight bytes, a reducer
// and a map of one's own.
#include <KokkosAxis/cumulative.hpp>
#include <KokkosAxis/reduce.hpp>
#include <KokkosAxis/softmax.hpp>

#include <Kokkos_Core.hpp>

#include <tuple>

namespace {

using Exec = Kokkos::DefaultExecutionSpace;

struct Longest {
  KOKKOS_FUNCTION int identity() const { return 0; }
  KOKKOS_FUNCTION void accumulate(int& state, int x) const { merge(state, x); }
  KOKKOS_FUNCTION void merge(int& to, int from) const { to = from > to ? from : to; }
  KOKKOS_FUNCTION int finish(int state) const { return state; }
};
struct Half {
  KOKKOS_FUNCTION double operator()(double x) const { return x / 2; }
};

}  // namespace

void reduce_all(const Exec& exec) {
  const Kokkos::View<Kokkos::Experimental::half_t**, Exec> halves("halves", 2, 3);
  const Kokkos::View<float**, Exec> floats("floats", 2, 3);
  const Kokkos::View<double**, Exec> doubles("doubles", 2, 3);
  const Kokkos::View<int**, Exec> ints("ints", 2, 3);
  const Kokkos::View<float*, Exec> out("out", 2), mean("mean", 2);
  const Kokkos::View<double, Exec> one("one");
  const Kokkos::View<int*, Exec> index("index", 2);
  KokkosAxis::reduce(exec, halves, out, 1, KokkosAxis::Sum{});
  KokkosAxis::reduce(exec, floats, std::tie(out, mean), 1, KokkosAxis::VarMean{});
  KokkosAxis::reduce(exec, floats, std::tie(out, index), 1, std::tuple(KokkosAxis::Max{}, KokkosAxis::ArgMax{}));
  KokkosAxis::reduce(exec, doubles, one, KokkosAxis::all_axes, KokkosAxis::Norm2{},
                     KokkosAxis::ReduceOptions{.map = Half{}});
  KokkosAxis::reduce(exec, doubles, one, KokkosAxis::all_axes, KokkosAxis::LogSumExp{});
  KokkosAxis::reduce(exec, ints, index, 1, Longest{});
}

void softmax_all(const Exec& exec) {
  const Kokkos::View<Kokkos::Experimental::half_t**, Exec> halves("halves", 2, 3);
  const Kokkos::View<double**, Exec> doubles("doubles", 2, 3);
  KokkosAxis::softmax(exec, halves, halves, 1);
  KokkosAxis::log_softmax(exec, doubles, doubles, 1, KokkosAxis::SoftmaxOptions{.map = Half{}});
}

void cumulative_all(const Exec& exec) {
  const Kokkos::View<Kokkos::Experimental::half_t**, Exec> halves("halves", 2, 3);
  const Kokkos::View<double**, Exec> doubles("doubles", 2, 3);
  const Kokkos::View<int**, Exec> index("index", 2, 3);
  KokkosAxis::cumulative(exec, halves, halves, 1, KokkosAxis::Sum{});
  KokkosAxis::cumulative(exec, doubles, std::tie(doubles, index), 1,
                         std::tuple(KokkosAxis::Max{}, KokkosAxis::ArgMax{}),
                         KokkosAxis::CumulativeOptions{.map = Half{}});
}
