// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "convert.hpp"
#include "library_call.hpp"
#include "npy.hpp"
#include "operation.hpp"
#include "output_files.hpp"
#include "verbs.hpp"

#include <KokkosAxis/reduce.hpp>

#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <tuple>
#include <type_traits>
#include <vector>

namespace kaxis {

namespace {

/// The type that the library writes results of such elements in: made_of for the operations' own types.
template <class Op, class T>
using made_by = std::conditional_t<
    std::same_as<Op, KokkosAxis::ArgMin> || std::same_as<Op, KokkosAxis::ArgMax> || std::same_as<T, bool>, std::int64_t,
    std::conditional_t<std::same_as<T, std::int64_t> &&
                           (std::same_as<Op, KokkosAxis::Norm1> || std::same_as<Op, KokkosAxis::NormInf>),
                       std::uint64_t, T>>;

// Some have one of two results that the library finds in one read: of one kernel instead of three to compile.
bool is_of_extremes(Operation operation) {
  return operation == Operation::min || operation == Operation::max || operation == Operation::minmax;
}
bool makes_two(Operation operation) {
  return is_of_extremes(operation) || operation == Operation::var || operation == Operation::varmean;
}

/// Calls f(op) with the operation of that name, or the one that has its result among others.
template <class F>
void with_operation(Operation operation, F&& f) {
  if (operation == Operation::sum) return f(KokkosAxis::Sum{});
  if (operation == Operation::prod) return f(KokkosAxis::Prod{});
  if (is_of_extremes(operation)) return f(KokkosAxis::MinMax{});
  if (operation == Operation::argmin) return f(KokkosAxis::ArgMin{});
  if (operation == Operation::argmax) return f(KokkosAxis::ArgMax{});
  if (operation == Operation::norm1) return f(KokkosAxis::Norm1{});
  f(KokkosAxis::NormInf{});
}
template <class F>
void with_real_operation(Operation operation, double ddof, F&& f) {
  if (operation == Operation::mean) return f(KokkosAxis::Mean{});
  if (operation == Operation::var || operation == Operation::varmean) return f(KokkosAxis::VarMean{ddof});
  if (operation == Operation::std) return f(KokkosAxis::Std{ddof});
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
  Results(bool two, Array const& in, std::vector<bool> const& reduced, DType type)
      : m_arrays{zeros(type, with_ones(in.shape, reduced), in.fortran),
                 two ? zeros(type, with_ones(in.shape, reduced), in.fortran) : Array{}} {
    for (Array const& array : m_arrays)
      if (array.data) m_there.push_back(std::make_unique<Staged<Exec>>(array));
  }

  template <class T, bool Two>
  auto views() const {
    if constexpr (Two)
      return std::tuple(m_there[0]->template view<T>(), m_there[1]->template view<T>());
    else
      return std::tuple(m_there[0]->template view<T>());
  }

  /// One of them as its file holds it.
  Array as(std::size_t number, DType type, Shape const& shape) {
    m_there[number]->copy_back();
    Array written = as_written(m_arrays[number], type);
    written.shape = shape;
    return written;
  }

 private:
  std::array<Array, 2> m_arrays;
  std::vector<std::unique_ptr<Staged<Exec>>> m_there;
};

}  // namespace

template <class Exec>
void Reduce::run(Exec const& exec) const {
  OperationRow const& row = row_of(operation);
  if (out.size() != row.outputs)
    throw Refusal("-o: " + std::string(row.name) + " has " + std::to_string(row.outputs) + " result" +
                  (row.outputs == 1 ? "" : "s") + ", but " + std::to_string(out.size()) + " files are given");
  OutputFiles files(out);
  Array const given  = npy::read(in);
  auto const reduced = axes_of(given, flags.axes);
  auto const axes    = as_axes(reduced);

  bool const truth = looks_at_truth(row.result), integral = is_integral(row.result, given.type);
  Array const array = converted(in, given, read_as(row.result, given.type));
  Results<Exec> results(makes_two(operation), array, reduced, made_of(row.result, integral));
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

  DType const type        = type_of(row.result, given.type, index_type);
  Shape const shape       = flags.keep_dims ? with_ones(given.shape, reduced) : without_axes(given.shape, reduced);
  std::size_t const first = operation == Operation::max ? 1 : 0;
  Array const one         = results.as(first, type, shape);
  if (row.outputs == 1) return files.write({&one});
  Array const other = results.as(1, type, shape);
  files.write({&one, &other});
}

template void Reduce::run(KAXIS_SPACE const&) const;

}  // namespace kaxis
