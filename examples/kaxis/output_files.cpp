// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "output_files.hpp"

#include "npy.hpp"
#include "progress.hpp"

#include <unistd.h>

#include <cstddef>
#include <fstream>
#include <system_error>

namespace kaxis {

namespace fs = std::filesystem;

namespace {

/// Where the file will lie: what a symbolic link points to, not the link.
fs::path place_of(std::string const& path) {
  std::error_code error;
  fs::path const place = path.empty() ? fs::path() : fs::weakly_canonical(fs::absolute(path, error), error);
  if (place.empty() || error) throw Refusal("output '" + path + "': there is no such place");
  auto const status = fs::status(place, error);
  if (fs::exists(status) && !fs::is_regular_file(status))
    throw Refusal("output " + path + ": it exists and is not a regular file; give another name");
  if (fs::exists(status) && access(place.c_str(), W_OK) != 0)
    throw Refusal("output " + path + ": it exists and cannot be written");
  if (!fs::is_directory(place.parent_path(), error))
    throw Refusal("output " + path + ": there is no folder " + place.parent_path().string());
  if (access(place.parent_path().c_str(), W_OK) != 0)
    throw Refusal("output " + path + ": the folder " + place.parent_path().string() + " cannot be written");
  return place;
}

void write_draft(fs::path const& draft, fs::path const& place, Array const& array) {
  Progress const progress("writing " + place.string());
  std::ofstream out(draft, std::ios::binary | std::ios::trunc);
  npy::write(out, array);
  out.close();
  if (!out) throw Refusal("output " + place.string() + ": writing failed; is the disk full?");
}

}  // namespace

OutputFiles::OutputFiles(std::vector<std::string> const& paths) {
  for (std::string const& path : paths) {
    fs::path const place = place_of(path);
    for (File const& other : m_files)
      if (other.place == place) throw Refusal("output " + path + " is given twice; give a file of its own to each");
    fs::path draft = place;
    draft += ".kaxis-" + std::to_string(getpid());
    m_files.push_back({place, draft});
  }
}

OutputFiles::~OutputFiles() {
  std::error_code ignored;
  for (File const& file : m_files) fs::remove(file.draft, ignored);
}

void OutputFiles::write(std::vector<Array const*> const& arrays) {
  for (std::size_t i = 0; i < m_files.size(); ++i) write_draft(m_files[i].draft, m_files[i].place, *arrays.at(i));
  for (File const& file : m_files) {
    std::error_code error;
    fs::rename(file.draft, file.place, error);
    if (error) throw Refusal("output " + file.place.string() + ": " + error.message());
  }
}

}  // namespace kaxis
