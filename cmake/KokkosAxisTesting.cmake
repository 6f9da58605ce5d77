# What unit_tests/CMakeLists.txt is written in.
include(GoogleTest)

# Enough threads to find races, few enough for a small machine that runs two tests at a time.
set(KokkosAxis_TEST_THREADS
    2
    CACHE STRING "OMP_NUM_THREADS of the tests")
set(KokkosAxis_TEST_ENVIRONMENT "OMP_NUM_THREADS=${KokkosAxis_TEST_THREADS}" "OMP_PROC_BIND=false"
                                "OMP_WAIT_POLICY=passive")

# kokkosaxis_claim(<files>...): these sources under unit_tests are built or used by somebody.
function(kokkosaxis_claim)
  foreach(file IN LISTS ARGN)
    get_filename_component(path "${file}" ABSOLUTE)
    set_property(GLOBAL APPEND PROPERTY KokkosAxis_CLAIMED "${path}")
  endforeach()
endfunction()

# kokkosaxis_claim_folder(<folder>): this tree knows of the folder's sources and leaves them to others.
function(kokkosaxis_claim_folder folder)
  file(GLOB sources CONFIGURE_DEPENDS "${folder}/*.cpp")
  kokkosaxis_claim(${sources})
endfunction()

# A test that no target builds passes for ever, so it ends the configure.
function(kokkosaxis_check_all_claimed)
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS "${CMAKE_CURRENT_SOURCE_DIR}/*.cpp")
  get_property(claimed GLOBAL PROPERTY KokkosAxis_CLAIMED)
  list(REMOVE_ITEM sources ${claimed})
  if(sources)
    list(JOIN sources "\n  " orphans)
    message(FATAL_ERROR "These tests belong to no target:\n  ${orphans}\nPut them directly into a folder that "
                        "unit_tests/CMakeLists.txt names.")
  endif()
endfunction()

# Parsing Kokkos costs seconds in every unit; host compilers can do it once. nvcc and hipcc cannot.
set(KokkosAxis_CAN_PRECOMPILE ON)
if(KokkosAxis_SPACES MATCHES "CUDA|HIP")
  set(KokkosAxis_CAN_PRECOMPILE OFF)
endif()

function(kokkosaxis_precompile target)
  if(KokkosAxis_CAN_PRECOMPILE)
    target_precompile_headers(${target} PRIVATE ${ARGN})
  endif()
endfunction()

# kokkosaxis_discover_tests(<target> <prefix> <labels>): one ctest a test case. gtest_discover_tests flattens lists among its
# PROPERTIES, so labels and environment are set when ctest has read the names.
function(kokkosaxis_discover_tests target prefix labels)
  gtest_discover_tests(
    ${target}
    TEST_PREFIX "${prefix}"
    TEST_LIST ${target}_names
    DISCOVERY_TIMEOUT 60)
  set(properties "${CMAKE_CURRENT_BINARY_DIR}/${target}_properties.cmake")
  file(
    WRITE "${properties}"
    "foreach(name IN LISTS ${target}_names)\n"
    "  set_tests_properties(\"\${name}\" PROPERTIES LABELS \"${labels}\" TIMEOUT 300 ENVIRONMENT "
    "\"${KokkosAxis_TEST_ENVIRONMENT}\")\n"
    "endforeach()\n")
  set_property(
    DIRECTORY
    APPEND
    PROPERTY TEST_INCLUDE_FILES "${properties}")
endfunction()

# kokkosaxis_add_test_folder(<folder>): executable <folder>_tests of all its sources but those that this tree leaves out;
# nothing where there are none.
function(kokkosaxis_add_test_folder folder)
  file(
    GLOB sources
    RELATIVE "${CMAKE_CURRENT_SOURCE_DIR}"
    CONFIGURE_DEPENDS "${folder}/*.cpp")
  kokkosaxis_claim(${sources})
  list(REMOVE_ITEM sources ${KokkosAxis_LEAVE_OUT_TESTS})
  if(NOT sources)
    return()
  endif()
  set(target ${folder}_tests)
  add_executable(${target} ${sources})
  target_link_libraries(${target} PRIVATE kokkosaxis_test_main)
  if(KokkosAxis_CAN_PRECOMPILE)
    target_precompile_headers(${target} REUSE_FROM kokkosaxis_test_main)
  endif()
  kokkosaxis_discover_tests(${target} "${folder}." "host;${folder}")
endfunction()
