. "$(dirname "$0")/lib.sh"
configure_strict kernels
cmake --workflow --preset kernels
