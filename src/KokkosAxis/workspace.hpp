// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosAxis/impl/layout/reach.hpp>

#include <Kokkos_Core.hpp>

#include <cstddef>
#include <type_traits>

namespace KokkosAxis {

/// Scratch memory that the caller lends to a verb, so that the call allocates nothing.
///
/// A Workspace is a handle: the View it was made from must outlive the work of the call, and serves one call in flight
/// at a time, with whose other Views it must not overlap. Any View of contiguous memory will do; alignment and element
/// type do not matter. `workspace_bytes::verb` tells how many bytes a call needs; a Workspace that is smaller, or that
/// the execution space cannot reach, is an Error. With the default (empty) Workspace a verb that needs scratch
/// allocates it for the call; freeing it then may make the host wait for the device.
class Workspace {
 public:
  Workspace() = default;

  template <class View>
    requires(Kokkos::is_view_v<View> && !std::is_const_v<typename View::value_type>)
  Workspace(View const& view)
      : m_data(view.data()),
        m_bytes(view.span() * sizeof(typename View::value_type)),
        m_contiguous(view.span_is_contiguous()),
        m_reach(Impl::layout::Reach::of<View>()) {}

  void* data() const { return m_data; }
  std::size_t bytes() const { return m_bytes; }

  /// Is all the memory between the first and the last element the View's own?
  bool contiguous() const { return m_contiguous; }

  /// Can kernels of this execution space use the memory?
  template <class Exec>
  bool accessible_from() const {
    return m_reach.from<Exec>();
  }

 private:
  void* m_data        = nullptr;
  std::size_t m_bytes = 0;
  bool m_contiguous   = true;
  Impl::layout::Reach m_reach{};
};

}  // namespace KokkosAxis
