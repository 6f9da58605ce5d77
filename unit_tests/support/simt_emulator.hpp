// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>

#include <array>
#include <atomic>
#include <barrier>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <thread>
#include <type_traits>
#include <vector>

namespace KokkosAxis::Test {

/// What the lanes of one emulated warp share.
template <int Lanes>
struct EmulatedWarp {
  using Slots = std::array<std::uint64_t, Lanes>;
  std::barrier<> barrier{Lanes};
  std::array<Slots, 2> slots{};
};

/// What the blocks of an emulated cluster share, and which of them this is.
struct EmulatedCluster {
  std::uint32_t rank       = 0;
  std::barrier<>* barrier  = nullptr;
  std::byte* const* shared = nullptr;  // memory of each block
};

/// The simt policy of a host thread that plays one lane in run_block, in the terms of CudaSimt and HipSimt, so that
/// both widths of warp are tested where there is no device. Lanes are threads and not fibers: only what the primitives
/// synchronise is in order, and -fsanitize=thread sees what they forgot. A device compiler sees device functions, as
/// the primitives call them, without bodies.
template <int Lanes>
class EmulatedSimt {
 public:
  static constexpr int lanes = Lanes;
  using Mask                 = std::conditional_t<Lanes == 32, std::uint32_t, std::uint64_t>;

  KOKKOS_FUNCTION static int thread() { KOKKOS_IF_ON_HOST((return self.thread;)) return 0; }
  KOKKOS_FUNCTION static int threads() { KOKKOS_IF_ON_HOST((return self.threads;)) return 0; }
  KOKKOS_FUNCTION static std::int64_t block() { KOKKOS_IF_ON_HOST((return self.number;)) return 0; }
  KOKKOS_FUNCTION static std::int64_t blocks() { KOKKOS_IF_ON_HOST((return self.blocks;)) return 0; }
  KOKKOS_FUNCTION static int lane() { return thread() % lanes; }
  KOKKOS_FUNCTION static void sync_block() { KOKKOS_IF_ON_HOST((self.block->arrive_and_wait();)) }
  KOKKOS_FUNCTION static void sync_warp() { KOKKOS_IF_ON_HOST((self.warp->barrier.arrive_and_wait();)) }

  KOKKOS_FUNCTION static Mask ballot(bool vote) {
    Mask mask = vote ? Mask{1} << lane() : Mask{0};
    KOKKOS_IF_ON_HOST((for (std::uint64_t theirs : show(mask)) mask |= static_cast<Mask>(theirs);))
    return mask;
  }
  KOKKOS_FUNCTION static Mask same_bit(Mask same, std::uint32_t word, std::uint32_t bit) {
    bool const set   = (word & bit) != 0;
    Mask const lanes = ballot(set);
    return static_cast<Mask>(same & (set ? lanes : static_cast<Mask>(~lanes)));
  }
  template <class T>
  KOKKOS_FUNCTION static T shuffle(T value, int from) {
    static_assert(std::is_integral_v<T> && sizeof(T) >= 4, "devices shuffle 4 and 8 bytes");
    // at: devices wrap lanes that are not there, each in its own way, so no primitive may ask for one
    KOKKOS_IF_ON_HOST((return static_cast<T>(show(value).at(static_cast<std::size_t>(from)));))
    return value;
  }
  template <class T>
  KOKKOS_FUNCTION static T shuffle_xor(T value, int lanes_apart) {
    return shuffle(value, lane() ^ lanes_apart);
  }
  template <class T>
  KOKKOS_FUNCTION static T shuffle_up(T value, int lanes_apart) {
    return shuffle(value, lane() < lanes_apart ? lane() : lane() - lanes_apart);
  }

  static constexpr bool has_clusters = true;
  KOKKOS_FUNCTION static std::uint32_t cluster_rank() {
    KOKKOS_IF_ON_HOST((return self.cluster.rank;))
    return 0;
  }
  KOKKOS_FUNCTION static void sync_cluster() { KOKKOS_IF_ON_HOST((self.cluster.barrier->arrive_and_wait();)) }
  template <class T>
  KOKKOS_FUNCTION static T* of_block(T* own, int rank) {
    KOKKOS_IF_ON_HOST((auto const at = reinterpret_cast<std::byte const*>(own) - self.cluster.shared[self.cluster.rank];
                       return reinterpret_cast<T*>(self.cluster.shared[rank] + at);))
    return own;
  }

