// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <ostream>
#include <string>

namespace KokkosAxis {

/// How a call would run: what `explain::verb(args)` returns. Nothing is launched or allocated to find out.
struct Explanation {
  std::string verb;
  std::string slices;               ///< the slice layout: lengths, strides, how many
  std::string route;                ///< the route's name, as the option takes it
  std::string why;                  ///< why the table chose it
  std::string tuning;               ///< team size, tile and so on
  std::size_t workspace_bytes = 0;  ///< device memory that a Workspace must hold

  /// The same as text, one `name: value` a line.
  std::string text() const {
    return "verb: " + verb + "\nslices: " + slices + "\nroute: " + route + "\nwhy: " + why + "\ntuning: " + tuning +
           "\nworkspace: " + std::to_string(workspace_bytes) + " bytes\n";
  }

  friend std::ostream& operator<<(std::ostream& out, Explanation const& e) { return out << e.text(); }
};

}  // namespace KokkosAxis
