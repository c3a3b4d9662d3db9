# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
#
#   bash -eu programs_and_plugins.sh CMAKE BUILD_FOLDER LIBDIR VERSION MAKE_MODEL_OUTPUT [PLUGIN...]
#
# An installation holds what manifest.txt lists for the PLUGINs of this build, no more and no less;
# moved elsewhere, its programs find its library and its plugins without any environment variable.
cmake="$1" build="$2" libdir="$3" version="$4" make_model_output="$5"
shift 5
here="$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)"
folder="$(mktemp -d)"
trap 'rm -rf "$folder"' EXIT
unset HDF5_PLUGIN_PATH LD_LIBRARY_PATH

"$cmake" --install "$build" --prefix "$folder/before" >"$folder/log" || {
  cat "$folder/log"
  exit 1
}
soversion="${version%.*}"
sed -e '/^#/d' -e "s,@LIBDIR@,$libdir,; s,@VERSION@,$version,; s,@SOVERSION@,$soversion," \
  "$here/manifest.txt" >"$folder/manifest"
{
  sed '/@PLUGIN@/d; /@MPI@/d; /@NETWORK@/d' "$folder/manifest"
  for network in $NCF_NETWORK_MODULES; do sed -n "s,@NETWORK@,$network,gp" "$folder/manifest"; done
  for mpi in $NCF_MPI_MODULES; do sed -n "s,@MPI@,$mpi,gp" "$folder/manifest"; done
  for plugin in "$@"; do sed -n "s,@PLUGIN@,$plugin,p" "$folder/manifest"; done
} | sed 's/^[a-z]* //' | sort >"$folder/expected"
(cd "$folder/before" && find . ! -type d -printf '%P\n') |
  sed 's,Targets-[a-z]*\.cmake,Targets-@CONFIG@.cmake,' | sort >"$folder/installed"
diff "$folder/expected" "$folder/installed"
"$NCF_PYTHON" -B "$here/links.py" "$folder/before/share/doc/ncf"

# The old folders of the installation and of the build are not used.
mv "$folder/before" "$folder/after"
cd "$folder"
"$make_model_output" --times 2 --levels 2 --latitudes 24 --longitudes 48 model.nc
after/bin/ncfcopy -F "*,zstd,3" -F "t2m,307,9" model.nc copy.nc 2>notes

. "$NCF_SOURCE_DIR/tests/cli/prelude.sh"
need ncdump
export HDF5_PLUGIN_PATH="$folder/after/$libdir/ncf/plugins"
ncdump -n same model.nc >model.cdl
ncdump -n same copy.nc | diff model.cdl -
ncdump -hs copy.nc >copy.cdl
grep -q 'msl:_Filter = "32015,3"' copy.cdl
grep -q 't2m:_Filter = "307,9"' copy.cdl