  KOKKOS_FUNCTION static void fence() { KOKKOS_IF_ON_HOST((std::atomic_thread_fence(std::memory_order_seq_cst);)) }
  KOKKOS_FUNCTION static std::uint32_t add(std::uint32_t* at, std::uint32_t value) {
    KOKKOS_IF_ON_HOST((return std::atomic_ref(*at).fetch_add(value, std::memory_order_relaxed);))
    return *at;
  }
  KOKKOS_FUNCTION static void publish(std::uint32_t* at, std::uint32_t value) {
    KOKKOS_IF_ON_HOST((std::atomic_ref(*at).store(value, std::memory_order_relaxed);))
  }
  KOKKOS_FUNCTION static std::uint32_t observe(std::uint32_t const* at) {
    KOKKOS_IF_ON_HOST((return std::atomic_ref(const_cast<std::uint32_t&>(*at)).load(std::memory_order_relaxed);))
    return *at;
  }
  KOKKOS_FUNCTION static std::uint32_t multiply_high(std::uint32_t a, std::uint32_t b) {
    return static_cast<std::uint32_t>(static_cast<std::uint64_t>(a) * b >> 32);
  }
  template <class Word>
  KOKKOS_FUNCTION static void count_less(std::uint32_t& count, Word const& a, Word const& b) {
    if (a < b) ++count;
  }
  KOKKOS_FUNCTION static int bit_width(std::uint32_t value) {
    KOKKOS_IF_ON_HOST((return static_cast<int>(std::bit_width(value));))
    return 0;
  }
  KOKKOS_FUNCTION static int bit_width(std::uint64_t value) {
    KOKKOS_IF_ON_HOST((return static_cast<int>(std::bit_width(value));))
    return 0;
  }
  KOKKOS_FUNCTION static int count(Mask mask) { KOKKOS_IF_ON_HOST((return std::popcount(mask);)) return 0; }
  KOKKOS_FUNCTION static int highest(Mask mask) { return bit_width(mask) - 1; }

 private:
  template <int L, class F>
  friend void run_block(int threads, F const& f, std::int64_t number, std::int64_t blocks, EmulatedCluster cluster);

  struct Self {
    int thread                = 0;
    int threads               = 0;
    std::barrier<>* block     = nullptr;
    EmulatedWarp<Lanes>* warp = nullptr;
    int turn                  = 0;
    std::int64_t number       = 0;  // of the block
    std::int64_t blocks       = 1;
    EmulatedCluster cluster{};
  };
  static inline thread_local Self self;

  /// Shows the lanes of the warp a number of each. The two arrays take turns: a lane that runs ahead writes to the one
  /// that nobody reads any more, since all have come to the barrier of the call before. So one barrier is enough.
  static typename EmulatedWarp<Lanes>::Slots const& show(std::uint64_t mine) {
    self.turn ^= 1;
    auto& slots                             = self.warp->slots[static_cast<std::size_t>(self.turn)];
    slots[static_cast<std::size_t>(lane())] = mine;
    sync_warp();
    return slots;
  }
};

/// Calls f() in each of so many lanes, whole warps, as block `number` of `blocks`. Assertions belong after it: lanes
/// have no test to fail.
template <int Lanes, class F>
void run_block(int threads, F const& f, std::int64_t number = 0, std::int64_t blocks = 1,
               EmulatedCluster cluster = {}) {
  std::barrier<> block(threads);
  std::vector<EmulatedWarp<Lanes>> warps(static_cast<std::size_t>(threads / Lanes));
  std::vector<std::thread> running;
  for (int thread = 0; thread < threads; ++thread)
    running.emplace_back([&, thread] {
      EmulatedSimt<Lanes>::self = {thread, threads, &block, &warps[static_cast<std::size_t>(thread / Lanes)],
                                   0,      number,  blocks, cluster};
      f();
    });
  for (std::thread& lane : running) lane.join();
}

}  // namespace KokkosAxis::Test
