# What perf_tests/CMakeLists.txt is written in.

# A result without the commit that it measures cannot be compared: KOKKOSAXIS_GIT_HASH is defined for main.cpp.
function(kokkosaxis_stamp_git_hash target)
  find_package(Git QUIET)
  set(hash unknown)
  if(GIT_FOUND)
    execute_process(
      COMMAND "${GIT_EXECUTABLE}" describe --always --dirty --abbrev=12
      WORKING_DIRECTORY "${KokkosAxis_SOURCE_DIR}"
      OUTPUT_VARIABLE hash
      OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
  endif()
  target_compile_definitions(${target} PRIVATE "KOKKOSAXIS_GIT_HASH=\"${hash}\"")
endfunction()

# kokkosaxis_add_perf_folder(<folder>): executable <folder>_perf, and a test that each benchmark in it runs at all.
function(kokkosaxis_add_perf_folder folder)
  file(GLOB sources CONFIGURE_DEPENDS "${folder}/*.cpp")
  if(NOT sources)
    return()
  endif()
  set(target ${folder}_perf)
  add_executable(${target} ${sources})
  target_link_libraries(${target} PRIVATE kokkosaxis_perf_main)
  add_test(NAME perf.${folder}.lists COMMAND ${target} --benchmark_list_tests)
  set_tests_properties(perf.${folder}.lists PROPERTIES LABELS "perf" TIMEOUT 300)
endfunction()
