# cmake -DCOMPILER= -DFLAGS= -DSOURCE= -P CheckMustFail.cmake (see KokkosAxisCompileTests.cmake)
cmake_minimum_required(VERSION 3.25)

file(STRINGS "${SOURCE}" expectations REGEX "^// expect: ")
if(NOT expectations)
  message(FATAL_ERROR "${SOURCE} has no line '// expect: <text of the message>'")
endif()

# the quotes of a diagnostic depend on the locale
set(ENV{LC_ALL} C)
execute_process(
  COMMAND "${COMPILER}" "@${FLAGS}" -fsyntax-only "${SOURCE}"
  RESULT_VARIABLE failed
  OUTPUT_VARIABLE output
  ERROR_VARIABLE output)
if(failed EQUAL 0)
  message(FATAL_ERROR "${SOURCE} compiles, and must not")
endif()
foreach(expectation IN LISTS expectations)
  string(REGEX REPLACE "^// expect: " "" text "${expectation}")
  string(FIND "${output}" "${text}" position)
  if(position EQUAL -1)
    message(FATAL_ERROR "expected: ${text}\nthe compiler said:\n${output}")
  endif()
endforeach()
