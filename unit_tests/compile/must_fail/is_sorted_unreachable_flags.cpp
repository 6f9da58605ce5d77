// expect: KokkosAxis: the View's memory cannot be used from this execution space
#include <KokkosAxis/KokkosAxis.hpp>

#include <Kokkos_Core.hpp>

// stands in for the memory of a device, which a host build has not
struct Elsewhere {
  using memory_space    = Elsewhere;
  using execution_space = Kokkos::DefaultHostExecutionSpace;
  using device_type     = Kokkos::Device<execution_space, memory_space>;
  using size_type       = std::size_t;
  static constexpr const char* name() { return "Elsewhere"; }
};

void f(const Kokkos::DefaultHostExecutionSpace& exec, const Kokkos::View<float*, Kokkos::HostSpace>& keys,
       const Kokkos::View<bool, Elsewhere, Kokkos::MemoryTraits<Kokkos::Unmanaged>>& flag) {
  KokkosAxis::is_sorted(exec, keys, flag);
}
