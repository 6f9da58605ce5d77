# kokkosaxis_provide(<name>): bring in one row of KokkosAxisDependencies.cmake by the first way that works.
#
#   installed  find_package
#   source     FetchContent of the pinned release; FETCHCONTENT_SOURCE_DIR_<NAME> puts this way first
#   debian     Debian's binary packages, unpacked below the build tree without root
#
# Macros, because find_package leaves variables that later directories read.
include(FetchContent)
include(KokkosAxisReachable)

set(KokkosAxis_WAYS
    installed source debian
    CACHE STRING "Where dependencies may come from, in the order in which they are tried")
mark_as_advanced(KokkosAxis_WAYS)

macro(kokkosaxis_provide name)
  string(TOUPPER "${name}" _upper)
  set(_ways ${KokkosAxis_WAYS})
  if(FETCHCONTENT_SOURCE_DIR_${_upper})
    list(PREPEND _ways source)
  endif()
  kokkosaxis_is_here(${name})
  foreach(_way IN LISTS _ways)
    if(NOT KokkosAxis_${name}_HERE)
      cmake_language(CALL kokkosaxis_provide_${_way} ${name})
      kokkosaxis_is_here(${name})
      if(KokkosAxis_${name}_HERE)
        message(STATUS "KokkosAxis: ${name} ${${name}_VERSION} (${_way})")
      endif()
    endif()
  endforeach()
  if(NOT KokkosAxis_${name}_HERE)
    kokkosaxis_explain_missing(${name})
  endif()
  if("${name}" STREQUAL "Kokkos")
    kokkosaxis_find_spaces()
  endif()
endmacro()

# A dependency may name its target differently from one packager to the next: the first that exists is the one to link.
macro(kokkosaxis_is_here name)
  set(KokkosAxis_${name}_HERE "")
  foreach(_target IN LISTS KokkosAxis_${name}_TARGET)
    if(TARGET ${_target} AND NOT KokkosAxis_${name}_HERE)
      set(KokkosAxis_${name}_HERE ${_target})
    endif()
  endforeach()
endmacro()

macro(kokkosaxis_provide_installed name)
  find_package(${name} ${KokkosAxis_${name}_VERSION} CONFIG QUIET)
endmacro()

macro(kokkosaxis_provide_source name)
  set(_reachable TRUE)
  if(NOT FETCHCONTENT_SOURCE_DIR_${_upper})
    kokkosaxis_reachable("${KokkosAxis_${name}_URL}" _reachable)
  endif()
  if(_reachable)
    kokkosaxis_build_from_source(${name})
  endif()
endmacro()

macro(kokkosaxis_build_from_source name)
  foreach(_option IN LISTS KokkosAxis_${name}_OPTIONS)
    string(REPLACE "=" ";" _option "${_option}")
    list(GET _option 0 _option_name)
    list(GET _option 1 _option_value)
    set(${_option_name}
        ${_option_value}
        CACHE BOOL "Set by KokkosAxis for its build of ${name}")
  endforeach()
  FetchContent_Declare(
    ${name}
    URL "${KokkosAxis_${name}_URL}"
    DOWNLOAD_EXTRACT_TIMESTAMP FALSE
    SYSTEM)
  FetchContent_MakeAvailable(${name})
endmacro()

macro(kokkosaxis_provide_debian name)
  include(KokkosAxisDebian)
  kokkosaxis_debian_packages(${name} _prefix)
  if(_prefix)
    find_package(${name} ${KokkosAxis_${name}_VERSION} CONFIG QUIET PATHS "${_prefix}" NO_DEFAULT_PATH)
  endif()
endmacro()

function(kokkosaxis_explain_missing name)
  string(TOUPPER "${name}" upper)
  message(
    FATAL_ERROR
      "KokkosAxis needs ${name} ${KokkosAxis_${name}_VERSION} or newer and found none. Any one of these helps:\n"
      "  1. an installed one:    -D${name}_ROOT=<its install prefix>\n"
      "  2. its source:          a network that reaches ${KokkosAxis_${name}_URL}, "
      "or -DFETCHCONTENT_SOURCE_DIR_${upper}=<folder with version ${KokkosAxis_${name}_TAG}>\n"
      "  3. Debian's packages:   a Debian machine whose apt reaches its mirror ${KokkosAxis_DEBIAN_TROUBLE}\n"
      "Tried here: ${KokkosAxis_WAYS}.")
endfunction()
