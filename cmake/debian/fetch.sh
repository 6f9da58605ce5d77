#!/bin/bash
# fetch.sh SET DEST: unpack a package set of sets.txt below DEST, so that find_package finds it in DEST/usr.
# No root, nothing installed. DEST/complete is written last.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
. "$here/apt.sh"
set_name=$1 dest=$(realpath -m "$2")

IFS='|' read -r _ suite packages runtime <<< "$(grep -E "^$set_name +\|" "$here/sets.txt")" || true
[ -n "${packages:-}" ] || { echo "no package set is called '$set_name'" >&2; exit 2; }
suite=${suite// /}
# what the programs load comes from the oldest suite that is new enough, which moves least
runtime_suite=trixie

rm -rf "$dest" && mkdir -p "$dest/debs"
if [ "$suite" = host ]; then
  apt_private "$dest/apt" host
  suite=$(debian_mirror | cut -d' ' -f2)
else
  apt_private "$dest/apt" "$suite" "$runtime_suite"
fi

# a -dev package leaves its shared library to a package whose name holds the version: read it from the dependencies
shared_libraries() {
  apt-cache "${apt[@]}" show "$1/$suite" | sed -n 's/^Depends: //p' | head -1 | tr ',' '\n' |
    sed 's/ *(.*//; s/ //g' | grep -E '^lib(trilinos-)?(kokkos|benchmark)' || true
}
wanted=()
for p in $packages; do
  wanted+=("$p/$suite")
  for l in $(shared_libraries "$p"); do wanted+=("$l/$suite"); done
done
for p in $runtime; do wanted+=("$p/$runtime_suite"); done

(cd "$dest/debs" && apt-get "${apt[@]}" download $(printf '%s\n' "${wanted[@]}" | sort -u))
for deb in "$dest"/debs/*.deb; do dpkg -x "$deb" "$dest"; done
rm -rf "$dest/debs" "$dest/apt"

if [ -n "${runtime// /}" ]; then
  bash "$here/relocate.sh" "$dest"
fi
touch "$dest/complete"
