# cmake -DPROGRAM= -DEXPECTED= -P CheckOutput.cmake: run a program and compare its standard output with a file.
cmake_minimum_required(VERSION 3.25)

execute_process(
  COMMAND "${PROGRAM}"
  RESULT_VARIABLE failed
  OUTPUT_VARIABLE output)
file(READ "${EXPECTED}" expected)
if(failed)
  message(FATAL_ERROR "${PROGRAM} ended with ${failed}")
endif()
if(NOT output STREQUAL expected)
  message(FATAL_ERROR "expected:\n${expected}\nprinted:\n${output}")
endif()
