// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "npy_bytes.hpp"
#include "sandbox.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <functional>
#include <limits>
#include <numeric>

// topk, argtopk and kth-value on small files, with the bytes that are right.
namespace kaxis::testing {

namespace {

constexpr double inf = std::numeric_limits<double>::infinity(), nan = std::numeric_limits<double>::quiet_NaN();

using Positions = std::vector<std::int64_t>;

/// "(3, 5, 4)", or "(3,)"
std::string tuple(std::vector<std::size_t> const& shape) {
  std::string text;
  for (std::size_t const extent : shape) text.append(text.empty() ? "(" : ", ").append(std::to_string(extent));
  return text.append(shape.size() == 1 ? ",)" : ")");
}

template <class T>
std::vector<T> as(std::vector<int> const& numbers) {
  return {numbers.begin(), numbers.end()};
}

/// What the k best of each row along an axis are, in C order.
struct Best {
  std::vector<float> values, last;  // last: the k-th of each row
  Positions index;
};

/// As a stable sort of each row finds them; NaN is the greatest.
Best best_of(std::vector<float> const& in, std::array<std::size_t, 3> const& shape, std::size_t axis, std::size_t k,
             bool smallest) {
  std::size_t const length = shape[axis];
  std::size_t const inner = std::accumulate(shape.begin() + axis + 1, shape.end(), std::size_t{1}, std::multiplies<>());
  std::size_t const outer = in.size() / length / inner;
  Best best{std::vector<float>(outer * k * inner), std::vector<float>(outer * inner), Positions(outer * k * inner)};
  for (std::size_t row = 0; row < outer * inner; ++row) {
    std::size_t const first = row / inner * length * inner + row % inner;
    auto const value        = [&](std::size_t i) { return in[first + i * inner]; };
    auto const above        = [&](std::size_t a, std::size_t b) {
      return std::isnan(value(a)) ? !std::isnan(value(b)) : value(a) > value(b);
    };
    std::vector<std::size_t> order(length);
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::stable_sort(order.begin(), order.end(),
                     [&](std::size_t a, std::size_t b) { return smallest ? above(b, a) : above(a, b); });
    for (std::size_t place = 0; place < k; ++place) {
      std::size_t const at = (row / inner * k + place) * inner + row % inner;
      best.values[at]      = value(order[place]);
      best.index[at]       = static_cast<std::int64_t>(order[place]);
    }
    best.last[row] = value(order[k - 1]);
  }
  return best;
}

std::vector<std::string> joined(std::vector<std::string> words, std::vector<std::string> const& more) {
  words.insert(words.end(), more.begin(), more.end());
  return words;
}

}  // namespace

class Selections : public Sandbox {
 protected:
  /// The k best of a row of doubles.
  void takes(std::vector<std::string> const& flags, std::vector<double> const& in, std::vector<double> const& values,
             Positions const& index) {
    std::string const k = std::to_string(values.size()), shape = tuple({values.size()});
    put("in.npy", npy("<f8", tuple({in.size()}), in));
    works(joined({"topk", "in.npy", "-k", k, "-o", "v.npy", "i.npy"}, flags));
    EXPECT_EQ(get("v.npy"), npy("<f8", shape, values)) << ::testing::PrintToString(flags);
    EXPECT_EQ(get("i.npy"), npy("<i8", shape, index)) << ::testing::PrintToString(flags);
    works(joined({"argtopk", "in.npy", "-k", k, "-o", "a.npy"}, flags));
    EXPECT_EQ(get("a.npy"), get("i.npy")) << ::testing::PrintToString(flags);
    works(joined({"kth-value", "in.npy", "-k", k, "-o", "last.npy"}, flags));
    EXPECT_EQ(get("last.npy"), npy<double>("<f8", "(1,)", {values.back()})) << ::testing::PrintToString(flags);
  }

  /// The two best of 2 x 3 elements of one type.
  template <class T>
  void takes_type(std::string const& descr, std::vector<T> const& in, std::vector<T> const& values,
                  Positions const& index) {
    put("in.npy", npy(descr, "(2, 3)", in));
    works({"topk", "in.npy", "-k", "2", "-o", "v.npy", "i.npy"});
    EXPECT_EQ(get("v.npy"), npy(descr, "(2, 2)", values)) << descr;
    EXPECT_EQ(get("i.npy"), npy("<i8", "(2, 2)", index)) << descr;
    works({"kth-value", "in.npy", "-k", "2", "-o", "last.npy"});
    EXPECT_EQ(get("last.npy"), npy<T>(descr, "(2,)", {values[1], values[3]})) << descr;
  }

