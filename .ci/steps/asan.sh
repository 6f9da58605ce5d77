. "$(dirname "$0")/lib.sh"
export ASAN_OPTIONS=detect_stack_use_after_return=1 UBSAN_OPTIONS=print_stacktrace=1
# What AddressSanitizer would find anyway is not compiled a second time; and what only the test tree builds is emulators
# and refusals, which take as long to compile as all else.
# no -Werror: with sanitizers g++ warns about code that it made itself
cmake --workflow --preset asan
