// argsort into index Views of every integer type, by every route; and case S-23, positions that need many bits.
#include <KokkosAxis/argsort.hpp>

#include "support/inputs.hpp"
#include "support/routes.hpp"
#include "support/spaces.hpp"
#include "support/types.hpp"

#include <Kokkos_Core.hpp>
#include <gtest/gtest.h>

#include <cstdint>
#include <limits>

namespace KokkosAxis::Test {
namespace {

template <class Exec>
class IndexTypes : public OnSpace<Exec> {};
TYPED_TEST_SUITE(IndexTypes, Spaces, SpaceNames);

/// The longest axis that the type counts, where that is short; both sides of what other types count.
TYPED_TEST(IndexTypes, EveryIntegerTypeOnEveryRoute) {
  TypeParam const exec;
  for_each_type<std::int8_t, std::uint8_t, std::int16_t, std::uint16_t, std::int32_t, std::uint32_t, std::int64_t,
                std::uint64_t, long long>([&]<class Index>() {
    std::uint64_t const largest = static_cast<std::uint64_t>(std::numeric_limits<Index>::max());
    for (std::int64_t length : {1, 127, 128, 255, 256, 1000, 40'000})
      if (static_cast<std::uint64_t>(length) <= largest + 1)
        for (Lay lay : {Lay::right, Lay::thirds})
          check_every_route<Index>(exec, {.extents = {2, length, 1}, .axis = 1, .index = lay},
                                   make_keys<std::uint16_t>(Fill::random, 2 * length));
  });
}

/// Position j of every row holds (j * 7919) mod length, a bijection; so the answer is known without a sort.
template <class Index, class Exec>
void check_bijection(Exec const& exec, std::int64_t count, std::int64_t length) {
  Kokkos::View<std::uint32_t**, Kokkos::LayoutRight, Exec> const keys("keys", count, length);
  Kokkos::View<Index**, Kokkos::LayoutRight, Exec> const index("index", count, length);
  auto const host = Kokkos::create_mirror_view(keys);
  auto const size = static_cast<std::size_t>(length);
  for (std::size_t i = 0; i < host.extent(0); ++i)
    for (std::size_t j = 0; j < size; ++j) host(i, j) = static_cast<std::uint32_t>(j * 7919 % size);
  Kokkos::deep_copy(keys, host);
  argsort(exec, keys, index, {.axis = 1});
  exec.fence();
  auto const result = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace{}, index);
  for (std::size_t i = 0; i < result.extent(0); ++i)
    for (std::size_t r = 0; r < size; ++r)
      ASSERT_EQ(static_cast<std::size_t>(result(i, r)) * 7919 % size, r) << "row " << i;
}

TYPED_TEST(IndexTypes, PositionsCountWithinTheSliceOnly) {
  TypeParam const exec;
  check_bijection<std::int32_t>(exec, 9, 2'000'000);
  check_bijection<std::int64_t>(exec, 2, 2'000'000);
  check_bijection<std::uint16_t>(exec, 4, 300);
}

}  // namespace
}  // namespace KokkosAxis::Test
