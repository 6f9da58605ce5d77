// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "support/ratio.hpp"
#include "support/contender.hpp"

#include <benchmark/benchmark.h>

#include <algorithm>
#include <exception>

namespace perf {

namespace {

struct Measured {
  double ratio, low, high;  // median and quartiles
  double above, below;      // seconds, medians
};

double median(std::vector<double>& v, double part = 0.5) {
  std::sort(v.begin(), v.end());
  return v[static_cast<std::size_t>(part * static_cast<double>(v.size() - 1) + 0.5)];
}

/// Host: the two take turns, so that a change of the machine's load hits both; the median of the ratios of turns.
Measured take_turns(Pair const& pair) {
  constexpr double sample = 500e-6;
  Exec const exec;
  Clock const clock = pair.one_thread ? Clock::thread : clock_of(exec);
  auto const time   = [&](Call const& call, int calls) {
    // a runtime may make and end threads where the two need unequal numbers of them
    if (clock == Clock::wall) call();
    return fenced_seconds(exec, call, calls, clock);
  };
  auto const calls = [&](Call const& call) {
    time(call, 1);
    return plan(time(call, 1), sample, 10000).calls;
  };
  int const above_calls = calls(pair.above), below_calls = calls(pair.below);
  double const turn = time(pair.above, above_calls) * above_calls + time(pair.below, below_calls) * below_calls;
  int const turns   = std::clamp(static_cast<int>(20 * flags().seconds / turn), 7, 101);
  std::vector<double> ratio, above, below;
  for (int i = 0; i < turns; ++i) {
    above.push_back(time(pair.above, above_calls));
    below.push_back(time(pair.below, below_calls));
    ratio.push_back(pair.scale * above.back() / below.back());
  }
  return {median(ratio), median(ratio, 0.25), median(ratio, 0.75), median(above), median(below)};
}

/// What one call costs, in microseconds.
Measured absolute(Pair const& pair) {
  Exec const exec;
  Clock const clock = pair.one_thread ? Clock::thread : clock_of(exec);
  std::vector<double> times;
  for (int i = 0; i < 51; ++i) times.push_back(fenced_seconds(exec, pair.above, 1000, clock));
  double const middle = median(times);
  return {middle * 1e6, median(times, 0.25) * 1e6, median(times, 0.75) * 1e6, middle, middle};
}

/// Device: each by itself in device time, which nobody else disturbs.
Measured one_by_one(Pair const& pair) {
  Exec const exec;
  Timing const above = measure(exec, pair.above, pair.capturable), below = measure(exec, pair.below, pair.capturable);
  return {pair.scale * above.median / below.median, pair.scale * above.least / below.most,
          pair.scale * above.most / below.least, above.median, below.median};
}

void run(benchmark::State& state, Ratio const& ratio) {
  constexpr bool host = Kokkos::SpaceAccessibility<Exec, Kokkos::HostSpace>::accessible;
  bool const at_least = ratio.sense == Ratio::Bound::at_least;
  for (auto _ : state) {
    try {
      Pair const pair              = ratio.prepare();
      Measured const m             = !pair.below ? absolute(pair) : host ? take_turns(pair) : one_by_one(pair);
      bool const met               = at_least ? m.ratio >= ratio.bound : m.ratio <= ratio.bound;
      state.counters["ratio"]      = m.ratio;
      state.counters["ratio_low"]  = m.low;
      state.counters["ratio_high"] = m.high;
      state.counters["bound"]      = ratio.bound;
      state.counters["at_least"]   = at_least;
      state.counters["met"]        = met;
      state.counters["above_ms"]   = m.above * 1e3;
      state.counters["below_ms"]   = m.below * 1e3;
      state.SetIterationTime(m.below);
      state.SetLabel(ratio.what);
    } catch (std::exception const& e) {
      state.SkipWithError(e.what());
      return;
    }
  }
}

}  // namespace

void add_ratios(std::vector<Ratio> const& ratios) {
  for (Ratio const& ratio : ratios)
    benchmark::RegisterBenchmark(("ratio/" + ratio.name).c_str(), [=](benchmark::State& state) { run(state, ratio); })
        ->Iterations(1)
        ->UseManualTime()
        ->Unit(benchmark::kMillisecond);
}

}  // namespace perf
