. "$(dirname "$0")/lib.sh"
export ASAN_OPTIONS=detect_stack_use_after_return=1 UBSAN_OPTIONS=print_stacktrace=1
configure_strict asan
cmake --workflow --preset asan
