. "$(dirname "$0")/lib.sh"
git ls-files -z 'src/*.hpp' 'unit_tests/*.[ch]pp' 'examples/*.[ch]pp' 'perf_tests/*.[ch]pp' |
  xargs -0 -r clang-format-19 --dry-run -Werror
cmake -P cmake/CheckIncludeDirections.cmake
