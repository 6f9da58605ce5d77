// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The tables of nms: boxes and scores of float, 32-bit positions out, at an overlap of 0.5. nms80: of 80 classes. A
// case's distribution says how the boxes lie; `sparse` is what torchvision was measured on.
#include "support/contender.hpp"
#include "support/flags.hpp"
#include "support/suites.hpp"

#include <KokkosAxis/impl/dispatch/greedy_routes.hpp>
#include <KokkosAxis/nms.hpp>

#include <Kokkos_Core.hpp>
#include <Kokkos_Random.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace perf {

namespace {

constexpr double threshold = 0.5;
constexpr std::array<std::string_view, 4> scenes{{"sparse", "clustered", "identical", "disjoint"}};

KokkosAxis::GreedyRoute greedy_route_of(std::string const& name) {
  if (name.empty()) return KokkosAxis::GreedyRoute::automatic;
  for (auto const& row : KokkosAxis::Impl::dispatch::greedy_routes)
    if (row.name == name) return row.route;
  throw std::invalid_argument("no route " + name);
}

/// Images of boxes, and what is kept of them.
struct Boxes {
  using Rows = Kokkos::View<int**, Kokkos::LayoutRight, Exec>;

  Kokkos::View<float** [4], Kokkos::LayoutRight, Exec> boxes;
  Kokkos::View<float**, Kokkos::LayoutRight, Exec> scores;
  Rows classes, keep;
  Kokkos::View<int*, Exec> count;
};

struct FillBoxes {
  Boxes b;
  Kokkos::Random_XorShift64_Pool<Exec> pool;
  int scene;

  KOKKOS_FUNCTION void operator()(std::int64_t item) const {
    auto const n   = static_cast<std::int64_t>(b.scores.extent(1));
    auto const row = static_cast<std::size_t>(item / n), i = static_cast<std::size_t>(item % n);
    auto random = pool.get_state();
    float x = random.frand() * 1000, y = random.frand() * 1000;
    float w = random.frand() * 50 + 1, h = random.frand() * 50 + 1;
    auto const place = static_cast<float>(random.urand(100));
    if (scene == 1) {  // a hundred things, seen many times each
      x = Kokkos::fmod(place, 10.0F) * 100 + x * 0.01F;
      y = Kokkos::floor(place / 10) * 100 + y * 0.01F;
      w = 50 + w * 0.2F, h = 50 + h * 0.2F;
    } else if (scene == 2) {
      x = y = 0, w = h = 10;
    } else if (scene == 3) {
      x = static_cast<float>(i % 1000), y = static_cast<float>(i / 1000), w = h = 0.5F;
    }
    b.boxes(row, i, 0) = x, b.boxes(row, i, 1) = y, b.boxes(row, i, 2) = x + w, b.boxes(row, i, 3) = y + h;
    b.scores(row, i)  = random.frand();
    b.classes(row, i) = static_cast<int>(random.urand(80));
    pool.free_state(random);
  }
};

Boxes make(Exec const& exec, Case const& c) {
  auto const rows = static_cast<std::size_t>(c.count), n = static_cast<std::size_t>(c.length);
  auto const plain = [&](std::string const& label) {
    return Kokkos::view_alloc(exec, Kokkos::WithoutInitializing, label);
  };
  Boxes const b{.boxes   = decltype(Boxes::boxes)(plain("boxes"), rows, n),
                .scores  = decltype(Boxes::scores)(plain("scores"), rows, n),
                .classes = Boxes::Rows(plain("classes"), rows, n),
                .keep    = Boxes::Rows(plain("keep"), rows, n),
                .count   = decltype(Boxes::count)(plain("count"), rows)};
  auto const scene = std::find(scenes.begin(), scenes.end(), c.distribution) - scenes.begin();
  Kokkos::parallel_for("perf::boxes", Kokkos::RangePolicy<Exec, Kokkos::IndexType<std::int64_t>>(exec, 0, c.elements()),
                       FillBoxes{b, Kokkos::Random_XorShift64_Pool<Exec>(7), static_cast<int>(scene)});
  return b;
}

/// Boxes that were kept although one kept before overlaps them, or that were not although none does. Ratios that
/// rounding may have moved across the threshold count as either.
struct CountBoxFaults {
  Boxes b;
  bool classes;

