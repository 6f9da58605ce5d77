. "$(dirname "$0")/lib.sh"
[ "$(id -u)" = 0 ] || skip "not root, so what is installed has to do"
apt=(apt-get -q -y -o DPkg::Lock::Timeout=300)
"${apt[@]}" update
# GoogleTest, CLI11 and Kokkos are left to the build on purpose: it has to manage on a bare machine
"${apt[@]}" install --no-install-recommends ca-certificates g++ cmake ninja-build git clang-format-19 mmdebstrap
