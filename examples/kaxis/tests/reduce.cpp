// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "npy_bytes.hpp"
#include "sandbox.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <limits>
#include <string>
#include <vector>

// reduce on small files, with the bytes that are right.
namespace kaxis::testing {

namespace {

constexpr double nan = std::numeric_limits<double>::quiet_NaN(), inf = std::numeric_limits<double>::infinity();
using Words = std::vector<std::string>;

Words joined(Words words, Words const& more) {
  words.insert(words.end(), more.begin(), more.end());
  return words;
}

}  // namespace

class Reductions : public Sandbox {
 protected:
  /// One output of an operation on in.npy.
  template <class T>
  void gives(std::string const& op, Words const& flags, std::string const& descr, std::string const& shape,
             std::vector<T> const& numbers, bool fortran = false) {
    works(joined({"reduce", op, "in.npy", "-o", "out.npy"}, flags));
    EXPECT_EQ(get("out.npy"), npy(descr, shape, numbers, fortran)) << op << ::testing::PrintToString(flags);
  }
};

TEST_F(Reductions, EveryOperationOnNumbers) {
  put("in.npy", npy<double>("<f8", "(2, 4)", {1, 3, 2, 2, -4, 0, -2, -2}));
  auto const rows = [&](std::string const& op, std::vector<double> const& numbers, Words const& flags = {}) {
    gives(op, joined({"--axes", "1"}, flags), "<f8", "(2,)", numbers);
  };
  rows("sum", {8, -8});
  rows("prod", {12, -0.0});
  rows("min", {1, -4});
  rows("max", {3, 0});
  rows("mean", {2, -2});
  rows("var", {0.5, 2});
  rows("var", {2.0 / 3, 8.0 / 3}, {"--ddof", "1"});
  rows("var", {nan, nan}, {"--ddof", "4"});
  rows("norm1", {8, 8});
  rows("norminf", {3, 4});
  gives<std::int64_t>("argmin", {"--axes", "1"}, "<i8", "(2,)", {0, 0});
  gives<std::int32_t>("argmax", {"--axes", "1", "--index-type", "int32"}, "<i4", "(2,)", {1, 1});
  gives<std::int64_t>("count-nonzero", {"--axes", "1"}, "<i8", "(2,)", {4, 3});
  gives<char>("any", {"--axes", "1"}, "|b1", "(2,)", {1, 1});
  gives<char>("all", {"--axes", "1"}, "|b1", "(2,)", {1, 0});
  put("in.npy", npy<double>("<f8", "(2, 2)", {3, 4, 0, 0}));
  rows("norm2", {5, 0});
  rows("std", {0.5, 0});
  put("in.npy", npy<double>("<f8", "(2, 1)", {7, -inf}));
  rows("logsumexp", {7, -inf});
}

TEST_F(Reductions, TwoOutputs) {
  put("in.npy", npy<float>("<f4", "(2, 2)", {1, 3, 7, -1}));
  works({"reduce", "minmax", "in.npy", "-o", "low.npy", "high.npy", "--axes", "0"});
  EXPECT_EQ(get("low.npy"), npy<float>("<f4", "(2,)", {1, -1}));
  EXPECT_EQ(get("high.npy"), npy<float>("<f4", "(2,)", {7, 3}));
  works({"reduce", "varmean", "in.npy", "-o", "var.npy", "mean.npy", "--axes", "-1", "--ddof", "1"});
  EXPECT_EQ(get("var.npy"), npy<float>("<f4", "(2,)", {2, 32}));
  EXPECT_EQ(get("mean.npy"), npy<float>("<f4", "(2,)", {2, 3}));
}

TEST_F(Reductions, SetsOfAxesInBothMemoryOrders) {
  std::vector<std::int32_t> numbers(2 * 3 * 4);
  for (std::size_t i = 0; i < numbers.size(); ++i) numbers[i] = static_cast<std::int32_t>(i);
  using Sums = std::vector<std::int64_t>;
  for (bool const fortran : {false, true}) {
    // the bytes of a shape in C order are those of the reversed shape in Fortran order
    put("in.npy", npy("<i4", fortran ? "(4, 3, 2)" : "(2, 3, 4)", numbers, fortran));
    gives("sum", {"--axes", "0,2"}, "<i8", "(3,)", Sums{60, 92, 124}, fortran);
    gives("sum", {"--axes", "-1,0", "--keep-dims"}, "<i8", "(1, 3, 1)", Sums{60, 92, 124}, fortran);
    gives("sum", {"--axes", "1", "--route", "team_tiles"}, "<i8", fortran ? "(4, 2)" : "(2, 4)",
          Sums{12, 15, 18, 21, 48, 51, 54, 57}, fortran);
    gives("sum", {}, "<i8", "(1,)", Sums{276}, fortran);
    gives("sum", {"--keep-dims"}, "<i8", "(1, 1, 1)", Sums{276}, fortran);
  }
}

TEST_F(Reductions, Nan) {
  put("in.npy", npy<float>("<f4", "(2, 3)", {1, static_cast<float>(nan), 3, 4, 5, 6}));
  float const none = std::numeric_limits<float>::quiet_NaN();
  gives<float>("max", {"--axes", "1"}, "<f4", "(2,)", {none, 6});
  gives<float>("max", {"--axes", "1", "--nan", "propagate"}, "<f4", "(2,)", {none, 6});
  gives<float>("max", {"--axes", "1", "--nan", "ignore"}, "<f4", "(2,)", {3, 6});
  gives<float>("mean", {"--axes", "1", "--nan", "ignore"}, "<f4", "(2,)", {2, 5});
  gives<std::int64_t>("argmax", {"--axes", "1"}, "<i8", "(2,)", {1, 2});
}

TEST_F(Reductions, EveryType) {
  auto const integers = [&]<class T>(std::string const& descr, T largest, std::string const& total, auto sum) {
    put("in.npy", npy<T>(descr, "(3,)", {1, largest, largest}));
    gives<T>("max", {}, descr, "(1,)", {largest});
    gives("sum", {}, total, "(1,)", std::vector{sum});
    gives<char>("all", {}, "|b1", "(1,)", {1});
    gives<std::uint64_t>("norminf", {}, "<u8", "(1,)", {static_cast<std::uint64_t>(largest)});
  };
  integers("|i1", std::int8_t{127}, "<i8", std::int64_t{255});
  integers("<i2", std::int16_t{32767}, "<i8", std::int64_t{65535});
  integers("<i4", std::int32_t{2147483647}, "<i8", std::int64_t{4294967295});
  integers("<i8", std::int64_t{1} << 60, "<i8", (std::int64_t{1} << 61) + 1);
  integers("|u1", std::uint8_t{255}, "<u8", std::uint64_t{511});
  integers("<u2", std::uint16_t{65535}, "<u8", std::uint64_t{131071});
  integers("<u4", std::uint32_t{4294967295}, "<u8", std::uint64_t{8589934591});
  // the sum has 64 bits, and no sign
  integers("<u8", std::uint64_t{9223372036854775807U}, "<u8", std::uint64_t{18446744073709551615U});
  put("in.npy", npy<char>("|b1", "(3,)", {1, 0, 1}));
  gives<std::int64_t>("sum", {}, "<i8", "(1,)", {2});
  gives<char>("min", {}, "|b1", "(1,)", {0});
  gives<double>("mean", {}, "<f8", "(1,)", {2.0 / 3});
  using U = std::uint16_t;  // binary16: 1, 65504, and the smallest there is
  put("in.npy", npy<U>("<f2", "(3,)", {0x3C00, 0x7BFF, 0x0001}));
  gives<U>("max", {}, "<f2", "(1,)", {0x7BFF});
  gives<U>("min", {}, "<f2", "(1,)", {0x0001});
  gives<U>("sum", {}, "<f2", "(1,)", {0x7BFF});
  gives<U>("prod", {}, "<f2", "(1,)", {0x1BFF});
  put("in.npy", npy<U>("<f2", "(2,)", {0x7BFF, 0x7BFF}));
  gives<U>("sum", {}, "<f2", "(1,)", {0x7C00});
  gives<U>("mean", {}, "<f2", "(1,)", {0x7BFF});
}

TEST_F(Reductions, SlicesOfNothing) {
  put("in.npy", npy<float>("<f4", "(2, 0)", {}));
  gives<float>("sum", {"--axes", "1"}, "<f4", "(2,)", {0, 0});
  gives<float>("sum", {"--axes", "0"}, "<f4", "(0,)", {});
  refuses({"reduce", "max", "in.npy", "-o", "new.npy", "--axes", "1"}, "the reduced axes have no elements");
}

TEST_F(Reductions, Refusals) {
  put("in.npy", npy<float>("<f4", "(2, 3)", {1, 2, 3, 4, 5, 6}));
  auto const with = [&](Words const& flags, std::string const& message) {
    refuses(joined({"reduce", "sum", "in.npy", "-o", "new.npy"}, flags), message);
  };
  with({"--axes", "2"}, "--axes 2: the array has shape 2 x 3, so the axis must be in -2 to 1");
  with({"--axes", "0,-2"}, "--axes: axis -2 is given twice");
  with({"--axes", "0;1"}, "--axes 0;1: must be integers and commas, such as 0,2");
  with({"--axes", "0,"}, "--axes 0,: must be integers and commas, such as 0,2");
  with({"--axes", ""}, "--axes : must be integers and commas, such as 0,2");
  with({"--nan", "first"}, "--nan first: must be propagate or ignore");
  with({"--ddof", "one"}, "--ddof one: must be a number, such as 1");
  with({"--route", "quick"}, "must be automatic, host_tiles or team_tiles");
  with({"other.npy"}, "-o: sum has 1 result, but 2 files are given");
  refuses({"reduce", "minmax", "in.npy", "-o", "new.npy"}, "-o: minmax has 2 results, but 1 files are given");
  refuses({"reduce", "total", "in.npy", "-o", "new.npy"}, "OP total: must be sum, prod, min,");
  refuses({"reduce", "in.npy", "-o", "new.npy"}, "OP in.npy: must be sum, prod, min,");
  put("in.npy", npy<std::uint64_t>("<u8", "(1,)", {std::uint64_t{1} << 63}));
  refuses({"reduce", "max", "in.npy", "-o", "new.npy"},
          "in.npy: it holds 9223372036854775808, which is more than int64 holds");
}

}  // namespace kaxis::testing
