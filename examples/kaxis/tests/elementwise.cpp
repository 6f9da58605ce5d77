// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "npy_bytes.hpp"
#include "sandbox.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <limits>
#include <string>
#include <vector>

// softmax and cumulative on small files, with the bytes that are right.
namespace kaxis::testing {

namespace {

constexpr double inf = std::numeric_limits<double>::infinity(), nan = std::numeric_limits<double>::quiet_NaN();
using Words = std::vector<std::string>;

Words joined(Words words, Words const& more) {
  words.insert(words.end(), more.begin(), more.end());
  return words;
}

}  // namespace

class Elementwise : public Sandbox {
 protected:
  template <class T>
  void gives(Words const& verb, std::string const& descr, std::string const& shape, std::vector<T> const& numbers,
             bool fortran = false) {
    works(joined(verb, {"in.npy", "-o", "out.npy"}));
    EXPECT_EQ(get("out.npy"), npy(descr, shape, numbers, fortran)) << ::testing::PrintToString(verb);
  }
};

TEST_F(Elementwise, SoftmaxAlongAxes) {
  put("in.npy", npy<float>("<f4", "(2, 2)", {3, 3, static_cast<float>(-inf), 7}));
  gives<float>({"softmax", "--axes", "1"}, "<f4", "(2, 2)", {0.5F, 0.5F, 0, 1});
  gives<float>({"softmax", "--axes", "-1", "--log", "--route", "team_tiles"}, "<f4", "(2, 2)",
               {-0.6931472F, -0.6931472F, static_cast<float>(-inf), 0});
  put("in.npy", npy<double>("<f8", "(2, 2)", {5, 5, 5, 5}, true));
  gives<double>({"softmax"}, "<f8", "(2, 2)", {0.25, 0.25, 0.25, 0.25}, true);
  put("in.npy", npy<std::int8_t>("|i1", "(2,)", {0, 0}));
  gives<double>({"softmax"}, "<f8", "(2,)", {0.5, 0.5});
  using U = std::uint16_t;  // binary16
  put("in.npy", npy<U>("<f2", "(2,)", {0x7BFF, 0x7BFF}));
  gives<U>({"softmax"}, "<f2", "(2,)", {0x3800, 0x3800});
  refuses({"softmax", "in.npy", "-o", "new.npy", "--axes", "1"}, "--axes 1: the array has shape 2");
}

TEST_F(Elementwise, CumulativeAlongAnAxis) {
  std::vector<std::int32_t> const in{1, 5, 3, 2, -7, 4};
  using Sums = std::vector<std::int64_t>;
  for (bool const fortran : {false, true}) {
    // the bytes of a shape in C order are those of the reversed shape in Fortran order
    std::string const shape = fortran ? "(3, 2)" : "(2, 3)", along = fortran ? "0" : "1", across = fortran ? "1" : "0";
    put("in.npy", npy("<i4", shape, in, fortran));
    gives({"cumulative", "sum", "--axis", along}, "<i8", shape, Sums{1, 6, 9, 2, -5, -1}, fortran);
    gives({"cumulative", "sum", "--axis", across}, "<i8", shape, Sums{1, 5, 3, 3, -2, 7}, fortran);
    gives({"cumulative", "sum", "--axis", along, "--exclusive"}, "<i8", shape, Sums{0, 1, 6, 0, 2, -5}, fortran);
    gives({"cumulative", "sum", "--axis", along, "--reverse"}, "<i8", shape, Sums{9, 8, 3, -1, -3, 4}, fortran);
    gives({"cumulative", "prod", "--axis", along, "--route", "team_tiles"}, "<i8", shape, Sums{1, 5, 15, 2, -14, -56},
          fortran);
    gives({"cumulative", "max", "--axis", along}, "<i4", shape, std::vector<std::int32_t>{1, 5, 5, 2, 2, 4}, fortran);
    gives({"cumulative", "mean", "--axis", across}, "<f8", shape, std::vector<double>{1, 5, 3, 1.5, -1, 3.5}, fortran);
  }
  put("in.npy", npy<double>("<f8", "(4,)", {2, nan, 1, 3}));
  gives<double>({"cumulative", "min"}, "<f8", "(4,)", {2, nan, nan, nan});
  gives<double>({"cumulative", "min", "--nan", "ignore"}, "<f8", "(4,)", {2, 2, 1, 1});
  put("in.npy", npy<char>("|b1", "(3,)", {1, 0, 1}));
  gives<std::int64_t>({"cumulative", "sum"}, "<i8", "(3,)", {1, 1, 2});
}

TEST_F(Elementwise, RefusalsOfCumulative) {
  put("in.npy", npy<float>("<f4", "(2, 3)", {1, 2, 3, 4, 5, 6}));
  refuses({"cumulative", "var", "in.npy", "-o", "new.npy"}, "OP var: must be sum, prod, min, max, mean or logsumexp");
  refuses({"cumulative", "sum", "in.npy", "-o", "new.npy", "--axis", "2"}, "--axis 2: the array has shape 2 x 3");
  refuses({"cumulative", "min", "in.npy", "-o", "new.npy", "--exclusive"}, "the first results are of no elements");
  refuses({"cumulative", "sum", "in.npy", "-o", "new.npy", "--route", "quick"},
          "must be automatic, host_walk, thread_walk or team_tiles");
}

}  // namespace kaxis::testing
