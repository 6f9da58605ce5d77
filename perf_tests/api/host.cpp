// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The targets on a CPU, as ratios: against std and Kokkos on one core, and two threads against one.
#include "api/ours_typed.hpp"
#include "support/ratio.hpp"
#include "support/suites.hpp"

#include <Kokkos_Core.hpp>
#include <Kokkos_Sort.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

#if defined(KOKKOS_ENABLE_SERIAL) && defined(KOKKOS_ENABLE_OPENMP)

namespace perf {

namespace {

using Serial = Kokkos::Serial;

constexpr auto at_least  = Ratio::Bound::at_least;
constexpr auto at_most   = Ratio::Bound::at_most;
constexpr auto automatic = KokkosAxis::SortRoute::automatic;

Pair one_core(Call above, Call below) {
  return {.above = std::move(above), .below = std::move(below), .one_thread = true};
}

template <class T>
Call ours_on_one_core(Case const& c) {
  return prepare_ours<T>(Serial{}, c, automatic).call;
}

/// On an index array; the keys in order are not gathered, which the rival is given for free.
template <class T>
Call std_stable_sort(Case const& c) {
  auto const keys = input_of<T>(Serial{}, c);
  Kokkos::View<std::int64_t**, Kokkos::LayoutRight, Serial> const index("index", c.count, c.length);
  return [=] {
    for (std::int64_t row = 0; row < c.count; ++row) {
      T const* const key      = &keys(row, 0);
      std::int64_t* const out = &index(row, 0);
      std::iota(out, out + c.length, std::int64_t{0});
      std::stable_sort(out, out + c.length, [=](std::int64_t a, std::int64_t b) { return key[a] < key[b]; });
    }
  };
}

/// sort(copy, row begin, row end) on every row.
template <class T, class SortRow>
Call row_by_row(Case const& c, SortRow const& sort_row) {
  auto const keys = input_of<T>(Serial{}, c);
  Kokkos::View<T**, Kokkos::LayoutRight, Serial> const sorted("sorted", c.count, c.length);
  return [=] {
    std::copy(keys.data(), keys.data() + c.elements(), sorted.data());
    for (std::int64_t row = 0; row < c.count; ++row) sort_row(sorted, row);
  };
}

constexpr auto kokkos_sort_row = [](auto const& sorted, std::int64_t row) {
  Kokkos::sort(Serial{}, Kokkos::subview(sorted, row, Kokkos::ALL));
};

std::string shape(Case const& c) { return std::to_string(c.count) + "x" + std::to_string(c.length); }

/// Rows of every length, about 2^20 keys in all.
constexpr std::int64_t row_lengths[] = {8, 32, 64, 128, 512, 1024, 4096, 65536, 1 << 20};

void add_row_sorts(std::vector<Ratio>& all) {
  for (std::int64_t length : row_lengths) {
    Case const argsort{"argsort", "fp32", (1 << 20) / length, length}, sort{"sort", "fp32", (1 << 20) / length, length};
    all.push_back({"host/argsort/" + shape(argsort), "std::stable_sort on an index array / argsort, one core", at_least,
                   5, [=] { return one_core(std_stable_sort<float>(argsort), ours_on_one_core<float>(argsort)); }});
    all.push_back(
        {"host/argsort_against_kokkos/" + shape(argsort), "Kokkos::sort a row, keys only / argsort, one core", at_least,
         1, [=] { return one_core(row_by_row<float>(sort, kokkos_sort_row), ours_on_one_core<float>(argsort)); }});
    all.push_back({"host/sort_against_kokkos/" + shape(sort), "Kokkos::sort a row / sort, one core", at_least, 1,
                   [=] { return one_core(row_by_row<float>(sort, kokkos_sort_row), ours_on_one_core<float>(sort)); }});
  }
}

/// Calls on one row of n keys after the other: a short input met again and again would be learnt by the branch
/// predictor, which favours comparison sorts.
struct RowAfterRow {
  Case rows;
  explicit RowAfterRow(std::int64_t n) : rows{"sort", "fp32", std::max<std::int64_t>((1 << 20) / n, 1), n} {}

  /// f(keys, sorted) on a row, a row further at each call
  template <class F>
  Call call(F const& f) const {
    auto const keys = input_of<float>(Serial{}, rows);
    decltype(input_of<float>(Serial{}, rows)) const sorted("sorted", rows.count, rows.length);
    auto const at = std::make_shared<std::int64_t>(0);
    return [=, count = rows.count] {
      std::int64_t const row = (*at)++ % count;
      f(Kokkos::subview(keys, row, Kokkos::ALL), Kokkos::subview(sorted, row, Kokkos::ALL));
    };
  }

  Call ours() const {
    auto const row         = input_of<float>(Serial{}, {"sort", "fp32", 1, rows.length});
    auto const view        = Kokkos::subview(row, 0, Kokkos::ALL);
    std::size_t const need = KokkosAxis::workspace_bytes::sort(Serial{}, view, view);
    Kokkos::View<std::byte*, Serial> const scratch("scratch", need);
    return call([=](auto const& keys, auto const& sorted) {
      KokkosAxis::sort(Serial{}, keys, sorted, {.workspace = scratch});
    });
  }

  Call std_sort() const {
    return call([](auto const& keys, auto const& sorted) {
      std::copy(keys.data(), keys.data() + keys.extent(0), sorted.data());
      std::sort(sorted.data(), sorted.data() + sorted.extent(0));
    });
  }
};

/// One row: the target, the cost of a small call, and std::sort at all lengths.
void add_flat_sorts(std::vector<Ratio>& all) {
  all.push_back({"host/sort/1x1048576", "std::sort / sort, one core", at_least, 5, [] {
                   RowAfterRow const rows(1 << 20);
                   return one_core(rows.std_sort(), rows.ours());
                 }});
  for (std::int64_t n : {10, 100})
    all.push_back({"host/call/" + std::to_string(n), "microseconds of one sort, one core", at_most, 2,
                   [=] { return one_core(RowAfterRow(n).ours(), {}); }});
  for (std::int64_t n : {10, 100, 1000, 10000, 100000, 1000000, 10000000})
    all.push_back({"host/flat/" + std::to_string(n), "sort / std::sort, one core", at_most, n < 1000 ? 10 : 1.2, [=] {
                     RowAfterRow const rows(n);
                     return one_core(rows.ours(), rows.std_sort());
                   }});
}

/// Instances with one and with two threads; OMP_NUM_THREADS must be 2 or more.
void add_threads(std::vector<Ratio>& all) {
  for (std::string_view verb : {"sort", "argsort"})
    for (Shape s : {Shape{1024, 1024}, Shape{16, 131072}, Shape{2, 1 << 20}, Shape{1, 1 << 20}, Shape{1, 10000000}}) {
      Case const c{verb, "fp32", s.count, s.length};
      all.push_back(
          {"host/threads/" + std::string(verb) + "/" + shape(c), "one thread / two threads", at_least, 1.8, [=] {
             Kokkos::OpenMP const one(1), two(2);
             return Pair{prepare_ours<float>(one, c, automatic).call, prepare_ours<float>(two, c, automatic).call};
           }});
    }
}

Suite const host("host", [] {
  std::vector<Ratio> all;
  add_row_sorts(all);
  add_flat_sorts(all);
  add_threads(all);
  add_ratios(all);
});

}  // namespace

}  // namespace perf

#endif
