// The native routes of nms, whole, on emulated warps of 32 and 64 lanes.
#include <KokkosAxis/impl/algorithm/nms/block_greedy.hpp>
#include <KokkosAxis/impl/algorithm/nms/chunk_greedy.hpp>
#include <KokkosAxis/impl/algorithm/nms/put_kept.hpp>
#include <KokkosAxis/impl/dispatch/greedy_request.hpp>
#include <KokkosAxis/impl/dispatch/run_greedy.hpp>
#include <KokkosAxis/impl/layout/arena.hpp>

#include "support/emulated_exec.hpp"
#include "support/nms_trial.hpp"

#include <Kokkos_Core.hpp>
#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <vector>

namespace KokkosAxis::Test {
namespace {

namespace algorithm = Impl::algorithm;
namespace dispatch  = Impl::dispatch;
namespace layout    = Impl::layout;
namespace tuning    = Impl::tuning;

/// Boxes of four floats, scores of float.
template <class Lanes>
class EmulatedNms : public ::testing::Test {
 protected:
  static constexpr int lanes = Lanes::value, chunk = lanes * 4;  // short, as each lane is a thread
  using Exec     = EmulatedExec<lanes>;
  using Host     = Kokkos::DefaultHostExecutionSpace;
  using Geometry = algorithm::BoxGeometry<float, 2>;

  struct Call {
    NmsTrial<> const& trial;
    std::int64_t places = trial.most() + 2;
    std::vector<std::int32_t> keep, count;
    layout::GreedyData data;
    Geometry geometry;

    explicit Call(NmsTrial<> const& t)
        : trial(t), keep(static_cast<std::size_t>(t.rows * places), 77), count(static_cast<std::size_t>(t.rows), 77) {
      auto const rows = [&](void const* at, std::size_t bytes, Extents const& extents) {
        layout::Strided s{
            .data = const_cast<void*>(at), .element_bytes = bytes, .rank = static_cast<int>(extents.size())};
        Place const dense = place(Lay::right, extents);
        std::copy(dense.extent.begin(), dense.extent.end(), s.extent.begin());
        std::copy(dense.stride.begin(), dense.stride.end(), s.stride.begin());
        return s;
      };
      auto const scores = rows(t.scores.data(), 4, {t.rows, t.length});
      data              = dispatch::greedy_data<float>(scores, t.most(), t.score_threshold, NmsOptions<>{});
      if (!t.end.empty())
        data.end = {{const_cast<std::int32_t*>(t.end.data()), 4}, true, layout::dense_slices(1, t.rows)};
      if (!t.classes.empty())
        data.classes = {{const_cast<std::int64_t*>(t.classes.data()), 8}, layout::dense_slices(t.length, t.rows)};
      dispatch::give_outputs(data, rows(keep.data(), 4, {t.rows, places}), rows(count.data(), 4, {t.rows}));
      geometry = Geometry({.numbers = {t.boxes.data(), 4, layout::NumberKind::binary32},
                           .at      = dispatch::cut_boxes(rows(t.boxes.data(), 4, {t.rows, t.length, 4}), scores)},
                          t.threshold);
    }
    void check() const {
      Kept const expected = kept_of(trial, places);
      ASSERT_TRUE(same_positions(count, expected.count));
      ASSERT_TRUE(same_positions(keep, expected.keep));
    }
  };

  void check_block(NmsTrial<> const& t) {
    SCOPED_TRACE("block, length " + std::to_string(t.length) + ", lanes " + std::to_string(lanes));
    Call const call(t);
    auto sizes =
        tuning::block_greedy(t.length, sizeof(Geometry::Item), 4, !t.classes.empty(), emulated_device<lanes>());
    sizes.threads = 2 * lanes;
    std::vector<std::uint32_t> schedule;  // backwards
    for (std::int64_t row = t.rows; row-- > 0;) schedule.push_back(static_cast<std::uint32_t>(row));
    algorithm::BlockGreedy<Exec, Geometry, std::uint32_t>::run(Exec(), call.data, call.geometry, sizes,
                                                               t.rows % 2 == 0 ? schedule.data() : nullptr);
    call.check();
  }

  void check_chunk(NmsTrial<> const& t, int part) {
    SCOPED_TRACE("chunk, length " + std::to_string(t.length) + ", lanes " + std::to_string(lanes));
    Call const call(t);
    Host const host;
    using Route      = algorithm::ChunkGreedy<Exec, Geometry, chunk>;
    auto const steps = [&](dispatch::Stage<Host>& stage) {
      auto const order = dispatch::SortCandidates<Host>("nms", stage, call.data).order();
      auto const state = Route::State::carve(stage.arena, call.data);
      if (!stage.launch) return;
      algorithm::LoadItems<Host, Geometry>::run(host, call.data, call.geometry, order, state.items, state.gone,
                                                state.kept, state.counters);
      host.fence();
      Route::run(Exec(), call.data, call.geometry, order, {.part = part}, state);
      algorithm::PutKept<Host>::run(host, call.data, order, state.kept);
      host.fence();
    };
    std::vector<std::byte> memory(dispatch::count_scratch(host, steps), std::byte{0xA5});
    dispatch::Stage<Host> stage{
        .exec = host, .device = tuning::device_of(host), .arena = layout::Arena(memory.data()), .launch = true};
    steps(stage);
    call.check();
  }
};

using Widths = ::testing::Types<std::integral_constant<int, 32>, std::integral_constant<int, 64>>;
TYPED_TEST_SUITE(EmulatedNms, Widths);

TYPED_TEST(EmulatedNms, Block) {
  std::uint64_t seed = 0;
  for (std::int64_t length : {1, 64, 150})
    for (Scene scene : {Scene::sparse, Scene::clustered, Scene::chain, Scene::special}) {
      auto t = nms_trial(scene, 2 + static_cast<std::int64_t>(seed % 2), length, 4, seed, seed % 3 == 0 ? 9 : 0);
      ++seed;
      this->check_block(t);
      t.max_output = 40;
      t.end        = std::vector<std::int32_t>(static_cast<std::size_t>(t.rows), static_cast<std::int32_t>(length - 1));
      for (std::int64_t i = 0; i < t.rows * length; ++i) t.classes.push_back(i % 3);
      this->check_block(t);
      if (::testing::Test::HasFatalFailure()) return;
    }
}

TYPED_TEST(EmulatedNms, Chunk) {
  std::uint64_t seed = 0;
  for (std::int64_t length : {1, 127, 256, 700})
    for (Scene scene : {Scene::sparse, Scene::clustered, Scene::chain, Scene::special}) {
      auto t = nms_trial(scene, length < 200 ? 2 : 1, length, 4, seed, seed % 3 == 0 ? 9 : 0);
      this->check_chunk(t, seed % 2 == 0 ? 16 : 64);
      ++seed;
      if (seed % 2 == 0) t.max_output = 100;
      if (seed % 3 == 0) t.score_threshold = 10;
      for (std::int64_t i = 0; i < t.rows * length; ++i) t.classes.push_back(i * i % 7);
      this->check_chunk(t, 32);
      if (::testing::Test::HasFatalFailure()) return;
    }
}

}  // namespace
}  // namespace KokkosAxis::Test
