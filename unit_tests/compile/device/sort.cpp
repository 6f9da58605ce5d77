// Device code of the radix routes: one key of each width and codec.
#include <KokkosAxis/sort.hpp>

#include <Kokkos_Core.hpp>

#include <cstdint>

namespace {

using Exec = Kokkos::DefaultExecutionSpace;

template <class... Keys>
void sort_each(const Exec& exec) {
  (KokkosAxis::sort(exec, Kokkos::View<Keys**, Exec>("keys", 2, 3), {.axis = 0}), ...);
}

}  // namespace

void sort_every_width(const Exec& exec) {
  sort_each<bool, std::int8_t, std::uint16_t, Kokkos::Experimental::half_t, Kokkos::Experimental::bhalf_t, std::int32_t,
            float, std::uint64_t, double>(exec);
}
