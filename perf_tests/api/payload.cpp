// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "api/payload.hpp"
#include "support/contender.hpp"
#include "support/inputs.hpp"

#include <KokkosAxis/argsort.hpp>
#include <KokkosAxis/permute.hpp>

#include <Kokkos_Core.hpp>

#include <array>
#include <cstdint>
#include <memory>
#include <tuple>

namespace perf {

namespace {

struct Record {
  std::array<char, 64> text;
};

using Index = Kokkos::View<std::int64_t*, Exec>;

/// What an application sorts along with its keys: five Views of different types, ranks and layouts.
struct Payload {
  static constexpr std::int64_t n = 1000000;
  Kokkos::View<std::int32_t*, Exec> id{"id", n};
  Kokkos::View<double*, Exec> mass{"mass", n};
  Kokkos::View<double* [3], Kokkos::LayoutLeft, Exec> position{"position", n};
  Kokkos::View<double* [3], Kokkos::LayoutRight, Exec> velocity{"velocity", n};
  Kokkos::View<Record*, Exec> record{"record", n};

  auto views() const { return std::tie(id, mass, position, velocity, record); }
};

template <class View>
struct Gather {
  View in, out;
  Index index;
  KOKKOS_FUNCTION void operator()(std::int64_t i) const {
    if constexpr (View::rank() == 1) {
      out(i) = in(index(i));
    } else {
      for (int d = 0; d < 3; ++d) out(i, d) = in(index(i), d);
    }
  }
};

template <class View>
void gather(View const& in, View const& out, Index const& index) {
  Kokkos::parallel_for("perf::gather", Kokkos::RangePolicy<Exec, Kokkos::IndexType<std::int64_t>>(0, Payload::n),
                       Gather<View>{in, out, index});
}

struct Data {
  Payload in, out;
  Index index{"index", Payload::n};
  Kokkos::View<std::byte*, Exec> scratch;

  Data() {
    Exec const exec;
    auto const keys = input_of<float>(exec, {"argsort", "fp32", 1, Payload::n});
    KokkosAxis::argsort(exec, Kokkos::subview(keys, 0, Kokkos::ALL), index);
    exec.fence("perf: index made");
    scratch = Kokkos::View<std::byte*, Exec>("scratch", KokkosAxis::workspace_bytes::permute(exec, index, in.views()));
  }

  template <class F>
  void each(F&& f) const {
    f(in.id, out.id);
    f(in.mass, out.mass);
    f(in.position, out.position);
    f(in.velocity, out.velocity);
    f(in.record, out.record);
  }
};

}  // namespace

void add_payload_ratios(std::vector<Ratio>& all) {
  all.push_back({"payload/out_of_place", "permute of 5 Views / a gather kernel a View, which is bound by memory",
                 Ratio::Bound::at_most, 1.3, [] {
                   auto const d = std::make_shared<Data>();
                   return Pair{[=] { KokkosAxis::permute(Exec{}, d->index, d->in.views(), d->out.views()); },
                               [=] { d->each([&](auto const& in, auto const& out) { gather(in, out, d->index); }); }};
                 }});
  all.push_back({"payload/in_place", "permute of 5 Views in place / a gather kernel and a copy back a View",
                 Ratio::Bound::at_most, 1.3, [] {
                   auto const d = std::make_shared<Data>();
                   return Pair{[=] { KokkosAxis::permute(Exec{}, d->index, d->in.views(), {.workspace = d->scratch}); },
                               [=] {
                                 d->each([&](auto const& in, auto const& out) {
                                   gather(in, out, d->index);
                                   Kokkos::deep_copy(Exec{}, in, out);
                                 });
                               }};
                 }});
}

}  // namespace perf
