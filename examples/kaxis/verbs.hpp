// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "dtype.hpp"
#include "flags.hpp"
#include "operation.hpp"

#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace kaxis {

// The verbs. Each is a struct of its arguments, with
//   name, summary    what `kaxis --help` says
//   arguments(app)   its command line, in command_line.cpp
//   run(exec)        its work on an execution space, in verbs/<name>.cpp, compiled once for each space
// A verb that needs no execution space has run() instead. A new verb is a struct here, a row in command_line.cpp's
// list, and a file in verbs/.

struct Info {
  static constexpr auto name    = "info";
  static constexpr auto summary = "Say what a file holds";
  std::string in;

  void arguments(CLI::App& app);
  void run() const;
};

struct Sort {
  static constexpr auto name    = "sort";
  static constexpr auto summary = "Sort along an axis";
  std::string in, out;
  SortFlags flags;
  RunFlags how;

  void arguments(CLI::App& app);
  template <class Exec>
  void run(Exec const& exec) const;
};

struct Argsort {
  static constexpr auto name    = "argsort";
  static constexpr auto summary = "Write the positions that would sort along an axis";
  std::string in, out;
  DType index_type = DType::int64;
  SortFlags flags;
  RunFlags how;

  void arguments(CLI::App& app);
  template <class Exec>
  void run(Exec const& exec) const;
};

struct SortByKey {
  static constexpr auto name    = "sort-by-key";
  static constexpr auto summary = "Sort keys along an axis and move values with them";
  std::string keys, values;
  std::vector<std::string> out;
  SortFlags flags;
  RunFlags how;

  void arguments(CLI::App& app);
  template <class Exec>
  void run(Exec const& exec) const;
};

struct Permute {
  static constexpr auto name    = "permute";
  static constexpr auto summary = "Put elements along an axis in the order of given positions";
  std::string in, index, out;
  int axis = -1;
  RunFlags how;

  void arguments(CLI::App& app);
  template <class Exec>
  void run(Exec const& exec) const;
};

struct Topk {
  static constexpr auto name    = "topk";
  static constexpr auto summary = "Write the k best elements along an axis, and their positions";
  std::string in;
  std::vector<std::string> out;
  DType index_type = DType::int64;
  TopkFlags flags;
  RunFlags how;

  void arguments(CLI::App& app);
  template <class Exec>
  void run(Exec const& exec) const;
};

struct Argtopk {
  static constexpr auto name    = "argtopk";
  static constexpr auto summary = "Write the positions of the k best elements along an axis";
  std::string in, out;
  DType index_type = DType::int64;
  TopkFlags flags;
  RunFlags how;

  void arguments(CLI::App& app);
  template <class Exec>
  void run(Exec const& exec) const;
};

struct KthValue {
  static constexpr auto name    = "kth-value";
  static constexpr auto summary = "Write the k-th best element along an axis, and leave the axis out";
  std::string in, out;
  TopkFlags flags;
  RunFlags how;

  void arguments(CLI::App& app);
  template <class Exec>
  void run(Exec const& exec) const;
};

struct Nms {
  static constexpr auto name    = "nms";
  static constexpr auto summary = "Write the positions of boxes that no better box overlaps too much";
  std::string boxes, scores, out;
  DType index_type = DType::int64;
  NmsFlags flags;
  RunFlags how;

  void arguments(CLI::App& app);
  template <class Exec>
  void run(Exec const& exec) const;
};

struct Reduce {
  static constexpr auto name    = "reduce";
  static constexpr auto summary = "Write one number for each slice along some axes: sums, extremes, moments, norms";
  Operation operation           = Operation::sum;
  std::string in;
  std::vector<std::string> out;
  DType index_type = DType::int64;
  ReduceFlags flags;
  RunFlags how;

  void arguments(CLI::App& app);
  template <class Exec>
  void run(Exec const& exec) const;
};

struct Softmax {
  static constexpr auto name    = "softmax";
  static constexpr auto summary = "Write exp(x) divided by the sum of exp over its slice along some axes";
  std::string in, out;
  SoftmaxFlags flags;
  RunFlags how;

  void arguments(CLI::App& app);
  template <class Exec>
  void run(Exec const& exec) const;
};

struct Cumulative {
  static constexpr auto name    = "cumulative";
  static constexpr auto summary = "Write for each element the reduction of its slice along an axis up to there";
  Operation operation           = Operation::sum;
  std::string in, out;
  CumulativeFlags flags;
  RunFlags how;

  void arguments(CLI::App& app);
  template <class Exec>
  void run(Exec const& exec) const;
};

}  // namespace kaxis
