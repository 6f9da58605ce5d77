# install() rules and the package that find_package(KokkosAxis) reads.
include(CMakePackageConfigHelpers)

set(KokkosAxis_PACKAGE_DIR "${CMAKE_INSTALL_LIBDIR}/cmake/KokkosAxis")

install(
  TARGETS KokkosAxis
  EXPORT KokkosAxisTargets
  FILE_SET public
  FILE_SET impl)
install(
  EXPORT KokkosAxisTargets
  NAMESPACE KokkosAxis::
  DESTINATION "${KokkosAxis_PACKAGE_DIR}")

configure_package_config_file("${CMAKE_CURRENT_LIST_DIR}/KokkosAxisConfig.cmake.in" KokkosAxisConfig.cmake
                              INSTALL_DESTINATION "${KokkosAxis_PACKAGE_DIR}")
write_basic_package_version_file(KokkosAxisConfigVersion.cmake COMPATIBILITY SameMajorVersion ARCH_INDEPENDENT)
install(FILES "${CMAKE_CURRENT_BINARY_DIR}/KokkosAxisConfig.cmake"
              "${CMAKE_CURRENT_BINARY_DIR}/KokkosAxisConfigVersion.cmake" DESTINATION "${KokkosAxis_PACKAGE_DIR}")
