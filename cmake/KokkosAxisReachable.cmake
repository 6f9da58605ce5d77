# kokkosaxis_reachable(<url> <out>): does the host of <url> answer? Asked once per host and configure, in seconds.
#
# FetchContent by itself waits for minutes on a host that drops packets and then ends the configure, and here an
# unreachable host is no error, only the cue for the next way.
function(kokkosaxis_reachable url out)
  string(REGEX MATCH "^https?://[^/]+" host "${url}")
  string(MAKE_C_IDENTIFIER "${host}" key)
  get_property(known GLOBAL PROPERTY "KokkosAxis_REACHABLE_${key}" SET)
  if(NOT known)
    set(probe "${CMAKE_BINARY_DIR}/CMakeFiles/kokkosaxis_probe")
    file(DOWNLOAD "${host}/robots.txt" "${probe}" TIMEOUT 4 STATUS status)
    file(REMOVE "${probe}")
    list(GET status 0 code)
    if(code EQUAL 0)
      set(answer TRUE)
    else()
      set(answer FALSE)
      message(STATUS "KokkosAxis: ${host} does not answer, sources are not fetched from there")
    endif()
    set_property(GLOBAL PROPERTY "KokkosAxis_REACHABLE_${key}" ${answer})
  endif()
  get_property(answer GLOBAL PROPERTY "KokkosAxis_REACHABLE_${key}")
  set(${out}
      ${answer}
      PARENT_SCOPE)
endfunction()
