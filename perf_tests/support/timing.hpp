// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "support/flags.hpp"

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <ctime>
#include <functional>
#include <string_view>
#include <vector>

namespace perf {

using Call = std::function<void()>;

/// Seconds of one call: the median of samples, their fastest and slowest, how they were taken.
struct Timing {
  double median = 0, least = 0, most = 0;
  std::size_t samples = 0;
  int calls           = 1;  // calls a sample
  std::string_view method;
};

inline Timing summary(std::vector<double> seconds, int calls, std::string_view method) {
  std::sort(seconds.begin(), seconds.end());
  return {seconds[seconds.size() / 2], seconds.front(), seconds.back(), seconds.size(), calls, method};
}

/// How many calls make a sample that a clock can see, and how many samples the time allows.
struct Plan {
  int calls, samples;
};

inline Plan plan(double one_call, double sample, int most_calls) {
  int const calls   = std::clamp(static_cast<int>(sample / std::max(one_call, 1e-9)), 1, most_calls);
  int const samples = std::clamp(static_cast<int>(flags().seconds / (calls * std::max(one_call, 1e-9))), 5, 51);
  return {calls, samples};
}

/// Work of one thread is timed by that thread's own clock, which stands still while others have the core; work of
/// several by the wall clock.
enum class Clock : std::uint8_t { wall, thread };

inline double now(Clock clock) {
  if (clock == Clock::wall)
    return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
  timespec t{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
  return static_cast<double>(t.tv_sec) + 1e-9 * static_cast<double>(t.tv_nsec);
}

/// Fence, calls, fence.
template <class Exec>
double fenced_seconds(Exec const& exec, Call const& call, int calls, Clock clock) {
  exec.fence("perf: before");
  double const begin = now(clock);
  for (int i = 0; i < calls; ++i) call();
  exec.fence("perf: after");
  return (now(clock) - begin) / calls;
}

template <class Exec>
Clock clock_of(Exec const& exec) {
  constexpr bool host = Kokkos::SpaceAccessibility<Exec, Kokkos::HostSpace>::accessible;
  return host && exec.concurrency() == 1 ? Clock::thread : Clock::wall;
}

/// Host spaces, and devices without a better way here.
template <class Exec>
Timing measure(Exec const& exec, Call const& call, bool = true) {
  Clock const clock = clock_of(exec);
  fenced_seconds(exec, call, 1, clock);
  Plan const p = plan(fenced_seconds(exec, call, 1, clock), 100e-6, 1000);
  std::vector<double> seconds;
  for (int s = 0; s < p.samples; ++s) seconds.push_back(fenced_seconds(exec, call, p.calls, clock));
  return summary(std::move(seconds), p.calls, clock == Clock::thread ? "thread clock" : "wall clock");
}

}  // namespace perf

#ifdef KOKKOS_ENABLE_CUDA
#include "support/timing_cuda.hpp"
#endif