  template <class T>
  void takes_numbers(std::string const& descr) {
    takes_type<T>(descr, as<T>({5, 3, 9, 1, 4, 2}), as<T>({9, 5, 4, 2}), {2, 0, 1, 2});
  }

  Positions positions(std::string const& name, std::size_t count) const {
    std::string const bytes = get(name);
    Positions index(count);
    if (bytes.size() >= 8 * count) std::memcpy(index.data(), bytes.data() + bytes.size() - 8 * count, 8 * count);
    return index;
  }
};

TEST_F(Selections, EveryAxisInBothMemoryOrders) {
  std::array<std::size_t, 3> const shape{3, 5, 4};
  std::vector<float> in(3 * 5 * 4);
  for (std::size_t i = 0; i < in.size(); ++i) {
    std::size_t const random = i * 2654435761U % 1009;
    in[i] = random % 7 == 0 ? std::numeric_limits<float>::quiet_NaN() : static_cast<float>(random % 4);
  }
  for (bool const fortran : {false, true}) {
    // the bytes of a shape in C order are those of the reversed shape in Fortran order
    auto const as_given = [&](std::vector<std::size_t> extents) {
      if (fortran) std::reverse(extents.begin(), extents.end());
      return tuple(extents);
    };
    put("in.npy", npy("<f4", as_given({3, 5, 4}), in, fortran));
    for (int axis = 0; axis < 3; ++axis)
      for (bool const smallest : {false, true}) {
        auto const at = static_cast<std::size_t>(axis);
        std::vector<std::size_t> of_k(shape.begin(), shape.end()), without(of_k);
        of_k[at] = 2;
        without.erase(without.begin() + axis);
        Best const best   = best_of(in, shape, at, 2, smallest);
        int const counted = fortran ? 2 - axis : axis;
        for (int const given : {counted, counted - 3}) {
          std::vector<std::string> flags{"-k", "2", "--axis", std::to_string(given)};
          if (smallest) flags.push_back("--smallest");
          works(joined({"topk", "in.npy", "-o", "v.npy", "i.npy"}, flags));
          EXPECT_EQ(get("v.npy"), npy("<f4", as_given(of_k), best.values, fortran)) << axis << fortran;
          EXPECT_EQ(get("i.npy"), npy("<i8", as_given(of_k), best.index, fortran)) << axis << fortran;
          works(joined({"argtopk", "in.npy", "-o", "i.npy", "--index-type", "int32"}, flags));
          std::vector<std::int32_t> const narrow(best.index.begin(), best.index.end());
          EXPECT_EQ(get("i.npy"), npy("<i4", as_given(of_k), narrow, fortran)) << axis << fortran;
          works(joined({"kth-value", "in.npy", "-o", "last.npy"}, flags));
          EXPECT_EQ(get("last.npy"), npy("<f4", as_given(without), best.last, fortran)) << axis << fortran;
        }
      }
  }
}

TEST_F(Selections, EveryRank) {
  for (std::size_t rank = 1; rank <= 8; ++rank) {
    std::vector<std::int32_t> in(std::size_t{1} << rank), out;
    for (std::size_t i = 0; i < in.size(); ++i) in[i] = static_cast<std::int32_t>(in.size() - i);
    put("in.npy", npy("<i4", tuple(std::vector<std::size_t>(rank, 2)), in));
    std::string const without = rank == 1 ? "(1,)" : tuple(std::vector<std::size_t>(rank - 1, 2));
    for (std::size_t axis = 0; axis < rank; ++axis) {
      // numbers fall along every axis of extent 2, so the second best are those with a 1 there
      out.clear();
      for (std::size_t i = 0; i < in.size(); ++i)
        if ((i >> (rank - 1 - axis) & 1) != 0) out.push_back(in[i]);
      works({"kth-value", "in.npy", "-k", "2", "-o", "out.npy", "--axis", std::to_string(axis)});
      EXPECT_EQ(get("out.npy"), npy("<i4", without, out));
    }
  }
}

TEST_F(Selections, EveryType) {
  takes_numbers<std::int8_t>("|i1");
  takes_numbers<std::int16_t>("<i2");
  takes_numbers<std::int32_t>("<i4");
  takes_numbers<std::int64_t>("<i8");
  takes_numbers<std::uint8_t>("|u1");
  takes_numbers<std::uint16_t>("<u2");
  takes_numbers<std::uint32_t>("<u4");
  takes_numbers<std::uint64_t>("<u8");
  takes_numbers<float>("<f4");
  takes_numbers<double>("<f8");
  using U = std::uint16_t;  // binary16: -2, -1, 0.5, 1, 1.5, 2
  takes_type<U>("<f2", {0x3E00, 0xBC00, 0x4000, 0xC000, 0x3C00, 0x3800}, {0x4000, 0x3E00, 0x3C00, 0x3800},
                {2, 0, 1, 2});
  takes_type<char>("|b1", {1, 0, 1, 0, 0, 1}, {1, 1, 1, 0}, {0, 2, 2, 0});
}

TEST_F(Selections, Nan) {
  std::vector<double> const in{1, nan, -inf, inf};
  takes({"--nan", "greatest"}, in, {nan, inf}, {1, 3});
  takes({"--nan", "first"}, in, {nan, inf}, {1, 3});
  takes({"--nan", "last"}, in, {inf, 1, -inf, nan}, {3, 0, 2, 1});
  takes({"--nan", "smallest"}, in, {inf, 1, -inf, nan}, {3, 0, 2, 1});
  takes({"--smallest", "--nan", "greatest"}, in, {-inf, 1, inf, nan}, {2, 0, 3, 1});
  takes({"--smallest", "--nan", "first"}, in, {nan, -inf}, {1, 2});
  takes({"--smallest", "--nan", "last"}, in, {-inf, 1, inf}, {2, 0, 3});
  takes({"--smallest", "--nan", "smallest"}, in, {nan, -inf}, {1, 2});
}

TEST_F(Selections, KeepTheBitsOfNanAndZeros) {
  double const payload = std::bit_cast<double>(std::uint64_t{0xFFF8000000001234});
  takes({}, {-0.0, payload, 0.0, -1}, {payload, -0.0, 0.0}, {1, 0, 2});
  takes({"--zeros", "ordered"}, {-0.0, payload, 0.0, -1}, {payload, 0.0, -0.0}, {1, 2, 0});
  takes({"--zeros", "ordered", "--smallest"}, {0.0, -0.0}, {-0.0}, {1});
}

TEST_F(Selections, Ties) {
  std::vector<double> const in{7, 5, 7, 8, 7};
  takes({"--ties", "lowest_index"}, in, {8, 7, 7}, {3, 0, 2});
  takes({"--ties", "highest_index"}, in, {8, 7, 7}, {3, 4, 2});
  works({"topk", "in.npy", "-k", "3", "-o", "v.npy", "i.npy", "--ties", "any"});
  EXPECT_EQ(get("v.npy"), npy<double>("<f8", "(3,)", {8, 7, 7}));
  Positions const any = positions("i.npy", 3);
  EXPECT_EQ(any[0], 3);
  EXPECT_NE(any[1], any[2]);
  for (std::size_t const place : {1U, 2U}) EXPECT_EQ(in.at(static_cast<std::size_t>(any[place])), 7);
}

TEST_F(Selections, Order) {
  put("in.npy", npy<double>("<f8", "(5,)", {3, 5, 1, 7, 9}));
  works({"topk", "in.npy", "-k", "3", "-o", "v.npy", "i.npy", "--order", "sorted"});
  EXPECT_EQ(get("v.npy"), npy<double>("<f8", "(3,)", {9, 7, 5}));
  EXPECT_EQ(get("i.npy"), npy<std::int64_t>("<i8", "(3,)", {4, 3, 1}));
  works({"topk", "in.npy", "-k", "3", "-o", "v.npy", "i.npy", "--order", "by_index"});
  EXPECT_EQ(get("v.npy"), npy<double>("<f8", "(3,)", {5, 7, 9}));
  EXPECT_EQ(get("i.npy"), npy<std::int64_t>("<i8", "(3,)", {1, 3, 4}));
  works({"argtopk", "in.npy", "-k", "3", "-o", "i.npy", "--order", "unsorted"});
  Positions any = positions("i.npy", 3);
  std::sort(any.begin(), any.end());
  EXPECT_EQ(any, (Positions{1, 3, 4}));
}

TEST_F(Selections, RowsWithBounds) {
  std::vector<float> const in{4, 3, 1, 2, 5, 6, 7, 8, 9, 9, 9, 9};
  float const worst = -std::numeric_limits<float>::infinity();
  put("begin.npy", npy<std::int64_t>("<i8", "(3,)", {2, -5, 3}));
  put("end.npy", npy<std::int32_t>("<i4", "(3,)", {99, 1, 2}));
  std::vector<std::string> const bounds{"-k", "2", "--row-begin", "begin.npy", "--row-end", "end.npy"};
  for (bool const fortran : {false, true}) {
    std::vector<std::string> const flags = joined(bounds, {"--axis", fortran ? "0" : "1"});
    put("in.npy", npy("<f4", fortran ? "(4, 3)" : "(3, 4)", in, fortran));
    std::string const shape = fortran ? "(2, 3)" : "(3, 2)";
    works(joined({"topk", "in.npy", "-o", "v.npy", "i.npy"}, flags));
    EXPECT_EQ(get("v.npy"), npy<float>("<f4", shape, {2, 1, 5, worst, worst, worst}, fortran));
    EXPECT_EQ(get("i.npy"), npy<std::int64_t>("<i8", shape, {3, 2, 0, -1, -1, -1}, fortran));
    works(joined({"argtopk", "in.npy", "-o", "i.npy", "--smallest", "--index-type", "int32"}, flags));
    EXPECT_EQ(get("i.npy"), npy<std::int32_t>("<i4", shape, {2, 3, 0, -1, -1, -1}, fortran));
    works(joined({"kth-value", "in.npy", "-o", "last.npy", "--smallest"}, flags));
    EXPECT_EQ(get("last.npy"), npy<float>("<f4", "(3,)", {2, -worst, -worst}, fortran));
  }
}

TEST_F(Selections, BoundsInTheOtherMemoryOrder) {
  std::vector<std::int16_t> in(2 * 3 * 4);
  std::iota(in.begin(), in.end(), std::int16_t{0});
  put("in.npy", npy("<i2", "(2, 3, 4)", in));
  put("end.npy", npy<std::int32_t>("<i4", "(2, 3)", {1, 4, 2, 0, 3, 1}, true));  // rows 1 2 3, 4 0 1
  works({"kth-value", "in.npy", "-k", "1", "-o", "last.npy", "--row-end", "end.npy"});
  EXPECT_EQ(get("last.npy"), npy<std::int16_t>("<i2", "(2, 3)", {0, 5, 10, 15, -32768, 20}));
  put("begin.npy", npy<std::int64_t>("<i8", "(2, 4)", {0, 1, 2, 3, 2, 1, 0, 0}));
  works({"argtopk", "in.npy", "-k", "1", "-o", "i.npy", "--row-begin", "begin.npy", "--axis", "1", "--smallest"});
  EXPECT_EQ(get("i.npy"), npy<std::int64_t>("<i8", "(2, 1, 4)", {0, 1, 2, -1, 2, 1, 0, 0}));
}

TEST_F(Selections, RowsShorterThanKOfEveryKind) {
  put("end.npy", npy<std::int32_t>("<i4", "(1,)", {1}));
  auto const pads = [&]<class T>(std::string const& descr, T only, T lowest, T highest) {
    put("in.npy", npy<T>(descr, "(2,)", {only, only}));
    works({"topk", "in.npy", "-k", "3", "-o", "v.npy", "i.npy", "--row-end", "end.npy"});
    EXPECT_EQ(get("v.npy"), npy<T>(descr, "(3,)", {only, lowest, lowest})) << descr;
    EXPECT_EQ(get("i.npy"), npy<std::int64_t>("<i8", "(3,)", {0, -1, -1})) << descr;
    works({"kth-value", "in.npy", "-k", "2", "-o", "last.npy", "--row-end", "end.npy", "--smallest"});
    EXPECT_EQ(get("last.npy"), npy<T>(descr, "(1,)", {highest})) << descr;
  };
  pads.operator()<double>("<f8", 1, -inf, inf);
  pads.operator()<std::uint16_t>("<f2", 0x3C00, 0xFC00, 0x7C00);  // binary16: 1, -inf, inf
  pads.operator()<std::int64_t>("<i8", 1, std::numeric_limits<std::int64_t>::min(),
                                std::numeric_limits<std::int64_t>::max());
  pads.operator()<std::uint8_t>("|u1", 1, 0, 255);
  pads.operator()<char>("|b1", 1, 0, 1);
}

TEST_F(Selections, Nothing) {
  put("in.npy", npy<float>("<f4", "(0, 4)", {}));
  works({"topk", "in.npy", "-k", "0", "-o", "v.npy", "i.npy", "--axis", "0"});
  EXPECT_EQ(get("v.npy"), get("in.npy"));
  EXPECT_EQ(get("i.npy"), npy<std::int64_t>("<i8", "(0, 4)", {}));
  works({"topk", "in.npy", "-k", "2", "-o", "v.npy", "i.npy"});
  EXPECT_EQ(get("v.npy"), npy<float>("<f4", "(0, 2)", {}));
  works({"kth-value", "in.npy", "-k", "4", "-o", "last.npy"});
  EXPECT_EQ(get("last.npy"), npy<float>("<f4", "(0,)", {}));
  put("end.npy", npy<std::int32_t>("<i4", "(4,)", {0, 1, 2, 3}));
  works({"argtopk", "in.npy", "-k", "1", "-o", "i.npy", "--axis", "0", "--row-end", "end.npy"});
  EXPECT_EQ(get("i.npy"), npy<std::int64_t>("<i8", "(1, 4)", {-1, -1, -1, -1}));
  put("in.npy", npy<float>("<f4", "(2, 3)", {1, 2, 3, 4, 5, 6}));
  works({"argtopk", "in.npy", "-k", "0", "-o", "i.npy"});
  EXPECT_EQ(get("i.npy"), npy<std::int64_t>("<i8", "(2, 0)", {}));
}

TEST_F(Selections, OntoTheirInput) {
  put("a.npy", npy<std::int32_t>("<i4", "(3,)", {3, 1, 2}));
  works({"topk", "-o", "a.npy", "i.npy", "-k", "2", "a.npy"});
  EXPECT_EQ(get("a.npy"), npy<std::int32_t>("<i4", "(2,)", {3, 2}));
  EXPECT_EQ(get("i.npy"), npy<std::int64_t>("<i8", "(2,)", {0, 2}));
  EXPECT_EQ(files(), (std::vector<std::string>{"a.npy", "i.npy"}));
}

TEST_F(Selections, RoutesAndSpacesAgree) {
  std::vector<std::uint16_t> numbers;
  for (unsigned i = 0; i < 6000; ++i) numbers.push_back(static_cast<std::uint16_t>(i * 40503U % 997));
  put("in.npy", npy("<u2", "(6, 1000)", numbers));
  std::vector<std::string> const call{"topk", "in.npy", "-k", "40"};
  works(joined(call, {"-o", "v.npy", "i.npy"}));
  int spaces = 0;
  for (std::string const space : {"serial", "openmp", "cuda", "hip"}) {
    for (std::string const route : {"automatic", "team_select", "row_sort"}) {
      Outcome const outcome = kaxis(joined(call, {"-o", "v", "i", "--space", space, "--route", route}));
      if (outcome.err.find("this kaxis was built with") != std::string::npos) break;
      ++spaces;
      EXPECT_EQ(get("v"), get("v.npy")) << space << route << outcome.err;
      EXPECT_EQ(get("i"), get("i.npy")) << space << route;
    }
  }
  EXPECT_GE(spaces, 3);
  Outcome const forced = kaxis(joined(call, {"-o", "v", "i", "--explain", "--route", "row_sort"}));
  EXPECT_NE(forced.out.find("route: row_sort\nwhy: forced by option\n"), std::string::npos) << forced.out;
}

}  // namespace kaxis::testing
