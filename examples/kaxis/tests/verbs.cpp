// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "npy_bytes.hpp"
#include "sandbox.hpp"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>

// Every verb on small files, with the bytes that are right.
namespace kaxis::testing {

namespace {

constexpr double inf = std::numeric_limits<double>::infinity(), nan = std::numeric_limits<double>::quiet_NaN();

template <class T>
std::vector<T> as(std::vector<int> const& numbers) {
  return {numbers.begin(), numbers.end()};
}

}  // namespace

class Verbs : public Sandbox {
 protected:
  /// Sorts 2 x 3 elements of one type along each axis, in both memory orders.
  template <class T>
  void sorts(std::string const& descr, std::vector<T> const& rows, std::vector<T> const& by_row,
             std::vector<T> const& by_column) {
    put("c.npy", npy(descr, "(2, 3)", rows));
    works({"sort", "c.npy", "-o", "rows.npy"});
    works({"sort", "c.npy", "-o", "columns.npy", "--axis", "0"});
    EXPECT_EQ(get("rows.npy"), npy(descr, "(2, 3)", by_row)) << descr;
    EXPECT_EQ(get("columns.npy"), npy(descr, "(2, 3)", by_column)) << descr;
    put("f.npy", npy(descr, "(3, 2)", rows, true));
    works({"sort", "f.npy", "-o", "rows.npy", "--axis", "0"});
    works({"sort", "f.npy", "-o", "columns.npy", "--axis", "-1"});
    EXPECT_EQ(get("rows.npy"), npy(descr, "(3, 2)", by_row, true)) << descr;
    EXPECT_EQ(get("columns.npy"), npy(descr, "(3, 2)", by_column, true)) << descr;
  }

  template <class T>
  void sorts_numbers(std::string const& descr) {
    sorts<T>(descr, as<T>({5, 3, 9, 1, 4, 2}), as<T>({3, 5, 9, 1, 2, 4}), as<T>({1, 3, 2, 5, 4, 9}));
  }

