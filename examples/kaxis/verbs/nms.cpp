// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "library_call.hpp"
#include "npy.hpp"
#include "output_files.hpp"
#include "verbs.hpp"

#include <KokkosAxis/nms.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>

namespace kaxis {

namespace {

/// Calls f.operator()<T>() for the types that boxes and scores may have.
template <class F>
void with_float_type(DType type, F&& f) {
  if (type == DType::float16) return f.template operator()<Half>();
  if (type == DType::float32) return f.template operator()<float>();
  f.template operator()<double>();
}

void check_float(std::string const& path, Array const& array) {
  if (info(array.type).kind != 'f')
    throw Refusal(path + ": it holds " + std::string(info(array.type).name) +
                  "; boxes and scores must be float16, float32 or float64");
}

Array read_boxes(std::string const& path, std::string const& path_of_scores, Array const& scores) {
  Array boxes = npy::read(path);
  check_float(path, boxes);
  check_leading_shape(path_of_scores, scores, path, boxes);
  if (std::int64_t const numbers = boxes.rank() == scores.rank() + 1 ? boxes.shape.back() : 0;
      numbers != 2 && numbers != 4 && numbers != 6)
    throw Refusal(path + ": its shape is " + to_string(boxes.shape) + "; it must be that of " + path_of_scores +
                  " and 2, 4 or 6 numbers for each box");
  return reordered(std::move(boxes), scores.fortran);
}

Array read_classes(std::string const& path, std::string const& path_of_scores, Array const& scores) {
  Array classes = npy::read(path);
  if (classes.type != DType::int32 && classes.type != DType::int64)
    throw Refusal(path + ": it holds " + std::string(info(classes.type).name) + "; classes must be int32 or int64");
  if (classes.shape != scores.shape)
    throw Refusal(path + ": its shape is " + to_string(classes.shape) + "; it must be " + to_string(scores.shape) +
                  ", as that of " + path_of_scores);
  return reordered(std::move(classes), scores.fortran);
}

/// The first `n` of each row along the last axis.
Array first_of_rows(Array const& from, std::int64_t n) {
  int const last        = from.rank() - 1;
  Array to              = zeros(from.type, with_extent(from.shape, last, n), from.fortran);
  Shape const shape     = cut(from, last, from.rank());  // rows merged
  Shape const from_step = strides({shape[0], from.shape.back()}, from.fortran),
              to_step   = strides({shape[0], n}, from.fortran);
  auto const bytes      = static_cast<std::size_t>(info(from.type).bytes);
  for (std::int64_t row = 0; row < shape[0]; ++row)
    for (std::int64_t i = 0; i < n; ++i)
      std::copy_n(from.data.get() + static_cast<std::size_t>(row * from_step[0] + i * from_step[1]) * bytes, bytes,
                  to.data.get() + static_cast<std::size_t>(row * to_step[0] + i * to_step[1]) * bytes);
  return to;
}

}  // namespace

template <class Exec>
void Nms::run(Exec const& exec) const {
  OutputFiles files({out});
  Array const of_scores = npy::read(scores);
  check_float(scores, of_scores);
  Array const of_boxes = read_boxes(boxes, scores, of_scores);
  std::optional<Array> of_classes;
  if (!flags.classes.empty()) of_classes = read_classes(flags.classes, scores, of_scores);

  int const last            = of_scores.rank() - 1;
  Shape const rows          = cut(of_scores, last, of_scores.rank());  // merged, length, 1
  std::int64_t const length = rows[1], most = std::min(length, flags.max_output.value_or(length));
  Array const kept   = zeros(index_type, with_extent(of_scores.shape, last, most), of_scores.fortran);
  Array const counts = zeros(DType::int64, {std::max<std::int64_t>(rows[0], 1)}, false);

  Staged<Exec> const boxes_there(of_boxes), scores_there(of_scores), to_keep(kept), to_count(counts);
  std::optional<Staged<Exec>> classes_there;
  KokkosAxis::Integers by_class;
  if (of_classes) {
    classes_there.emplace(*of_classes);
    with_index_type(of_classes->type,
                    [&]<class Class>() { by_class = classes_there->template view<Class, 2>({rows[0], length}); });
  }
  with_float_type(of_boxes.type, [&]<class T>() {
    with_float_type(of_scores.type, [&]<class S>() {
      auto const b = boxes_there.template view<T, 3>({rows[0], length, of_boxes.shape.back()});
      auto const s = scores_there.template view<S, 2>({rows[0], length});
      auto const c = to_count.template view<std::int64_t, 1>({rows[0]});
      with_index_type(index_type, [&]<class Index>() {
        auto const k = to_keep.template view<Index, 2>({rows[0], most});
        call_library(
            exec, how, [&] { return KokkosAxis::explain::nms(exec, b, s, k, c, flags.options(by_class)); },
            [&](KokkosAxis::Workspace workspace) {
              KokkosAxis::nms(exec, b, s, k, c, flags.options(by_class, workspace));
            });
      });
    });
  });
  to_keep.copy_back();
  to_count.copy_back();
  auto const* const number   = reinterpret_cast<std::int64_t const*>(counts.data.get());
  std::int64_t const longest = rows[0] == 0 ? 0 : *std::max_element(number, number + rows[0]);
  Array const written        = first_of_rows(kept, longest);
  files.write({&written});
}

template void Nms::run(KAXIS_SPACE const&) const;

}  // namespace kaxis
