// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

namespace perf {

/// Puts into the context of Google Benchmark's output what a reader needs to repeat the run: commit, Kokkos'
/// configuration, device, environment, our flags.
void add_context(char const* git_hash);

}  // namespace perf
