// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "command_line.hpp"

#include <algorithm>
#include <cstdio>
#include <exception>
#include <string>

int main(int argc, char** argv) {
  try {
    return kaxis::run_command_line(argc, argv);
  } catch (std::exception const& error) {
    std::string line = error.what();
    std::replace(line.begin(), line.end(), '\n', ' ');
    std::fprintf(stderr, "kaxis: %s\n", line.c_str());
    return 2;
  }
}
