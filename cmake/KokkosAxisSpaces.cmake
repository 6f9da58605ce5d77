# The backends that the Kokkos at hand was built with, as KokkosAxis_SPACES (SERIAL, OPENMP, CUDA, HIP, ...).
set(KokkosAxis_REQUIRE_SPACES
    ""
    CACHE STRING "Backends that Kokkos must have, as in Kokkos_ENABLE_<name>; the presets set it")
set(KokkosAxis_KNOWN_SPACES SERIAL OPENMP THREADS HPX CUDA HIP SYCL OPENACC)

# An installed Kokkos lists its backends; a subproject has a cache entry Kokkos_ENABLE_<name> for each. Those entries say
# nothing of an installed one: a preset sets them for the case that Kokkos is built from source.
macro(kokkosaxis_find_spaces)
  set(KokkosAxis_SPACES "")
  foreach(space IN LISTS KokkosAxis_KNOWN_SPACES)
    if(space IN_LIST Kokkos_DEVICES OR (NOT Kokkos_DEVICES AND Kokkos_ENABLE_${space}))
      list(APPEND KokkosAxis_SPACES ${space})
    endif()
  endforeach()
  message(STATUS "KokkosAxis: Kokkos has ${KokkosAxis_SPACES}")
  foreach(space IN LISTS KokkosAxis_REQUIRE_SPACES)
    if(NOT space IN_LIST KokkosAxis_SPACES)
      message(FATAL_ERROR "This build wants Kokkos with ${space}, but the one found has ${KokkosAxis_SPACES} only "
                          "(Kokkos_DIR: ${Kokkos_DIR}). Give one that has it by -DKokkos_ROOT=<prefix>, "
                          "or its source by -DFETCHCONTENT_SOURCE_DIR_KOKKOS=<folder>.")
    endif()
  endforeach()
endmacro()
