// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosAxis/impl/algorithm/sort/launch.hpp>
#include <KokkosAxis/impl/layout/slices.hpp>

#include <Kokkos_Core.hpp>

#include <cstdint>

namespace KokkosAxis::Impl::algorithm {

/// flag(slice) = no element comes before its predecessor. Every flag is set, then every neighbouring pair that is out
/// of order clears its slice's flag: all pairs side by side, and the same answer whatever the timing.
template <class Exec, class OutOfOrder>
class Adjacent {
 public:
  /// `out_of_order(slice offset, i)` compares elements i and i + 1 of a slice of `at`.
  static void run(Exec const& exec, layout::Slices const& at, bool* flags, layout::Slices const& flags_at,
                  OutOfOrder const& out_of_order) {
    launch_range("KokkosAxis::is_sorted::set", exec, at.count, Set{flags, flags_at});
    if (at.length > 1)
      launch_range("KokkosAxis::is_sorted::compare", exec, at.count * (at.length - 1),
                   Clear{flags, flags_at, at, out_of_order});
  }

  // Kernels are public: nvcc names them outside of the class.
  struct Set {
    bool* flags;
    layout::Slices flags_at;
    KOKKOS_FUNCTION void operator()(std::int64_t slice) const { flags[flags_at.offset(slice)] = true; }
  };

  struct Clear {
    bool* flags;
    layout::Slices flags_at;
    layout::Slices at;
    OutOfOrder out_of_order;

    KOKKOS_FUNCTION void operator()(std::int64_t item) const {
      std::int64_t const slice = item / (at.length - 1), i = item - slice * (at.length - 1);
      if (out_of_order(at.offset(slice), i)) Kokkos::atomic_store(&flags[flags_at.offset(slice)], false);
    }
  };
};

}  // namespace KokkosAxis::Impl::algorithm
