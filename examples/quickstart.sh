#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
#
# From a fresh clone to a recompressed file: installs what is missing, builds, makes a sample of
# model output, copies it with new compression filters, and shows what happened.
#
#   bash examples/quickstart.sh
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

say() { printf '\n== %s\n' "$*"; }
# show COMMAND...: prints the command as one would type it, then runs it.
show() {
  local word line="$"
  for word in "$@"; do
    [[ "$word" =~ ^[A-Za-z0-9_./=-]+$ ]] || word="'$word'"
    line+=" $word"
  done
  printf '%s\n' "$line"
  "$@"
}

say "Packages"
bash cmake/install_packages.sh example

say "Build (preset release; the first time takes some minutes)"
configure=(--preset release)
[[ -f build/release/CMakeCache.txt ]] || configure+=(-DNCF_BUILD_TESTS=OFF)
cmake "${configure[@]}"
cmake --build --preset release
export PATH="$PWD/build/release/bin:$PATH"

say "A sample: six days of model output, uncompressed"
mkdir -p build/quickstart
cd build/quickstart
show ../release/examples/make_model_output model.nc

filters=(-F ':data,shuffle|zstd,3' -F 't2m,307,9')
say "The plan: what ncfcopy would do, and why; nothing is written yet"
show ncfcopy --plan "${filters[@]}" model.nc copy.nc

say "The copy, and the report of what was achieved"
show ncfcopy --report "${filters[@]}" model.nc copy.nc

say "The header of the copy, printed by Debian's ncdump"
export HDF5_PLUGIN_PATH="${PWD%/*}/release/plugins"
show ncdump -hs copy.nc

say "The values of t2m in both files, read by Debian's ncdump with our plugins"
if cmp <(ncdump -n same -v t2m model.nc | sed '0,/^data:/d') \
       <(ncdump -n same -v t2m copy.nc | sed '0,/^data:/d'); then
  echo "equal, to the last digit"
else
  echo "quickstart: the copy differs from its source" >&2
  exit 1
fi

before=$(stat --format=%s model.nc)
after=$(stat --format=%s copy.nc)
say "What happened"
cat <<END
model.nc ($before bytes) was copied to copy.nc ($after bytes, $((100 * after / before)) % of it).
One -F shuffles every variable and compresses it with zstd at level 3. The other -F, which is more
specific and therefore wins, compresses t2m with filter 307 (bzip2) at level 9. The plan shows
beforehand what will happen to each variable, and the report shows afterwards what did. Other
programs can read such a file once HDF5_PLUGIN_PATH names our plugin folder:

  export HDF5_PLUGIN_PATH=$HDF5_PLUGIN_PATH

Both files are in $PWD.
END
