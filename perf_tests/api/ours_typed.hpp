// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "support/contender.hpp"
#include "support/inputs.hpp"
#include "support/verify.hpp"

#include <KokkosAxis/argsort.hpp>
#include <KokkosAxis/sort.hpp>

#include <Kokkos_Core.hpp>

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>

namespace perf {

using PrepareOurs = Prepared (*)(Exec const&, Case const&, KokkosAxis::SortRoute);

/// dtype name -> how to prepare it. A translation unit per family of types, which compile side by side.
using PrepareTable = std::map<std::string_view, PrepareOurs>;
void add_floats(PrepareTable& table);
void add_halves(PrepareTable& table);
void add_integers(PrepareTable& table);

template <class T, class Space>
Prepared prepare_ours(Space const& exec, Case const& c, KokkosAxis::SortRoute route) {
  using Scratch    = Kokkos::View<std::byte*, Space>;
  auto const keys  = input_of<T>(exec, c);
  auto const plain = [&](std::string const& label) {
    return Kokkos::view_alloc(exec, Kokkos::WithoutInitializing, label);
  };
  decltype(input_of<T>(exec, c)) const sorted(plain("sorted"), keys.extent(0), keys.extent(1));
  KokkosAxis::SortOptions<> options{.axis = c.axis, .route = route};

  if (c.verb == "sort") {
    auto const how = KokkosAxis::explain::sort(exec, keys, sorted, options);
    Scratch const scratch(plain("scratch"), how.workspace_bytes);
    if (how.workspace_bytes > 0) options.workspace = scratch;
    return {[=] {
              (void)scratch;  // a Workspace only points
              KokkosAxis::sort(exec, keys, sorted, options);
            },
            how.route, how.workspace_bytes, true,
            [=] { return faults<T>(exec, c, keys.data(), sorted.data(), nullptr); }};
  }
  Kokkos::View<std::int64_t**, Kokkos::LayoutRight, Space> const index(plain("index"), keys.extent(0), keys.extent(1));
  auto const how = KokkosAxis::explain::argsort(exec, keys, sorted, index, options);
  Scratch const scratch(plain("scratch"), how.workspace_bytes);
  if (how.workspace_bytes > 0) options.workspace = scratch;
  return {[=] {
            (void)scratch;  // a Workspace only points
            KokkosAxis::argsort(exec, keys, sorted, index, options);
          },
          how.route, how.workspace_bytes, true,
          [=] { return faults<T>(exec, c, keys.data(), sorted.data(), index.data()); }};
}

}  // namespace perf
