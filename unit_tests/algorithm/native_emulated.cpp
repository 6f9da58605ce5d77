// The native routes, whole, on emulated warps of 32 and 64 lanes: what a host can show of kernels for devices.
#include <KokkosAxis/impl/algorithm/sort/block_sort.hpp>
#include <KokkosAxis/impl/algorithm/sort/bucket_sort.hpp>
#include <KokkosAxis/impl/algorithm/sort/code_count.hpp>
#include <KokkosAxis/impl/algorithm/sort/look_back.hpp>
#include <KokkosAxis/impl/algorithm/sort/warp_sort.hpp>
#include <KokkosAxis/impl/layout/arena.hpp>
#include <KokkosAxis/impl/layout/key_codec.hpp>
#include <KokkosAxis/impl/layout/sort_data.hpp>

#include "support/emulated_exec.hpp"
#include "support/inputs.hpp"
#include "support/oracle.hpp"
#include "support/place.hpp"
#include "support/types.hpp"
#include "support/verify.hpp"

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <vector>

namespace KokkosAxis::Test {
namespace {

namespace algorithm = Impl::algorithm;
namespace layout    = Impl::layout;
namespace tuning    = Impl::tuning;

template <class Lanes>
class EmulatedRoutes : public ::testing::Test {
 protected:
  static constexpr int lanes = Lanes::value;
  using Exec                 = EmulatedExec<lanes>;

  /// Slices along the middle axis of extents; keys in place, positions beside them.
  template <class T, class Run>
  void check(Extents const& extents, Fill fill, Policy policy, Run const& run) {
    SCOPED_TRACE(::testing::Message() << extents[0] << " x " << extents[1] << " x " << extents[2] << ", "
                                      << name_of(fill) << ", lanes " << lanes);
    std::vector<T> const input = make_keys<T>(fill, product(extents), ++m_seed);
    std::vector<T> keys        = input;
    std::vector<std::int64_t> index(input.size());
    layout::Slices at{.length = extents[1], .count = extents[0] * extents[2], .stride = extents[2], .outer_rank = 2};
    at.outer_extent[0] = extents[2];
    at.outer_stride[0] = 1;
    at.outer_extent[1] = extents[0];
    at.outer_stride[1] = extents[1] * extents[2];
    layout::SortData<layout::KeyCodecOf<T>> const data{
        .source = {.keys = keys.data(), .keys_at = at},
        .sink   = {.keys = keys.data(), .keys_at = at, .index = {index.data(), 8}, .index_at = at},
        .codec  = layout::key_codec<T>(policy.order, policy.nan, policy.zeros)};
    run(data);
    Cut const cut(extents, 1);
    auto const positions = sorted_positions(cut, input, policy);
    EXPECT_TRUE(same_positions(index, positions));
    EXPECT_TRUE(same_bits(keys, taken(cut, input, positions)));
  }

  /// Keys alone, from one array to another, as floating-point keys have to be.
  template <class T>
  void code_count(Extents const& extents, Fill fill, Policy policy) {
    check<T>(extents, fill, policy, [&](auto const& data) {
      auto const* const keys = static_cast<T const*>(data.source.keys);
      std::vector<T> source(keys, keys + product(extents));
      algorithm::BlockSort<Exec, layout::KeyCodecOf<T>>::run(
          Exec(), data, tuning::block_sort(sizeof(T), extents[1], emulated_device<lanes>()));  // for the positions
      auto alone        = data;
      alone.source.keys = source.data();
      alone.sink.index  = {};
      for (std::int64_t e = 0; e < product(extents); ++e) static_cast<T*>(data.sink.keys)[e] = T(1);
      algorithm::CodeCount<Exec, layout::KeyCodecOf<T>>::run(Exec(), alone);
    });
  }
  template <class T>
  void warp_sort(Extents const& extents, Fill fill, Policy policy) {
    check<T>(extents, fill, policy,
             [](auto const& data) { algorithm::WarpSort<Exec, layout::KeyCodecOf<T>>::run(Exec(), data); });
  }
  template <class T>
  void block_sort(Extents const& extents, Fill fill, Policy policy) {
    auto const sizes = tuning::block_sort(sizeof(T), extents[1], emulated_device<lanes>());
    check<T>(extents, fill, policy,
             [&](auto const& data) { algorithm::BlockSort<Exec, layout::KeyCodecOf<T>>::run(Exec(), data, sizes); });
  }
  /// A route that wants scratch, which holds garbage at first.
  template <class T, class Route, class... Sizes>
  void with_scratch(Extents const& extents, Fill fill, Policy policy, Sizes const&... sizes) {
    check<T>(extents, fill, policy, [&](auto const& data) {
      layout::Arena counting;
      Route::carve(counting, data, sizes...);
      std::vector<std::byte> memory(counting.bytes(), std::byte{0xA5});
      layout::Arena arena(memory.data());
      auto const scratch = Route::carve(arena, data, sizes...);
      Route::run(Exec(), data, sizes..., scratch);
    });
  }
  template <class T>
  void bucket_sort(Extents const& extents, Fill fill, Policy policy) {
    auto const sizes = tuning::bucket_sort(sizeof(T), extents[1], extents[0] * extents[2], emulated_device<lanes>());
    with_scratch<T, algorithm::BucketSort<Exec, layout::KeyCodecOf<T>>>(extents, fill, policy, sizes);
  }
  template <class T>
  void look_back(Extents const& extents, Fill fill, Policy policy) {
    with_scratch<T, algorithm::LookBack<Exec, layout::KeyCodecOf<T>>>(extents, fill, policy);
  }

