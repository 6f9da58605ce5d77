// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "npy_bytes.hpp"
#include "sandbox.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <vector>

// nms on small files, with the bytes that are right.
namespace kaxis::testing {

namespace {

using Positions = std::vector<std::int64_t>;

}  // namespace

class Suppression : public Sandbox {
 protected:
  /// Four boxes: two that overlap by 9/11, one apart, one that overlaps the first by 1/4.
  void put_boxes() {
    put("boxes.npy", npy<float>("<f4", "(4, 4)", {0, 0, 10, 10, 1, 0, 11, 10, 50, 50, 60, 60, 6, 0, 16, 10}));
    put("scores.npy", npy<float>("<f4", "(4,)", {0.5F, 0.75F, 0.25F, 0.125F}));
  }
  void keeps(std::vector<std::string> const& flags, Positions const& positions) {
    std::vector<std::string> arguments{"nms", "boxes.npy", "scores.npy", "-o", "keep.npy"};
    arguments.insert(arguments.end(), flags.begin(), flags.end());
    works(arguments);
    EXPECT_EQ(get("keep.npy"), npy("<i8", "(" + std::to_string(positions.size()) + ",)", positions))
        << ::testing::PrintToString(flags);
  }
};

TEST_F(Suppression, KeepsBestBoxes) {
  put_boxes();
  keeps({}, {1, 2, 3});
  keeps({"--iou", "0.25"}, {1, 2});
  keeps({"--iou", "0.9"}, {1, 0, 2, 3});
  keeps({"--score", "0.2"}, {1, 2});
  keeps({"--score", "2"}, {});
  keeps({"--max-output", "2"}, {1, 2});
  keeps({"--max-output", "0"}, {});
  keeps({"--route", "tile_greedy"}, {1, 2, 3});
}

TEST_F(Suppression, KeepsClassesApart) {
  put_boxes();
  put("classes.npy", npy<std::int32_t>("<i4", "(4,)", {7, -7, 7, 7}));
  keeps({"--classes", "classes.npy", "--iou", "0.2"}, {1, 0, 2});
}

TEST_F(Suppression, RowsInBothMemoryOrders) {
  // two rows of three intervals, as centre and size, of doubles; scores of half
  put("scores.npy", npy<std::uint16_t>("<f2", "(2, 3)", {0x3C00, 0x4000, 0x4200, 0x4200, 0x4000, 0x3C00}));
  put("boxes.npy", npy<double>("<f8", "(2, 3, 2)", {0, 4, 0.5, 4, 9, 4, 0, 4, 0.5, 4, 0.25, 4}));
  works({"nms", "boxes.npy", "scores.npy", "-o", "keep.npy", "--format", "center_size"});
  EXPECT_EQ(get("keep.npy"), npy<std::int64_t>("<i8", "(2, 2)", {2, 1, 0, -1}));
  put("scores.npy", npy<std::uint16_t>("<f2", "(2, 3)", {0x3C00, 0x4200, 0x4000, 0x4000, 0x4200, 0x3C00}, true));
  works({"nms", "boxes.npy", "scores.npy", "-o", "keep.npy", "--format", "center_size", "--index-type", "int32"});
  EXPECT_EQ(get("keep.npy"), npy<std::int32_t>("<i4", "(2, 2)", {2, 0, 1, -1}, true));
}

TEST_F(Suppression, Refuses) {
  put_boxes();
  auto const with = [&](std::vector<std::string> const& flags, std::string const& message) {
    std::vector<std::string> arguments{"nms", "boxes.npy", "scores.npy", "-o", "keep.npy"};
    arguments.insert(arguments.end(), flags.begin(), flags.end());
    refuses(arguments, message);
  };
  with({"--iou", "1.5"}, "--iou 1.5: must be in 0 to 1");
  with({"--iou", "half"}, "--iou half: must be a number, such as 0.5");
  with({"--score", "nan"}, "--score nan: must be a number, such as 0");
  with({"--max-output", "-1"}, "--max-output -1: must be an integer that is not negative, such as 100");
  with({"--classes", "missing.npy"}, "missing.npy: there is no such file");
  put("classes.npy", npy<std::int32_t>("<i4", "(3,)", {1, 2, 3}));
  with({"--classes", "classes.npy"}, "classes.npy: its shape is 3; it must be 4, as that of scores.npy");
  put("classes.npy", npy<float>("<f4", "(4,)", {1, 2, 3, 4}));
  with({"--classes", "classes.npy"}, "classes.npy: it holds float32; classes must be int32 or int64");
  put("boxes.npy", npy<float>("<f4", "(4, 3)", std::vector<float>(12)));
  with({}, "boxes.npy: its shape is 4 x 3; it must be that of scores.npy and 2, 4 or 6 numbers for each box");
  put("boxes.npy", npy<std::int32_t>("<i4", "(4, 4)", std::vector<std::int32_t>(16)));
  with({}, "boxes.npy: it holds int32; boxes and scores must be float16, float32 or float64");
}

}  // namespace kaxis::testing
