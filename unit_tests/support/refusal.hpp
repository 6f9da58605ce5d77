// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <KokkosAxis/error.hpp>

#include "support/kernel_audit.hpp"

#include <gtest/gtest.h>

#include <string>

namespace KokkosAxis::Test {

/// The text of the Error that `call` throws, empty if it throws none. A refused call must have done nothing before.
template <class Call>
std::string refusal(Call&& call) {
  KernelAudit const audit;
  try {
    call();
  } catch (Error const& e) {
    EXPECT_TRUE(nothing_happened(audit.result())) << e.what();
    return e.what();
  }
  return "";
}

}  // namespace KokkosAxis::Test