  KOKKOS_FUNCTION double overlap(std::size_t row, std::size_t i, std::size_t j) const {
    if (classes && b.classes(row, i) != b.classes(row, j)) return 0;
    double const w =
        Kokkos::fmin(b.boxes(row, i, 2), b.boxes(row, j, 2)) - Kokkos::fmax(b.boxes(row, i, 0), b.boxes(row, j, 0));
    double const h =
        Kokkos::fmin(b.boxes(row, i, 3), b.boxes(row, j, 3)) - Kokkos::fmax(b.boxes(row, i, 1), b.boxes(row, j, 1));
    if (w <= 0 || h <= 0) return 0;
    return w * h / (area(row, i) + area(row, j) - w * h);
  }
  KOKKOS_FUNCTION double area(std::size_t row, std::size_t i) const {
    return (static_cast<double>(b.boxes(row, i, 2)) - b.boxes(row, i, 0)) *
           (static_cast<double>(b.boxes(row, i, 3)) - b.boxes(row, i, 1));
  }
  KOKKOS_FUNCTION bool before(std::size_t row, std::size_t i, std::size_t j) const {
    return b.scores(row, i) > b.scores(row, j) || (b.scores(row, i) == b.scores(row, j) && i < j);
  }
  KOKKOS_FUNCTION void operator()(std::int64_t item, std::int64_t& faults) const {
    auto const n   = static_cast<std::int64_t>(b.scores.extent(1));
    auto const row = static_cast<std::size_t>(item / n), i = static_cast<std::size_t>(item % n);
    bool surely = false, perhaps = false, kept = false;
    for (std::size_t k = 0; k < static_cast<std::size_t>(b.count(row)); ++k) {
      auto const winner = static_cast<std::size_t>(b.keep(row, k));
      kept              = winner == i;
      if (kept || !before(row, winner, i)) break;
      double const both = overlap(row, winner, i);
      surely |= both > threshold + 1e-5;
      perhaps |= both > threshold - 1e-5;
    }
    if (kept ? surely : !perhaps) ++faults;
  }
};

Prepared prepare(Exec const& exec, Case const& c) {
  bool const classes = c.verb == "nms80";
  Boxes const b      = make(exec, c);
  KokkosAxis::NmsOptions<> options{.iou_threshold = threshold, .route = greedy_route_of(flags().route)};
  if (classes) options.classes = b.classes;
  auto const how = KokkosAxis::explain::nms(exec, b.boxes, b.scores, b.keep, b.count, options);
  Kokkos::View<std::byte*, Exec> const scratch(Kokkos::view_alloc(exec, Kokkos::WithoutInitializing, "scratch"),
                                               how.workspace_bytes);
  if (how.workspace_bytes > 0) options.workspace = scratch;
  return {[=] {
            (void)scratch;  // a Workspace only points
            KokkosAxis::nms(exec, b.boxes, b.scores, b.keep, b.count, options);
          },
          how.route, how.workspace_bytes, true,
          [=] {
            std::int64_t faults = 0;
            Kokkos::parallel_reduce("perf::verify",
                                    Kokkos::RangePolicy<Exec, Kokkos::IndexType<std::int64_t>>(exec, 0, c.elements()),
                                    CountBoxFaults{b, classes}, faults);
            return faults;
          }};
}

/// The loop as it is written in books, on one thread.
Prepared prepare_plain(Exec const& exec, Case const& c) {
  Boxes const b      = make(exec, c);
  bool const classes = c.verb == "nms80";
  return {[=] {
            std::size_t const n = b.scores.extent(1);
            std::vector<std::size_t> order(n);
            std::vector<char> gone(n);
            for (std::size_t row = 0; row < b.scores.extent(0); ++row) {
              auto const area = [&](std::size_t i) {
                return (b.boxes(row, i, 2) - b.boxes(row, i, 0)) * (b.boxes(row, i, 3) - b.boxes(row, i, 1));
              };
              std::iota(order.begin(), order.end(), std::size_t{0});
              std::stable_sort(order.begin(), order.end(),
                               [&](std::size_t i, std::size_t j) { return b.scores(row, i) > b.scores(row, j); });
              std::fill(gone.begin(), gone.end(), char{0});
              int kept = 0;
              for (std::size_t p = 0; p < n; ++p) {
                if (gone[p] != 0) continue;
                std::size_t const i                           = order[p];
                b.keep(row, static_cast<std::size_t>(kept++)) = static_cast<int>(i);
                float const mine                              = area(i);
                for (std::size_t q = p + 1; q < n; ++q) {
                  std::size_t const j = order[q];
                  if (gone[q] != 0 || (classes && b.classes(row, i) != b.classes(row, j))) continue;
                  float const w = std::min(b.boxes(row, i, 2), b.boxes(row, j, 2)) -
                                  std::max(b.boxes(row, i, 0), b.boxes(row, j, 0));
                  float const h = std::min(b.boxes(row, i, 3), b.boxes(row, j, 3)) -
                                  std::max(b.boxes(row, i, 1), b.boxes(row, j, 1));
                  float const both = std::max(w, 0.0F) * std::max(h, 0.0F);
                  if (both / (mine + area(j) - both) > static_cast<float>(threshold)) gone[q] = 1;
                }
              }
              b.count(row) = kept;
            }
          },
          "a greedy loop, one thread"};
}

std::vector<Case> cases() {
  std::vector<Case> all;
  for (std::int64_t length : {100, 1000, 5000, 20'000, 50'000, 200'000})
    for (auto scene : scenes) all.push_back({"nms", "fp32", 1, length, 1, scene});
  for (std::int64_t count : {8, 64})
    for (auto scene : {"sparse", "clustered"}) all.push_back({"nms", "fp32", count, 5000, 1, scene});
  for (std::int64_t length : {1000, 5000, 20'000, 50'000, 200'000})
    for (auto scene : {"sparse", "clustered"}) all.push_back({"nms80", "fp32", 1, length, 1, scene});
  for (std::int64_t count : {8, 64}) all.push_back({"nms80", "fp32", count, 5000, 1, "sparse"});
  return all;
}

Suite const nms("nms", [] {
  std::vector<Contender> contenders{{"ours", [](Case const&) { return true; }, prepare}};
  if constexpr (Kokkos::SpaceAccessibility<Kokkos::HostSpace, Exec::memory_space>::accessible)
    contenders.push_back({"plain", [](Case const& c) { return c.elements() <= 50'000; }, prepare_plain});
  add_benchmarks(cases(), contenders);
});

}  // namespace

}  // namespace perf
