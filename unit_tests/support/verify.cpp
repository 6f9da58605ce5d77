// The checks notice what they are there to notice.
#include "support/field.hpp"
#include "support/kernel_audit.hpp"
#include "support/spaces.hpp"
#include "support/verify.hpp"

#include <Kokkos_Core.hpp>
#include <gtest/gtest.h>

#include <cstdint>
#include <vector>

namespace KokkosAxis::Test {
namespace {

using Ints      = std::vector<int>;
auto const less = [](int a, int b) { return a < b; };
Cut const rows({2, 3}, 1);
Ints const input{3, 1, 2, 6, 5, 5};
std::vector<std::int64_t> const positions{1, 2, 0, 1, 2, 0};

TEST(Verify, AcceptsTheRightAnswer) {
  EXPECT_TRUE(correctly_sorted(rows, Ints{1, 2, 3, 5, 5, 6}, input, positions, less));
}

TEST(Verify, NoticesDisorder) { EXPECT_FALSE(in_order(rows, Ints{1, 3, 2, 5, 5, 6}, less)); }

TEST(Verify, NoticesAnElementThatWasLost) {
  EXPECT_FALSE(same_multiset(rows, Ints{1, 1, 3, 5, 5, 6}, input));
  EXPECT_FALSE(same_multiset(rows, Ints{0, 0, 0, 0, 0, 0}, input));
}

TEST(Verify, NoticesElementsInTheWrongSlice) { EXPECT_FALSE(same_multiset(rows, Ints{5, 5, 6, 1, 2, 3}, input)); }

TEST(Verify, NoticesAChangedBit) {
  EXPECT_FALSE(same_bits(std::vector<float>{0.0f}, std::vector<float>{-0.0f}));
  EXPECT_TRUE(same_bits(std::vector<float>{0.0f, -0.0f}, std::vector<float>{0.0f, -0.0f}));
}

TEST(Verify, NoticesInstability) {
  EXPECT_FALSE(same_positions(Ints{1, 2, 0, 2, 1, 0}, positions));
  EXPECT_TRUE(same_positions(Ints{1, 2, 0, 1, 2, 0}, positions));
}

template <class View>
struct Write {
  View view;
  std::int64_t offset;
  KOKKOS_FUNCTION void operator()(int) const { view.data()[offset] = 9; }
};

template <class Exec>
class Fields : public OnSpace<Exec> {};
TYPED_TEST_SUITE(Fields, Spaces, SpaceNames);

template <class Exec>
void write(Field<Exec, std::int32_t> const& field, std::int64_t offset) {
  auto const view = field.template view<2>();
  Kokkos::parallel_for(Kokkos::RangePolicy<Exec>(0, 1), Write<decltype(view)>{view, offset});
}

TYPED_TEST(Fields, KeepTheirElements) {
  std::vector<std::int32_t> const values{1, 2, 3, 4, 5, 6};
  for (Lay lay : all_lays) {
    Field<TypeParam, std::int32_t> const field(place(lay, {2, 3}), values);
    EXPECT_TRUE(same_bits(field.read(), values));
    EXPECT_TRUE(field.untouched());
    EXPECT_TRUE(field.surroundings_untouched());
    EXPECT_EQ(field.template view<2>().extent(1), 3u);
  }
}

TYPED_TEST(Fields, NoticeWritesOutsideTheirElements) {
  std::vector<std::int32_t> const values{1, 2, 3, 4, 5, 6};
  std::int64_t const span = place(Lay::padded, {2, 3}).span();
  for (std::int64_t offset : {std::int64_t{-1}, std::int64_t{3}, span}) {
    Field<TypeParam, std::int32_t> const field(place(Lay::padded, {2, 3}), values);
    write(field, offset);
    EXPECT_FALSE(field.surroundings_untouched()) << offset;
  }
  Field<TypeParam, std::int32_t> const field(place(Lay::padded, {2, 3}), values);
  write(field, 1);
  EXPECT_TRUE(field.surroundings_untouched());
  EXPECT_FALSE(field.untouched());
  EXPECT_EQ(field.read()[1], 9);
}

TYPED_TEST(Fields, BroadcastReadsTheSameMemoryTwice) {
  Field<TypeParam, std::int32_t> const field(broadcast(Lay::right, {2, 3}, 0), {7, 8, 9, 7, 8, 9});
  EXPECT_TRUE(same_bits(field.read(), {7, 8, 9, 7, 8, 9}));
  EXPECT_EQ(field.template view<2>().stride(0), 0u);
}

template <class Exec>
class Audits : public OnSpace<Exec> {};
TYPED_TEST_SUITE(Audits, Spaces, SpaceNames);

struct Nothing {
  KOKKOS_FUNCTION void operator()(int) const {}
};

TYPED_TEST(Audits, SeeKernelsFencesAndAllocations) {
  TypeParam const exec;
  Audited seen;
  {
    KernelAudit const audit;
    EXPECT_TRUE(nothing_happened(audit.result()));
    Kokkos::parallel_for("KokkosAxis::test", Kokkos::RangePolicy<TypeParam>(exec, 0, 1), Nothing{});
    seen = audit.result();
    ASSERT_EQ(seen.kernels.size(), 1u);
    EXPECT_TRUE(seen.fences.empty());
    EXPECT_TRUE(kernels_belong_to(seen, exec));
    exec.fence("one fence");
    Kokkos::View<int*, typename TypeParam::memory_space> const view(Kokkos::view_alloc(exec, "one"), 3);
    seen = audit.result();
    EXPECT_EQ(seen.allocations, std::vector<std::string>{"one"});
    EXPECT_FALSE(seen.fences.empty());
  }
  Kokkos::parallel_for("unseen", Kokkos::RangePolicy<TypeParam>(exec, 0, 1), Nothing{});
  KernelAudit const audit;
  EXPECT_TRUE(audit.result().kernels.empty());
  Kokkos::parallel_for("foreign", Kokkos::RangePolicy<TypeParam>(exec, 0, 1), Nothing{});
  EXPECT_FALSE(kernels_belong_to(audit.result(), exec));
}

TYPED_TEST(Audits, TellInstancesApart) {
  auto const parts = Kokkos::Experimental::partition_space(TypeParam(), 1, 1);
  if (Kokkos::Tools::Experimental::device_id(parts[0]) == Kokkos::Tools::Experimental::device_id(parts[1]))
    GTEST_SKIP() << "Kokkos gives all instances of " << TypeParam::name() << " one number";
  KernelAudit const audit;
  Kokkos::parallel_for("KokkosAxis::test", Kokkos::RangePolicy<TypeParam>(parts[0], 0, 1), Nothing{});
  EXPECT_TRUE(kernels_belong_to(audit.result(), parts[0]));
  EXPECT_FALSE(kernels_belong_to(audit.result(), parts[1]));
}

}  // namespace
}  // namespace KokkosAxis::Test
