// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosAxis/impl/algorithm/nms/decay.hpp>
#include <KokkosAxis/impl/algorithm/nms/order.hpp>
#include <KokkosAxis/impl/algorithm/sort/launch.hpp>
#include <KokkosAxis/impl/layout/arena.hpp>
#include <KokkosAxis/impl/layout/greedy_data.hpp>

#include <Kokkos_Core.hpp>

#include <cstdint>

namespace KokkosAxis::Impl::algorithm {

/// All scores at once: a box falls by its overlap with a better one, and the less the more that one has itself in
/// common with a better one still. Two passes over the pairs, of which nothing is kept.
template <class Exec, class Real, int D>
struct MatrixNms {
  using Item = Box<Real, D>;

  /// As a geometry: what LoadItems loads.
  struct Boxes {
    using Item = Box<Real, D>;
    StoredBoxes<Real, D> boxes{};
    KOKKOS_FUNCTION Item load(std::int64_t slice, std::uint32_t i) const { return boxes.load(slice, i); }
  };
  struct Scratch {
    Item* items        = nullptr;  // [slice][length], sorted
    std::uint8_t* gone = nullptr;  // likewise: takes no part
    std::uint8_t* kept = nullptr;  // not used
    Real* most         = nullptr;  // likewise: overlap with a better box, at most
  };
  static Scratch carve(layout::Arena& arena, layout::GreedyData const& data) {
    std::int64_t const n = data.count * data.length;
    return {.items = arena.take<Item>(n),
            .gone  = arena.take<std::uint8_t>(n),
            .kept  = arena.take<std::uint8_t>(n),
            .most  = arena.take<Real>(n)};
  }

  static void run(Exec const& exec, layout::GreedyData const& data, StoredBoxes<Real, D> const& boxes,
                  GreedyOrder const& order, DecayBy<Real> const& decay, layout::NumberSink const& decayed,
                  Scratch const& scratch) {
    LoadItems<Exec, Boxes>::run(exec, data, {boxes}, order, scratch.items, scratch.gone, scratch.kept);
    MatrixNms const all{data, order, decay, decayed, scratch};
    launch_range("KokkosAxis::matrix_nms::most", exec, data.count * data.length, Most{all});
    launch_range("KokkosAxis::matrix_nms::decay", exec, data.count * data.length, all);
  }

  /// f(q) for all better boxes of the same class, places in the order.
  template <class F>
  KOKKOS_FORCEINLINE_FUNCTION void each_better(std::int64_t row, std::uint32_t p, F const& f) const {
    for (std::uint32_t q = order.begin_of(row, p); q < p; ++q)
      if (scratch.gone[row + q] == 0) f(q);
  }

  struct Most {
    MatrixNms at;

    KOKKOS_FUNCTION void operator()(std::int64_t item) const {
      std::int64_t const row = item / at.data.length * at.data.length;
      Item const mine        = at.scratch.items[item];
      Real most              = 0;
      at.each_better(row, static_cast<std::uint32_t>(item - row),
                     [&](std::uint32_t q) { most = greater(most, overlap(at.scratch.items[row + q], mine)); });
      at.scratch.most[item] = at.decay.decay == Decay::linear ? most : most * most / at.decay.sigma;
    }
  };

  KOKKOS_FUNCTION void operator()(std::int64_t item) const {
    std::int64_t const slice = item / data.length, row = slice * data.length;
    auto const p          = static_cast<std::uint32_t>(item - row);
    std::uint32_t const i = order.position_of(row, p);
    auto const& at        = data.scores.at;
    Real const score      = data.scores.numbers.template get<Real>(at.offset(slice) + i * at.stride);
    Real const factor     = scratch.gone[item] != 0        ? Real{1}
                            : decay.decay == Decay::linear ? linear(row, p)
                                                           : gaussian(row, p);
    decayed.put(slice, i, score * factor);
  }
  KOKKOS_FUNCTION Real linear(std::int64_t row, std::uint32_t p) const {
    Item const mine = scratch.items[row + p];
    Real least      = 1;
    each_better(row, p, [&](std::uint32_t q) {
      Real const left = 1 - scratch.most[row + q];
      if (left > 0) least = lesser(least, (1 - overlap(scratch.items[row + q], mine)) / left);
    });
    return least;
  }
  /// The least of quotients is that of the greatest difference of exponents.
  KOKKOS_FUNCTION Real gaussian(std::int64_t row, std::uint32_t p) const {
    Item const mine = scratch.items[row + p];
    Real greatest   = 0;
    each_better(row, p, [&](std::uint32_t q) {
      Real const both = overlap(scratch.items[row + q], mine);
      greatest        = greater(greatest, both * both / decay.sigma - scratch.most[row + q]);
    });
    return static_cast<Real>(decay_exp(-static_cast<double>(greatest)));
  }

  layout::GreedyData data;
  GreedyOrder order;
  DecayBy<Real> decay;
  layout::NumberSink decayed;
  Scratch scratch;
};

}  // namespace KokkosAxis::Impl::algorithm
