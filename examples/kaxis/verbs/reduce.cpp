// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "convert.hpp"
#include "library_call.hpp"
#include "npy.hpp"
#include "output_files.hpp"
#include "verbs.hpp"

#include <KokkosAxis/reduce.hpp>

#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

namespace kaxis {

namespace {

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
};
constexpr std::array<OperationRow, 18> rows{{{Operation::sum, "sum", 1, Result::total},
                                             {Operation::prod, "prod", 1, Result::total},
                                             {Operation::min, "min", 1, Result::element},
                                             {Operation::max, "max", 1, Result::element},
                                             {Operation::minmax, "minmax", 2, Result::element},
                                             {Operation::argmin, "argmin", 1, Result::position},
                                             {Operation::argmax, "argmax", 1, Result::position},
                                             {Operation::any, "any", 1, Result::truth},
                                             {Operation::all, "all", 1, Result::truth},
                                             {Operation::count_nonzero, "count-nonzero", 1, Result::count},
                                             {Operation::mean, "mean", 1, Result::real},
                                             {Operation::var, "var", 1, Result::real},
                                             {Operation::std, "std", 1, Result::real},
                                             {Operation::varmean, "varmean", 2, Result::real},
                                             {Operation::logsumexp, "logsumexp", 1, Result::real},
                                             {Operation::norm1, "norm1", 1, Result::magnitude},
                                             {Operation::norm2, "norm2", 1, Result::real},
                                             {Operation::norminf, "norminf", 1, Result::magnitude}}};

DType type_of(Result result, DType element, DType index_type) {
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
bool looks_at_truth(Result result) { return result == Result::truth || result == Result::count; }
bool is_integral(Result result, DType element) { return info(element).kind != 'f' && result != Result::real; }

/// What the library writes then, before it is made what the file holds.
DType made_of(Result result, bool integral) {
  if (result == Result::truth || result == Result::count || result == Result::position) return DType::int64;
  return !integral ? DType::float64 : result == Result::magnitude ? DType::uint64 : DType::int64;
}
template <class Op, class T>
using made_by = std::conditional_t<
    std::same_as<Op, KokkosAxis::ArgMin> || std::same_as<Op, KokkosAxis::ArgMax> || std::same_as<T, bool>, std::int64_t,
    std::conditional_t<std::same_as<T, std::int64_t> &&
                           (std::same_as<Op, KokkosAxis::Norm1> || std::same_as<Op, KokkosAxis::NormInf>),
                       std::uint64_t, T>>;

/// Calls f(op) with the operation of that name.
template <class F>
void with_operation(Operation operation, F&& f) {
  if (operation == Operation::sum) return f(KokkosAxis::Sum{});
  if (operation == Operation::prod) return f(KokkosAxis::Prod{});
  if (operation == Operation::min) return f(KokkosAxis::Min{});
  if (operation == Operation::max) return f(KokkosAxis::Max{});
  if (operation == Operation::minmax) return f(KokkosAxis::MinMax{});
  if (operation == Operation::argmin) return f(KokkosAxis::ArgMin{});
  if (operation == Operation::argmax) return f(KokkosAxis::ArgMax{});
  if (operation == Operation::norm1) return f(KokkosAxis::Norm1{});
  f(KokkosAxis::NormInf{});
}
template <class F>
void with_real_operation(Operation operation, double ddof, F&& f) {
  if (operation == Operation::mean) return f(KokkosAxis::Mean{});
  if (operation == Operation::var) return f(KokkosAxis::Var{ddof});
  if (operation == Operation::std) return f(KokkosAxis::Std{ddof});
  if (operation == Operation::varmean) return f(KokkosAxis::VarMean{ddof});
  if (operation == Operation::logsumexp) return f(KokkosAxis::LogSumExp{});
  if (operation == Operation::norm2) return f(KokkosAxis::Norm2{});
  with_operation(operation, f);
}
template <class F>
void with_truth_operation(Operation operation, F&& f) {
  if (operation == Operation::any) return f(KokkosAxis::Any{});
  if (operation == Operation::all) return f(KokkosAxis::All{});
  f(KokkosAxis::CountNonzero{});
}

/// Results, one or two, as the library writes them.
template <class Exec>
class Results {
 public:
  Results(std::size_t number, Array const& in, std::vector<bool> const& reduced, DType type)
      : m_first(zeros(type, with_ones(in.shape, reduced), in.fortran)), m_first_there(m_first) {
    if (number > 1) m_second_there.emplace(m_second = zeros_like(m_first, type));
  }
  Results(Results const&)            = delete;
  Results& operator=(Results const&) = delete;

  template <class T, bool Two>
  auto views() const {
    if constexpr (Two)
      return std::tuple(m_first_there.template view<T>(), m_second_there->template view<T>());
    else
      return std::tuple(m_first_there.template view<T>());
  }

  /// As files hold them.
  std::vector<Array> as(DType type, Shape const& shape) {
    m_first_there.copy_back();
    if (m_second_there) m_second_there->copy_back();
    std::vector<Array> written;
    written.push_back(as(type, shape, m_first));
    if (m_second_there) written.push_back(as(type, shape, m_second));
    return written;
  }

 private:
  static Array as(DType type, Shape const& shape, Array& result) {
    // sums of 64 bits have the same ones with a sign and without
    if (type == DType::uint64) result.type = type;
    Array written = converted("the result", result, type);
    written.shape = shape;
    return written;
  }

  Array m_first, m_second;
  Staged<Exec> m_first_there;
  std::optional<Staged<Exec>> m_second_there;
};

std::vector<bool> axes_of(Array const& array, std::optional<std::vector<int>> const& axes) {
  std::vector<bool> reduced(array.shape.size(), !axes);
  if (axes)
    for (int const axis : *axes) {
      auto const counted = static_cast<std::size_t>(axis_of(array, axis, "--axes"));
      if (reduced[counted]) throw Refusal("--axes: axis " + std::to_string(axis) + " is given twice");
      reduced[counted] = true;
    }
  return reduced;
}

KokkosAxis::Axes as_axes(std::vector<bool> const& reduced) {
  std::vector<int> axes;
  for (std::size_t axis = 0; axis < reduced.size(); ++axis)
    if (reduced[axis]) axes.push_back(static_cast<int>(axis));
  return KokkosAxis::Axes(axes);
}

}  // namespace

template <class Exec>
void Reduce::run(Exec const& exec) const {
  OperationRow const& row = rows[static_cast<std::size_t>(operation)];
  if (out.size() != row.outputs)
    throw Refusal("-o: " + std::string(row.name) + " has " + std::to_string(row.outputs) + " result" +
                  (row.outputs == 1 ? "" : "s") + ", but " + std::to_string(out.size()) + " files are given");
  OutputFiles files(out);
  Array const given  = npy::read(in);
  auto const reduced = axes_of(given, flags.axes);
  auto const axes    = as_axes(reduced);

  bool const truth = looks_at_truth(row.result), integral = is_integral(row.result, given.type);
  Array const array = converted(in, given, truth ? DType::boolean : integral ? DType::int64 : DType::float64);
  Results<Exec> results(row.outputs, array, reduced, made_of(row.result, integral));
  Staged<Exec> const from(array);
  auto const call = [&]<class T>(auto const& op) {
    using Op           = std::remove_cvref_t<decltype(op)>;
    constexpr bool two = std::same_as<Op, KokkosAxis::MinMax<>> || std::same_as<Op, KokkosAxis::VarMean>;
    auto const view    = from.template view<T>();
    auto const outs    = results.template views<made_by<Op, T>, two>();
    call_library(
        exec, how, [&] { return KokkosAxis::explain::reduce(exec, view, outs, axes, op, flags.options()); },
        [&](KokkosAxis::Workspace workspace) {
          KokkosAxis::reduce(exec, view, outs, axes, op, flags.options(workspace));
        });
  };
  if (truth)
    with_truth_operation(operation, [&](auto const& op) { call.template operator()<bool>(op); });
  else if (integral)
    with_operation(operation, [&](auto const& op) { call.template operator()<std::int64_t>(op); });
  else
    with_real_operation(operation, flags.ddof, [&](auto const& op) { call.template operator()<double>(op); });

  auto const written =
      results.as(type_of(row.result, given.type, index_type),
                 flags.keep_dims ? with_ones(given.shape, reduced) : without_axes(given.shape, reduced));
  written.size() == 1 ? files.write({&written[0]}) : files.write({&written[0], &written[1]});
}

template void Reduce::run(KAXIS_SPACE const&) const;

}  // namespace kaxis
