// MovePlan, IndexArray, Arena: what permute and the workspace are planned with.
#include <KokkosAxis/impl/layout/arena.hpp>
#include <KokkosAxis/impl/layout/bits.hpp>
#include <KokkosAxis/impl/layout/move_plan.hpp>

#include <gtest/gtest.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace KokkosAxis::Test {
namespace {

using namespace Impl::layout;

Strided shape(std::size_t bytes, std::size_t align, std::array<std::int64_t, 3> extent,
              std::array<std::int64_t, 3> stride) {
  Strided s{.element_bytes = bytes, .element_align = align, .rank = 3};
  for (std::size_t d = 0; d < 3; ++d) {
    s.extent[d] = extent[d];
    s.stride[d] = stride[d];
  }
  return s;
}

TEST(MovePlan, MergesAxesThatAllViewsAllow) {
  Strided const a = shape(4, 4, {3, 4, 5}, {20, 5, 1}), index = shape(4, 4, {3, 4, 5}, {20, 5, 1});
  MovePlan const by_last = move_plan(a, a, &index, 2);
  EXPECT_EQ(by_last.rank, 2);
  EXPECT_EQ(by_last.along, 0);
  EXPECT_EQ(by_last.items, 60);
  EXPECT_EQ(by_last.length, 5);
  EXPECT_EQ(by_last.axes[1].extent, 12);

  MovePlan const copy = move_plan(a, a, nullptr, 0);
  EXPECT_EQ(copy.rank, 1);
  EXPECT_EQ(copy.along, -1);
  EXPECT_EQ(copy.axes[0].extent, 60);

  Strided const gaps = shape(4, 4, {3, 4, 5}, {24, 6, 1});
  EXPECT_EQ(move_plan(a, gaps, nullptr, 0).rank, 2);  // rows have a gap, planes of them none
}

TEST(MovePlan, KeepsAPermutedAxisOfExtentOne) {
  Strided const a     = shape(4, 4, {3, 1, 5}, {5, 5, 1});
  MovePlan const plan = move_plan(a, a, &a, 1);
  ASSERT_GE(plan.along, 0);
  EXPECT_EQ(plan.axes[plan.along].extent, 1);
}

TEST(MovePlan, CopiesTheLargestWordThatSizeAndAlignmentAllow) {
  struct Case {
    std::size_t bytes, align;
    int word;
  };
  for (Case c : {Case{1, 1, 1}, Case{2, 2, 2}, Case{3, 1, 1}, Case{4, 4, 4}, Case{8, 8, 8}, Case{12, 4, 4},
                 Case{24, 8, 8}, Case{16, 1, 1}, Case{6, 2, 2}, Case{64, 64, 8}}) {
    Strided const s = shape(c.bytes, c.align, {2, 2, 2}, {4, 2, 1});
    EXPECT_EQ(move_plan(s, s, nullptr, 0).word, c.word) << c.bytes << " bytes, aligned to " << c.align;
  }
}

TEST(MovePlan, CopiesEveryByteOfAnElement) {
  for (std::size_t bytes : {1, 2, 3, 4, 6, 8, 12, 24, 64}) {
    alignas(8) std::array<std::byte, 3 * 64> from{}, to{};
    for (std::size_t i = 0; i < from.size(); ++i) from[i] = static_cast<std::byte>(i + 1);
    Strided s       = shape(bytes, bytes & (~bytes + 1), {1, 1, 3}, {6, 6, 2});
    s.element_align = s.element_align > 8 ? 8 : s.element_align;
    MovePlan plan   = move_plan(s, s, nullptr, 0);
    plan.from       = from.data();
    plan.to         = to.data();
    plan.copy(2, 1);
    for (std::size_t i = 0; i < to.size(); ++i)
      ASSERT_EQ(to[i], i / bytes == 1 ? from[i + bytes] : std::byte{0}) << bytes << " bytes, byte " << i;
  }
}

/// A copy of memory without gaps moves words side by side, not elements.
TEST(MovePlan, CopiesARunAsWords) {
  Strided const run   = shape(24, 8, {2, 3, 4}, {12, 4, 1});
  MovePlan const plan = move_plan(run, run, nullptr, 0);
  EXPECT_EQ(plan.bytes, 8);
  EXPECT_EQ(plan.items, 3 * 24);
  EXPECT_EQ(plan.axes[0].extent, 3 * 24);
  EXPECT_EQ(move_plan(run, shape(24, 8, {2, 3, 4}, {24, 8, 2}), nullptr, 0).items, 24);
  EXPECT_EQ(move_plan(run, run, &run, 0).items, 24);
}

TEST(IndexArray, ReadsAndWritesEveryWidth) {
  alignas(8) std::array<std::uint8_t, 32> memory{};
  for (int bytes : {1, 2, 4, 8}) {
    memory.fill(0xee);
    IndexArray const index{memory.data(), bytes};
    index.put(1, 100);
    EXPECT_EQ(index.get(1), 100u) << bytes;
    std::size_t const width = static_cast<std::size_t>(bytes);
    for (std::size_t b = 0; b < memory.size(); ++b)
      if (b < width || b >= 2 * width) {
        EXPECT_EQ(memory[b], 0xee) << bytes;
      }
  }
}

TEST(IndexArray, NegativePositionsLiePastEveryAxis) {
  std::array<std::int64_t, 1> const wide{-1};
  std::array<std::int8_t, 1> const narrow{-1};
  EXPECT_GT((IndexArray{const_cast<std::int64_t*>(wide.data()), 8}.get(0)), std::uint64_t{1} << 32);
  EXPECT_GE((IndexArray{const_cast<std::int8_t*>(narrow.data()), 1}.get(0)), 128u);  // an int8 index counts to 127
}

TEST(Arena, PiecesAreAlignedApartAndCounted) {
  std::vector<std::byte> block(4096);
  for (std::size_t shift : {0, 1, 4, 63}) {
    Arena counting, arena(block.data() + shift);
    std::uintptr_t end = reinterpret_cast<std::uintptr_t>(block.data()) + shift;
    for (std::int64_t n : {1, 5, 0, 33, 200}) {
      counting.take<double>(n);
      auto const at = reinterpret_cast<std::uintptr_t>(arena.take<double>(n));
      EXPECT_EQ(at % Arena::alignment, 0u);
      EXPECT_GE(at, end);
      end = at + static_cast<std::uintptr_t>(n) * sizeof(double);
    }
    EXPECT_EQ(counting.bytes(), arena.bytes());
    EXPECT_LE(end - reinterpret_cast<std::uintptr_t>(block.data()) - shift, counting.bytes());
  }
  EXPECT_EQ(Arena().bytes(), 0u);
}

}  // namespace
}  // namespace KokkosAxis::Test
