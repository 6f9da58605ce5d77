// The native routes of topk, whole, on emulated warps of 32 and 64 lanes.
#include <KokkosAxis/impl/algorithm/topk/block_select.hpp>
#include <KokkosAxis/impl/algorithm/topk/register_select.hpp>
#include <KokkosAxis/impl/dispatch/run_topk.hpp>
#include <KokkosAxis/impl/layout/arena.hpp>
#include <KokkosAxis/impl/layout/key_codec.hpp>
#include <KokkosAxis/impl/layout/select_data.hpp>

#include "support/emulated_exec.hpp"
#include "support/topk_trial.hpp"
#include "support/types.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <vector>

namespace KokkosAxis::Test {
namespace {

namespace algorithm = Impl::algorithm;
namespace layout    = Impl::layout;
namespace tuning    = Impl::tuning;

template <class Lanes>
class EmulatedTopk : public ::testing::Test {
 protected:
  static constexpr int lanes = Lanes::value;
  using Exec                 = EmulatedExec<lanes>;

  /// Dense rows of extents[1], extents[0] of them. `split`: over several blocks each.
  template <class T>
  void check(TopkTrial const& trial, List<T> const& input, bool split) {
    SCOPED_TRACE(split ? "split" : "block");
    std::int64_t const rows = trial.extents[0], n = trial.extents[1];
    auto const device = emulated_device<lanes>();
    auto const sample = tuning::select(sizeof(T), n, trial.k, device);
    auto const sizes =
        split ? tuning::split_select(sample, n, rows, device) : tuning::block_select(sample, n, rows, device);
    if (sizes.block.threads == 0) return;  // the table does not send such calls here
    check_run<T>(trial, input, [&](auto const& data) {
      using Route = algorithm::BlockSelect<Exec, layout::KeyCodecOf<T>>;
      layout::Arena counting;
      Route::carve(counting, data, sizes);
      std::vector<std::byte> memory(counting.bytes(), std::byte{0xA5});
      layout::Arena arena(memory.data());
      Route::run(Exec(), data, sizes, Route::carve(arena, data, sizes));
    });
  }

  /// The same from registers, by a block each or a cluster.
  template <class T>
  void check_held(TopkTrial const& trial, List<T> const& input, int threads, int blocks) {
    SCOPED_TRACE(std::to_string(blocks) + " blocks of " + std::to_string(threads));
    std::int64_t const share = (trial.extents[1] + blocks - 1) / blocks;
    int const most           = tuning::register_select_most(sizeof(T));
    auto const sizes = tuning::register_select_with(sizeof(T), share <= threads * most / 2 ? most / 2 : most, threads,
                                                    blocks, trial.k, emulated_device<lanes>());
    ASSERT_GT(sizes.each, 0);
    check_run<T>(trial, input, [&](auto const& data) {
      algorithm::RegisterSelect<Exec, layout::KeyCodecOf<T>>::run(Exec(), data, sizes);
    });
  }

  template <class T, class Run>
  void check_run(TopkTrial const& trial, List<T> const& input, Run const& run) {
    SCOPED_TRACE(to_string(trial) + ", lanes " + std::to_string(lanes));
    using Codec             = layout::KeyCodecOf<T>;
    std::int64_t const rows = trial.extents[0], n = trial.extents[1];
    List<T> values = make_payload<T>(rows * trial.k);
    std::vector<std::int64_t> index(values.size(), 77);
    auto const bounds = [&](std::vector<std::int32_t> const& given) -> layout::PerSlice {
      if (given.empty()) return {};
      return {.numbers  = {const_cast<std::int32_t*>(given.data()), 4},
              .has_sign = true,
              .at       = layout::dense_slices(1, rows)};
    };
    auto const codec =
        layout::key_codec<T>(trial.largest ? Order::descending : Order::ascending, trial.nan, trial.zeros);
    layout::Slices const out = layout::dense_slices(trial.k, rows);
    layout::SelectData<Codec> const data{
        .source = {.keys = const_cast<T*>(input.data()), .keys_at = layout::dense_slices(n, rows)},
        .sink   = {.keys = values.data(), .keys_at = out, .index = {index.data(), 8}, .index_at = out},
        .codec  = codec,
        .wanted = {.begin     = bounds(trial.begin),
                   .end       = bounds(trial.end),
                   .length    = static_cast<std::uint32_t>(n),
                   .first     = 0,
                   .places    = static_cast<std::uint32_t>(trial.k),
                   .backwards = trial.ties == Ties::highest_index,
                   .by_index  = trial.order == TopkOrder::by_index},
        .worst  = Impl::dispatch::worst_key<T>(codec, trial.largest)};
    run(data);
    auto const positions = selected_positions(trial, input);
    ASSERT_TRUE(same_positions(index, positions));
    ASSERT_TRUE(same_bits(values, selected_values(trial, input, positions)));
  }

