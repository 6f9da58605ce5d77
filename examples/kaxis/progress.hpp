// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <cstdio>
#include <mutex>
#include <string>
#include <thread>

namespace kaxis {

/// Where progress is shown, and from when on.
struct ProgressPlace {
  std::FILE* stream;
  bool terminal;
  std::chrono::steady_clock::time_point from;

  /// Standard error, if it is a terminal, and if the program has run for 2 s.
  static ProgressPlace standard();
};

/// Says on a terminal what the program is at while this object lives, and wipes the line out in the end.
class Progress {
 public:
  /// `total`: how many units of work there are; 0 where that cannot be known, which shows the seconds only.
  explicit Progress(std::string what, std::size_t total = 0, ProgressPlace place = ProgressPlace::standard());
  Progress(Progress const&)            = delete;
  Progress& operator=(Progress const&) = delete;
  ~Progress();

  void done(std::size_t units) { m_done = units; }

 private:
  void show_until_the_end();

  std::string m_what;
  std::size_t m_total;
  ProgressPlace m_place;
  std::chrono::steady_clock::time_point m_start = std::chrono::steady_clock::now();
  std::atomic<std::size_t> m_done               = 0;
  std::mutex m_mutex;
  std::condition_variable m_changed;
  bool m_ended = false;
  std::thread m_shower;
};

}  // namespace kaxis
