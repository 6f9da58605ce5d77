# What perf_tests/CMakeLists.txt is written in.

# kokkosaxis_stamp_git_hash(<target> <source>): KOKKOSAXIS_GIT_HASH is defined in one source, since a result without the
# commit that it measures cannot be compared. A new commit configures anew, so that the hash is never stale.
function(kokkosaxis_stamp_git_hash target source)
  find_package(Git QUIET)
  set(hash unknown)
  if(GIT_FOUND)
    execute_process(
      COMMAND "${GIT_EXECUTABLE}" describe --always --dirty --abbrev=12
      WORKING_DIRECTORY "${KokkosAxis_SOURCE_DIR}"
      OUTPUT_VARIABLE hash
      OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
    if(NOT hash)  # an exported tree: the environment may say
      set(hash "$ENV{GIT_COMMIT}")
    endif()
    set(log "${KokkosAxis_SOURCE_DIR}/.git/logs/HEAD")
    if(EXISTS "${log}")
      set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS "${log}")
    endif()
  endif()
  set_property(
    SOURCE "${source}"
    TARGET_DIRECTORY ${target}
    APPEND
    PROPERTY COMPILE_DEFINITIONS "KOKKOSAXIS_GIT_HASH=\"${hash}\"")
endfunction()
