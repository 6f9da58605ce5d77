#!/bin/bash
# overlay.sh CUDA|HIP KOKKOS_INCLUDE OUT ARCH: headers that, put before Debian's Kokkos headers with -I, turn them into a
# configuration with Serial and that device backend. For compiling only: no library with that backend is there.
set -euo pipefail
backend=$1 kokkos=$2 out=$3 arch=$4

declare -A arch_macros=(
  [CUDA]="KOKKOS_ARCH_HOPPER KOKKOS_ARCH_$arch"
  [HIP]="KOKKOS_ENABLE_ROCTHRUST KOKKOS_ARCH_AMD_$arch"
)
declare -A setup_header=([CUDA]=Cuda [HIP]=HIP)

rm -rf "$out" && mkdir -p "$out/desul/atomics"
config=$out/KokkosCore_config.h

# the host backend becomes Serial
sed -e '/KOKKOS_ENABLE_OPENMP/d' -e '/KOKKOS_ENABLE_SERIAL/d' -e '/KOKKOS_ENABLE_ATOMICS_BYPASS/d' \
  "$kokkos/KokkosCore_config.h" > "$config"
echo '#define KOKKOS_ENABLE_SERIAL' >> "$config"

# the rest is switched on where the file has it switched off, so that a renamed macro is noticed
switch_on() { # switch_on MACRO FILE
  sed -i "s|/\* #undef $1 \*/|#define $1|" "$2"
  grep -q "^#define $1\b" "$2" || { echo "$2 does not know $1" >&2; exit 1; }
}
for macro in KOKKOS_ENABLE_"$backend" ${arch_macros[$backend]}; do switch_on "$macro" "$config"; done
if [ "$backend" = HIP ]; then echo "#define KOKKOS_ARCH_AMD_GPU \"${arch,,}\"" >> "$config"; fi

cp "$kokkos/desul/atomics/Config.hpp" "$out/desul/atomics/Config.hpp"
sed -i '/define DESUL_ATOMICS_ENABLE_OPENMP/d' "$out/desul/atomics/Config.hpp"
switch_on DESUL_ATOMICS_ENABLE_"$backend" "$out/desul/atomics/Config.hpp"

# which backend headers Kokkos_Core.hpp includes
include_list() { # include_list FILE HEADER...
  local file=$out/$1 header
  shift
  echo '#pragma once' > "$file"
  for header in "$@"; do echo "#include <$header>" >> "$file"; done
}
include_list KokkosCore_Config_DeclareBackend.hpp decl/Kokkos_Declare_{SERIAL,"$backend"}.hpp
include_list KokkosCore_Config_FwdBackend.hpp fwd/Kokkos_Fwd_{SERIAL,"$backend"}.hpp
include_list KokkosCore_Config_SetupBackend.hpp setup/Kokkos_Setup_"${setup_header[$backend]}".hpp
