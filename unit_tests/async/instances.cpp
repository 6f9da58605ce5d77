// Several instances, host threads and devices at once.
#include <KokkosAxis/KokkosAxis.hpp>

#include "async/verb_calls.hpp"
#include "support/field.hpp"
#include "support/inputs.hpp"
#include "support/oracle.hpp"
#include "support/spaces.hpp"
#include "support/verify.hpp"

#include <Kokkos_Core.hpp>
#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <thread>
#include <vector>

namespace KokkosAxis::Test {
namespace {

template <class Exec>
class Instances : public OnSpace<Exec> {};
TYPED_TEST_SUITE(Instances, Spaces, SpaceNames);

/// Rows of keys to sort on an instance, with a workspace of their own.
template <class Exec>
struct Rows {
  using Bytes = Kokkos::View<std::byte*, typename Exec::memory_space>;
  Extents extents;
  List<float> input;
  Field<Exec, float> keys, sorted;
  Field<Exec, int> index;
  Bytes memory;

  Rows(Exec const& exec, Extents const& e, std::uint64_t seed)
      : extents(e),
        input(make_keys<float>(Fill::any_bits, e[0] * e[1], seed)),
        keys(place(Lay::right, e), input),
        sorted(place(Lay::right, e), List<float>(input.size())),
        index(place(Lay::right, e), List<int>(input.size())) {
    memory = Bytes("workspace", workspace_bytes::argsort(exec, keys.template view<2>(), sorted.template view<2>(),
                                                         index.template view<2>()));
  }
  void enqueue(Exec const& exec) const {
    KokkosAxis::argsort(exec, keys.template view<2>(), sorted.template view<2>(), index.template view<2>(),
                        {.workspace = memory});
  }
  void check() const {
    Cut const cut(extents, 1);
    auto const positions = sorted_positions(cut, input, Policy{});
    EXPECT_TRUE(same_positions(index.read(), positions));
    EXPECT_TRUE(same_bits(sorted.read(), taken(cut, input, positions)));
  }
};

/// Case S-26: two instances, sorts enqueued back to back.
TYPED_TEST(Instances, TwoAtOnce) {
  using Exec = TypeParam;
  for (Extents const& extents : {Extents{1, 150'000}, Extents{40, 3000}, Extents{900, 60}}) {
    auto const exec = Kokkos::Experimental::partition_space(Exec(), 1, 1);
    Rows<Exec> const a(exec[0], extents, 1), b(exec[1], extents, 2);
    for (int round = 0; round < 3; ++round) {
      a.enqueue(exec[0]);
      b.enqueue(exec[1]);
    }
    exec[0].fence();
    exec[1].fence();
    a.check();
    b.check();
  }
}

/// Rows of these extents, sorted by two host threads at the same time, each on an instance of its own.
template <class Exec>
void check_two_host_threads(Extents const& a_extents, Extents const& b_extents) {
  auto const exec = Kokkos::Experimental::partition_space(Exec(), 1, 1);
  Rows<Exec> const a(exec[0], a_extents, 1), b(exec[1], b_extents, 2);
  std::thread other([&] {
    for (int round = 0; round < 10; ++round) a.enqueue(exec[0]);
    exec[0].fence();
  });
  for (int round = 0; round < 10; ++round) b.enqueue(exec[1]);
  exec[1].fence();
  other.join();
  a.check();
  b.check();
}

/// Case S-28: host threads that call at the same time, each with an instance of its own.
TYPED_TEST(Instances, TwoHostThreads) { check_two_host_threads<TypeParam>({30, 2000}, {7, 9000}); }

/// As before, with slices for which one kernel of a device wants different amounts of shared memory.
TYPED_TEST(Instances, TwoHostThreadsOfOneKernel) { check_two_host_threads<TypeParam>({4, 16'000}, {7, 9000}); }

/// The same bits on every run, whatever else runs.
TYPED_TEST(Instances, RepeatTheSameBits) {
  using Exec = TypeParam;
  Exec const exec;
  Rows<Exec> const rows(exec, {5, 20'000}, 3);
  rows.enqueue(exec);
  auto const first = rows.index.read();
  for (int round = 0; round < 5; ++round) {
    rows.enqueue(exec);
    EXPECT_EQ(rows.index.read(), first);
  }
}

struct KeepBusy {
  Kokkos::View<std::uint32_t, Kokkos::DefaultExecutionSpace::memory_space> out;
  KOKKOS_FUNCTION void operator()(int) const {
    std::uint32_t x = 1;
    for (int i = 0; i < 1'000'000; ++i) {  // xorshift: a compiler cannot take steps together
      x ^= x << 13;
      x ^= x >> 17;
      x ^= x << 5;
    }
    out() = x;
  }
};

/// Case S-26: behind a long kernel on the same instance, a call returns long before its work is done.
TYPED_TEST(Instances, EnqueueDoesNotWait) {
  using Exec = TypeParam;
  if constexpr (on_host<Exec>) {
    GTEST_SKIP() << "host spaces run kernels when they are launched";
  } else {
    Exec const exec = Kokkos::Experimental::partition_space(Exec(), 1)[0];
    for (Extents const& extents : {Extents{1, 60}, Extents{2, 3000}, Extents{1, 150'000}})
      for (int round = 0; round < 2; ++round)  // the first loads the kernels
        for (VerbCall const& call : verb_calls(exec, extents)) {
          Kokkos::View<std::byte*, typename Exec::memory_space> const memory("workspace", call.bytes());
          Kokkos::View<std::uint32_t, typename Exec::memory_space> const out("out");
          exec.fence();
          Kokkos::Timer timer;
          if (round == 1) Kokkos::parallel_for("busy", Kokkos::RangePolicy<Exec>(exec, 0, 1), KeepBusy{out});
          call.run(memory);
          double const enqueued = timer.seconds();
          exec.fence();
          double const done = timer.seconds();
          call.check();
          if (round == 1) {
            EXPECT_LT(enqueued, done / 2) << call.verb << ", " << call.form << ", " << call.route;
          }
        }
  }
}

}  // namespace
}  // namespace KokkosAxis::Test
