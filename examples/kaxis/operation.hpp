// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "dtype.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace kaxis {

/// The operations of reduce and cumulative.
enum class Operation : std::uint8_t {
  sum,
  prod,
  min,
  max,
  minmax,
  argmin,
  argmax,
  any,
  all,
  count_nonzero,
  mean,
  var,
  std,
  varmean,
  logsumexp,
  norm1,
  norm2,
  norminf
};

/// What type results have.
enum class Result : std::uint8_t {
  element,    ///< that of the elements
  total,      ///< of integers 64 bits, of floating-point numbers theirs
  magnitude,  ///< likewise, without a sign
  real,       ///< of integers float64, of floating-point numbers theirs
  position,
  count,
  truth
};

struct OperationRow {
  Operation operation;
  std::string_view name;
  std::size_t outputs;
  Result result;
  bool cumulative = false;  // has kaxis cumulative it
};
inline constexpr std::array<OperationRow, 18> operations{{{Operation::sum, "sum", 1, Result::total, true},
                                                          {Operation::prod, "prod", 1, Result::total, true},
                                                          {Operation::min, "min", 1, Result::element, true},
                                                          {Operation::max, "max", 1, Result::element, true},
                                                          {Operation::minmax, "minmax", 2, Result::element},
                                                          {Operation::argmin, "argmin", 1, Result::position},
                                                          {Operation::argmax, "argmax", 1, Result::position},
                                                          {Operation::any, "any", 1, Result::truth},
                                                          {Operation::all, "all", 1, Result::truth},
                                                          {Operation::count_nonzero, "count-nonzero", 1, Result::count},
                                                          {Operation::mean, "mean", 1, Result::real, true},
                                                          {Operation::var, "var", 1, Result::real},
                                                          {Operation::std, "std", 1, Result::real},
                                                          {Operation::varmean, "varmean", 2, Result::real},
                                                          {Operation::logsumexp, "logsumexp", 1, Result::real, true},
                                                          {Operation::norm1, "norm1", 1, Result::magnitude},
                                                          {Operation::norm2, "norm2", 1, Result::real},
                                                          {Operation::norminf, "norminf", 1, Result::magnitude}}};

/// What files hold results in.
inline DType type_of(Result result, DType element, DType index_type) {
  bool const real = info(element).kind == 'f', no_sign = info(element).kind == 'u';
  switch (result) {
    case Result::element:
      return element;
    case Result::total:
      return real ? element : no_sign ? DType::uint64 : DType::int64;
    case Result::magnitude:
      return real ? element : DType::uint64;
    case Result::real:
      return real ? element : DType::float64;
    case Result::position:
      return index_type;
    case Result::count:
      return DType::int64;
    case Result::truth:
      break;
  }
  return DType::boolean;
}

// Every operation for every type would be hundreds of kernels to compile. So arrays are made double, where that is what
// the library adds up in or their elements are floating-point, and else int64; or bool, where only that matters.
inline bool looks_at_truth(Result result) { return result == Result::truth || result == Result::count; }
inline bool is_integral(Result result, DType element) { return info(element).kind != 'f' && result != Result::real; }

inline DType read_as(Result result, DType element) {
  return looks_at_truth(result) ? DType::boolean : is_integral(result, element) ? DType::int64 : DType::float64;
}
/// What the library writes then, before it is made what the file holds.
inline DType made_of(Result result, bool integral) {
  if (result == Result::truth || result == Result::count || result == Result::position) return DType::int64;
  return !integral ? DType::float64 : result == Result::magnitude ? DType::uint64 : DType::int64;
}
/// Its line above.
inline OperationRow const& row_of(Operation operation) { return operations[static_cast<std::size_t>(operation)]; }

}  // namespace kaxis
