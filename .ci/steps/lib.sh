# shellcheck shell=bash
# Sourced by each step. The steps run in the repository's root.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
export DEBIAN_FRONTEND=noninteractive

# warnings are errors here; the workflow that follows keeps the entry
configure_strict() { # configure_strict PRESET
  cmake --preset "$1" -DCMAKE_COMPILE_WARNING_AS_ERROR=ON
}

# a step that cannot run says so on a line of its own, which the table shows
skip() {
  echo "SKIPPED: $*"
  exit 0
}

# the headers of Debian's Kokkos, which the device steps turn into a CUDA or HIP configuration; prints their folder
kokkos_headers() {
  local dest=build/ci/kokkos
  [ -e $dest/complete ] || bash cmake/debian/fetch.sh openmp $dest >&2
  echo "$PWD/$dest/usr/include/kokkos"
}
