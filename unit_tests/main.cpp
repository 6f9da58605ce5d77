#include <Kokkos_Core.hpp>
#include <gtest/gtest.h>

int main(int argc, char* argv[]) {
  ::testing::InitGoogleTest(&argc, argv);
  // Listing happens at build time, where there may be no device; and what Kokkos prints would be read as test names.
  if (::testing::GTEST_FLAG(list_tests)) return RUN_ALL_TESTS();
  Kokkos::ScopeGuard scope(argc, argv);
  return RUN_ALL_TESTS();
}
