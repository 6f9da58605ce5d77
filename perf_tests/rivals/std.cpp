// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The standard library, row by row on one thread.
#include "rivals/rivals.hpp"
#include "support/inputs.hpp"

#include <algorithm>
#include <cstdint>
#include <map>
#include <numeric>

namespace perf {

namespace {

// The keys in order are not gathered, which the rival is given for free.
template <class T>
Prepared prepare_stable_sort(Exec const& exec, Case const& c) {
  auto const keys = input_of<T>(exec, c);
  Kokkos::View<std::int64_t**, Kokkos::LayoutRight, Exec> const index("index", c.count, c.length);
  return {[=] {
            for (std::int64_t row = 0; row < c.count; ++row) {
              T const* const key      = &keys(row, 0);
              std::int64_t* const out = &index(row, 0);
              std::iota(out, out + c.length, std::int64_t{0});
              std::stable_sort(out, out + c.length, [=](std::int64_t a, std::int64_t b) { return key[a] < key[b]; });
            }
          },
          "std::stable_sort on an index array, one thread"};
}

template <class T>
Prepared prepare_std_sort(Exec const& exec, Case const& c) {
  auto const keys = input_of<T>(exec, c);
  Kokkos::View<T**, Kokkos::LayoutRight, Exec> const sorted("sorted", c.count, c.length);
  return {[=] {
            std::copy(keys.data(), keys.data() + c.elements(), sorted.data());
            for (std::int64_t row = 0; row < c.count; ++row) std::sort(&sorted(row, 0), &sorted(row, 0) + c.length);
          },
          "std::sort, one thread"};
}

using Prepare = Prepared (*)(Exec const&, Case const&);

std::map<std::string_view, Prepare> const stable_sorts{
    {"fp32", prepare_stable_sort<float>},         {"fp64", prepare_stable_sort<double>},
    {"int32", prepare_stable_sort<std::int32_t>}, {"int64", prepare_stable_sort<std::int64_t>},
    {"uint8", prepare_stable_sort<std::uint8_t>},
};
std::map<std::string_view, Prepare> const sorts{{"fp32", prepare_std_sort<float>}};

Contender contender(std::string name, std::string_view verb, std::map<std::string_view, Prepare> const& by_dtype) {
  return {std::move(name),
          [=, &by_dtype](Case const& c) { return c.verb == verb && c.axis == 1 && by_dtype.contains(c.dtype); },
          [&by_dtype](Exec const& exec, Case const& c) { return by_dtype.at(c.dtype)(exec, c); }};
}

}  // namespace

std::vector<Contender> std_rivals() {
  return {contender("std.stable_sort", "argsort", stable_sorts), contender("std.sort", "sort", sorts)};
}

}  // namespace perf
