// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "output_files.hpp"
#include "selection.hpp"
#include "verbs.hpp"

#include <KokkosAxis/kth_value.hpp>

namespace kaxis {

template <class Exec>
void KthValue::run(Exec const& exec) const {
  OutputFiles files({out});
  Selection<Exec> const from(in, flags, 1);
  Array const chosen = from.one_of_each(from.type());

  Staged<Exec> const to(chosen);
  with_type(from.type(), [&]<class T>() {
    auto const rows = from.template rows<T>();
    auto const c    = from.template one_of_each<T>(to);
    call_library(
        exec, how, [&] { return KokkosAxis::explain::kth_value(exec, rows, c, flags.k, from.options()); },
        [&](KokkosAxis::Workspace workspace) {
          KokkosAxis::kth_value(exec, rows, c, flags.k, from.options(workspace));
        });
  });
  to.copy_back();
  files.write({&chosen});
}

template void KthValue::run(KAXIS_SPACE const&) const;

}  // namespace kaxis
