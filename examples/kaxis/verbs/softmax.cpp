// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "convert.hpp"
#include "library_call.hpp"
#include "npy.hpp"
#include "operation.hpp"
#include "output_files.hpp"
#include "verbs.hpp"

#include <KokkosAxis/softmax.hpp>

namespace kaxis {

template <class Exec>
void Softmax::run(Exec const& exec) const {
  OutputFiles files({out});
  Array const given = npy::read(in);
  auto const axes   = as_axes(axes_of(given, flags.axes));
  Array const array = converted(in, given, DType::float64);  // one type is enough to compile
  Array result      = zeros_like(array, array.type);
  Staged<Exec> const from(array), to(result);
  auto const x = from.template view<double>(), y = to.template view<double>();
  if (flags.log)
    call_library(
        exec, how, [&] { return KokkosAxis::explain::log_softmax(exec, x, y, axes, flags.options()); },
        [&](KokkosAxis::Workspace workspace) { KokkosAxis::log_softmax(exec, x, y, axes, flags.options(workspace)); });
  else
    call_library(
        exec, how, [&] { return KokkosAxis::explain::softmax(exec, x, y, axes, flags.options()); },
        [&](KokkosAxis::Workspace workspace) { KokkosAxis::softmax(exec, x, y, axes, flags.options(workspace)); });
  to.copy_back();
  Array const written = as_written(result, type_of(Result::real, given.type, DType::int64));
  files.write({&written});
}

template void Softmax::run(KAXIS_SPACE const&) const;

}  // namespace kaxis
