// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosAxis/impl/layout/view_handle.hpp>

#include <Kokkos_Core.hpp>

#include <concepts>

namespace KokkosAxis {

/// Which elements of an input count: a View of bool with the input's extents.
///
/// A handle, as Workspace: the View it was made from must outlive the work of the call. It is read by the kernels and
/// not before.
class Mask : public Impl::layout::ViewHandle {
 public:
  Mask() = default;

  template <class View>
    requires(Kokkos::is_view_v<View> && std::same_as<typename View::non_const_value_type, bool>)
  Mask(View const& view) : ViewHandle(view) {}
};

}  // namespace KokkosAxis
