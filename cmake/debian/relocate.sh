#!/bin/bash
# relocate.sh DEST: make Debian's Kokkos usable from DEST instead of /, with the C library that came along.
# Programs linked with it run on that C library, through its loader, and so are tied to DEST.
set -euo pipefail
dest=$1
lib=$(dirname "$(find "$dest/usr/lib" -name 'lib*kokkoscore.so' | head -1)")
cmake=$lib/cmake
loader=$(find "$lib" -name 'ld-linux*.so.*' | head -1)
[ -n "$loader" ] || { echo "no loader among the unpacked packages" >&2; exit 1; }

# the package's CMake file names archives of header-only parts that the package does not hold
for name in kokkosalgorithms kokkossimd; do
  archive=$lib/lib$name.a
  if grep -qs "lib$name.a" "$cmake"/Kokkos/KokkosTargets-*.cmake && [ ! -e "$archive" ]; then ar rcs "$archive"; fi
done

# include paths are written down as absolute
for targets in "$cmake"/Kokkos/KokkosTargets.cmake "$cmake"/KokkosKernels/KokkosKernelsTargets.cmake; do
  if [ -e "$targets" ]; then sed -i 's#"/usr/include/#"${_IMPORT_PREFIX}/include/#g' "$targets"; fi
done

# BLAS and LAPACK are found through the alternatives system on an installed machine, which an unpacked one lacks
for name in BLAS LAPACK; do
  config=$cmake/trilinos_external_packages/$name/${name}Config.cmake
  so=lib${name,,}.so
  if [ -e "$config" ]; then
    ln -sf "${name,,}/$so.3" "$lib/$so.3"
    sed -i "s#/usr/lib/[a-z0-9_-]*/$so#$lib/$so.3#" "$config"
  fi
done

# OpenMP::OpenMP_CXX names the host's libgomp by path, beside the newer one here; the bare flag leaves it to the loader
openmp=
if grep -q 'OpenMP::OpenMP_CXX' "$cmake/Kokkos/KokkosTargets.cmake"; then
  sed -i 's#OpenMP::OpenMP_CXX;##' "$cmake/Kokkos/KokkosTargets.cmake"
  openmp=-fopenmp
fi

cat > "$cmake/Kokkos/KokkosTargets-zz-unpacked.cmake" << EOT
set_property(TARGET Kokkos::kokkoscore APPEND PROPERTY INTERFACE_COMPILE_OPTIONS $openmp)
set_property(TARGET Kokkos::kokkoscore APPEND PROPERTY INTERFACE_LINK_OPTIONS $openmp
  "LINKER:--dynamic-linker=$loader" "LINKER:--disable-new-dtags" "LINKER:-rpath,$lib"
  "LINKER:--allow-shlib-undefined" "LINKER:--push-state,--no-as-needed,-lm,--pop-state")
EOT
