// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "library_call.hpp"
#include "npy.hpp"
#include "output_files.hpp"
#include "verbs.hpp"

#include <KokkosAxis/sort.hpp>

namespace kaxis {

template <class Exec>
void Sort::run(Exec const& exec) const {
  OutputFiles files({out});
  Array const keys   = npy::read(in);
  Array const sorted = zeros_like(keys, keys.type);
  int const axis     = axis_of(keys, flags.axis);

  Staged<Exec> const from(keys), to(sorted);
  with_type(keys.type, [&]<class T>() {
    auto const k = from.template view<T>(), s = to.template view<T>();
    call_library(
        exec, how, [&] { return KokkosAxis::explain::sort(exec, k, s, flags.options(axis)); },
        [&](KokkosAxis::Workspace workspace) { KokkosAxis::sort(exec, k, s, flags.options(axis, workspace)); });
  });
  to.copy_back();
  files.write({&sorted});
}

template void Sort::run(KAXIS_SPACE const&) const;

}  // namespace kaxis
