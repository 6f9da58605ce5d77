// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "support/contender.hpp"

#include <string>
#include <vector>

namespace perf {

/// KokkosAxis; its own choice of route, or the one that is forced.
Contender ours();
Contender ours_by(std::string const& route);

/// The routes' names, and can a route serve a case?
std::vector<std::string> route_names();
bool route_serves(std::string const& route, Case const& c);

}  // namespace perf
