# kokkosaxis_debian_packages(<name> <out>): the prefix under which Debian's packages of a dependency are unpacked,
# or nothing where that cannot be. The work is done by debian/fetch.sh.
#
# Debian splits the Kokkos backends over packages, so which set serves depends on what is asked of Kokkos.
function(kokkosaxis_debian_kokkos_set out)
  set(set_of_SERIAL kernels)
  set(set_of_OPENMP openmp)
  set(sets "")
  if(KokkosAxis_ENABLE_KERNELS)
    list(APPEND sets kernels)
  endif()
  foreach(space IN LISTS KokkosAxis_REQUIRE_SPACES)
    list(APPEND sets "${set_of_${space}}")
  endforeach()
  list(REMOVE_DUPLICATES sets)
  list(LENGTH sets count)
  if(count EQUAL 0)
    set(sets openmp)
  elseif(count GREATER 1)
    set(sets "") # no package has them together
  endif()
  set(${out}
      "${sets}"
      PARENT_SCOPE)
endfunction()

function(kokkosaxis_debian_packages name out)
  set(${out}
      ""
      PARENT_SCOPE)
  set(set "${KokkosAxis_${name}_DEBIAN}")
  if(name STREQUAL "Kokkos")
    kokkosaxis_debian_kokkos_set(set)
  endif()
  find_program(KokkosAxis_APT_GET apt-get)
  mark_as_advanced(KokkosAxis_APT_GET)
  if(NOT set OR NOT KokkosAxis_APT_GET)
    return()
  endif()
  set(dest "${CMAKE_BINARY_DIR}/_deps/debian/${set}")
  if(NOT EXISTS "${dest}/complete")
    message(STATUS "KokkosAxis: unpacking Debian's packages for ${name}")
    execute_process(
      COMMAND bash "${CMAKE_CURRENT_FUNCTION_LIST_DIR}/debian/fetch.sh" "${set}" "${dest}"
      RESULT_VARIABLE failed
      ERROR_VARIABLE trouble
      OUTPUT_QUIET)
    if(failed)
      string(STRIP "${trouble}" trouble)
      set(KokkosAxis_DEBIAN_TROUBLE
          "(it said: ${trouble})"
          PARENT_SCOPE)
      return()
    endif()
  endif()
  set(${out}
      "${dest}/usr"
      PARENT_SCOPE)
endfunction()
