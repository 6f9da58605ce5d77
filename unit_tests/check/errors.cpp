// Every refusal of the verbs: the text, and that nothing was launched, allocated or written.
#include <KokkosAxis/KokkosAxis.hpp>

#include "support/field.hpp"
#include "support/inputs.hpp"
#include "support/refusal.hpp"

#include <Kokkos_Core.hpp>
#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <tuple>

namespace KokkosAxis::Test {
namespace {

using Exec = Kokkos::DefaultExecutionSpace;
using Keys = Field<Exec, float>;

template <class T>
Field<Exec, T> field(Place const& p) {
  return {p, make_payload<T>(p.size())};
}
template <class T>
Field<Exec, T> field(Extents const& extents) {
  return field<T>(place(Lay::right, extents));
}

struct Less {
  KOKKOS_FUNCTION bool operator()(float a, float b) const { return a < b; }
};

class Errors : public ::testing::Test {
 protected:
  Exec exec{};
  Keys keys                       = field<float>({4, 6});
  Keys sorted                     = field<float>({4, 6});
  Keys transposed                 = field<float>({6, 4});
  Field<Exec, std::int32_t> index = field<std::int32_t>({4, 6});

  ~Errors() override {
    EXPECT_TRUE(keys.untouched() && sorted.untouched() && transposed.untouched() && index.untouched());
  }
};

TEST_F(Errors, AxisOutOfRange) {
  std::string const text = ": axis 2 is out of range for rank 2; allowed are -2 to 1";
  auto const flags       = field<bool>({4});
  EXPECT_EQ(refusal([&] { sort(exec, keys.view<2>(), sorted.view<2>(), {.axis = 2}); }), "KokkosAxis::sort" + text);
  EXPECT_EQ(refusal([&] { sort(exec, keys.view<2>(), {.axis = 2}); }), "KokkosAxis::sort" + text);
  EXPECT_EQ(refusal([&] { argsort(exec, keys.view<2>(), index.view<2>(), {.axis = 2}); }),
            "KokkosAxis::argsort" + text);
  EXPECT_EQ(refusal([&] { sort_by_key(exec, keys.view<2>(), sorted.view<2>(), {.axis = 2}); }),
            "KokkosAxis::sort_by_key" + text);
  EXPECT_EQ(refusal([&] { permute(exec, index.view<2>(), keys.view<2>(), {.axis = 2}); }),
            "KokkosAxis::permute" + text);
  EXPECT_EQ(refusal([&] { is_sorted(exec, keys.view<2>(), flags.view<1>(), {.axis = 2}); }),
            "KokkosAxis::is_sorted" + text);
  EXPECT_NE(refusal([&] { sort(exec, keys.view<2>(), {.axis = -3}); }), "");
}

TEST_F(Errors, ExtentsThatDiffer) {
  std::string const differ = " are 6 x 4, but those of ";
  EXPECT_EQ(refusal([&] { sort(exec, keys.view<2>(), transposed.view<2>()); }),
            "KokkosAxis::sort: the extents of sorted" + differ + "keys are 4 x 6; they must be equal");
  EXPECT_EQ(refusal([&] { argsort(exec, transposed.view<2>(), index.view<2>()); }),
            "KokkosAxis::argsort: the extents of index are 4 x 6, but those of keys are 6 x 4; they must be equal");
  EXPECT_EQ(refusal([&] { argsort(exec, keys.view<2>(), transposed.view<2>(), index.view<2>()); }),
            "KokkosAxis::argsort: the extents of sorted" + differ + "keys are 4 x 6; they must be equal");
  EXPECT_EQ(refusal([&] { sort_by_key(exec, keys.view<2>(), index.view<2>(), transposed.view<2>(), index.view<2>()); }),
            "KokkosAxis::sort_by_key: the extents of sorted keys" + differ + "keys are 4 x 6; they must be equal");
}

/// Case G-12: values longer or shorter than keys.
TEST_F(Errors, ValuesLongerOrShorterThanKeys) {
  auto const five = field<float>({5}), none = field<float>(Extents{0});
  auto const seven = field<std::int32_t>({7}), four = field<std::int32_t>({4}), three = field<std::int32_t>({3});
  auto const refused = [&](auto const& k, auto const& v) {
    std::string const text = refusal([&] { sort_by_key(exec, k.template view<1>(), v.template view<1>()); });
    EXPECT_TRUE(k.untouched() && v.untouched());
    return text;
  };
  std::string const end = "; they must be equal, except that further axes may follow";
  EXPECT_EQ(refused(five, seven),
            "KokkosAxis::sort_by_key: the extents of values are 7, but those of keys are 5" + end);
  EXPECT_EQ(refused(five, four), "KokkosAxis::sort_by_key: the extents of values are 4, but those of keys are 5" + end);
  EXPECT_EQ(refused(none, three),
            "KokkosAxis::sort_by_key: the extents of values are 3, but those of keys are 0" + end);
}

TEST_F(Errors, OutputsOfStrideZero) {
  auto const flat        = Field<Exec, float>(broadcast(Lay::right, {4, 6}, 0), List<float>(24, 1.0f));
  auto const ways        = Field<Exec, int>(broadcast(Lay::right, {4, 6}, 1), List<int>(24, 1));
  auto const flags       = Field<Exec, bool>(broadcast(Lay::right, {4}, 0), List<bool>(4, true));
  std::string const rest = ", so elements of it share memory; an output needs memory for each";
  EXPECT_EQ(refusal([&] { sort(exec, flat.view<2>()); }), "KokkosAxis::sort: sorted has stride 0 on axis 0" + rest);
  EXPECT_EQ(refusal([&] { sort(exec, keys.view<2>(), flat.view<2>()); }),
            "KokkosAxis::sort: sorted has stride 0 on axis 0" + rest);
  EXPECT_EQ(refusal([&] { argsort(exec, keys.view<2>(), ways.view<2>()); }),
            "KokkosAxis::argsort: index has stride 0 on axis 1" + rest);
  EXPECT_EQ(refusal([&] { argsort(exec, keys.view<2>(), flat.view<2>(), index.view<2>()); }),
            "KokkosAxis::argsort: sorted has stride 0 on axis 0" + rest);
  EXPECT_EQ(refusal([&] { sort_by_key(exec, flat.view<2>(), keys.view<2>()); }),
            "KokkosAxis::sort_by_key: sorted keys has stride 0 on axis 0" + rest);
  EXPECT_EQ(refusal([&] { sort_by_key(exec, keys.view<2>(), ways.view<2>()); }),
            "KokkosAxis::sort_by_key: output values has stride 0 on axis 1" + rest);
  EXPECT_EQ(refusal([&] { permute(exec, index.view<2>(), ways.view<2>()); }),
            "KokkosAxis::permute: output values has stride 0 on axis 1" + rest);
  EXPECT_EQ(refusal([&] { is_sorted(exec, keys.view<2>(), flags.view<1>()); }),
            "KokkosAxis::is_sorted: flags has stride 0 on axis 0" + rest);
  EXPECT_TRUE(flat.untouched() && ways.untouched() && flags.untouched());
}

/// Case S-14: shifted by one element, of every length at which a route could get away with it.
TEST_F(Errors, OverlapThatIsNotTheSameView) {
  for (std::int64_t n : {7, 1025, 4111}) {
    auto const memory = field<std::uint32_t>({n + 1});
    auto const all    = memory.view<1>();
    auto const a      = Kokkos::subview(all, Kokkos::pair<std::size_t, std::size_t>(0, static_cast<std::size_t>(n)));
    auto const b = Kokkos::subview(all, Kokkos::pair<std::size_t, std::size_t>(1, static_cast<std::size_t>(n) + 1));
    std::string const rest =
        " overlap in memory without being the same View; pass the same View for an in-place call, or separate ones";
    std::string const apart = " overlap in memory; they must not share elements";
    EXPECT_EQ(refusal([&] { sort(exec, a, b); }), "KokkosAxis::sort: keys and sorted" + rest);
    EXPECT_EQ(refusal([&] { sort(exec, b, a); }), "KokkosAxis::sort: keys and sorted" + rest);
    EXPECT_EQ(refusal([&] { argsort(exec, a, b); }), "KokkosAxis::argsort: keys and index" + apart);
    EXPECT_EQ(refusal([&] { argsort(exec, a, a); }), "KokkosAxis::argsort: keys and index" + apart);
    EXPECT_EQ(refusal([&] { sort_by_key(exec, a, a); }), "KokkosAxis::sort_by_key: keys and output values" + apart);
    auto const other = field<std::uint32_t>({n});
    EXPECT_EQ(refusal([&] { sort_by_key(exec, other.view<1>(), a, other.view<1>(), b); }),
              "KokkosAxis::sort_by_key: values and output values" + rest);
    EXPECT_EQ(refusal([&] { sort_by_key(exec, a, other.view<1>(), b, other.view<1>()); }),
              "KokkosAxis::sort_by_key: keys and sorted keys" + rest);
    EXPECT_EQ(refusal([&] { sort_by_key(exec, other.view<1>(), a, b, a); }),
              "KokkosAxis::sort_by_key: values and sorted keys" + apart);
    EXPECT_EQ(refusal([&] { argsort(exec, other.view<1>(), a, b); }), "KokkosAxis::argsort: sorted and index" + apart);
    EXPECT_EQ(refusal([&] { permute(exec, a, a); }), "KokkosAxis::permute: index and output values" + apart);
    EXPECT_TRUE(memory.untouched() && other.untouched());
  }
}

TEST_F(Errors, IndexTypeTooNarrow) {
  auto const long_keys = field<std::uint8_t>({2, 300});
  auto const narrow    = field<std::uint8_t>({2, 300});
  auto const wide      = field<std::uint16_t>({2, 300});
  EXPECT_EQ(refusal([&] { argsort(exec, long_keys.view<2>(), narrow.view<2>()); }),
            "KokkosAxis::argsort: the axis has 300 elements, but the index type (8 bit) counts to 255 only; give an "
            "index View of a wider type");
  EXPECT_EQ(refusal([&] { permute(exec, narrow.view<2>(), long_keys.view<2>()); }),
            "KokkosAxis::permute: the axis has 300 elements, but the index type (8 bit) counts to 255 only; give an "
            "index View of a wider type");
  EXPECT_TRUE(long_keys.untouched() && narrow.untouched());
  EXPECT_EQ(refusal([&] { argsort(exec, long_keys.view<2>(), wide.view<2>()); }), "");
  EXPECT_EQ(refusal([&] { argsort(exec, long_keys.view<2>(), narrow.view<2>(), {.axis = 0}); }), "");
}

/// A View of 2^32 elements that are all one byte costs no memory.
TEST_F(Errors, AxisOf32BitsAndMore) {
  auto const byte = field<std::int8_t>({1});
  Kokkos::LayoutStride layout;
  layout.dimension[0] = std::size_t{1} << 32;
  layout.stride[0]    = 0;
  Kokkos::View<std::int8_t const*, Kokkos::LayoutStride, Exec::memory_space, Kokkos::MemoryTraits<Kokkos::Unmanaged>>
      endless(byte.data(), layout);
  EXPECT_EQ(refusal([&] { argsort(exec, endless, Kokkos::View<std::int64_t*, Exec>()); }),
            "KokkosAxis::argsort: the axis has 4294967296 elements; at most 4294967295 are supported");
}

TEST_F(Errors, OptionsThatDoNotFit) {
  std::string const text =
      ": nan and zeros cannot be given together with compare, which decides the order alone; leave them out";
  using Options = SortOptions<Identity, Less>;
  EXPECT_EQ(refusal([&] { sort(exec, keys.view<2>(), Options{.nan = Nan::last}); }), "KokkosAxis::sort" + text);
  EXPECT_EQ(refusal([&] { argsort(exec, keys.view<2>(), index.view<2>(), Options{.zeros = Zeros::ordered}); }),
            "KokkosAxis::argsort" + text);
  auto const flags = field<bool>({4});
  EXPECT_EQ(refusal([&] { is_sorted(exec, keys.view<2>(), flags.view<1>(), {.route = SortRoute::count_rank}); }),
            "KokkosAxis::is_sorted: there are no routes to choose from");
  EXPECT_TRUE(flags.untouched());
}

TEST_F(Errors, RouteThatCannotServe) {
  auto const text = refusal([&] { sort(exec, keys.view<2>(), {.route = SortRoute::merge_sort}); });
  EXPECT_TRUE(
      text.starts_with("KokkosAxis::sort: route merge_sort cannot serve this call (4 slices of 6, keys of 4 bytes"))
      << text;
  EXPECT_NE(refusal([&] { sort(exec, keys.view<2>(), SortOptions<Identity, Less>{.route = SortRoute::team_radix}); }),
            "");
  auto const long_keys = field<double>({1, 1 << 20});
  EXPECT_NE(refusal([&] { sort(exec, long_keys.view<2>(), {.route = SortRoute::count_rank}); }), "");
  EXPECT_NE(refusal([&] { sort(exec, long_keys.view<2>(), {.route = SortRoute::team_radix}); }), "");
  EXPECT_TRUE(long_keys.untouched());
}

TEST_F(Errors, FlagsOfTheWrongShape) {
  auto const flags = field<bool>({6});
  EXPECT_EQ(refusal([&] { is_sorted(exec, keys.view<2>(), flags.view<1>()); }),
            "KokkosAxis::is_sorted: the extents of flags are 6, but those of keys are 4 x 6; they must be equal, axis "
            "1 left out");
  EXPECT_EQ(refusal([&] { is_sorted(exec, keys.view<2>(), flags.view<1>(), {.axis = 0}); }), "");
}

/// Whoever expects std::invalid_argument gets it.
TEST_F(Errors, AreInvalidArguments) {
  EXPECT_THROW(sort(exec, keys.view<2>(), {.axis = 9}), std::invalid_argument);
  EXPECT_THROW(sort(exec, keys.view<2>(), {.axis = 9}), Error);
  EXPECT_THROW(explain::sort(exec, keys.view<2>(), {.axis = 9}), Error);
  EXPECT_THROW(workspace_bytes::sort(exec, keys.view<2>(), {.axis = 9}), Error);
}

}  // namespace
}  // namespace KokkosAxis::Test
