#!/bin/bash
# hip_root.sh DEST: a Debian sid below DEST with a HIP compiler and Debian's Kokkos headers, for chroot. Needs root.
# Kokkos 5 wants a newer HIP than Debian's releases hold.
set -euo pipefail
dest=$1
[ -e "$dest/complete" ] && exit 0
. "$(dirname "$0")/../../cmake/debian/apt.sh"
read -r mirror _ <<< "$(debian_mirror)"
[ -n "$mirror" ] || { echo "apt knows no Debian mirror" >&2; exit 1; }
rm -rf "$dest"
mmdebstrap -q --variant=apt --include=hipcc,libamdhip64-dev,librocprim-dev,librocthrust-dev,g++,libkokkos-dev \
  --aptopt='APT::Install-Recommends "false"' --aptopt='Acquire::Check-Valid-Until "false"' sid "$dest" \
  "deb $mirror sid main"
touch "$dest/complete"
