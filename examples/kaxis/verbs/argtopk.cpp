// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "output_files.hpp"
#include "selection.hpp"
#include "verbs.hpp"

#include <KokkosAxis/topk.hpp>

namespace kaxis {

template <class Exec>
void Argtopk::run(Exec const& exec) const {
  OutputFiles files({out});
  Selection<Exec> const from(in, flags, 0);
  Array const positions = from.k_of_each(index_type);

  Staged<Exec> const to(positions);
  with_index_type(index_type, [&]<class Index>() {
    auto const p = from.template k_of_each<Index>(to);
    with_type(from.type(), [&]<class T>() {
      auto const rows = from.template rows<T>();
      call_library(
          exec, how, [&] { return KokkosAxis::explain::argtopk(exec, rows, p, flags.k, from.options()); },
          [&](KokkosAxis::Workspace workspace) {
            KokkosAxis::argtopk(exec, rows, p, flags.k, from.options(workspace));
          });
    });
  });
  to.copy_back();
  files.write({&positions});
}

template void Argtopk::run(KAXIS_SPACE const&) const;

}  // namespace kaxis
