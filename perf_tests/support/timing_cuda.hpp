// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "support/timing.hpp"

#include <cuda_runtime.h>

#include <memory>
#include <stdexcept>
#include <string>

namespace perf {

inline void check_cuda(cudaError_t error, char const* what) {
  if (error != cudaSuccess) throw std::runtime_error(std::string(what) + ": " + cudaGetErrorString(error));
}

/// Device time between two points of a stream.
class CudaClock {
 public:
  explicit CudaClock(cudaStream_t stream) : m_stream(stream) {
    check_cuda(cudaEventCreate(&m_begin), "event");
    check_cuda(cudaEventCreate(&m_end), "event");
  }
  ~CudaClock() {
    cudaEventDestroy(m_begin);
    cudaEventDestroy(m_end);
  }
  CudaClock(CudaClock const&)            = delete;
  CudaClock& operator=(CudaClock const&) = delete;

  double seconds(Call const& work) {
    float milliseconds = 0;
    check_cuda(cudaEventRecord(m_begin, m_stream), "record");
    work();
    check_cuda(cudaEventRecord(m_end, m_stream), "record");
    check_cuda(cudaEventSynchronize(m_end), "synchronize");
    check_cuda(cudaEventElapsedTime(&milliseconds, m_begin, m_end), "elapsed");
    return milliseconds * 1e-3;
  }

 private:
  cudaStream_t m_stream;
  cudaEvent_t m_begin{}, m_end{};
};

/// `calls` calls as one graph, so that replaying it costs the host nothing; null where the call cannot be captured.
using CudaGraph = std::unique_ptr<std::remove_pointer_t<cudaGraphExec_t>, decltype(&cudaGraphExecDestroy)>;

inline CudaGraph capture(cudaStream_t stream, Call const& call, int calls) {
  cudaGraph_t graph        = nullptr;
  cudaGraphExec_t runnable = nullptr;
  bool good                = cudaStreamBeginCapture(stream, cudaStreamCaptureModeThreadLocal) == cudaSuccess;
  if (good) {
    try {
      for (int i = 0; i < calls; ++i) call();
    } catch (std::exception const&) {
      good = false;
    }
    good = cudaStreamEndCapture(stream, &graph) == cudaSuccess && good;
  }
  good = good && cudaGraphInstantiate(&runnable, graph, 0) == cudaSuccess;
  if (graph != nullptr) cudaGraphDestroy(graph);
  cudaGetLastError();  // a call that cannot be captured leaves its error behind
  return {good ? runnable : nullptr, &cudaGraphExecDestroy};
}

/// Graph replay: a sample holds as many calls as fill 200 us, so that the launch of the graph does not count.
/// Otherwise events around one call, whose gaps between kernels then count, as they do for its users.
inline Timing measure(Kokkos::Cuda const& exec, Call const& call, bool capturable = true) {
  cudaStream_t const stream = exec.cuda_stream();
  CudaClock clock(stream);
  for (int i = 0; i < 3; ++i) call();
  check_cuda(cudaStreamSynchronize(stream), "the calls");
  double const one = clock.seconds(call);

  Plan p          = plan(one, 200e-6, 20);
  CudaGraph graph = capturable && flags().timing == "graph" ? capture(stream, call, p.calls)
                                                            : CudaGraph(nullptr, &cudaGraphExecDestroy);
  if (graph == nullptr) p = plan(one, 0, 1);
  Call const replay = [&] { check_cuda(cudaGraphLaunch(graph.get(), stream), "graph launch"); };
  Call const& work  = graph ? replay : call;
  clock.seconds(work);
  std::vector<double> seconds;
  for (int s = 0; s < p.samples; ++s) seconds.push_back(clock.seconds(work) / p.calls);
  return summary(std::move(seconds), p.calls, graph ? "graph" : "events");
}

}  // namespace perf
