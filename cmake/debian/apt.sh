# shellcheck shell=bash
# Sourced. A private apt: its own sources, lists and cache below a folder, so no root is needed and the machine's own
# apt is left as it is. The mirror is the one that the machine already uses.

debian_mirror() { # prints "URL SUITE" of the machine's own main archive
  apt-get indextargets --format '$(REPO_URI) $(RELEASE)' 'Created-By: Packages' 2>/dev/null |
    awk '$2 ~ /^(bookworm|trixie|forky|sid|stable|oldstable|testing|unstable)$/ { print; exit }'
}

apt_private() { # apt_private FOLDER SUITE... : fills the array `apt` with options, and fetches the lists
  local folder=$1 mirror host suite
  shift
  read -r mirror host <<< "$(debian_mirror)"
  [ -n "$mirror" ] || { echo "apt knows no Debian mirror" >&2; return 1; }
  mkdir -p "$folder"/lists/partial "$folder"/cache/archives/partial
  for suite in "$@"; do
    echo "deb $mirror ${suite/#host/$host} main"
  done | sort -u > "$folder/sources.list"
  # the lists of suites in flux can be past their date on a mirror that lags; their signatures are still checked
  apt=(-qq -o Dir::Etc::sourcelist="$folder/sources.list" -o Dir::Etc::sourceparts=/dev/null
    -o Dir::State::lists="$folder/lists" -o Dir::Cache="$folder/cache" -o Debug::NoLocking=1
    -o Acquire::Check-Valid-Until=false -o Acquire::Languages=none -o Acquire::http::Timeout=20
    -o APT::Sandbox::User=root)
  apt-get "${apt[@]}" update
}
