// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "support/contender.hpp"

#include <benchmark/benchmark.h>

#include <exception>
#include <stdexcept>

namespace perf {

namespace {

void report(benchmark::State& state, Case const& c, Prepared const& prepared, Timing const& t) {
  double const bytes = floor_bytes(c, bytes_of(c.dtype));
  double const floor = bytes / (flags().floor_tbps * 1e12);
  state.SetIterationTime(t.median);
  state.SetLabel(prepared.label + ", " + std::string(t.method));
  state.counters["count"]    = static_cast<double>(c.count);
  state.counters["length"]   = static_cast<double>(c.length);
  state.counters["bytes"]    = bytes;
  state.counters["GBps"]     = bytes / t.median * 1e-9;
  state.counters["floor_ms"] = floor * 1e3;
  state.counters["of_floor"] = floor / t.median;
  state.counters["least_ms"] = t.least * 1e3;
  state.counters["most_ms"]  = t.most * 1e3;
  state.counters["samples"]  = static_cast<double>(t.samples);
  state.counters["scratch"]  = static_cast<double>(prepared.scratch);
}

void run(benchmark::State& state, Contender const& contender, Case const& c) {
  Exec const exec;
  for (auto _ : state) {
    try {
      Prepared const prepared = contender.prepare(exec, c);
      Timing const timing     = measure(exec, prepared.call, prepared.capturable);
      if (prepared.faults && prepared.faults() != 0) throw std::runtime_error("the result is wrong");
      report(state, c, prepared, timing);
    } catch (std::exception const& e) {
      state.SkipWithError(e.what());
      return;
    }
  }
}

bool too_large(Case const& c) {
  constexpr bool host     = Kokkos::SpaceAccessibility<Exec, Kokkos::HostSpace>::accessible;
  std::int64_t const most = flags().max_elements > 0 ? flags().max_elements : host ? 1 << 22 : 0;
  return most > 0 && c.elements() > most;
}

}  // namespace

void add_benchmarks(std::vector<Case> const& cases, std::vector<Contender> const& contenders) {
  for (Case const& c : cases)
    for (Contender const& contender : contenders)
      if (!too_large(c) && contender.serves(c))
        benchmark::RegisterBenchmark((contender.name + "/" + c.name()).c_str(),
                                     [=](benchmark::State& state) { run(state, contender, c); })
            ->Iterations(1)  // `measure` repeats, and takes the median
            ->UseManualTime()
            ->Unit(benchmark::kMillisecond);
}

}  // namespace perf
