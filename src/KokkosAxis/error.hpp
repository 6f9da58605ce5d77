// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <stdexcept>
#include <string>

namespace KokkosAxis {

/// What every verb throws when a call cannot run: the text names the verb, the argument, the value given and what is
/// allowed. Thrown on the host, before anything is launched, allocated or written.
class Error : public std::invalid_argument {
 public:
  using std::invalid_argument::invalid_argument;
};

}  // namespace KokkosAxis
