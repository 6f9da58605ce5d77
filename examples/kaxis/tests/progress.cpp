// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "../progress.hpp"

#include <gtest/gtest.h>

#include <array>
#include <memory>

namespace kaxis::testing {

namespace {

/// What a piece of work of half a second shows.
std::string shown(bool terminal, std::chrono::seconds from, std::size_t total) {
  std::unique_ptr<std::FILE, int (*)(std::FILE*)> const stream(std::tmpfile(), &std::fclose);
  {
    Progress progress("sorting", total, {stream.get(), terminal, std::chrono::steady_clock::now() + from});
    progress.done(3);
    std::this_thread::sleep_for(std::chrono::milliseconds(500));
  }
  std::rewind(stream.get());
  std::array<char, 1000> text{};
  return {text.data(), std::fread(text.data(), 1, text.size(), stream.get())};
}

}  // namespace

TEST(ProgressTest, IsShownOnATerminalWhenTheTimeHasComeAndWipedOut) {
  std::string const text = shown(true, std::chrono::seconds(0), 4);
  EXPECT_NE(text.find("kaxis: sorting, 75 %, 0 s"), std::string::npos) << text;
  EXPECT_TRUE(text.ends_with("\r\033[K"));
  EXPECT_EQ(text.find('\n'), std::string::npos);
}

TEST(ProgressTest, ShowsSecondsWhereTheTotalIsUnknown) {
  EXPECT_NE(shown(true, std::chrono::seconds(0), 0).find("kaxis: sorting, 0 s"), std::string::npos);
}

TEST(ProgressTest, IsSilentBeforeAndElsewhere) {
  EXPECT_EQ(shown(true, std::chrono::seconds(100), 4), "");
  EXPECT_EQ(shown(false, std::chrono::seconds(0), 4), "");
}

}  // namespace kaxis::testing
