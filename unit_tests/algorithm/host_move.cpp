// How hosts copy elements: exactly their bytes, whatever their size.
#include <KokkosAxis/impl/algorithm/permute/host_move.hpp>

#include <gtest/gtest.h>

#include <cstddef>
#include <vector>

namespace KokkosAxis::Test {
namespace {

TEST(HostMove, CopiesExactlyTheBytesOfAnElement) {
  for (std::size_t size = 1; size <= 130; ++size) {
    std::vector<std::byte> from(size), to(size + 2, std::byte{255}), expected(to);
    for (std::size_t b = 0; b < size; ++b) expected[b + 1] = from[b] = static_cast<std::byte>(b + 1);
    Impl::algorithm::with_copy(size, [&](auto const& copy) { copy(to.data() + 1, from.data()); });
    EXPECT_EQ(to, expected) << size << " bytes";
  }
}

}  // namespace
}  // namespace KokkosAxis::Test
