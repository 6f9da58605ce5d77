# Tests whose subject is the compiler: what must not compile, and how long compiling takes.

# kokkosaxis_write_flags(<target> <out>): a response file with what <target> is compiled with.
function(kokkosaxis_write_flags target out)
  set(file "${CMAKE_CURRENT_BINARY_DIR}/${target}.flags")
  set(defs "$<TARGET_PROPERTY:${target},COMPILE_DEFINITIONS>")
  set(dirs "$<TARGET_PROPERTY:${target},INCLUDE_DIRECTORIES>")
  set(options "$<TARGET_PROPERTY:${target},COMPILE_OPTIONS>")
  file(
    GENERATE
    OUTPUT "${file}"
    CONTENT
      "-std=c++20
${CMAKE_CXX_FLAGS} ${CMAKE_CXX_FLAGS_RELEASE}
$<$<BOOL:${defs}>:-D$<JOIN:${defs},\n-D>>
$<$<BOOL:${dirs}>:-isystem \"$<JOIN:${dirs},\"\n-isystem \">\">
$<JOIN:${options},\n>
"
    TARGET ${target})
  set(${out}
      "${file}"
      PARENT_SCOPE)
endfunction()

# kokkosaxis_add_must_fail(<source> <flags>): the test passes when compiling <source> fails with the text that its line
# `// expect: <text>` gives.
function(kokkosaxis_add_must_fail source flags)
  get_filename_component(name "${source}" NAME_WE)
  add_test(NAME compile.must_fail.${name}
           COMMAND "${CMAKE_COMMAND}" "-DCOMPILER=${CMAKE_CXX_COMPILER}" "-DFLAGS=${flags}" "-DSOURCE=${source}" -P
                   "${KokkosAxis_SOURCE_DIR}/cmake/CheckMustFail.cmake")
  set_tests_properties(compile.must_fail.${name} PROPERTIES LABELS "compile" TIMEOUT 120)
endfunction()

# kokkosaxis_add_compile_time(<source> <flags>): tells how long a user waits for <source>; a number, no verdict.
function(kokkosaxis_add_compile_time source flags)
  get_filename_component(name "${source}" NAME_WE)
  add_test(NAME compile.time.${name}
           COMMAND "${CMAKE_COMMAND}" "-DCOMPILER=${CMAKE_CXX_COMPILER}" "-DFLAGS=${flags}" "-DSOURCE=${source}" -P
                   "${KokkosAxis_SOURCE_DIR}/cmake/MeasureCompileTime.cmake")
  set_tests_properties(compile.time.${name} PROPERTIES LABELS "perf" RUN_SERIAL ON TIMEOUT 300)
endfunction()
