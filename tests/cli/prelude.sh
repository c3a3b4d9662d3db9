# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
#
# Functions for command-line cases, which are transcripts (tests/support/transcript.py), and for
# other tests that are scripts.

export PATH="$NCF_BIN/../tests/tools:$PATH"

# need TOOL...: skips the case unless every tool is on PATH.
need() {
  local tool
  for tool in "$@"; do
    if ! command -v "$tool" >/dev/null; then
      echo "$tool is not here"
      exit 77
    fi
  done
}

# python3: the Python that has h5py and netCDF4.
python3() { "$NCF_PYTHON" "$@"; }

# need_python MODULE...: skips the case unless Python has every module.
need_python() {
  local missing
  missing="$(python3 -c 'import importlib.util, sys
print(*(name for name in sys.argv[1:] if not importlib.util.find_spec(name)))' "$@")"
  if [[ -n "$missing" ]]; then
    echo "Python has no $missing"
    exit 77
  fi
}

# use_corpus FILE...: links files of the corpus into the case's folder; skips the case without them.
use_corpus() {
  local file
  for file in "$@"; do
    if [[ -z "${NCF_CORPUS:-}" || ! -f "$NCF_CORPUS/$file" ]]; then
      echo "the corpus file $file is not here"
      exit 77
    fi
    ln -s "$NCF_CORPUS/$file" "$(basename "$file")"
  done
}

# skip_under_sanitizer REASON: skips the case if the programs run with AddressSanitizer or
# ThreadSanitizer.
skip_under_sanitizer() {
  if [[ -n "${NCF_SANITIZER:-}" ]]; then
    echo "sanitizer $NCF_SANITIZER: $1"
    exit 77
  fi
}

# quietly COMMAND...: prints the command's output only if it fails, which ends the case.
quietly() {
  local said
  said="$("$@" 2>&1)" || {
    printf '%s\n' "$said"
    exit 1
  }
}

# without_our_plugins LIBRARY: from now on, the programs find one of Debian's plugins and none of
# ours, because copies of the programs run without plugins beside them. Skips the case without that
# library, or if the programs are static.
without_our_plugins() {
  local plugin
  plugin="$(compgen -G "/usr/lib/*/hdf5/serial/plugins/$1" | head -n 1 || true)"
  if [[ -z "$plugin" || ! -e "$NCF_BIN/../lib/libncf.so" ]]; then
    echo "$1 is not here, or the programs are static"
    exit 77
  fi
  mkdir -p alone/bin alone/lib alone/plugins
  cp "$NCF_BIN/ncfcopy" alone/bin
  cp -P "$NCF_BIN"/../lib/libncf.so* alone/lib
  cp "$plugin" alone/plugins
  export PATH="$PWD/alone/bin:$PATH" HDF5_PLUGIN_PATH="$PWD/alone/plugins"
}

# make_input [NAME [NCGEN-OPTION...]]: makes a small file with fixed and unlimited dimensions, a
# scalar and characters; by default in.nc, as netCDF-4.
make_input() {
  local name="${1:-in.nc}"
  shift || true
  need ncgen ncdump
  ncgen "${@:--4}" -o "$name" <<'CDL'
netcdf in {
dimensions:
  t = UNLIMITED ;
  x = 4 ;
  y = 3 ;
variables:
  int v(x, y) ;
    v:units = "1" ;
  float w(t, x) ;
    w:_FillValue = -9.f ;
  double z(y) ;
  int s ;
  char c(x) ;
data:
  v = 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12 ;
  w = 1.5, 2.5, 3.5, 4.5, _, 6.5, 7.5, 8.5 ;
  z = 0.1, 0.2, 0.3 ;
  s = 7 ;
  c = "abcd" ;
}
CDL
}

# filters_of FILE: prints the filters of every variable that has any, as shown by Debian's ncdump.
filters_of() {
  HDF5_PLUGIN_PATH="$NCF_PLUGINS" ncdump -hs -F "$1" | sed -n 's/^[[:blank:]]*\([^ ]*:_Filter = .*\) ;$/\1/p'
}

# same_data A B: succeeds if Debian's ncdump prints the same header and values for both.
same_data() {
  local HDF5_PLUGIN_PATH="$NCF_PLUGINS"
  export HDF5_PLUGIN_PATH
  cmp <(ncdump -n same "$1") <(ncdump -n same "$2")
}

# make_counted: makes in.nc with v(y, x), whose values are 0, 1, 2, ..., in chunks of 2 by 8.
make_counted() {
  need ncgen
  ncgen -4 -o in.nc <<CDL
netcdf in {
dimensions: y = 4 ; x = 8 ;
variables: int v(y, x) ; v:_ChunkSizes = 2, 8 ;
data: v = $(seq -s ', ' 0 31) ;
}
CDL
}
