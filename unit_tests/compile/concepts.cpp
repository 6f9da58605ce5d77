// What the concepts say of types; nothing here runs.
#include <KokkosAxis/concepts.hpp>
#include <KokkosAxis/KokkosAxis.hpp>

#include <Kokkos_Core.hpp>
#include <Kokkos_DynRankView.hpp>

#include <cstdint>
#include <stdexcept>
#include <tuple>
#include <type_traits>
#include <vector>

namespace {

struct Bytes {  // 2 bytes that may lie at odd addresses
  unsigned char byte[2];
};
struct alignas(2) AlignedBytes {
  unsigned char byte[2];
};

}  // namespace

template <>
struct KokkosAxis::radix_key<Bytes> : KokkosAxis::UnsignedKey {};
template <>
struct KokkosAxis::radix_key<AlignedBytes> : KokkosAxis::UnsignedKey {};

namespace {

using namespace KokkosAxis;
using Kokkos::LayoutLeft, Kokkos::LayoutRight, Kokkos::LayoutStride, Kokkos::View;

static_assert(ExecutionSpace<Kokkos::DefaultExecutionSpace> && ExecutionSpace<Kokkos::DefaultHostExecutionSpace>);
static_assert(!ExecutionSpace<int> && !ExecutionSpace<Kokkos::HostSpace>);

static_assert(AxisView<View<float*>> && AxisView<View<float const**, LayoutLeft>> && AxisView<View<int[3][4]>>);
static_assert(AxisView<View<double********, LayoutRight>> && AxisView<View<double***, LayoutStride>>);
static_assert(AxisView<View<float*, Kokkos::MemoryTraits<Kokkos::Unmanaged>>>);
static_assert(!AxisView<View<float>> && !AxisView<float*> && !AxisView<std::vector<float>>);
static_assert(!AxisView<Kokkos::DynRankView<float>>);

static_assert(IndexView<View<std::int8_t*>> && IndexView<View<std::uint64_t const**>>);
static_assert(!IndexView<View<bool*>> && !IndexView<View<float*>> && !IndexView<View<int>>);

static_assert(Impl::check::OneOrMoreViews<View<int*>> && Impl::check::OneOrMoreViews<std::tuple<View<int*>&>>);
static_assert(Impl::check::OneOrMoreViews<std::tuple<View<int*>, View<float**> const&>>);
static_assert(!Impl::check::OneOrMoreViews<int> && !Impl::check::OneOrMoreViews<std::tuple<View<int*>, int>>);

static_assert(std::is_base_of_v<std::invalid_argument, Error>);
static_assert(std::is_aggregate_v<SortOptions<>> && std::is_aggregate_v<PermuteOptions>);
static_assert(SortOptions<>{}.axis == -1 && SortOptions<>{}.stable && SortOptions<>{}.nan == Nan::greatest);
static_assert(std::is_convertible_v<View<char*>, Workspace> && std::is_convertible_v<View<double***>, Workspace>);

// keys are read as whole words, so a key type must be aligned to its size
static_assert(RadixKey<AlignedBytes> && !RadixKey<Bytes>);
static_assert(RadixKey<bool> && RadixKey<std::int8_t> && RadixKey<float> && RadixKey<double> &&
              RadixKey<std::uint64_t>);
static_assert(!RadixKey<long double> && !RadixKey<AlignedBytes[2]>);

}  // namespace
