// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosAxis/impl/tuning/device.hpp>

#include <cstdint>

namespace KokkosAxis::Impl::dispatch {

using tuning::Device;

/// What the choice of a sorting route depends on.
struct SortProblem {
  std::int64_t length = 0;      // elements a slice
  std::int64_t count  = 0;      // slices
  int key_bytes       = 0;      // 1, 2, 4, 8; 0 where only a comparator knows the order
  bool with_index     = false;  // are positions wanted
  bool stable         = true;   // must equal keys keep their order
  bool short_steps    = true;   // do neighbours of a slice lie less than 2^29 elements apart

  bool radix() const { return key_bytes != 0; }
};

}  // namespace KokkosAxis::Impl::dispatch
