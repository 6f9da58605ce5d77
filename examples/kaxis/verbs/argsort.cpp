// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "library_call.hpp"
#include "npy.hpp"
#include "output_files.hpp"
#include "verbs.hpp"

#include <KokkosAxis/argsort.hpp>

namespace kaxis {

template <class Exec>
void Argsort::run(Exec const& exec) const {
  OutputFiles files({out});
  Array const keys      = npy::read(in);
  Array const positions = zeros_like(keys, index_type);
  int const axis        = axis_of(keys, flags.axis);

  Staged<Exec> const from(keys), to(positions);
  with_index_type(index_type, [&]<class Index>() {
    with_type(keys.type, [&]<class T>() {
      auto const k = from.template view<T>();
      auto const p = to.template view<Index>();
      call_library(
          exec, how, [&] { return KokkosAxis::explain::argsort(exec, k, p, flags.options(axis)); },
          [&](KokkosAxis::Workspace workspace) { KokkosAxis::argsort(exec, k, p, flags.options(axis, workspace)); });
    });
  });
  to.copy_back();
  files.write({&positions});
}

template void Argsort::run(KAXIS_SPACE const&) const;

}  // namespace kaxis
