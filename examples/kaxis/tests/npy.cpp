// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "../npy.hpp"

#include "npy_bytes.hpp"
#include "sandbox.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <random>
#include <sstream>

namespace kaxis::testing {

namespace {

std::string const good = "{'descr': '<f8', 'fortran_order': False, 'shape': (2, 3), }";

/// What the parser says about a dictionary; "" if it takes it.
std::string complaint(std::string const& dictionary) {
  try {
    npy::parse(dictionary);
  } catch (Refusal const& refusal) {
    return refusal.what();
  }
  return "";
}

void expect_complaint(std::string const& dictionary, std::string const& part) {
  std::string const said = complaint(dictionary);
  EXPECT_NE(said.find(part), std::string::npos) << dictionary << "\nexpected: " << part << "\nsaid:     " << said;
}

std::string with_shape(std::string const& shape) {
  return "{'descr': '<f8', 'fortran_order': False, 'shape': " + shape + ", }";
}

std::string with_descr(std::string const& descr) {
  return "{'descr': " + descr + ", 'fortran_order': False, 'shape': (2, 3), }";
}

}  // namespace

TEST(NpyHeader, TakesWhatNumPyWrites) {
  npy::Header const header = npy::parse(good + "          \n");
  EXPECT_EQ(header.type, DType::float64);
  EXPECT_EQ(header.shape, (Shape{2, 3}));
  EXPECT_FALSE(header.fortran);
  EXPECT_FALSE(header.swapped);
}

TEST(NpyHeader, TakesAnyOrderOfEntriesEitherQuoteAndPython2Integers) {
  npy::Header const header = npy::parse("{\"shape\": (7L,), 'fortran_order':True,'descr' : '|i1'}");
  EXPECT_EQ(header.type, DType::int8);
  EXPECT_EQ(header.shape, (Shape{7}));
  EXPECT_TRUE(header.fortran);
}

TEST(NpyHeader, KnowsEveryTypeInEveryByteOrder) {
  for (std::size_t i = 0; i < dtypes.size(); ++i)
    for (std::string const order : {"<", ">", "=", "|", ""}) {
      std::string const descr  = order + dtypes[i].kind + std::to_string(dtypes[i].bytes);
      npy::Header const header = npy::parse(with_descr("'" + descr + "'"));
      EXPECT_EQ(header.type, static_cast<DType>(i)) << descr;
      EXPECT_EQ(header.swapped, order == ">" && dtypes[i].bytes > 1) << descr;
    }
}

TEST(NpyHeader, RefusesOtherTypes) {
  for (char const* descr :
       {"'<c16'", "'<U5'", "'|S3'", "'<M8[ns]'", "'<f16'", "'<i3'", "''", "'<'", "'<f8 '", "'<<f8'"})
    expect_complaint(with_descr(descr), "is not read; these are: bool, int8");
  expect_complaint(with_descr("'|O'"), "pickled Python objects");
  expect_complaint(with_descr("[('x', '<f4'), ('y', '<f4')]"), "structured type");
}

TEST(NpyHeader, RefusesShapes) {
  expect_complaint(with_shape("()"), "rank 0 (a single number)");
  expect_complaint(with_shape("(1, 1, 1, 1, 1, 1, 1, 1, 1)"), "rank 9; arrays of rank 1 to 8");
  expect_complaint(with_shape("(-1, 3)"), "negative (-1)");
  expect_complaint(with_shape("(99999999999999999999,)"), "does not fit 64 bits");
  expect_complaint(with_shape("(4294967296, 4294967296)"), "more than memory can hold");
  expect_complaint(with_shape("(9223372036854775807, 2)"), "more than memory can hold");
  expect_complaint(with_shape("(0, 4294967296, 4294967296)"), "more than memory can hold");
  expect_complaint(with_shape("(3)"), "expected ','");
  expect_complaint(with_shape("(2, 3"), "expected");
  expect_complaint(with_shape("(2; 3)"), "expected ','");
  expect_complaint(with_shape("(2, 3; 4)"), "expected ')'");
  expect_complaint(with_shape("(,)"), "expected an integer");
  expect_complaint(with_shape("(2.5,)"), "expected ','");
  expect_complaint(with_shape("[2, 3]"), "expected '('");
  EXPECT_EQ(complaint(with_shape("(0, 5)")), "");
  EXPECT_EQ(complaint(with_shape("(2, 3,)")), "");
}

TEST(NpyHeader, RefusesWhatIsNoDictionary) {
  expect_complaint("", "expected '{', found its end");
  expect_complaint("[]", "expected '{'");
  expect_complaint("{}", "lacks the entry descr");
  expect_complaint("{'descr': '<f8', 'shape': (2, 3)}", "lacks the entry fortran_order");
  expect_complaint("{'descr': '<f8', 'fortran_order': False}", "lacks the entry shape");
  expect_complaint("{'descr': '<f8', 'descr': '<f8', 'fortran_order': False, 'shape': (2,)}", "two entries 'descr'");
  expect_complaint("{'descr': '<f8', 'fortran_order': False, 'shape': (2,), 'more': 1}", "an entry 'more'");
  expect_complaint("{'descr': '<f8', 'fortran_order': Maybe, 'shape': (2,)}", "expected True or False, found \"Maybe");
  expect_complaint("{'descr': '<f8, 'fortran_order': False, 'shape': (2,)}", "is not read");
  expect_complaint("{'descr': '<f8' 'fortran_order': False, 'shape': (2,)}", "expected ',' or '}'");
  expect_complaint("{'descr': '<f8", "expected the end of a string");
  expect_complaint(good + " import os", "expected nothing more, found \"import os\"");
  expect_complaint(std::string("{\x01\x80"), "found \"??\"");
}

// Whatever a header holds, it is taken or refused: no crash, and no extents beyond memory.
TEST(NpyHeader, SurvivesEveryChangeOfOneByte) {
  for (std::size_t at = 0; at < good.size(); ++at)
    for (int byte = 0; byte < 256; ++byte) {
      std::string text = good;
      text[at]         = static_cast<char>(byte);
      complaint(text);
    }
  for (std::size_t length = 0; length < good.size(); ++length) EXPECT_NE(complaint(good.substr(0, length)), "");
}

TEST(NpyHeader, SurvivesRandomText) {
  std::mt19937 random(1);
  std::string const alphabet = "{}()[]'\",: \n0123456789-LTrueFalsedescrfortran_ordershape<>|=fiubO";
  for (int trial = 0; trial < 200'000; ++trial) {
    std::string text = good;
    for (int change = static_cast<int>(random() % 6); change >= 0; --change) {
      std::size_t const at = random() % text.size();
      switch (random() % 3) {
        case 0:
          text[at] = alphabet[random() % alphabet.size()];
          break;
        case 1:
          text.insert(at, 1, alphabet[random() % alphabet.size()]);
          break;
        default:
          text.erase(at, 1 + random() % 4);
      }
      if (text.empty()) text.push_back('{');
    }
    complaint(text);
  }
}

using NpyFile = Sandbox;

TEST_F(NpyFile, ReadsVersions1And2) {
  for (int const version : {1, 2}) {
    put("a.npy", npy_header("<i4", "(2, 2)", false, version) + raw<std::int32_t>({1, 2, 3, 4}));
    Array const array = npy::read(path("a.npy"));
    EXPECT_EQ(array.shape, (Shape{2, 2}));
    EXPECT_EQ(std::string(reinterpret_cast<char*>(array.data.get()), array.bytes()), raw<std::int32_t>({1, 2, 3, 4}));
  }
}

TEST_F(NpyFile, TurnsTheOtherByteOrder) {
  put("a.npy", npy_header(">u2", "(2,)") + std::string("\x01\x02\x03\x04", 4));
  Array const array = npy::read(path("a.npy"));
  EXPECT_EQ(std::string(reinterpret_cast<char*>(array.data.get()), array.bytes()),
            raw<std::uint16_t>({0x0102, 0x0304}));
}

TEST_F(NpyFile, WritesWhatNumPyWould) {
  struct Case {
    DType type;
    char const* descr;
    Shape shape;
    char const* text;
    bool fortran;
  };
  for (Case const& c :
       {Case{DType::float64, "<f8", {2, 3}, "(2, 3)", false}, Case{DType::boolean, "|b1", {5}, "(5,)", false},
        Case{DType::uint8, "|u1", {0, 4}, "(0, 4)", true},
        Case{DType::int64, "<i8", {1, 2, 1, 2, 1, 2, 1, 2}, "(1, 2, 1, 2, 1, 2, 1, 2)", true}}) {
    Array const like{.type = c.type, .shape = c.shape, .fortran = c.fortran, .data = nullptr};
    Array const zeros = zeros_like(like, c.type);
    std::ostringstream out;
    npy::write(out, zeros);
    EXPECT_EQ(out.str(), npy_header(c.descr, c.text, c.fortran) + std::string(zeros.bytes(), '\0'));
  }
}

TEST_F(NpyFile, RefusesEveryTruncation) {
  std::string const whole = npy<std::int16_t>("<i2", "(2, 3)", {1, 2, 3, 4, 5, 6});
  for (std::size_t length = 0; length < whole.size(); ++length) {
    put("a.npy", whole.substr(0, length));
    EXPECT_THROW(npy::read(path("a.npy")), Refusal) << length;
  }
  put("a.npy", whole + "x");
  EXPECT_THROW(npy::read(path("a.npy")), Refusal);
  put("a.npy", whole);
  EXPECT_NO_THROW(npy::read(path("a.npy")));
}

TEST(ArrayTest, ReordersBothWays) {
  Array array{.type = DType::uint8, .shape = {2, 3, 2}, .fortran = false, .data = nullptr};
  array.data = std::make_unique<std::byte[]>(array.bytes());
  for (int i = 0; i < 12; ++i) array.data[static_cast<std::size_t>(i)] = static_cast<std::byte>(i);
  Array turned = reordered(std::move(array), true);
  std::vector<int> found;
  for (int i = 0; i < 12; ++i) found.push_back(static_cast<int>(turned.data[static_cast<std::size_t>(i)]));
  EXPECT_EQ(found, (std::vector<int>{0, 6, 2, 8, 4, 10, 1, 7, 3, 9, 5, 11}));
  Array const back = reordered(std::move(turned), false);
  for (int i = 0; i < 12; ++i) EXPECT_EQ(static_cast<int>(back.data[static_cast<std::size_t>(i)]), i);
}

}  // namespace kaxis::testing
