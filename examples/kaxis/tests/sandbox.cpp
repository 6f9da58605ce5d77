// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "sandbox.hpp"

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <fstream>
#include <iterator>
#include <map>

namespace kaxis::testing {

namespace fs = std::filesystem;

namespace {

std::string contents(fs::path const& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

}  // namespace

Sandbox::Sandbox() {
  std::string folder = (fs::temp_directory_path() / "kaxis-XXXXXX").string();
  if (mkdtemp(folder.data()) == nullptr) ADD_FAILURE() << "no folder for temporary files";
  m_folder = folder;
}

Sandbox::~Sandbox() { fs::remove_all(m_folder); }

void Sandbox::put(std::string const& name, std::string const& bytes) const {
  std::ofstream(m_folder / name, std::ios::binary) << bytes;
}

std::string Sandbox::get(std::string const& name) const { return contents(m_folder / name); }

std::vector<std::string> Sandbox::files() const {
  std::vector<std::string> names;
  for (auto const& entry : fs::directory_iterator(m_folder)) names.push_back(entry.path().filename().string());
  std::sort(names.begin(), names.end());
  return names;
}

Outcome Sandbox::kaxis(std::vector<std::string> const& arguments) const {
  std::string out = m_folder.string() + ".out", err = m_folder.string() + ".err", program = KAXIS_PROGRAM;
  std::vector<std::string> words = arguments;
  std::vector<char*> argv{program.data()};
  for (std::string& word : words) argv.push_back(word.data());
  argv.push_back(nullptr);

  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addchdir_np(&actions, m_folder.c_str());
  posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, out.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
  posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, err.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
  pid_t child      = 0;
  int status       = 0;
  int const failed = posix_spawn(&child, program.c_str(), &actions, nullptr, argv.data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  if (failed != 0 || waitpid(child, &status, 0) != child) return {-1, "", "kaxis could not be started"};
  Outcome outcome{WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status), contents(out), contents(err)};
  fs::remove(out);
  fs::remove(err);
  return outcome;
}

void Sandbox::works(std::vector<std::string> const& arguments) const {
  Outcome const outcome = kaxis(arguments);
  EXPECT_EQ(outcome.code, 0);
  EXPECT_EQ(outcome.out, "");
  EXPECT_EQ(outcome.err, "");
}

void Sandbox::refuses(std::vector<std::string> const& arguments, std::string const& message) const {
  std::map<std::string, std::string> before;
  for (std::string const& name : files())
    if (fs::is_regular_file(m_folder / name)) before[name] = get(name);
  auto const names      = files();
  Outcome const outcome = kaxis(arguments);
  EXPECT_EQ(outcome.code, 2);
  EXPECT_EQ(outcome.out, "");
  EXPECT_EQ(std::count(outcome.err.begin(), outcome.err.end(), '\n'), 1) << outcome.err;
  EXPECT_TRUE(outcome.err.starts_with("kaxis: ") && outcome.err.ends_with('\n')) << outcome.err;
  EXPECT_NE(outcome.err.find(message), std::string::npos) << "expected: " << message << "\nprinted:  " << outcome.err;
  EXPECT_EQ(files(), names);
  for (auto const& [name, bytes] : before) EXPECT_EQ(get(name), bytes) << name;
}

}  // namespace kaxis::testing
