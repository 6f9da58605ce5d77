// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "output_files.hpp"
#include "selection.hpp"
#include "verbs.hpp"

#include <KokkosAxis/topk.hpp>

namespace kaxis {

template <class Exec>
void Topk::run(Exec const& exec) const {
  OutputFiles files(out);
  Selection<Exec> const from(in, flags, 0);
  Array const best = from.k_of_each(from.type()), positions = from.k_of_each(index_type);

  Staged<Exec> const to_values(best), to_index(positions);
  with_index_type(index_type, [&]<class Index>() {
    auto const p = from.template k_of_each<Index>(to_index);
    with_type(from.type(), [&]<class T>() {
      auto const rows = from.template rows<T>();
      auto const b    = from.template k_of_each<T>(to_values);
      call_library(
          exec, how, [&] { return KokkosAxis::explain::topk(exec, rows, b, p, flags.k, from.options()); },
          [&](KokkosAxis::Workspace workspace) {
            KokkosAxis::topk(exec, rows, b, p, flags.k, from.options(workspace));
          });
    });
  });
  to_values.copy_back();
  to_index.copy_back();
  files.write({&best, &positions});
}

template void Topk::run(KAXIS_SPACE const&) const;

}  // namespace kaxis
