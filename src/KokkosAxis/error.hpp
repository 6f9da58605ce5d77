// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <sstream>
#include <stdexcept>
#include <string_view>

namespace KokkosAxis {

/// What every verb throws when a call cannot run: the text names the verb, the argument, the value given and what is
/// allowed. Thrown on the host, before anything is launched, allocated or written.
class Error : public std::invalid_argument {
 public:
  using std::invalid_argument::invalid_argument;
};

namespace Impl {

/// Throws an Error that says "KokkosAxis::<verb>: <parts...>" unless `allowed`.
template <class... Parts>
void expects(bool allowed, std::string_view verb, Parts const&... parts) {
  if (allowed) return;
  std::ostringstream text;
  text << "KokkosAxis::" << verb << ": ";
  (text << ... << parts);
  throw Error(text.str());
}

}  // namespace Impl

}  // namespace KokkosAxis
