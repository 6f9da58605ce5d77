# kokkosaxis_add_example(<folder>): the program of examples/<folder>, and a test of what it prints.
function(kokkosaxis_add_example folder)
  get_filename_component(name "${folder}" NAME)
  file(GLOB sources CONFIGURE_DEPENDS "${folder}/*.cpp")
  set(target example_${name})
  add_executable(${target} ${sources})
  target_link_libraries(${target} PRIVATE KokkosAxis::KokkosAxis kokkosaxis_warnings)
  add_test(NAME examples.${name} COMMAND "${CMAKE_COMMAND}" "-DPROGRAM=$<TARGET_FILE:${target}>"
                                         "-DEXPECTED=${folder}/expected.txt" -P
                                         "${KokkosAxis_SOURCE_DIR}/cmake/CheckOutput.cmake")
  set_tests_properties(examples.${name} PROPERTIES LABELS "examples" TIMEOUT 120)
endfunction()
