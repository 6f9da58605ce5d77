// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosAxis/impl/algorithm/permute/host_move.hpp>
#include <KokkosAxis/impl/algorithm/sort/launch.hpp>
#include <KokkosAxis/impl/layout/bits.hpp>
#include <KokkosAxis/impl/layout/move_plan.hpp>
#include <KokkosAxis/impl/tuning/device.hpp>

#include <Kokkos_Core.hpp>

#include <cstdint>
#include <limits>
#include <span>

namespace KokkosAxis::Impl::algorithm {

/// Moves the elements of several Views, each from where the index View says, in one launch for up to `views_a_launch`
/// of them. One work item moves one element, or on host spaces a chunk of them; work runs through each View in the
/// order of its destination's memory.
template <class Exec>
class Gather {
 public:
  static constexpr int views_a_launch = 10;  // their plans fit the 4 KB of a kernel's arguments

  static void run(Exec const& exec, std::span<layout::MovePlan const> plans) {
    while (!plans.empty()) {
      std::size_t const n = plans.size() < views_a_launch ? plans.size() : views_a_launch;
      launch(exec, plans.first(n));
      plans = plans.subspan(n);
    }
  }

 private:
  static constexpr char const* label = "KokkosAxis::permute::gather";

  static void launch(Exec const& exec, std::span<layout::MovePlan const> plans) {
    if constexpr (tuning::is_host<Exec>) {
      HostKernel const kernel(plans);
      launch_range(label, exec, kernel.chunks(), kernel);
    } else {
      launch_items(exec, plans);
    }
  }

  static void launch_items(Exec const& exec, std::span<layout::MovePlan const> plans) {
    std::int64_t items = 0;
    for (auto const& plan : plans) items += plan.items;
    if (items <= std::numeric_limits<std::uint32_t>::max())
      launch_range(label, exec, items, Kernel<std::uint32_t>(plans));
    else
      launch_range(label, exec, items, Kernel<std::uint64_t>(plans));
  }

  // Kernels are public: nvcc names them outside of the class.
 public:
  /// Count is the type of the divisions: 32 bits where they do, since 64-bit ones are slow on devices.
  template <class Count>
  struct Kernel {
    layout::MovePlan plans[views_a_launch];
    int size;

    explicit Kernel(std::span<layout::MovePlan const> from) : plans{}, size(static_cast<int>(from.size())) {
      for (int v = 0; v < size; ++v) plans[v] = from[v];
    }

    KOKKOS_FUNCTION void operator()(std::int64_t item) const {
      int v = 0;
      while (v + 1 < size && item >= plans[v].items) item -= plans[v++].items;
      move(plans[v], static_cast<Count>(item));
    }

    KOKKOS_FUNCTION static void move(layout::MovePlan const& plan, Count item) {
      std::int64_t from = 0, to = 0, index = 0, along = 0;
      for (int d = 0; d < plan.rank; ++d) {
        auto const& axis        = plan.axes[d];
        Count const next        = static_cast<Count>(item / static_cast<Count>(axis.extent));
        std::int64_t const here = static_cast<std::int64_t>(item - next * static_cast<Count>(axis.extent));
        item                    = next;
        from += here * axis.from;
        to += here * axis.to;
        index += here * axis.index;
        if (d == plan.along) along = here;
      }
      if (plan.index.data != nullptr) {
        std::uint64_t position = plan.index.get(index);
        if (position >= static_cast<std::uint64_t>(plan.length)) {
          if (!plan.fills) return;
          position = static_cast<std::uint64_t>(along);
        }
        from += (static_cast<std::int64_t>(position) - along) * plan.axes[plan.along].from;
      }
      plan.copy(from, to);
    }
  };

  struct HostKernel {
    HostMove moves[views_a_launch];
    int size;

    explicit HostKernel(std::span<layout::MovePlan const> from) : size(static_cast<int>(from.size())) {
      for (int v = 0; v < size; ++v) moves[v] = HostMove(from[v]);
    }

    std::int64_t chunks() const {
      std::int64_t sum = 0;
      for (int v = 0; v < size; ++v) sum += moves[v].chunks();
      return sum;
    }

    KOKKOS_FUNCTION void operator()(std::int64_t chunk) const { KOKKOS_IF_ON_HOST((move(chunk);)) }

    void move(std::int64_t chunk) const {
      int v = 0;
      while (v + 1 < size && chunk >= moves[v].chunks()) chunk -= moves[v++].chunks();
      moves[v].move_chunk(chunk);
    }
  };
};

}  // namespace KokkosAxis::Impl::algorithm
