// What only CUDA has: graphs of captured calls, and several devices in one process.
#include <Kokkos_Core.hpp>
#include <Kokkos_Graph.hpp>

#ifdef KOKKOS_ENABLE_CUDA
#include <KokkosAxis/KokkosAxis.hpp>

#include "support/inputs.hpp"
#include "support/on_team.hpp"
#include "support/oracle.hpp"
#include "support/nms_trial.hpp"
#include "support/reduce_trial.hpp"
#include "support/topk_trial.hpp"
#include "support/verify.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <thread>
#include <vector>

namespace KokkosAxis::Test {
namespace {

using Exec = Kokkos::Cuda;
template <class T>
using Rows = Kokkos::View<T**, Kokkos::LayoutRight, Exec>;

#define EXPECT_CUDA(call) EXPECT_EQ(call, cudaSuccess)

/// A call captured once, replayed with new keys in the same Views.
class Captured {
 public:
  template <class Call>
  Captured(Exec const& exec, Call&& call) {
    call();  // loads the kernels
    exec.fence();
    EXPECT_CUDA(cudaStreamBeginCapture(exec.cuda_stream(), cudaStreamCaptureModeGlobal));
    call();
    EXPECT_CUDA(cudaStreamEndCapture(exec.cuda_stream(), &m_graph));
    EXPECT_CUDA(cudaGraphInstantiate(&m_executable, m_graph, 0));
  }
  ~Captured() {
    cudaGraphExecDestroy(m_executable);
    cudaGraphDestroy(m_graph);
  }
  void replay(Exec const& exec) const {
    EXPECT_CUDA(cudaGraphLaunch(m_executable, exec.cuda_stream()));
    exec.fence();
  }

