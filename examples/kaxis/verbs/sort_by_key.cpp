// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "library_call.hpp"
#include "npy.hpp"
#include "output_files.hpp"
#include "verbs.hpp"

#include <KokkosAxis/sort_by_key.hpp>

namespace kaxis {

template <class Exec>
void SortByKey::run(Exec const& exec) const {
  OutputFiles files(out);
  Array const k = npy::read(keys);
  Array const v = reordered(npy::read(values), k.fortran);
  check_leading_shape(keys, k, values, v);
  Array const sorted = zeros_like(k, k.type), moved = zeros_like(v, v.type);
  int const axis = axis_of(k, flags.axis);

  // axes are merged around the sorted one; those of the values that the keys lack become one more behind them
  Staged<Exec> const keys_in(k), values_in(v), keys_out(sorted), values_out(moved);
  Shape const shape_of_keys = cut(k, axis, k.rank()), shape_of_values = cut(v, axis, k.rank());
  with_type(k.type, [&]<class T>() {
    with_word(v.type, [&]<class Word>() {
      auto const from = keys_in.template view<T, 3>(shape_of_keys), to = keys_out.template view<T, 3>(shape_of_keys);
      auto const take = values_in.template view<Word, 4>(shape_of_values);
      auto const put  = values_out.template view<Word, 4>(shape_of_values);
      call_library(
          exec, how, [&] { return KokkosAxis::explain::sort_by_key(exec, from, take, to, put, flags.options(1)); },
          [&](KokkosAxis::Workspace workspace) {
            KokkosAxis::sort_by_key(exec, from, take, to, put, flags.options(1, workspace));
          });
    });
  });
  keys_out.copy_back();
  values_out.copy_back();
  files.write({&sorted, &moved});
}

template void SortByKey::run(KAXIS_SPACE const&) const;

}  // namespace kaxis
