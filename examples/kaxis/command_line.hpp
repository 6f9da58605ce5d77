// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

namespace kaxis {

/// Runs what the command line asks for. Throws Refusal for what cannot be done; returns the exit code otherwise.
int run_command_line(int argc, char** argv);

}  // namespace kaxis