 private:
  std::uint64_t m_seed = 0;
};

/// The first places alone, by routes that can leave the others out.
template <class Exec, class Run>
void check_kept(std::int64_t slices, std::int64_t length, std::int64_t kept, int index_bytes, Run const& run) {
  SCOPED_TRACE(::testing::Message() << slices << " x " << length << ", kept " << kept);
  auto const input     = make_keys<float>(Fill::special, slices * length);
  auto const positions = sorted_positions(Cut({slices, length}, 1), input, Policy{});
  std::vector<float> keys(static_cast<std::size_t>(slices * kept), 77);
  std::vector<std::int64_t> index(keys.size(), 77);
  std::vector<std::int32_t> narrow(keys.size(), 77);
  layout::Slices const in = layout::dense_slices(length, slices), out = layout::dense_slices(kept, slices);
  layout::IndexArray const to{index_bytes == 8 ? static_cast<void*>(index.data()) : narrow.data(), index_bytes};
  run(layout::SortData<layout::KeyCodecOf<float>>{
      .source = {.keys = const_cast<float*>(input.data()), .keys_at = in},
      .sink   = {.keys = keys.data(), .keys_at = out, .index = to, .index_at = out},
      .codec  = layout::key_codec<float>(Order::ascending, Nan::greatest, Zeros::equal),
      .kept   = static_cast<std::uint32_t>(kept)});
  for (std::int64_t s = 0; s < slices; ++s)
    for (std::int64_t p = 0; p < kept; ++p) {
      auto const at = static_cast<std::size_t>(s * kept + p);
      ASSERT_EQ(index_bytes == 8 ? index[at] : narrow[at], positions[static_cast<std::size_t>(s * length + p)]);
      ASSERT_TRUE(same(
          keys[at], input[static_cast<std::size_t>(s * length + positions[static_cast<std::size_t>(s * length + p)])]));
    }
}

using Widths = ::testing::Types<std::integral_constant<int, 32>, std::integral_constant<int, 64>>;
TYPED_TEST_SUITE(EmulatedRoutes, Widths);

Policy const down{.order = Order::descending, .nan = Nan::first, .zeros = Zeros::equal};

TYPED_TEST(EmulatedRoutes, TheFirstPlacesAlone) {
  constexpr int width = TypeParam::value;
  using Space         = EmulatedExec<width>;
  using Codec         = layout::KeyCodecOf<float>;
  for (int index_bytes : {4, 8}) {
    for (std::int64_t length : {8, 30, 100})
      check_kept<Space>(9, length, length / 3, index_bytes,
                        [](auto const& data) { algorithm::WarpSort<Space, Codec>::run(Space(), data); });
    for (std::int64_t length : {300, 3000})
      for (std::int64_t kept : {std::int64_t{1}, length / 2})
        check_kept<Space>(2, length, kept, index_bytes, [&](auto const& data) {
          algorithm::BlockSort<Space, Codec>::run(Space(), data,
                                                  tuning::block_sort(4, length, emulated_device<width>()));
        });
  }
}

TYPED_TEST(EmulatedRoutes, WarpSort) {
  for (std::int64_t length : {1, 4, 7, 16, 30, 64, 65, 128})
    for (Extents const& extents : {Extents{5, length, 1}, Extents{1, length, 3}}) {
      this->template warp_sort<Half>(extents, Fill::any_bits, {});
      this->template warp_sort<std::int64_t>(extents, Fill::few_distinct, down);
    }
  this->template warp_sort<Half>({2, 400, 1}, Fill::any_bits, down);
  this->template warp_sort<float>({3, 250, 1}, Fill::any_bits, down);
  this->template warp_sort<float>({1, 250, 3}, Fill::random, {});
}

TYPED_TEST(EmulatedRoutes, BlockSort) {
  for (Fill fill : all_fills) {
    this->template block_sort<float>({1, 700, 1}, fill, down);
    this->template block_sort<Half>({1, 1000, 1}, fill, {});
  }
  for (Fill fill : {Fill::random, Fill::any_bits, Fill::heavy_tail, Fill::denormal})
    this->template block_sort<double>({1, 600, 1}, fill, down);
  this->template block_sort<std::uint8_t>({1, 600, 2}, Fill::random, {});
  this->template block_sort<float>({1, 2100, 1}, Fill::any_bits, {});
}

/// Interleaved slices of short keys, fewer and more than a cluster takes.
TYPED_TEST(EmulatedRoutes, BlockSortInClusters) {
  for (Fill fill : {Fill::any_bits, Fill::few_distinct, Fill::all_equal, Fill::mostly_equal})
    this->template block_sort<Half>({1, 301, 11}, fill, down);
  for (std::int64_t length : {1, 127, 129, 513})
    this->template block_sort<std::int8_t>({2, length, 3}, Fill::random, {});
  this->template block_sort<Half>({1, 2065, 2}, Fill::special, {});
}

TYPED_TEST(EmulatedRoutes, CodeCount) {
  this->template code_count<std::uint8_t>({1, 3000, 2}, Fill::random, {});
  this->template code_count<std::int8_t>({3, 700, 1}, Fill::few_distinct, down);
  for (Fill fill : {Fill::any_bits, Fill::special, Fill::all_nan})
    this->template code_count<Half>({1, 900, 1}, fill, down);
}

TYPED_TEST(EmulatedRoutes, BucketSort) {
  this->template bucket_sort<float>({1, 9000, 1}, Fill::random, down);
  this->template bucket_sort<float>({1, 9000, 1}, Fill::few_distinct, {});
  this->template bucket_sort<double>({1, 6000, 1}, Fill::random, {});
}

TYPED_TEST(EmulatedRoutes, LookBack) {
  this->template look_back<Half>({1, 9000, 1}, Fill::any_bits, down);
  this->template look_back<std::int32_t>({2, 4097, 1}, Fill::random, {});
}

}  // namespace
}  // namespace KokkosAxis::Test