  template <class T>
  void check_lengths(std::vector<std::int64_t> const& lengths, std::vector<std::int64_t> const& ks) {
    auto const policies = topk_policies<T>();
    std::size_t turn    = 0;
    Random random(3);
    for (std::int64_t n : lengths)
      for (std::int64_t k : ks)
        for (bool split : {false, true}) {
          if (k > n) continue;
          TopkTrial trial = policies[turn % policies.size()];
          Fill const fill = all_fills[turn * 5 % all_fills.size()];
          trial.extents   = {2, n};
          trial.k         = k;
          ++turn;
          SCOPED_TRACE(name_of(fill));
          auto const input = make_keys<T>(fill, 2 * n, turn);
          if (turn % 3 == 0) give_windows(trial, random);
          check<T>(trial, input, split);
          if (::testing::Test::HasFatalFailure()) return;
        }
  }
};

using Widths = ::testing::Types<std::integral_constant<int, 32>, std::integral_constant<int, 64>>;
TYPED_TEST_SUITE(EmulatedTopk, Widths);

TYPED_TEST(EmulatedTopk, ShortKeys) {
  this->template check_lengths<std::int8_t>({1, 3000}, {1, 60});
  this->template check_lengths<Half>({18000}, {1, 900});
}
TYPED_TEST(EmulatedTopk, LongKeys) {
  this->template check_lengths<float>({1023, 4096, 20000}, {17, 700});
  this->template check_lengths<double>({17000}, {1000});
}

/// Every kind of data from registers: what the first bound lets through suits, is too little or too much, or is what
/// ties leave. Windows may be empty, and reach over blocks of a cluster.
TYPED_TEST(EmulatedTopk, FromRegisters) {
  std::size_t turn = 0;
  Random random(11);
  auto const each_fill = [&]<class T>(T, std::vector<std::array<std::int64_t, 3>> const& shapes, int threads) {
    auto const policies = topk_policies<T>();
    for (auto const [n, k, blocks] : shapes)
      for (Fill fill : all_fills) {
        TopkTrial trial = policies[turn % policies.size()];
        trial.extents   = {2, n};
        trial.k         = k;
        ++turn;
        SCOPED_TRACE(name_of(fill));
        auto const input = make_keys<T>(fill, 2 * n, turn);
        if (turn % 3 == 0) give_windows(trial, random);
        this->template check_held<T>(trial, input, threads, static_cast<int>(blocks));
        if (::testing::Test::HasFatalFailure()) return;
      }
  };
  each_fill(float{}, {{4001, 70, 1}, {3000, 1, 2}}, 128);
  each_fill(double{}, {{1500, 300, 1}}, 128);
  each_fill(Half{}, {{2047, 40, 2}}, 128);
}

/// Zeros of both signs are one code, between whose keys no limit may come to lie, and more than there is room for.
TYPED_TEST(EmulatedTopk, ZerosInRegisters) {
  Random random(5);
  for (int above : {0, 3, 400, 1500})
    for (bool largest : {false, true})
      for (Ties ties : {Ties::lowest_index, Ties::highest_index}) {
        SCOPED_TRACE(above);
        List<Half> input;
        for (int i = 0; i < 3000; ++i) {
          bool const is_zero        = random.below(3000) >= static_cast<std::uint64_t>(above);
          std::uint64_t const noise = random.below(0x7C00);
          input.push_back(Half{});
          input.back().bits = static_cast<std::uint16_t>((is_zero   ? 0
                                                          : largest ? noise
                                                                    : noise | 0x8000) |
                                                         (is_zero ? random.below(2) << 15 : 0));
        }
        this->template check_held<Half>({.extents = {1, 3000}, .axis = 1, .k = 90, .largest = largest, .ties = ties},
                                        input, 128, 1);
        if (::testing::Test::HasFatalFailure()) return;
      }
}

/// A cluster of more warps than lanes.
TYPED_TEST(EmulatedTopk, FromRegistersOfACluster) {
  for (Fill fill : {Fill::random, Fill::few_distinct}) {
    SCOPED_TRACE(name_of(fill));
    this->template check_held<float>({.extents = {1, 9000}, .axis = 1, .k = 900}, make_keys<float>(fill, 9000), 320, 4);
  }
}

/// A thread's elements are all good, or only those that no sample looks at; and a limit among close keys far from zero.
TYPED_TEST(EmulatedTopk, RegistersThatMislead) {
  for (std::int64_t together : {1, 4, 64, 512})
    for (std::int64_t k : {20, 300}) {
      SCOPED_TRACE(together);
      List<float> input;
      Random random(static_cast<std::uint64_t>(together));
      for (std::int64_t i = 0; i < 4096; ++i) {
        float const noise = static_cast<float>(random.below(1 << 20)) * 0x1p-20f;
        input.push_back(i / together % (512 / together) == 3 % (512 / together) ? 1e30f + noise * 1e24f : noise);
      }
      for (bool largest : {false, true})
        this->template check_held<float>({.extents = {1, 4096}, .axis = 1, .k = k, .largest = largest}, input, 128, 1);
      if (::testing::Test::HasFatalFailure()) return;
    }
}

/// Equal elements, more of them than threads: rows of one key, and of a few.
TYPED_TEST(EmulatedTopk, Ties) {
  for (Fill fill : {Fill::all_equal, Fill::few_distinct})
    for (Ties ties : {Ties::lowest_index, Ties::highest_index}) {
      SCOPED_TRACE(name_of(fill));
      TopkTrial trial{.extents = {1, 3000}, .axis = 1, .k = 700, .ties = ties, .order = TopkOrder::by_index};
      this->template check<float>(trial, make_keys<float>(fill, 3000), false);
      trial.order = TopkOrder::sorted;
      this->template check<double>(trial, make_keys<double>(fill, 3000), false);
      trial.extents = {1, 20000};
      this->template check<std::uint8_t>(trial, make_keys<std::uint8_t>(fill, 20000), true);
      if (::testing::Test::HasFatalFailure()) return;
    }
}

/// The bound that a sample says is NaN, which comes last.
TYPED_TEST(EmulatedTopk, MostlyNan) {
  for (bool split : {false, true}) {
    auto halves        = make_keys<Half>(Fill::all_nan, 20000);
    halves[19000].bits = 0x7BFF;
    halves[19999].bits = 0x7C00;
    for (bool largest : {false, true})
      this->template check<Half>({.extents = {1, 20000}, .axis = 1, .k = 64, .largest = largest, .nan = Nan::last},
                                 halves, split);
  }
}

/// Data whose sampled elements are all better, or all worse, than the rest, which the bound then is not what it is
/// meant to be: the sample takes one element of each of 512 or more equal stretches.
TYPED_TEST(EmulatedTopk, SamplesThatMislead) {
  for (std::int64_t n : {20000})
    for (bool high : {false, true})
      for (bool split : {false, true}) {
        List<float> input;
        Random random(static_cast<std::uint64_t>(n));
        for (std::int64_t i = 0; i < 2 * n; ++i) {
          float const noise = static_cast<float>(random.below(1 << 20)) * 0x1p-20f;
          // one stretch in forty holds all that is good, or the only thing that is not
          bool const rare = i / 40 % 40 == 7;
          input.push_back(noise + (rare == high ? 0.0f : 8.0f));
        }
        this->template check<float>({.extents = {2, n}, .axis = 1, .k = 64}, input, split);
        if (::testing::Test::HasFatalFailure()) return;
      }
}

}  // namespace
}  // namespace KokkosAxis::Test
