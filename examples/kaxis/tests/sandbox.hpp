// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <gtest/gtest.h>

#include <filesystem>
#include <string>
#include <vector>

namespace kaxis::testing {

/// What a run of the program left.
struct Outcome {
  int code = -1;
  std::string out, err;
};

/// A folder of its own for each test, and kaxis run in it.
class Sandbox : public ::testing::Test {
 protected:
  Sandbox();
  ~Sandbox() override;

  void put(std::string const& name, std::string const& bytes) const;
  std::string get(std::string const& name) const;
  bool has(std::string const& name) const { return std::filesystem::exists(m_folder / name); }
  std::vector<std::string> files() const;
  std::string path(std::string const& name) const { return (m_folder / name).string(); }

  Outcome kaxis(std::vector<std::string> const& arguments) const;

  /// Runs kaxis and expects silence.
  void works(std::vector<std::string> const& arguments) const;

  /// Runs kaxis and expects exit code 2, one line on standard error that holds `message`, and no change in the folder.
  void refuses(std::vector<std::string> const& arguments, std::string const& message) const;

 private:
  std::filesystem::path m_folder;
};

}  // namespace kaxis::testing
