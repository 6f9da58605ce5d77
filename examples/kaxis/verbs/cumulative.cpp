// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "convert.hpp"
#include "library_call.hpp"
#include "npy.hpp"
#include "operation.hpp"
#include "output_files.hpp"
#include "verbs.hpp"

#include <KokkosAxis/cumulative.hpp>

#include <cstdint>

namespace kaxis {

namespace {

/// Calls f(op) with the operation of that name.
template <class F>
void with_operation(Operation operation, F&& f) {
  if (operation == Operation::sum) return f(KokkosAxis::Sum{});
  if (operation == Operation::prod) return f(KokkosAxis::Prod{});
  if (operation == Operation::min) return f(KokkosAxis::Min{});
  f(KokkosAxis::Max{});
}
template <class F>
void with_real_operation(Operation operation, F&& f) {
  if (operation == Operation::mean) return f(KokkosAxis::Mean{});
  if (operation == Operation::logsumexp) return f(KokkosAxis::LogSumExp{});
  with_operation(operation, f);
}

}  // namespace

template <class Exec>
void Cumulative::run(Exec const& exec) const {
  OutputFiles files({out});
  Array const given       = npy::read(in);
  int const axis          = axis_of(given, flags.axis);
  OperationRow const& row = row_of(operation);
  Array const array       = converted(in, given, read_as(row.result, given.type));
  Array result            = zeros_like(array, array.type);
  Staged<Exec> const from(array), to(result);
  auto const call = [&]<class T>(auto const& op) {
    auto const x = from.template view<T>(), y = to.template view<T>();
    call_library(
        exec, how, [&] { return KokkosAxis::explain::cumulative(exec, x, y, axis, op, flags.options()); },
        [&](KokkosAxis::Workspace workspace) {
          KokkosAxis::cumulative(exec, x, y, axis, op, flags.options(workspace));
        });
  };
  if (array.type == DType::int64)
    with_operation(operation, [&](auto const& op) { call.template operator()<std::int64_t>(op); });
  else
    with_real_operation(operation, [&](auto const& op) { call.template operator()<double>(op); });
  to.copy_back();
  Array const written = as_written(result, type_of(row.result, given.type, DType::int64));
  files.write({&written});
}

template void Cumulative::run(KAXIS_SPACE const&) const;

}  // namespace kaxis
