#!/bin/bash
# compile_all.sh COMPILER OPTION... : compile each file of unit_tests/compile/device, and the file of one call whose compile
# time is watched, two at a time; tells each one's time.
set -euo pipefail
one() {
  local file=$1 begin=$SECONDS
  shift
  # generated host code is quoted in lines of many kilobytes
  "$@" "$file" 2>&1 | cut -c 1-300 || { echo "FAILED $file"; return 1; }
  echo "compiled $file in $((SECONDS - begin)) s"
}
export -f one
export SHELLOPTS # pipefail, in the shells that xargs starts
files=(unit_tests/compile/one_sort_call.cpp unit_tests/compile/device/*.cpp)
# xargs goes on after a failure and ends with one
printf '%s\0' "${files[@]}" | xargs -0 -P 2 -I{} bash -c 'one "$@"' - {} "$@"
