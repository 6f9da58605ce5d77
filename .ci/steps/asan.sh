. "$(dirname "$0")/lib.sh"
export ASAN_OPTIONS=detect_stack_use_after_return=1 UBSAN_OPTIONS=print_stacktrace=1
# UndefinedBehaviorSanitizer leaves out what AddressSanitizer sees as well, and the tree what takes as long to compile as
# all else together: emulators, refusals, every operation of reduce.
# no -Werror: with sanitizers g++ warns about code that it made itself
cmake --workflow --preset asan
