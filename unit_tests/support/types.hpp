// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <gtest/gtest.h>

#include <string>
#include <typeinfo>

namespace KokkosAxis::Test {

/// Calls f.operator()<T>() for each type, the type's (mangled) name in the trace of failures. One test per space loops
/// over types: a test for each pair would be many programs to start.
template <class... T, class F>
void for_each_type(F&& f) {
  (..., [&] {
    SCOPED_TRACE(std::string("type ") + typeid(T).name());
    f.template operator()<T>();
  }());
}

}  // namespace KokkosAxis::Test
