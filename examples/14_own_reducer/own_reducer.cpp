// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A reducer of one's own: the longest run of rain in each station's days. Runs go on from one stretch of days to the
// next, so the order of stretches matters.
#include <KokkosAxis/reduce.hpp>

#include <Kokkos_Core.hpp>

#include <cstdio>

struct LongestRun {
  static constexpr bool ordered = true;  // stretches are merged with their neighbours only

  struct State {
    int days, first, last, longest;  // days in all, and of them wet: from the first on, up to the last, in a row
  };
  KOKKOS_FUNCTION State identity() const { return {0, 0, 0, 0}; }
  KOKKOS_FUNCTION void accumulate(State& state, double rain) const {
    int const wet = rain > 0 ? 1 : 0;
    merge(state, {1, wet, wet, wet});
  }
  KOKKOS_FUNCTION void merge(State& a, State const& b) const {
    int const across = a.last + b.first;
    int const longer = a.longest > b.longest ? a.longest : b.longest;
    a = {a.days + b.days, a.first == a.days ? a.days + b.first : a.first, b.last == b.days ? b.days + a.last : b.last,
         across > longer ? across : longer};
  }
  KOKKOS_FUNCTION int finish(State const& state) const { return state.longest; }
};

int main(int argc, char** argv) {
  Kokkos::ScopeGuard const kokkos(argc, argv);
  Kokkos::DefaultExecutionSpace const exec;
  constexpr int days = 365, stations = 4;

  Kokkos::View<double**> const rain("rain", days, stations);  // made up
  Kokkos::parallel_for(
      "fill", Kokkos::RangePolicy(exec, 0, days), KOKKOS_LAMBDA(int day) {
        for (int s = 0; s < stations; ++s) rain(day, s) = day / (s + 2) % 3 == 0 ? 0.0 : 1.5;
        if (day >= 100 && day < 120) rain(day, 3) = 4.0;
      });

  Kokkos::View<int*> const longest("longest", stations), wet("wet", stations);
  KokkosAxis::reduce(exec, rain, longest, 0, LongestRun{});
  KokkosAxis::reduce(exec, rain, wet, 0, KokkosAxis::CountNonzero{});

  auto const longest_on_host = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), longest);
  auto const wet_on_host     = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), wet);
  for (int s = 0; s < stations; ++s)
    std::printf("station %d: %d wet days, at most %d in a row\n", s, wet_on_host(s), longest_on_host(s));
}
