// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "progress.hpp"

#include <unistd.h>

#include <utility>

namespace kaxis {

namespace {
using Clock                           = std::chrono::steady_clock;
Clock::time_point const program_start = Clock::now();
}  // namespace

ProgressPlace ProgressPlace::standard() {
  return {.stream = stderr, .terminal = isatty(STDERR_FILENO) != 0, .from = program_start + std::chrono::seconds(2)};
}

Progress::Progress(std::string what, std::size_t total, ProgressPlace place)
    : m_what(std::move(what)), m_total(total), m_place(place) {
  if (m_place.terminal) m_shower = std::thread([this] { show_until_the_end(); });
}

Progress::~Progress() {
  if (!m_shower.joinable()) return;
  {
    std::lock_guard const lock(m_mutex);
    m_ended = true;
  }
  m_changed.notify_one();
  m_shower.join();
}

void Progress::show_until_the_end() {
  std::unique_lock lock(m_mutex);
  auto const ended = [this] { return m_ended; };
  if (m_changed.wait_until(lock, m_place.from, ended)) return;
  do {
    auto const seconds    = std::chrono::duration_cast<std::chrono::seconds>(Clock::now() - m_start).count();
    std::string const way = m_total == 0 ? "" : std::to_string(100 * m_done / m_total) + " %, ";
    std::fprintf(m_place.stream, "\r\033[Kkaxis: %s, %s%lld s", m_what.c_str(), way.c_str(),
                 static_cast<long long>(seconds));
    std::fflush(m_place.stream);
  } while (!m_changed.wait_for(lock, std::chrono::milliseconds(200), ended));
  std::fputs("\r\033[K", m_place.stream);
  std::fflush(m_place.stream);
}

}  // namespace kaxis