  /// Sorts four doubles that no option but `flags` tells how to.
  void sorts_doubles(std::vector<std::string> flags, std::vector<double> const& in, std::vector<double> const& out) {
    put("in.npy", npy("<f8", "(4,)", in));
    std::vector<std::string> arguments{"sort", "in.npy", "-o", "out.npy"};
    arguments.insert(arguments.end(), flags.begin(), flags.end());
    works(arguments);
    EXPECT_EQ(get("out.npy"), npy("<f8", "(4,)", out)) << flags[1];
  }
};

TEST_F(Verbs, SortEveryType) {
  sorts_numbers<std::int8_t>("|i1");
  sorts_numbers<std::int16_t>("<i2");
  sorts_numbers<std::int32_t>("<i4");
  sorts_numbers<std::int64_t>("<i8");
  sorts_numbers<std::uint8_t>("|u1");
  sorts_numbers<std::uint16_t>("<u2");
  sorts_numbers<std::uint32_t>("<u4");
  sorts_numbers<std::uint64_t>("<u8");
  sorts_numbers<float>("<f4");
  sorts_numbers<double>("<f8");
  using U = std::uint16_t;  // binary16: -2, -1, 0.5, 1, 1.5, 2
  sorts<U>("<f2", {0x3E00, 0xBC00, 0x4000, 0xC000, 0x3C00, 0x3800}, {0xBC00, 0x3E00, 0x4000, 0xC000, 0x3800, 0x3C00},
           {0xC000, 0xBC00, 0x3800, 0x3E00, 0x3C00, 0x4000});
  sorts<char>("|b1", {1, 0, 1, 0, 1, 0}, {0, 1, 1, 0, 0, 1}, {0, 0, 0, 1, 1, 1});
}

TEST_F(Verbs, SortSignsAndExtremes) {
  using I = std::numeric_limits<std::int64_t>;
  put("in.npy", npy<std::int64_t>("<i8", "(4,)", {1, I::max(), I::min(), -1}));
  works({"sort", "in.npy", "-o", "out.npy"});
  EXPECT_EQ(get("out.npy"), npy<std::int64_t>("<i8", "(4,)", {I::min(), -1, 1, I::max()}));
  using U = std::numeric_limits<std::uint64_t>;
  put("in.npy", npy<std::uint64_t>("<u8", "(3,)", {U::max(), 0, U::max() / 2 + 1}));
  works({"sort", "in.npy", "-o", "out.npy", "--order", "descending"});
  EXPECT_EQ(get("out.npy"), npy<std::uint64_t>("<u8", "(3,)", {U::max(), U::max() / 2 + 1, 0}));
}

TEST_F(Verbs, SortNan) {
  std::vector<double> const in{1, nan, -inf, inf};
  sorts_doubles({"--nan", "greatest"}, in, {-inf, 1, inf, nan});
  sorts_doubles({"--nan", "greatest", "--order", "descending"}, in, {nan, inf, 1, -inf});
  sorts_doubles({"--nan", "last", "--order", "descending"}, in, {inf, 1, -inf, nan});
  sorts_doubles({"--nan", "smallest"}, in, {nan, -inf, 1, inf});
  sorts_doubles({"--nan", "smallest", "--order", "descending"}, in, {inf, 1, -inf, nan});
  sorts_doubles({"--nan", "first", "--order", "descending"}, in, {nan, inf, 1, -inf});
}

TEST_F(Verbs, SortKeepsTheBitsOfNanAndZeros) {
  double const payload = std::bit_cast<double>(std::uint64_t{0xFFF8000000001234});
  sorts_doubles({"--zeros", "equal"}, {payload, 0.0, -0.0, -1}, {-1, 0.0, -0.0, payload});
  sorts_doubles({"--zeros", "ordered"}, {payload, 0.0, -0.0, -1}, {-1, -0.0, 0.0, payload});
  sorts_doubles({"--zeros", "ordered", "--order", "descending"}, {-0.0, 0.0, -1, payload}, {payload, 0.0, -0.0, -1});
}

TEST_F(Verbs, SortEveryRankAndAxis) {
  std::string shape = "(";
  for (int rank = 1; rank <= 8; ++rank) {
    shape += "2, ";
    std::vector<std::int32_t> in(std::size_t{1} << rank), out(in.size());
    for (std::size_t i = 0; i < in.size(); ++i) in[i] = static_cast<std::int32_t>(in.size() - i);
    put("in.npy", npy("<i4", shape.substr(0, shape.size() - (rank == 1 ? 1 : 2)) + ")", in));
    for (int axis = 0; axis < rank; ++axis) {
      // numbers fall along every axis, so sorting along one of extent 2 swaps the two halves
      for (std::size_t i = 0; i < in.size(); ++i) out[i] = in[i ^ (std::size_t{1} << (rank - 1 - axis))];
      for (int const counted : {axis, axis - rank}) {
        works({"sort", "in.npy", "-o", "out.npy", "--axis", std::to_string(counted)});
        EXPECT_EQ(get("out.npy"), npy("<i4", shape.substr(0, shape.size() - (rank == 1 ? 1 : 2)) + ")", out));
      }
    }
  }
}

TEST_F(Verbs, SortNothing) {
  put("in.npy", npy<float>("<f4", "(0, 4)", {}));
  for (char const* axis : {"0", "1"}) {
    works({"sort", "in.npy", "-o", "out.npy", "--axis", axis});
    EXPECT_EQ(get("out.npy"), get("in.npy"));
    works({"argsort", "in.npy", "-o", "out.npy", "--axis", axis});
    EXPECT_EQ(get("out.npy"), npy<std::int64_t>("<i8", "(0, 4)", {}));
  }
}

TEST_F(Verbs, SortTheOtherByteOrderAndVersion2) {
  put("in.npy", npy_header(">i2", "(3,)", false, 2) + std::string("\x01\x00\xFF\xFF\x00\x02", 6));  // 256 -1 2
  works({"sort", "in.npy", "-o", "out.npy"});
  EXPECT_EQ(get("out.npy"), npy<std::int16_t>("<i2", "(3,)", {-1, 2, 256}));
}

TEST_F(Verbs, SortOntoItsInput) {
  put("a.npy", npy<std::int32_t>("<i4", "(3,)", {3, 1, 2}));
  works({"sort", "a.npy", "-o", "a.npy"});
  EXPECT_EQ(get("a.npy"), npy<std::int32_t>("<i4", "(3,)", {1, 2, 3}));
  EXPECT_EQ(files(), std::vector<std::string>{"a.npy"});
}

TEST_F(Verbs, ArgsortIsStableInBothOrders) {
  put("in.npy", npy<std::int32_t>("<i4", "(2, 4)", {7, 5, 7, 5, 1, 1, 1, 1}));
  works({"argsort", "in.npy", "-o", "out.npy"});
  EXPECT_EQ(get("out.npy"), npy<std::int64_t>("<i8", "(2, 4)", {1, 3, 0, 2, 0, 1, 2, 3}));
  works({"argsort", "in.npy", "-o", "out.npy", "--order", "descending", "--index-type", "int32"});
  EXPECT_EQ(get("out.npy"), npy<std::int32_t>("<i4", "(2, 4)", {0, 2, 1, 3, 0, 1, 2, 3}));
  works({"argsort", "in.npy", "-o", "out.npy", "--axis", "0"});
  EXPECT_EQ(get("out.npy"), npy<std::int64_t>("<i8", "(2, 4)", {1, 1, 1, 1, 0, 0, 0, 0}));
}

TEST_F(Verbs, SortByKeyMovesValues) {
  put("keys.npy", npy<float>("<f4", "(4,)", {2, 1, 2, 0}));
  put("values.npy", npy<std::int64_t>("<i8", "(4,)", {10, 11, 12, 13}));
  works({"sort-by-key", "keys.npy", "values.npy", "-o", "k.npy", "v.npy"});
  EXPECT_EQ(get("k.npy"), npy<float>("<f4", "(4,)", {0, 1, 2, 2}));
  EXPECT_EQ(get("v.npy"), npy<std::int64_t>("<i8", "(4,)", {13, 11, 10, 12}));
}

TEST_F(Verbs, SortByKeyTakesItsOutputsFirst) {
  put("keys.npy", npy<float>("<f4", "(2,)", {2, 1}));
  works({"sort-by-key", "-o", "k.npy", "v.npy", "keys.npy", "keys.npy"});
  EXPECT_EQ(get("k.npy"), npy<float>("<f4", "(2,)", {1, 2}));
  EXPECT_EQ(get("v.npy"), get("k.npy"));
}

TEST_F(Verbs, SortByKeyCarriesFurtherAxes) {
  put("keys.npy", npy<std::uint8_t>("|u1", "(2, 2)", {9, 8, 1, 2}));
  put("values.npy", npy<std::int16_t>("<i2", "(2, 2, 3)", {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11}));
  works({"sort-by-key", "keys.npy", "values.npy", "-o", "k.npy", "v.npy", "--axis", "1"});
  EXPECT_EQ(get("k.npy"), npy<std::uint8_t>("|u1", "(2, 2)", {8, 9, 1, 2}));
  EXPECT_EQ(get("v.npy"), npy<std::int16_t>("<i2", "(2, 2, 3)", {3, 4, 5, 0, 1, 2, 6, 7, 8, 9, 10, 11}));
}

TEST_F(Verbs, SortByKeyTakesValuesInTheOtherMemoryOrder) {
  put("keys.npy", npy<std::int32_t>("<i4", "(2, 3)", {3, 1, 2, 4, 6, 5}));
  put("values.npy", npy<float>("<f4", "(2, 3)", {0, 10, 1, 11, 2, 12}, true));  // rows 0 1 2, 10 11 12
  works({"sort-by-key", "keys.npy", "values.npy", "-o", "k.npy", "v.npy"});
  EXPECT_EQ(get("k.npy"), npy<std::int32_t>("<i4", "(2, 3)", {1, 2, 3, 4, 5, 6}));
  EXPECT_EQ(get("v.npy"), npy<float>("<f4", "(2, 3)", {1, 2, 0, 10, 12, 11}));
}

TEST_F(Verbs, PermuteTakesPositions) {
  put("in.npy", npy<char>("|b1", "(2, 3)", {1, 0, 0, 0, 1, 1}));
  put("index.npy", npy<std::int64_t>("<i8", "(2, 3)", {2, 2, 0, 1, 0, 2}));
  works({"permute", "in.npy", "index.npy", "-o", "out.npy"});
  EXPECT_EQ(get("out.npy"), npy<char>("|b1", "(2, 3)", {0, 0, 1, 1, 0, 1}));
  put("index.npy", npy<std::int32_t>("<i4", "(2,)", {1, 0}));
  works({"permute", "in.npy", "index.npy", "-o", "out.npy"});
  EXPECT_EQ(get("out.npy"), npy<char>("|b1", "(2, 3)", {0, 1, 1, 1, 0, 0}));
}

TEST_F(Verbs, ArgsortAndPermuteMakeSort) {
  put("in.npy", npy<double>("<f8", "(2, 4)", {4, 2, 3, 1, 0.5, -1, 8, 2}, true));
  works({"argsort", "in.npy", "-o", "index.npy", "--axis", "1"});
  works({"permute", "in.npy", "index.npy", "-o", "permuted.npy", "--axis", "1"});
  works({"sort", "in.npy", "-o", "sorted.npy", "--axis", "1"});
  EXPECT_EQ(get("permuted.npy"), get("sorted.npy"));
  EXPECT_EQ(get("sorted.npy"), npy<double>("<f8", "(2, 4)", {0.5, -1, 3, 1, 4, 2, 8, 2}, true));
}

TEST_F(Verbs, RoutesAndSpacesAgree) {
  std::vector<std::uint16_t> numbers;
  for (unsigned i = 0; i < 600; ++i) numbers.push_back(static_cast<std::uint16_t>(i * 40503U));
  put("in.npy", npy("<u2", "(6, 100)", numbers));
  works({"argsort", "in.npy", "-o", "expected.npy"});
  for (std::string const route : {"count_rank", "team_radix", "tile_radix"}) {
    works({"argsort", "in.npy", "-o", "out.npy", "--route", route});
    EXPECT_EQ(get("out.npy"), get("expected.npy")) << route;
  }
  int spaces = 0;
  for (std::string const space : {"serial", "openmp", "cuda", "hip"}) {
    Outcome const outcome = kaxis({"argsort", "in.npy", "-o", space, "--space", space});
    if (outcome.err.find("this kaxis was built with") != std::string::npos) continue;
    ++spaces;
    EXPECT_EQ(get(space), get("expected.npy")) << space << outcome.err;
  }
  EXPECT_GE(spaces, 1);
  works({"argsort", "in.npy", "-o", "out.npy", "--unstable"});  // all numbers differ
  EXPECT_EQ(get("out.npy"), get("expected.npy"));
}

TEST_F(Verbs, ExplainAndTimeArePrinted) {
  put("in.npy", npy<std::int32_t>("<i4", "(2, 2)", {4, 3, 2, 1}));
  put("index.npy", npy<std::int32_t>("<i4", "(2, 2)", {1, 0, 1, 0}));
  for (std::vector<std::string> arguments : {std::vector<std::string>{"sort", "in.npy", "-o", "out.npy"},
                                             {"argsort", "in.npy", "-o", "out.npy"},
                                             {"sort-by-key", "in.npy", "in.npy", "-o", "k.npy", "v.npy"},
                                             {"permute", "in.npy", "index.npy", "-o", "out.npy"},
                                             {"topk", "in.npy", "-k", "1", "-o", "out.npy", "i.npy"},
                                             {"argtopk", "in.npy", "-k", "1", "-o", "out.npy"},
                                             {"kth-value", "in.npy", "-k", "1", "-o", "out.npy"}}) {
    arguments.insert(arguments.end(), {"--explain", "--time"});
    Outcome const outcome = kaxis(arguments);
    EXPECT_EQ(outcome.code, 0);
    EXPECT_EQ(outcome.err, "");
    for (char const* line : {"verb: ", "\nslices: ", "\nroute: ", "\nwhy: ", "\nworkspace: ", "\ntime: "})
      EXPECT_NE(outcome.out.find(line), std::string::npos) << line << "\n" << outcome.out;
  }
  Outcome const forced = kaxis({"sort", "in.npy", "-o", "out.npy", "--explain", "--route", "tile_radix"});
  EXPECT_NE(forced.out.find("route: tile_radix\nwhy: forced by option\n"), std::string::npos) << forced.out;
}

TEST_F(Verbs, InfoSaysWhatAFileHolds) {
  put("a.npy", npy<std::uint16_t>("<f2", "(2, 3)", {0x3C00, 0x7E00, 0xC100, 0x7C00, 0x0001, 0x8000}));
  EXPECT_EQ(kaxis({"info", "a.npy"}).out,
            "type   float16\nshape  2 x 3\norder  C (LayoutRight)\nrange  -2.5 to inf\nNaN    1 elements\n"
            "[0, :]    1          nan  -2.5\n[1, :]  inf  5.96046e-08    -0\n");
  put("a.npy", npy<char>("|b1", "(2,)", {0, 1}));
  EXPECT_EQ(kaxis({"info", "a.npy"}).out,
            "type   bool\nshape  2\norder  C (LayoutRight)\nrange  false to true\n[:]  false  true\n");
  put("a.npy", npy<float>("<f4", "(3, 0)", {}, true));
  EXPECT_EQ(kaxis({"info", "a.npy"}).out, "type   float32\nshape  3 x 0\norder  Fortran (LayoutLeft)\n");
}

TEST_F(Verbs, InfoShowsTheCornersOfLargeArrays) {
  std::vector<std::int32_t> numbers(2 * 4 * 13);
  for (std::size_t i = 0; i < numbers.size(); ++i) numbers[i] = static_cast<std::int32_t>(i);
  put("a.npy", npy("<i4", "(2, 4, 13)", numbers));
  std::string const out = kaxis({"info", "a.npy"}).out;
  EXPECT_NE(out.find("range  0 to 103\n[0, 0, :]   0   1   2   3   4  ...   8    9   10   11   12\n"),
            std::string::npos)
      << out;
  EXPECT_NE(out.find("\n...\n[1, 1, :]  65 "), std::string::npos) << out;
}

TEST_F(Verbs, HelpNamesTheVerbs) {
  Outcome const outcome = kaxis({"--help"});
  EXPECT_EQ(outcome.code, 0);
  EXPECT_EQ(outcome.err, "");
  for (char const* verb : {"info", "sort", "argsort", "sort-by-key", "permute", "topk", "argtopk", "kth-value"}) {
    EXPECT_NE(outcome.out.find(std::string("\n  ") + verb + " "), std::string::npos) << verb;
    EXPECT_EQ(kaxis({verb, "--help"}).code, 0);
  }
  EXPECT_EQ(kaxis({"--version"}).code, 0);
}

}  // namespace kaxis::testing
