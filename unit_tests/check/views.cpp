// The checks of Views and axes, by themselves: no View is made, none is touched.
#include <KokkosAxis/impl/check/axes.hpp>
#include <KokkosAxis/impl/check/value_views.hpp>
#include <KokkosAxis/impl/check/views.hpp>

#include "support/inputs.hpp"
#include "support/place.hpp"
#include "support/refusal.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <limits>
#include <set>
#include <string>
#include <vector>

namespace KokkosAxis::Test {
namespace {

namespace check = Impl::check;
using Impl::layout::Strided;

alignas(64) char memory[4096];

Strided at(std::int64_t byte, Extents const& extent, Extents const& stride, std::size_t element_bytes = 4) {
  Strided s{.data          = memory + byte,
            .element_bytes = element_bytes,
            .element_align = element_bytes,
            .rank          = static_cast<int>(extent.size())};
  std::copy(extent.begin(), extent.end(), s.extent.begin());
  std::copy(stride.begin(), stride.end(), s.stride.begin());
  return s;
}

TEST(CheckAxis, CountsFromEitherEnd) {
  for (int rank = 1; rank <= 8; ++rank)
    for (int axis = 0; axis < rank; ++axis) {
      EXPECT_EQ(check::axis("sort", axis, rank), axis);
      EXPECT_EQ(check::axis("sort", axis - rank, rank), axis);
    }
}

TEST(CheckAxis, SaysWhatIsAllowed) {
  EXPECT_EQ(refusal([] { check::axis("sort", 3, 3); }),
            "KokkosAxis::sort: axis 3 is out of range for rank 3; allowed are -3 to 2");
  EXPECT_EQ(refusal([] { check::axis("permute", -2, 1); }),
            "KokkosAxis::permute: axis -2 is out of range for rank 1; allowed are -1 to 0");
  for (int axis : {std::numeric_limits<int>::min(), std::numeric_limits<int>::max(), -4, 3})
    EXPECT_NE(refusal([=] { check::axis("sort", axis, 3); }), "");
}

TEST(CheckExtents, SaysBoth) {
  Strided const a = at(0, {2, 3}, {3, 1}), b = at(64, {2, 4}, {4, 1}), c = at(128, {2, 3, 5}, {15, 5, 1});
  EXPECT_EQ(refusal([&] { check::same_extents("sort", "keys", a, "sorted", b); }),
            "KokkosAxis::sort: the extents of sorted are 2 x 4, but those of keys are 2 x 3; they must be equal");
  EXPECT_EQ(refusal([&] { check::same_extents("permute", "index", a, "values", b, true); }),
            "KokkosAxis::permute: the extents of values are 2 x 4, but those of index are 2 x 3; they must be equal, "
            "except that further axes may follow");
  EXPECT_EQ(refusal([&] { check::same_extents("permute", "index", a, "values", c, true); }), "");
  EXPECT_NE(refusal([&] { check::same_extents("sort", "keys", a, "sorted", c); }), "");
  EXPECT_NE(refusal([&] { check::same_extents("permute", "index", c, "values", a, true); }), "");
}

TEST(CheckDistinct, RefusesStrideZero) {
  EXPECT_EQ(refusal([] { check::distinct_elements("sort", "sorted", at(0, {2, 3}, {0, 1})); }),
            "KokkosAxis::sort: sorted has stride 0 on axis 0, so elements of it share memory; an output needs "
            "memory for each");
  EXPECT_EQ(refusal([] { check::distinct_elements("sort", "sorted", at(0, {1, 3}, {0, 1})); }), "");
  EXPECT_EQ(refusal([] { check::distinct_elements("sort", "sorted", at(0, {4, 0}, {0, 1})); }), "");
}

/// Elements that share memory though no stride is 0: overlapping rows, as of a sliding window.
TEST(CheckDistinct, RefusesOverlappingRows) {
  EXPECT_NE(refusal([] { check::distinct_elements("sort", "sorted", at(0, {4, 3}, {1, 1})); }), "");
  EXPECT_NE(refusal([] { check::distinct_elements("sort", "sorted", at(0, {4, 3}, {2, 1})); }), "");
  EXPECT_EQ(refusal([] { check::distinct_elements("sort", "sorted", at(0, {4, 3}, {3, 1})); }), "");
}

std::set<std::int64_t> bytes_of(Strided const& s) {
  Place const p{.extent = Extents(s.extent.begin(), s.extent.begin() + s.rank),
                .stride = Extents(s.stride.begin(), s.stride.begin() + s.rank)};
  std::set<std::int64_t> bytes;
  std::int64_t const start = static_cast<char const*>(s.data) - memory;
  for_each_offset(p, [&](std::size_t, std::int64_t offset) {
    for (std::int64_t b = 0; b < static_cast<std::int64_t>(s.element_bytes); ++b)
      bytes.insert(start + offset * static_cast<std::int64_t>(s.element_bytes) + b);
  });
  return bytes;
}

bool share_bytes(Strided const& a, Strided const& b) {
  auto const in_a = bytes_of(a), in_b = bytes_of(b);
  return std::any_of(in_a.begin(), in_a.end(), [&](std::int64_t byte) { return in_b.contains(byte); });
}

/// No overlap may go unseen: a sort into its own input would be a silent non-permutation. And none is made up.
TEST(CheckOverlap, IsExact) {
  Random random(3);
  int overlaps = 0;
  for (int n = 0; n < 20000; ++n) {
    auto const any = [&] {
      std::size_t const bytes = std::size_t{1} << random.below(4);
      Extents extent, stride;
      for (std::uint64_t d = 0, rank = 1 + random.below(3); d < rank; ++d) {
        extent.push_back(static_cast<std::int64_t>(random.below(4)));
        stride.push_back(static_cast<std::int64_t>(random.below(12)));
      }
      return at(static_cast<std::int64_t>(random.below(40) * bytes), extent, stride, bytes);
    };
    Strided const a = any(), b = any();
    bool const shared = share_bytes(a, b);
    overlaps += shared;
    ASSERT_EQ(check::overlap(a, b), shared) << n;
    ASSERT_EQ(check::overlap(b, a), shared) << n;
  }
  EXPECT_GT(overlaps, 500);
}

/// Columns of a LayoutRight matrix, fields of interleaved structs, neighbouring blocks: they share a span, but no byte.
TEST(CheckOverlap, LetsInterleavedViewsThrough) {
  EXPECT_FALSE(check::overlap(at(0, {5}, {3}), at(4, {5}, {3})));
  EXPECT_FALSE(check::overlap(at(0, {5}, {3}), at(8, {4}, {3})));
  EXPECT_FALSE(check::overlap(at(0, {8}, {1}), at(32, {8}, {1})));
  EXPECT_FALSE(check::overlap(at(0, {3, 4}, {16, 2}), at(4, {3, 4}, {16, 2})));
  EXPECT_FALSE(check::overlap(at(0, {0}, {1}), at(0, {4}, {1})));
  EXPECT_FALSE(check::overlap(at(0, {7}, {2}, 4), at(4, {14}, {4}, 2)));
}

/// Blocks of one matrix, side by side: they share a span, but no byte.
TEST(CheckOverlap, LetsBlocksOfOneMatrixThrough) {
  EXPECT_FALSE(check::overlap(at(0, {4, 3}, {6, 1}), at(12, {4, 3}, {6, 1})));
  EXPECT_FALSE(check::overlap(at(0, {3, 4}, {1, 6}), at(12, {3, 4}, {1, 6})));
  EXPECT_TRUE(check::overlap(at(0, {4, 3}, {6, 1}), at(8, {4, 3}, {6, 1})));
}

/// However long they are: a search over elements would give up and refuse.
TEST(CheckOverlap, LetsLongInterleavedViewsThrough) {
  EXPECT_FALSE(check::overlap(at(0, {1'000'000}, {3}), at(8, {1'000'000}, {3})));
  EXPECT_FALSE(check::overlap(at(0, {1'000'000, 2}, {7, 1}), at(8, {1'000'000, 5}, {7, 1})));
  EXPECT_FALSE(check::overlap(at(0, {50'000, 300}, {1000, 3}), at(4, {50'000, 300}, {1000, 3})));
  EXPECT_FALSE(check::overlap(at(0, {300, 400, 500}, {1, 600, 300'000}), at(1200, {300, 400, 500}, {1, 600, 300'000})));
  EXPECT_TRUE(check::overlap(at(0, {1'000'000}, {3}), at(8, {1'000'000}, {2})));
}

TEST(CheckOverlap, KnowsTheSameView) {
  Strided const a = at(0, {4, 3}, {3, 1});
  EXPECT_TRUE(check::same_memory(a, at(0, {4, 3}, {3, 1})));
  EXPECT_FALSE(check::same_memory(a, at(0, {4, 3}, {1, 4})));
  EXPECT_FALSE(check::same_memory(a, at(4, {4, 3}, {3, 1})));
  EXPECT_FALSE(check::same_memory(a, at(0, {4, 2}, {3, 1})));
  EXPECT_TRUE(check::same_memory(at(0, {1, 3}, {9, 1}), at(0, {1, 3}, {3, 1})));
  EXPECT_EQ(refusal([&] { check::disjoint_or_same("sort", "keys", a, "sorted", a); }), "");
  EXPECT_EQ(refusal([&] { check::disjoint_or_same("sort", "keys", a, "sorted", at(0, {4, 3}, {1, 4})); }),
            "KokkosAxis::sort: keys and sorted overlap in memory without being the same View; pass the same View for "
            "an in-place call, or separate ones");
  EXPECT_EQ(refusal([&] { check::disjoint("argsort", "keys", a, "index", a); }),
            "KokkosAxis::argsort: keys and index overlap in memory; they must not share elements");
}

TEST(CheckIndex, WidthMustHoldEveryPosition) {
  auto const refused = []<class Index>(std::int64_t length) {
    return !refusal([=] { check::index_wide_enough<Index>("argsort", length); }).empty();
  };
  EXPECT_FALSE(refused.operator()<std::int8_t>(128));
  EXPECT_TRUE(refused.operator()<std::int8_t>(129));
  EXPECT_FALSE(refused.operator()<std::uint8_t>(256));
  EXPECT_TRUE(refused.operator()<std::uint8_t>(257));
  EXPECT_FALSE(refused.operator()<std::int16_t>(32768));
  EXPECT_TRUE(refused.operator()<std::int16_t>(32769));
  EXPECT_FALSE(refused.operator()<std::uint16_t>(65536));
  EXPECT_TRUE(refused.operator()<std::uint16_t>(65537));
  EXPECT_FALSE(refused.operator()<std::int32_t>(std::int64_t{1} << 31));
  EXPECT_TRUE(refused.operator()<std::int32_t>((std::int64_t{1} << 31) + 1));
  EXPECT_FALSE(refused.operator()<std::uint32_t>(std::int64_t{1} << 32));
  EXPECT_FALSE(refused.operator()<std::int64_t>(std::int64_t{1} << 40));
  EXPECT_FALSE(refused.operator()<std::int8_t>(0));
  EXPECT_EQ(refusal([] { check::index_wide_enough<std::int16_t>("argsort", 40000); }),
            "KokkosAxis::argsort: the axis has 40000 elements, but the index type (16 bit) counts to 32767 only; give "
            "an index View of a wider type");
}

TEST(CheckLength, EndsAt32Bits) {
  EXPECT_EQ(refusal([] { check::length_supported("sort", (std::int64_t{1} << 32) - 1); }), "");
  EXPECT_EQ(refusal([] { check::length_supported("sort", std::int64_t{1} << 32); }),
            "KokkosAxis::sort: the axis has 4294967296 elements; at most 4294967295 are supported");
}

TEST(CheckFlags, HaveTheExtentsWithoutTheAxis) {
  Strided const keys = at(0, {2, 3, 4}, {12, 4, 1});
  EXPECT_EQ(
      refusal([&] { check::output_without_axis("is_sorted", "keys", keys, 1, "flags", at(1024, {2, 4}, {4, 1}, 1)); }),
      "");
  EXPECT_EQ(
      refusal([&] { check::output_without_axis("is_sorted", "keys", keys, 1, "flags", at(1024, {2, 3}, {3, 1}, 1)); }),
      "KokkosAxis::is_sorted: the extents of flags are 2 x 3, but those of keys are 2 x 3 x 4; they must be "
      "equal, axis 1 left out");
}

/// Which pairs of a many-View call may meet in memory, and how the arguments are named.
TEST(CheckValues, NamesTheViewOfATuple) {
  Strided const keys = at(0, {4}, {1}), a = at(64, {4}, {1}), b = at(128, {4}, {1}), c = at(192, {4}, {1});
  using Pairs         = std::vector<std::pair<Strided, Strided>>;
  auto const refusals = [&](Pairs const& pairs) {
    return refusal([&] { check::value_pairs("sort_by_key", "keys", keys, pairs); });
  };
  EXPECT_EQ(refusals({{a, a}, {b, c}}), "");
  EXPECT_EQ(refusals({{a, b}, {a, c}}), "");  // one input twice is fine
  EXPECT_EQ(refusals({{a, keys}}),
            "KokkosAxis::sort_by_key: keys and output values overlap in memory; they must not share elements");
  EXPECT_EQ(refusals({{a, c}, {b, c}}),
            "KokkosAxis::sort_by_key: output values 0 and output values 1 overlap in memory; they must not share "
            "elements");
  EXPECT_EQ(refusals({{a, b}, {b, c}}),
            "KokkosAxis::sort_by_key: values 1 and output values 0 overlap in memory; they must not share elements");
  EXPECT_EQ(refusals({{a, b}, {c, at(256, {3}, {1})}}),
            "KokkosAxis::sort_by_key: the extents of output values 1 are 3, but those of values 1 are 4; they must be "
            "equal");
  EXPECT_EQ(refusals({{a, at(256, {4}, {0})}}),
            "KokkosAxis::sort_by_key: output values has stride 0 on axis 0, so elements of it share memory; an "
            "output needs memory for each");
}

}  // namespace
}  // namespace KokkosAxis::Test
