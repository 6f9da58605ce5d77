# What the project builds on, as data, and one function that brings a row in: kokkosaxis_provide(<name>).
#
#   TARGET    the imported target to link, which also tells that the dependency is there; alternatives by packager
#   VERSION   the least version that find_package may return
#   TAG, URL  the pinned release for FetchContent; pinned by tag, since no checksum of these archives was verified
#   DEBIAN    the package set that cmake/debian/fetch.sh knows
#   OPTIONS   cache entries for a build from source
#
# The ways are tried in the order installed, source, Debian (see KokkosAxisProvide.cmake).
set(KokkosAxis_KOKKOS_MINIMUM 5.0)

set(KokkosAxis_Kokkos_TARGET Kokkos::kokkos)
set(KokkosAxis_Kokkos_VERSION ${KokkosAxis_KOKKOS_MINIMUM})
set(KokkosAxis_Kokkos_TAG 5.0.2)
set(KokkosAxis_Kokkos_URL "https://github.com/kokkos/kokkos/archive/refs/tags/5.0.2.tar.gz")
set(KokkosAxis_Kokkos_OPTIONS Kokkos_ENABLE_SERIAL=ON Kokkos_ENABLE_OPENMP=ON)

# no VERSION: some packagers ship no version file, and it always goes with the Kokkos of the same version
set(KokkosAxis_KokkosKernels_TARGET Kokkos::kokkoskernels KokkosKernels::all_libs)
set(KokkosAxis_KokkosKernels_TAG 5.0.2)
set(KokkosAxis_KokkosKernels_URL "https://github.com/kokkos/kokkos-kernels/archive/refs/tags/5.0.2.tar.gz")
set(KokkosAxis_KokkosKernels_DEBIAN kernels)

set(KokkosAxis_GTest_TARGET GTest::gtest)
set(KokkosAxis_GTest_VERSION 1.12)
set(KokkosAxis_GTest_TAG v1.14.0)
set(KokkosAxis_GTest_URL "https://github.com/google/googletest/archive/refs/tags/v1.14.0.tar.gz")
set(KokkosAxis_GTest_DEBIAN gtest)
set(KokkosAxis_GTest_OPTIONS BUILD_GMOCK=OFF INSTALL_GTEST=OFF)

set(KokkosAxis_benchmark_TARGET benchmark::benchmark)
set(KokkosAxis_benchmark_VERSION 1.7)
set(KokkosAxis_benchmark_TAG v1.8.3)
set(KokkosAxis_benchmark_URL "https://github.com/google/benchmark/archive/refs/tags/v1.8.3.tar.gz")
set(KokkosAxis_benchmark_DEBIAN benchmark)
set(KokkosAxis_benchmark_OPTIONS BENCHMARK_ENABLE_TESTING=OFF BENCHMARK_ENABLE_INSTALL=OFF)

set(KokkosAxis_CLI11_TARGET CLI11::CLI11)
set(KokkosAxis_CLI11_VERSION 2.1)
set(KokkosAxis_CLI11_TAG v2.4.2)
set(KokkosAxis_CLI11_URL "https://github.com/CLIUtils/CLI11/archive/refs/tags/v2.4.2.tar.gz")
set(KokkosAxis_CLI11_DEBIAN cli11)
set(KokkosAxis_CLI11_OPTIONS CLI11_BUILD_TESTS=OFF CLI11_BUILD_EXAMPLES=OFF CLI11_INSTALL=OFF)

set(KokkosAxis_nlohmann_json_TARGET nlohmann_json::nlohmann_json)
set(KokkosAxis_nlohmann_json_VERSION 3.9)
set(KokkosAxis_nlohmann_json_TAG v3.11.3)
set(KokkosAxis_nlohmann_json_URL "https://github.com/nlohmann/json/archive/refs/tags/v3.11.3.tar.gz")
set(KokkosAxis_nlohmann_json_DEBIAN json)
set(KokkosAxis_nlohmann_json_OPTIONS JSON_BuildTests=OFF JSON_Install=OFF)

include(KokkosAxisSpaces)
include(KokkosAxisProvide)
