// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Cliffs: shapes and data on which sorts are known to fall off, as ratios with a bound. The default execution space.
#include "api/ours.hpp"
#include "api/payload.hpp"
#include "rivals/rivals.hpp"
#include "support/ratio.hpp"
#include "support/suites.hpp"

#include <stdexcept>
#include <string>
#include <vector>

namespace perf {

namespace {

constexpr auto at_least = Ratio::Bound::at_least;
constexpr auto at_most  = Ratio::Bound::at_most;

Prepared prepared(Contender const& who, Case const& c) { return who.prepare(Exec{}, c); }

Prepared flat_sort(Case const& c) {
  for (Contender const& rival : kokkos_rivals())
    if (rival.name == "kokkos.sort") return prepared(rival, c);
  throw std::logic_error("no rival kokkos.sort");
}

Pair pair_of(Case const& above, Case const& below, double scale = 1) {
  return {prepared(ours(), above).call, prepared(ours(), below).call, scale};
}

/// Few distinct keys: one call on skewed data against the same on random data.
void add_skew(std::vector<Ratio>& all) {
  constexpr std::int64_t n = 800000;
  for (std::string_view verb : {"sort", "argsort"})
    for (std::string_view data : {"few_distinct", "all_equal", "mostly_equal", "narrow_range", "sorted"})
      for (Shape s : {Shape{1, n}, Shape{n / 1000, 1000}})
        all.push_back(
            {"skew/" + std::string(verb) + "/int64/" + std::to_string(s.count) + "x" + std::to_string(s.length) + "/" +
                 std::string(data),
             std::string(data) + " / random", at_most, 2,
             [=] { return pair_of({verb, "int64", s.count, s.length, 1, data}, {verb, "int64", s.count, s.length}); }});
}

/// Few long rows: one row against a flat sort, and many rows against as many single ones.
void add_few_rows(std::vector<Ratio>& all) {
  constexpr std::int64_t n = 131071;
  Case const one{"sort", "fp32", 1, n};
  all.push_back({"few_rows/1x131071", "sort of one row / Kokkos::sort", at_most, 1.5,
                 [=] { return Pair{prepared(ours(), one).call, flat_sort(one).call, 1, false}; }});
  for (std::int64_t rows = 2; rows <= 256; rows *= 2)
    all.push_back({"few_rows/" + std::to_string(rows) + "x131071", "time a row / time of a single row", at_most, 1.1,
                   [=] { return pair_of({"sort", "fp32", rows, n}, one, 1.0 / static_cast<double>(rows)); }});
}

/// A strided axis against the contiguous one, slices alike.
void add_strided_axis(std::vector<Ratio>& all) {
  for (Shape s : both_axes_shapes)
    for (std::string_view verb : {"sort", "argsort"})
      all.push_back(
          {"strided_axis/" + std::string(verb) + "/" + std::to_string(s.count) + "x" + std::to_string(s.length),
           "axis 0 / axis 1", at_most, 2,
           [=] { return pair_of({verb, "fp32", s.count, s.length, 0}, {verb, "fp32", s.count, s.length, 1}); }});
}

/// One row through the verb for slices: the library picks the tier, not its user.
void add_one_row(std::vector<Ratio>& all) {
  for (std::int64_t n : {12000, 1000000})
    all.push_back({"one_row/" + std::to_string(n), "sort of one row / Kokkos::sort", at_most, 1.5, [=] {
                     Case const one{"sort", "fp32", 1, n};
                     return Pair{prepared(ours(), one).call, flat_sort(one).call, 1, false};
                   }});
}

/// Many short rows in one call, against a call a row, and against one flat sort of as many bytes.
void add_many_rows(std::vector<Ratio>& all) {
  constexpr bool host         = Kokkos::SpaceAccessibility<Exec, Kokkos::HostSpace>::accessible;
  constexpr std::int64_t rows = 100000, loop_rows = host ? rows : 1000, length = 32;
  Case const many{"sort", "fp32", rows, length};
  all.push_back(
      {"many_rows/loop", "a loop of Kokkos::sort / sort of 100000 rows of 32", at_least, host ? 1.0 : 50.0, [=] {
         return Pair{flat_sort({"sort", "fp32", loop_rows, length}).call, prepared(ours(), many).call,
                     static_cast<double>(rows) / static_cast<double>(loop_rows), false};
       }});
  all.push_back({"many_rows/flat", "sort of 100000 rows of 32 / Kokkos::sort of as many keys", at_most, 2, [=] {
                   return Pair{prepared(ours(), many).call, flat_sort({"sort", "fp32", 1, rows * length}).call, 1,
                               false};
                 }});
}

Suite const ratios("ratios", [] {
  std::vector<Ratio> all;
  add_skew(all);
  add_few_rows(all);
  add_strided_axis(all);
  add_one_row(all);
  add_many_rows(all);
  add_payload_ratios(all);
  add_ratios(all);
});

}  // namespace

}  // namespace perf
