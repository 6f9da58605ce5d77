// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "npy_bytes.hpp"
#include "sandbox.hpp"

#include <gtest/gtest.h>

#include <unistd.h>

#include <cstdint>
#include <filesystem>

// Everything that kaxis refuses: exit code 2, one line that names the cause and the cure, files as they were.
namespace kaxis::testing {

class Refusals : public Sandbox {
 protected:
  Refusals() {
    put("a.npy", npy<float>("<f4", "(2, 3)", {5, 3, 9, 1, 4, 2}));
    put("index.npy", npy<std::int64_t>("<i8", "(2, 3)", {0, 1, 2, 2, 1, 0}));
    put("there.npy", "what was there before");
  }

  /// `kaxis sort bad.npy` with these bytes in it, onto a file that exists and onto one that does not.
  void refuses_file(std::string const& bytes, std::string const& message) {
    put("bad.npy", bytes);
    refuses({"sort", "bad.npy", "-o", "new.npy"}, "bad.npy: " + message);
    refuses({"sort", "bad.npy", "-o", "there.npy"}, "bad.npy: " + message);
    refuses({"info", "bad.npy"}, "bad.npy: " + message);
    refuses({"sort-by-key", "a.npy", "bad.npy", "-o", "k.npy", "there.npy"}, "bad.npy: " + message);
  }
};

TEST_F(Refusals, CommandLines) {
  refuses({},
          "no verb is given; give info, sort, argsort, sort-by-key, permute, topk, argtopk, kth-value, nms, reduce, "
          "softmax or cumulative");
  refuses({"srot", "a.npy", "-o", "out.npy"}, "'srot' is no verb; give info, sort,");
  refuses({"--axis", "0"}, "is no verb");
  refuses({"sort"}, "IN is required; kaxis sort --help");
  refuses({"sort", "a.npy"}, "-o is required; kaxis sort --help");
  refuses({"sort", "a.npy", "-o"}, "-o: 1 required FILE missing");
  refuses({"sort", "a.npy", "index.npy", "-o", "out.npy"}, "not understood: index.npy");
  refuses({"sort", "a.npy", "-o", "out.npy", "--oder", "descending"}, "not understood: --oder descending; kaxis sort");
  refuses({"sort", "a.npy", "-o", "out.npy", "--index-type", "int32"}, "not understood: --index-type int32");
  refuses({"permute", "a.npy", "index.npy", "-o", "out.npy", "--order", "ascending"}, "not understood: --order");
  refuses({"sort-by-key", "a.npy", "a.npy", "-o", "out.npy"}, "-o: At least 2 required");
  refuses({"sort-by-key", "a.npy", "-o", "k.npy", "v.npy"}, "kaxis sort-by-key --help");
  refuses({"sort-by-key", "a.npy", "a.npy", "-o", "k.npy", "v.npy", "w.npy"}, "-o: At Most 2 required");
  refuses({"info"}, "IN is required");
}

TEST_F(Refusals, Words) {
  auto const with = [&](std::string const& option, std::string const& word, std::string const& message) {
    refuses({"argsort", "a.npy", "-o", "there.npy", option, word}, option + " " + word + ": " + message);
  };
  with("--order", "up", "must be ascending or descending");
  with("--nan", "nowhere", "must be greatest, last, smallest or first");
  with("--zeros", "0", "must be equal or ordered");
  with("--index-type", "int16", "must be int32 or int64");
  with("--route", "quick", "must be automatic, ");
  with("--space", "abacus", "this kaxis was built with ");
  with("--axis", "first", "must be an integer, such as 0");
  with("--axis", "1.5", "must be an integer");
  with("--axis", "99999999999", "must be an integer");
  with("--axis", "2", "the array has shape 2 x 3, so the axis must be in -2 to 1");
  with("--axis", "-3", "the array has shape 2 x 3, so the axis must be in -2 to 1");
}

TEST_F(Refusals, RoutesThatCannotServe) {
  refuses({"sort", "a.npy", "-o", "there.npy", "--route", "merge_sort"}, "route merge_sort cannot serve this call");
  refuses({"sort", "a.npy", "-o", "new.npy", "--route", "merge_sort", "--explain"}, "routes that can: ");
}

TEST_F(Refusals, ForeignFiles) {
  refuses_file("", "it is no .npy file: it is shorter");
  refuses_file("short", "it is no .npy file: it is shorter");
  refuses_file("year,month,temperature\n", "it is no .npy file: it does not start with \\x93NUMPY");
  refuses_file("PK\x03\x04 an .npz archive", "it is no .npy file");
  refuses_file(npy_header("<f4", "(1,)", false, 3), "it has .npy format version 3.0; versions 1.0 and 2.0 are read");
  refuses_file(std::string("\x93NUMPY\x02\x00\xFF\xFF\xFF\xFF", 12), "its header claims 4294967295 bytes");
  refuses_file(npy_start(std::string(40, '\0')), "its header is not a NumPy dictionary");
  refuses_file(npy_header("<c8", "(1,)") + "12345678", "its type '<c8' is not read; these are: bool, int8");
  refuses_file(npy_header("|O", "(1,)") + "pickle", "it holds pickled Python objects");
  refuses_file(npy_header("<f4", "()") + "1234", "it has rank 0 (a single number); arrays of rank 1 to 8 are read");
}

TEST_F(Refusals, TruncatedAndOverlongFiles) {
  std::string const whole = npy<float>("<f4", "(2, 3)", {5, 3, 9, 1, 4, 2});
  refuses_file(whole.substr(0, 9), "it ends within its header");
  refuses_file(whole.substr(0, 100), "it ends within its header");
  refuses_file(whole.substr(0, 128), "it is truncated: 2 x 3 float32 are 24 bytes, but 0 follow the header");
  refuses_file(whole.substr(0, whole.size() - 1), "it is truncated: 2 x 3 float32 are 24 bytes, but 23 follow");
  refuses_file(whole + whole, "something follows its array: 2 x 3 float32 are 24 bytes, but 176 follow");
  refuses_file(npy_header("<f4", "(1000000, 1000000)"), "it is truncated");  // before memory is asked for
  refuses_file(npy_header("<f4", "(4294967296, 4294967296)"), "its shape 4294967296 x 4294967296 is more than");
}

TEST_F(Refusals, Places) {
  std::filesystem::create_directory(path("folder"));
  refuses({"sort", "missing.npy", "-o", "there.npy"}, "missing.npy: there is no such file");
  refuses({"sort", "folder", "-o", "there.npy"}, "folder: it is not a regular file");
  refuses({"sort", "a.npy", "-o", "folder"}, "output folder: it exists and is not a regular file");
  refuses({"sort", "a.npy", "-o", "/dev/null"}, "output /dev/null: it exists and is not a regular file");
  refuses({"sort", "a.npy", "-o", "nowhere/out.npy"}, "output nowhere/out.npy: there is no folder");
  refuses({"sort", "a.npy", "-o", ""}, "output '': there is no such place");
  refuses({"sort-by-key", "a.npy", "a.npy", "-o", "k.npy", "k.npy"}, "output k.npy is given twice");
  refuses({"sort-by-key", "a.npy", "a.npy", "-o", "k.npy", "folder/../k.npy"}, "is given twice");
  refuses({"sort-by-key", "a.npy", "a.npy", "-o", "k.npy", "folder"}, "output folder: it exists");
}

TEST_F(Refusals, OutputThroughALinkGoesToWhatItPointsTo) {
  std::filesystem::create_symlink("there.npy", path("link.npy"));
  works({"sort", "a.npy", "-o", "link.npy"});
  EXPECT_TRUE(std::filesystem::is_symlink(path("link.npy")));
  EXPECT_EQ(get("there.npy"), npy<float>("<f4", "(2, 3)", {3, 5, 9, 1, 2, 4}));
}

TEST_F(Refusals, ShapesThatDoNotFit) {
  put("row.npy", npy<float>("<f4", "(3,)", {1, 2, 3}));
  refuses({"sort-by-key", "a.npy", "row.npy", "-o", "k.npy", "v.npy"},
          "row.npy: its shape is 3; it must start with that of a.npy, which is 2 x 3");
  refuses({"permute", "row.npy", "index.npy", "-o", "there.npy"},
          "row.npy: its shape is 3; it must start with that of index.npy, which is 2 x 3");
}

TEST_F(Refusals, Positions) {
  refuses({"permute", "a.npy", "a.npy", "-o", "new.npy"}, "a.npy: it holds float32; positions must be int32 or int64");
  put("index.npy", npy<std::int32_t>("<i4", "(2, 3)", {0, 1, 2, 3, 1, 0}));
  refuses({"permute", "a.npy", "index.npy", "-o", "new.npy"},
          "index.npy: it holds position 3, but axis 1 has 3 elements, so positions must be in 0 to 2");
  put("index.npy", npy<std::int64_t>("<i8", "(2, 3)", {0, 1, -1, 0, 1, 0}));
  refuses({"permute", "a.npy", "index.npy", "-o", "new.npy", "--axis", "0"}, "it holds position -1, but axis 0 has 2");
}

TEST_F(Refusals, CommandLinesOfSelections) {
  refuses({"topk", "a.npy", "-o", "v.npy", "there.npy"}, "-k is required; kaxis topk --help");
  refuses({"topk", "a.npy", "-k", "1", "-o", "there.npy"}, "-o: At least 2 required");
  refuses({"topk", "a.npy", "-k", "1", "-o", "v.npy", "v.npy"}, "output v.npy is given twice");
  refuses({"argtopk", "a.npy", "-k", "1"}, "-o is required; kaxis argtopk --help");
  refuses({"argtopk", "a.npy", "-k", "1", "-o", "there.npy", "--unstable"}, "not understood: --unstable");
  refuses({"kth-value", "a.npy", "-k", "1", "-o", "there.npy", "--order", "sorted"}, "not understood: --order sorted");
  refuses({"kth-value", "a.npy", "-k", "1", "-o", "there.npy", "--index-type", "int32"},
          "not understood: --index-type");
  refuses({"kth-value", "missing.npy", "-k", "1", "-o", "there.npy"}, "missing.npy: there is no such file");
  auto const with = [&](std::string const& option, std::string const& word, std::string const& message) {
    refuses({"topk", "a.npy", "-k", "1", "-o", "there.npy", "new.npy", option, word},
            option + " " + word + ": " + message);
  };
  with("--order", "ascending", "must be sorted, unsorted or by_index");
  with("--ties", "first", "must be lowest_index, highest_index or any");
  with("--nan", "nowhere", "must be greatest, last, smallest or first");
  with("--zeros", "0", "must be equal or ordered");
  with("--index-type", "int8", "must be int32 or int64");
  with("--route", "merge_sort", "must be automatic, ");
  with("--space", "abacus", "this kaxis was built with ");
  with("--axis", "2", "the array has shape 2 x 3, so the axis must be in -2 to 1");
}

TEST_F(Refusals, PlacesThatARowDoesNotHave) {
  auto const k = [&](std::string const& given, std::string const& message, std::vector<std::string> const& more = {}) {
    std::vector<std::string> arguments{"argtopk", "a.npy", "-k", given, "-o", "there.npy"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    refuses(arguments, "-k " + given + ": " + message);
  };
  k("many", "must be an integer, such as 5");
  k("1.5", "must be an integer, such as 5");
  k("", "must be an integer, such as 5");
  k("99999999999999999999", "must be an integer");
  k("4", "axis 1 of a.npy has 3 elements, so k must be in 0 to 3");
  k("3", "axis 0 of a.npy has 2 elements, so k must be in 0 to 2", {"--axis", "0"});
  k("-1", "axis 1 of a.npy has 3 elements, so k must be in 0 to 3");
  put("ends.npy", npy<std::int32_t>("<i4", "(2,)", {1, 2}));
  k("-1", "axis 1 of a.npy has 3 elements; k must be at least 0", {"--row-end", "ends.npy"});
  refuses({"argtopk", "a.npy", "-k", "9223372036854775807", "-o", "there.npy", "--row-end", "ends.npy"},
          "the result is 2 x 9223372036854775807 int64, which is more than memory can hold");
  refuses({"topk", "a.npy", "-k", "4", "-o", "there.npy", "new.npy"}, "-k 4: axis 1 of a.npy has 3 elements");
  refuses({"kth-value", "a.npy", "-k", "0", "-o", "there.npy"},
          "axis 1 of a.npy has 3 elements, so k must be in 1 to 3");
  refuses({"kth-value", "a.npy", "-k", "4", "-o", "there.npy"},
          "axis 1 of a.npy has 3 elements, so k must be in 1 to 3");
  put("empty.npy", npy<float>("<f4", "(0, 4)", {}));
  refuses({"kth-value", "empty.npy", "-k", "1", "-o", "there.npy", "--axis", "0"},
          "-k 1: axis 0 of empty.npy has 0 elements; there is none to take");
}

TEST_F(Refusals, BoundsOfRows) {
  for (std::string const option : {"--row-begin", "--row-end"}) {
    auto const with = [&](std::string const& file, std::string const& message) {
      refuses({"topk", "a.npy", "-k", "1", "-o", "there.npy", "new.npy", option, file}, message);
      refuses({"argtopk", "a.npy", "-k", "1", "-o", "there.npy", option, file}, message);
      refuses({"kth-value", "a.npy", "-k", "1", "-o", "there.npy", option, file}, message);
    };
    with("missing.npy", "missing.npy: there is no such file");
    with("", option + " '': there is no such file");
    with("there.npy", "there.npy: it is no .npy file");
    with("index.npy", "index.npy: its shape is 2 x 3; it must be 2, one number for each row of a.npy along axis 1");
    put("bounds.npy", npy<std::int32_t>("<i4", "(3,)", {1, 2, 3}));
    with("bounds.npy", "bounds.npy: its shape is 3; it must be 2, one number for each row of a.npy along axis 1");
    put("bounds.npy", npy<float>("<f4", "(2,)", {1, 2}));
    with("bounds.npy", "bounds.npy: it holds float32; bounds of rows must be int32 or int64");
    put("bounds.npy", npy<std::uint32_t>("<u4", "(2,)", {1, 2}));
    with("bounds.npy", "bounds.npy: it holds uint32; bounds of rows must be int32 or int64");
  }
}

TEST_F(Refusals, RoutesThatCannotSelect) {
  std::vector<float> const row(100'000, 1);
  put("long.npy", npy("<f4", "(100000,)", row));
  refuses({"argtopk", "long.npy", "-k", "100000", "-o", "there.npy", "--route", "team_select"},
          "route team_select cannot serve this call");
}

TEST_F(Refusals, FilesThatCannotBeRead) {
  if (geteuid() == 0) GTEST_SKIP() << "root may read and write everything";
  std::filesystem::permissions(path("a.npy"), std::filesystem::perms::none);
  Outcome const outcome = kaxis({"sort", "a.npy", "-o", "new.npy"});
  EXPECT_EQ(outcome.code, 2);
  EXPECT_EQ(outcome.err, "kaxis: a.npy: it cannot be opened for reading\n");
}

}  // namespace kaxis::testing