 private:
  cudaGraph_t m_graph{};
  cudaGraphExec_t m_executable{};
};

template <class T>
void upload(Exec const& exec, Rows<T> const& rows, std::vector<T> const& values) {
  Kokkos::View<T const**, Kokkos::LayoutRight, Kokkos::HostSpace, Kokkos::MemoryTraits<Kokkos::Unmanaged>> const host(
      values.data(), rows.extent(0), rows.extent(1));
  Kokkos::deep_copy(exec, rows, host);
  exec.fence();
}

template <class T>
std::vector<T> download(Exec const& exec, Rows<T> const& rows) {
  std::vector<T> values(rows.size());
  Kokkos::View<T**, Kokkos::LayoutRight, Kokkos::HostSpace, Kokkos::MemoryTraits<Kokkos::Unmanaged>> const host(
      values.data(), rows.extent(0), rows.extent(1));
  Kokkos::deep_copy(exec, host, rows);
  exec.fence();
  return values;
}

template <class T>
Rows<T> rows(Exec const& exec, std::int64_t count, std::int64_t length) {
  return Rows<T>(Kokkos::view_alloc(exec, "rows"), static_cast<std::size_t>(count), static_cast<std::size_t>(length));
}

Exec own_stream() { return Kokkos::Experimental::partition_space(Exec(), 1)[0]; }

/// Cases S-26 and G-07: sort_by_key and argsort, by every route a length has, captured and replayed three times.
void check_graph(std::int64_t count, std::int64_t length, int axis, SortRoute route) {
  Exec const exec   = own_stream();
  auto const keys   = rows<float>(exec, count, length);
  auto const sorted = rows<float>(exec, count, length);
  auto const index  = rows<std::int32_t>(exec, count, length);
  auto const values = rows<double>(exec, count, length), moved = rows<double>(exec, count, length);
  Cut const cut({count, length}, axis);
  SortOptions<> options{.axis = axis, .route = route};
  std::size_t const bytes = std::max(workspace_bytes::argsort(exec, keys, index, options),
                                     workspace_bytes::sort_by_key(exec, keys, values, sorted, moved, options));
  Kokkos::View<std::byte*, Exec> const memory(Kokkos::view_alloc(exec, "workspace"), bytes);
  options.workspace = memory;
  Captured const graph(exec, [&] {
    argsort(exec, keys, index, options);
    sort_by_key(exec, keys, values, sorted, moved, options);
  });
  for (std::uint64_t seed = 1; seed <= 3; ++seed) {
    auto const new_keys   = make_keys<float>(Fill::any_bits, count * length, seed);
    auto const new_values = make_payload<double>(count * length, seed);
    upload(exec, keys, new_keys);
    upload(exec, values, new_values);
    graph.replay(exec);
    auto const positions = sorted_positions(cut, new_keys, Policy{});
    EXPECT_TRUE(same_positions(download(exec, index), positions));
    EXPECT_TRUE(same_bits(download(exec, sorted), taken(cut, new_keys, positions)));
    EXPECT_TRUE(same_bits(download(exec, moved), taken(cut, new_values, positions)));
  }
}

TEST(CudaGraph, ReplaysShortSlices) {
  check_graph(500, 96, 1, SortRoute::count_rank);
  check_graph(5000, 96, 1, SortRoute::automatic);
  check_graph(96, 501, 0, SortRoute::automatic);
}
TEST(CudaGraph, ReplaysSlicesOfATeam) { check_graph(40, 3000, 1, SortRoute::team_radix); }
TEST(CudaGraph, ReplaysLongSlices) {
  check_graph(1, 300'000, 1, SortRoute::tile_radix);
  check_graph(60'000, 5, 0, SortRoute::tile_radix);
}

/// By every native route, where there are any; otherwise the same lengths by others.
TEST(CudaGraph, ReplaysNativeRoutes) {
  for (std::int64_t length : {7, 100, 1000, 5000, 30'000, 300'000}) {
    SCOPED_TRACE(length);
    check_graph(length < 10'000 ? 60 : 3, length, 1, SortRoute::automatic);
    check_graph(length < 10'000 ? 60 : 3, length, 0, SortRoute::automatic);
  }
}

/// topk and kth_value by every route that serves, captured and replayed.
TEST(CudaGraph, ReplaysSelections) {
  Exec const exec = own_stream();
  for (auto [count, length, k] : {std::array{60, 100, 7}, std::array{40, 5000, 64}, std::array{3, 70'000, 300}})
    for (TopkRoute route : serving_topk_routes(exec, length, count, k, 4)) {
      SCOPED_TRACE(::testing::Message() << length << ", route " << static_cast<int>(route));
      auto const in = rows<float>(exec, count, length), values = rows<float>(exec, count, k);
      auto const index = rows<std::int32_t>(exec, count, k);
      Kokkos::View<float*, Exec> const kth(Kokkos::view_alloc(exec, "kth"), static_cast<std::size_t>(count));
      TopkOptions options{.axis = 1, .route = route};
      std::size_t const bytes = std::max(workspace_bytes::topk(exec, in, values, index, k, options),
                                         workspace_bytes::kth_value(exec, in, kth, k, options));
      Kokkos::View<std::byte*, Exec> const memory(Kokkos::view_alloc(exec, "workspace"), bytes);
      options.workspace = memory;
      Captured const graph(exec, [&] {
        topk(exec, in, values, index, k, options);
        kth_value(exec, in, kth, k, options);
      });
      for (Fill fill : {Fill::any_bits, Fill::few_distinct, Fill::sorted}) {
        auto const keys = make_keys<float>(fill, std::int64_t{count} * length);
        upload(exec, in, keys);
        graph.replay(exec);
        TopkTrial const trial{.extents = {count, length}, .axis = 1, .k = k};
        auto const positions = selected_positions(trial, keys);
        EXPECT_TRUE(same_positions(download(exec, index), positions));
        EXPECT_TRUE(same_bits(download(exec, values), selected_values(trial, keys, positions)));
        auto const last = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), kth);
        for (int s = 0; s < count; ++s)
          EXPECT_TRUE(
              same(last(s),
                   keys[static_cast<std::size_t>(s * length + positions[static_cast<std::size_t>((s + 1) * k - 1)])]));
      }
    }
}

/// nms by every route that serves, captured and replayed.
TEST(CudaGraph, ReplaysSuppressions) {
  Exec const exec = own_stream();
  for (auto [count, length] : {std::array{60, 100}, std::array{2, 5000}})
    for (GreedyRoute route : serving_greedy_routes(exec, length, count, 20, 4, true)) {
      SCOPED_TRACE(::testing::Message() << length << ", route " << static_cast<int>(route));
      auto t = nms_trial(Scene::clustered, count, length);
      for (std::int64_t i = 0; i < std::int64_t{count} * length; ++i) t.classes.push_back(i % 3);
      NmsFields<Exec, float, float> const f(t);
      auto const call = [&](NmsOptions<> const& options) {
        nms(exec, f.boxes.template const_view<3>(), f.scores.template const_view<2>(), f.keep.template view<2>(),
            f.count.template view<1>(), options);
      };
      NmsOptions<> options = f.options(t, route);
      Kokkos::View<std::byte*, Exec> const memory(
          Kokkos::view_alloc(exec, "workspace"),
          workspace_bytes::nms(exec, f.boxes.template const_view<3>(), f.scores.template const_view<2>(),
                               f.keep.template view<2>(), f.count.template view<1>(), options));
      options.workspace = memory;
      Captured const graph(exec, [&] { call(options); });
      for (int time = 0; time < 2; ++time) {
        t.scores = make_scores<float>(std::int64_t{count} * length, static_cast<std::uint64_t>(time));
        upload(exec, Rows<float>(f.scores.data(), static_cast<std::size_t>(count), static_cast<std::size_t>(length)),
               t.scores);
        graph.replay(exec);
        exec.fence();
        Kept const kept = kept_of(t, f.places);
        EXPECT_TRUE(same_positions(f.keep.read(), kept.keep));
        EXPECT_TRUE(same_positions(f.count.read(), kept.count));
      }
    }
}

/// reduce along rows, columns and both, in one stage and in two, captured and replayed.
TEST(CudaGraph, ReplaysReductions) {
  Exec const exec = own_stream();
  for (Extents const& extents : {Extents{50, 300}, Extents{3, 70'000}, Extents{70'000, 3}})
    for (std::vector<int> const& axes : {std::vector<int>{0}, std::vector<int>{1}, std::vector<int>{0, 1}})
      for (ReduceRoute route : serving_reduce_routes(exec)) {
        ReduceTrial const trial{.extents = extents, .axes = axes};
        auto const in  = rows<float>(exec, extents[0], extents[1]);
        auto const out = rows<float>(exec, trial.out_extents()[0], trial.out_extents()[1]);
        ReduceOptions<> options{.keep_dims = true, .route = route};
        Kokkos::View<std::byte*, Exec> const memory(
            Kokkos::view_alloc(exec, "workspace"),
            workspace_bytes::reduce(exec, in, out, as_axes(axes), Sum{}, options));
        options.workspace = memory;
        Captured const graph(exec, [&] { reduce(exec, in, out, as_axes(axes), Sum{}, options); });
        for (std::uint64_t seed = 1; seed <= 3; ++seed) {
          auto const input = make_numbers<float>(product(extents), seed);
          upload(exec, in, input);
          graph.replay(exec);
          auto const slices = slices_of(trial, input, [](std::size_t) { return true; });
          auto const sums   = download(exec, out);
          for (std::size_t s = 0; s < slices.size(); ++s)
            EXPECT_EQ(sums[s], static_cast<float>(answer(Sum{}, slices[s]).results[0]));
        }
      }
}

/// A sort as a node of a Kokkos graph, which captures it when it is built.
TEST(CudaGraph, IsANodeOfAKokkosGraph) {
  for (std::int64_t length : {100, 3000, 100'000}) {
    Exec const exec  = own_stream();
    auto const keys  = rows<float>(exec, 4, length);
    auto const index = rows<std::int64_t>(exec, 4, length);
    SortOptions<> options{.axis = 1};
    Kokkos::View<std::byte*, Exec> const memory(Kokkos::view_alloc(exec, "workspace"),
                                                workspace_bytes::argsort(exec, keys, index, options));
    options.workspace = memory;
    argsort(exec, keys, index, options);  // loads the kernels
    exec.fence();
    auto graph = Kokkos::Experimental::create_graph(exec, [&](auto const& root) {
      root.cuda_capture(exec, [=](Exec const& on) { argsort(on, keys, index, options); });
    });
    for (std::uint64_t seed = 1; seed <= 2; ++seed) {
      auto const new_keys = make_keys<float>(Fill::random, 4 * length, seed);
      upload(exec, keys, new_keys);
      graph.submit(exec);
      exec.fence();
      EXPECT_TRUE(same_positions(download(exec, index), sorted_positions(Cut({4, length}, 1), new_keys, Policy{})));
    }
  }
}

struct Greater {
  KOKKOS_FUNCTION bool operator()(std::int32_t a, std::int32_t b) const { return a > b; }
};

TEST(CudaGraph, ReplaysComparators) {
  Exec const exec = own_stream();
  for (std::int64_t length : {20, 5000}) {
    auto const keys = rows<std::int32_t>(exec, 3, length);
    SortOptions<Identity, Greater> options{};
    Kokkos::View<std::byte*, Exec> const memory("workspace", workspace_bytes::sort(exec, keys, options));
    options.workspace = memory;
    Captured const graph(exec, [&] { sort(exec, keys, options); });
    for (std::uint64_t seed = 1; seed <= 3; ++seed) {
      auto const input = make_keys<std::int32_t>(Fill::random, 3 * length, seed);
      upload(exec, keys, input);
      graph.replay(exec);
      Cut const cut({3, length}, 1);
      auto const positions = sorted_positions(cut, input, Policy{.order = Order::descending});
      EXPECT_TRUE(same_bits(download(exec, keys), taken(cut, input, positions)));
    }
  }
}

int current_device() {
  int device = -1;
  EXPECT_CUDA(cudaGetDevice(&device));
  return device;
}

int device_of(void const* pointer) {
  cudaPointerAttributes attributes{};
  EXPECT_CUDA(cudaPointerGetAttributes(&attributes, pointer));
  return attributes.device;
}

/// An instance on a stream of another device.
struct OtherDevice {
  explicit OtherDevice(int device) : before(current_device()) {
    EXPECT_CUDA(cudaSetDevice(device));
    EXPECT_CUDA(cudaStreamCreate(&stream));
    EXPECT_CUDA(cudaSetDevice(before));
  }
  ~OtherDevice() { cudaStreamDestroy(stream); }
  int before;
  cudaStream_t stream{};
};

void sort_and_check(Exec const& exec, std::int64_t count, std::int64_t length, std::uint64_t seed) {
  auto const input = make_keys<float>(Fill::any_bits, count * length, seed);
  auto const keys  = rows<float>(exec, count, length);
  auto const index = rows<std::int32_t>(exec, count, length);
  upload(exec, keys, input);
  int const device = current_device();
  argsort(exec, keys, keys, index);
  EXPECT_EQ(current_device(), device) << "the caller's device was changed";
  Cut const cut({count, length}, 1);
  auto const positions = sorted_positions(cut, input, Policy{});
  EXPECT_TRUE(same_positions(download(exec, index), positions));
  EXPECT_TRUE(same_bits(download(exec, keys), taken(cut, input, positions)));
}

/// Case S-28: an instance on another device than the one Kokkos started on.
TEST(CudaDevices, SecondDevice) {
  if (Kokkos::num_devices() < 2) GTEST_SKIP() << "needs two devices";
  OtherDevice const other(1 - Exec().cuda_device());
  Exec const exec(other.stream);
  ASSERT_EQ(exec.cuda_device(), 1 - Exec().cuda_device());
  EXPECT_EQ(device_of(rows<float>(exec, 1, 1).data()), exec.cuda_device());
  for (std::int64_t length : {20, 3000, 100'000}) sort_and_check(exec, 3, length, 1);
}

TEST(CudaDevices, TwoAtOnceFromTwoThreads) {
  if (Kokkos::num_devices() < 2) GTEST_SKIP() << "needs two devices";
  OtherDevice const other(1 - Exec().cuda_device());
  Exec const first, second(other.stream);
  std::thread thread([&] {
    for (std::uint64_t seed = 0; seed < 10; ++seed) sort_and_check(second, 4, 20'000, seed);
  });
  for (std::uint64_t seed = 10; seed < 20; ++seed) sort_and_check(first, 4, 20'000, seed);
  thread.join();
}

}  // namespace
}  // namespace KokkosAxis::Test
#endif
