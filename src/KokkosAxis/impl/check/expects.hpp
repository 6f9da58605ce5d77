// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosAxis/error.hpp>

#include <sstream>
#include <string_view>

namespace KokkosAxis::Impl::check {

/// Throws an Error that says "KokkosAxis::<verb>: <parts...>" unless `allowed`.
template <class... Parts>
void expects(bool allowed, std::string_view verb, Parts const&... parts) {
  if (allowed) return;
  std::ostringstream text;
  text << "KokkosAxis::" << verb << ": ";
  (text << ... << parts);
  throw Error(text.str());
}

}  // namespace KokkosAxis::Impl::check
