// Merge path and the reciprocal division: plain functions, tried on the host.
#include <KokkosAxis/impl/primitive/portable/divisor.hpp>
#include <KokkosAxis/impl/primitive/portable/merge_path.hpp>

#include "support/inputs.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <vector>

namespace KokkosAxis::Test {
namespace {

namespace primitive = Impl::primitive;
using Items         = std::vector<std::uint32_t>;

auto const smaller = [](std::uint32_t a, std::uint32_t b) { return a < b; };

std::int64_t size(Items const& items) { return static_cast<std::int64_t>(items.size()); }

/// Two sorted lists of distinct items.
std::pair<Items, Items> lists(Random& random, std::uint64_t a, std::uint64_t b) {
  Items all(a + b);
  for (std::size_t i = 0; i < all.size(); ++i) all[i] = static_cast<std::uint32_t>(3 * i);
  for (std::size_t i = all.size(); i > 1; --i) std::swap(all[i - 1], all[random.below(i)]);
  Items first(all.begin(), all.begin() + static_cast<std::ptrdiff_t>(a)),
      second(all.begin() + static_cast<std::ptrdiff_t>(a), all.end());
  std::sort(first.begin(), first.end());
  std::sort(second.begin(), second.end());
  return {first, second};
}

Items merged(Items const& a, Items const& b) {
  Items all(a.size() + b.size());
  std::merge(a.begin(), a.end(), b.begin(), b.end(), all.begin());
  return all;
}

TEST(MergePath, CountsTheItemsOfTheFirstList) {
  Random random(1);
  for (std::uint64_t na : {0, 1, 2, 7, 20})
    for (std::uint64_t nb : {0, 1, 3, 8, 33}) {
      auto const [a, b] = lists(random, na, nb);
      Items const all   = merged(a, b);
      for (std::int64_t d = 0; d <= size(all); ++d) {
        auto const in_a = std::count_if(all.begin(), all.begin() + d,
                                        [&](std::uint32_t x) { return std::binary_search(a.begin(), a.end(), x); });
        ASSERT_EQ(primitive::merge_path(a.data(), size(a), b.data(), size(b), d, smaller), in_a);
      }
    }
}

TEST(MergePart, PartsOfAnySizeMakeTheWhole) {
  Random random(2);
  for (std::uint64_t na : {0, 1, 16, 45})
    for (std::uint64_t nb : {0, 1, 15, 90})
      for (std::int64_t part : {1, 2, 7, 16, 200}) {
        auto const [a, b] = lists(random, na, nb);
        Items const all   = merged(a, b);
        Items result(all.size(), 1);
        for (std::int64_t begin = 0; begin < size(all); begin += part)
          primitive::merge_part(
              a.data(), size(a), b.data(), size(b), begin, std::min(begin + part, size(all)), smaller,
              [&](std::int64_t p, std::uint32_t item) { result[static_cast<std::size_t>(p)] = item; });
        ASSERT_EQ(result, all);
      }
}

TEST(Divisor, DividesEveryPositionOfScratch) {
  for (std::uint32_t d : {1u, 2u, 3u, 5u, 7u, 31u, 32u, 33u, 100u, 127u, 128u, 1023u, 1024u, 4681u, 32767u, 65535u}) {
    primitive::Divisor const by(d);
    for (std::uint32_t n = 0; n < 65536; ++n)
      if (std::uint64_t{n} * d < (std::uint64_t{1} << 32)) {
        ASSERT_EQ(by(n), n / d) << n << " / " << d;
      }
  }
}

}  // namespace
}  // namespace KokkosAxis::Test
