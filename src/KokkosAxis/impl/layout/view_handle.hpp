// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosAxis/impl/layout/reach.hpp>
#include <KokkosAxis/impl/layout/strided.hpp>

namespace KokkosAxis::Impl::layout {

/// A View that an option carries, its types taken off; or none.
class ViewHandle {
 public:
  ViewHandle() = default;
  template <class View>
  explicit ViewHandle(View const& view) : m_given(true), m_where(describe(view)), m_reach(Reach::of<View>()) {}

  bool given() const { return m_given; }
  Strided const& where() const { return m_where; }

  /// Can kernels of this execution space read it?
  template <class Exec>
  bool accessible_from() const {
    return m_reach.from<Exec>();
  }

 private:
  bool m_given = false;
  Strided m_where{};
  Reach m_reach{};
};

}  // namespace KokkosAxis::Impl::layout
