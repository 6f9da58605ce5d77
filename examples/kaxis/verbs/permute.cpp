// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "library_call.hpp"
#include "npy.hpp"
#include "output_files.hpp"
#include "verbs.hpp"

#include <KokkosAxis/permute.hpp>

#include <string>

namespace kaxis {

namespace {

/// The library leaves alone what a position past the axis would fill; a file with holes is of no use.
template <class Index>
void check_positions(std::string const& path, Array const& positions, int axis) {
  std::int64_t const length = positions.shape[static_cast<std::size_t>(axis)];
  auto const* const at      = reinterpret_cast<Index const*>(positions.data.get());
  for (std::int64_t i = 0; i < positions.items(); ++i)
    if (at[i] < 0 || at[i] >= length)
      throw Refusal(path + ": it holds position " + std::to_string(at[i]) + ", but axis " + std::to_string(axis) +
                    " has " + std::to_string(length) + " elements, so positions must be in 0 to " +
                    std::to_string(length - 1));
}

}  // namespace

template <class Exec>
void Permute::run(Exec const& exec) const {
  OutputFiles files({out});
  Array const array     = npy::read(in);
  Array const positions = reordered(npy::read(index), array.fortran);
  if (positions.type != DType::int32 && positions.type != DType::int64)
    throw Refusal(index + ": it holds " + std::string(info(positions.type).name) +
                  "; positions must be int32 or int64");
  check_leading_shape(index, positions, in, array);
  Array const moved = zeros_like(array, array.type);
  int const counted = axis_of(positions, axis);

  // axes are merged around the permuted one; those of the array that the positions lack become one more behind them
  Staged<Exec> const from(array), by(positions), to(moved);
  Shape const shape = cut(array, counted, positions.rank());
  with_index_type(positions.type, [&]<class Index>() {
    check_positions<Index>(index, positions, counted);
    with_word(array.type, [&]<class Word>() {
      auto const p    = by.template view<Index, 3>({shape[0], shape[1], shape[2]});
      auto const take = from.template view<Word, 4>(shape), put = to.template view<Word, 4>(shape);
      call_library(
          exec, how, [&] { return KokkosAxis::explain::permute(exec, p, take, put, {.axis = 1}); },
          [&](KokkosAxis::Workspace workspace) {
            KokkosAxis::permute(exec, p, take, put, {.axis = 1, .workspace = workspace});
          });
    });
  });
  to.copy_back();
  files.write({&moved});
}

template void Permute::run(KAXIS_SPACE const&) const;

}  // namespace kaxis
