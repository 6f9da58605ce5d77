// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosAxis/impl/layout/view_handle.hpp>

#include <Kokkos_Core.hpp>

#include <concepts>
#include <type_traits>

namespace KokkosAxis {

/// A View of integers that an option carries, its types taken off: how many elements rows have, which classes boxes
/// are of.
///
/// A handle, as Workspace: the View it was made from must outlive the work of the call. Its numbers are read by the
/// kernels and not before.
class Integers : public Impl::layout::ViewHandle {
 public:
  Integers() = default;

  template <class View>
    requires(Kokkos::is_view_v<View> && std::integral<typename View::non_const_value_type> &&
             !std::same_as<typename View::non_const_value_type, bool> && View::rank() <= Impl::layout::max_rank)
  Integers(View const& view) : ViewHandle(view), m_signed(std::is_signed_v<typename View::non_const_value_type>) {}

  bool has_sign() const { return m_signed; }

 private:
  bool m_signed = false;
};

}  // namespace KokkosAxis
