// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "api/ours_typed.hpp"

void perf::add_integers(PrepareTable& table) {
  table["int32"] = prepare_ours<std::int32_t, Exec>;
  table["int64"] = prepare_ours<std::int64_t, Exec>;
  table["uint8"] = prepare_ours<std::uint8_t, Exec>;
}
