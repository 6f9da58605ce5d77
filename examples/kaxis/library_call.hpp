// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "array.hpp"
#include "flags.hpp"
#include "progress.hpp"

#include <KokkosAxis/axes.hpp>
#include <KokkosAxis/explain.hpp>
#include <KokkosAxis/key.hpp>
#include <KokkosAxis/workspace.hpp>

#include <Kokkos_Core.hpp>

#include <cstddef>
#include <cstdio>
#include <functional>
#include <string>
#include <utility>
#include <vector>

template <>
struct KokkosAxis::radix_key<kaxis::Half> : KokkosAxis::Binary16Key {};

namespace kaxis {

template <class T, int Rank>
struct Pointers {
  using type = typename Pointers<T, Rank - 1>::type*;
};
template <class T>
struct Pointers<T, 0> {
  using type = T;
};

/// An array where kernels of `Exec` can reach it: a copy in device memory, or the array itself on host spaces.
template <class Exec>
class Staged {
  using Memory = typename Exec::memory_space;
  using Host   = Kokkos::View<std::byte*, Kokkos::HostSpace, Kokkos::MemoryTraits<Kokkos::Unmanaged>>;

 public:
  explicit Staged(Array const& array)
      : m_array(array),
        m_host(array.data.get(), array.bytes()),
        m_there(Kokkos::create_mirror_view_and_copy(Memory{}, m_host)) {}

  /// A View of the array in a shape that may merge its axes; further axes have extent 1. The strides are LayoutRight's,
  /// or LayoutLeft's in Fortran order: one type for both is half as much to compile.
  template <class T, int Rank>
  auto view(Shape shape) const {
    shape.resize(Rank, 1);
    auto const stride = strides(shape, m_array.fortran);
    Kokkos::LayoutStride layout;
    for (std::size_t axis = 0; axis < Rank; ++axis) {
      layout.dimension[axis] = static_cast<std::size_t>(shape[axis]);
      layout.stride[axis]    = static_cast<std::size_t>(stride[axis]);
    }
    using View = Kokkos::View<typename Pointers<T, Rank>::type, Kokkos::LayoutStride, Memory,
                              Kokkos::MemoryTraits<Kokkos::Unmanaged>>;
    return View(reinterpret_cast<T*>(m_there.data()), layout);
  }

  /// The array with an axis of its own for each of its axes: rank 8, so that one type serves all ranks.
  template <class T>
  auto view() const {
    return view<T, max_rank>(m_array.shape);
  }

  void copy_back() const { Kokkos::deep_copy(m_host, m_there); }

 private:
  Array const& m_array;
  Host m_host;
  decltype(Kokkos::create_mirror_view_and_copy(Memory{}, std::declval<Host>())) m_there;
};

inline KokkosAxis::Axes as_axes(std::vector<bool> const& reduced) {
  std::vector<int> axes;
  for (std::size_t axis = 0; axis < reduced.size(); ++axis)
    if (reduced[axis]) axes.push_back(static_cast<int>(axis));
  return KokkosAxis::Axes(axes);
}

/// One call of the library as the flags ask: explained, with a workspace of the size that the explanation names, and
/// timed on the device.
template <class Exec>
void call_library(Exec const& exec, RunFlags const& how, std::function<KokkosAxis::Explanation()> const& explain,
                  std::function<void(KokkosAxis::Workspace)> const& call) {
  KokkosAxis::Explanation const explanation = explain();
  if (how.explain) std::fputs(explanation.text().c_str(), stdout);

  Kokkos::View<std::byte*, typename Exec::memory_space> const workspace("kaxis: workspace",
                                                                        explanation.workspace_bytes);
  Progress const progress(explanation.verb + " on " + how.space);
  exec.fence();
  Kokkos::Timer const timer;
  call(KokkosAxis::Workspace(workspace));
  exec.fence();
  if (how.time) std::printf("time: %.3f ms\n", 1e3 * timer.seconds());
}

}  // namespace kaxis
