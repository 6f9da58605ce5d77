. "$(dirname "$0")/lib.sh"
configure_strict test
cmake --workflow --preset test
