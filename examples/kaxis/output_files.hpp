// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "array.hpp"

#include <filesystem>
#include <string>
#include <vector>

namespace kaxis {

/// The files that a run writes: all of them or none. Each is written under a name of its own beside its place, and put
/// there when all are complete, so that a run that fails leaves what was there before.
class OutputFiles {
 public:
  /// Refuses, before any work is done, what could not be written in the end.
  explicit OutputFiles(std::vector<std::string> const& paths);
  OutputFiles(OutputFiles const&)            = delete;
  OutputFiles& operator=(OutputFiles const&) = delete;
  ~OutputFiles();

  /// One array a file, in the order of the paths.
  void write(std::vector<Array const*> const& arrays);

 private:
  struct File {
    std::filesystem::path place, draft;
  };
  std::vector<File> m_files;
};

}  // namespace kaxis
