// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosAxis/explain.hpp>
#include <KokkosAxis/workspace.hpp>

#include "support/place.hpp"

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

namespace KokkosAxis::Test {

/// A call of a verb with Views of its own, for tests that look at how a call runs rather than what it computes.
struct VerbCall {
  std::string verb;
  std::string form;
  std::string route;
  std::function<void(Workspace)> run;  ///< the call and nothing else
  std::function<std::size_t()> bytes;  ///< workspace_bytes of it
  std::function<Explanation()> explain;
  std::function<void()> check;  ///< fences, and compares the results with the oracle
};

/// Every verb in every form, on slices of these extents (rank 2, the last axis), by every route that serves. Each call
/// is good for one run.
template <class Exec>
std::vector<VerbCall> verb_calls(Exec const& exec, Extents const& extents);

}  // namespace KokkosAxis::Test
