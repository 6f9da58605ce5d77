. "$(dirname "$0")/lib.sh"
[ "$(id -u)" = 0 ] || skip "not root, so no folder with a HIP compiler can be made: the HIP code was NOT compiled"
root=$PWD/build/ci/hip
bash .ci/device/hip_root.sh "$root"
headers=/usr/include/kokkos
# the compiler sees only what is below its root
rm -rf "$root/repo" && mkdir -p "$root/repo" && cp -r --parents src unit_tests/compile .ci/device "$root/repo"
# what stands in KOKKOS_IF_ON_HOST is not there for the device, so its parameters look unused
warnings=(-Wall -Wextra -Wno-unused-parameter -Wno-unused-command-line-argument -Werror)
for arch in GFX90A GFX942; do
  bash .ci/device/overlay.sh HIP "$root$headers" "$root/repo/overlay-$arch" $arch
  # shellcheck disable=SC2016
  chroot "$root" bash -c 'cd /repo && bash .ci/device/compile_all.sh "$@"' - clang++-21 -x hip -std=c++20 \
    -D__HIP_PLATFORM_AMD__=1 --offload-arch=${arch,,} -DKOKKOSAXIS_ENABLE_NATIVE=1 -Isrc -I overlay-$arch \
    -isystem $headers "${warnings[@]}" -fsyntax-only
done
