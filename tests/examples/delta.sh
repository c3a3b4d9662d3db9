# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
#
#   bash -eu delta.sh PLUGIN_FOLDER
#
# The filter somebody added works in our programs and in netCDF's, and makes data smaller.
plugins="$1"
folder="$(mktemp -d)"
trap 'rm -rf "$folder"' EXIT
cd "$folder"
export PATH="$NCF_BIN:$PATH" HDF5_PLUGIN_PATH=''
. "$NCF_SOURCE_DIR/tests/cli/prelude.sh"
need ncgen ncdump

# As the manual page asks for it.
spec="$(sed -n "s/^\.Ql .-F '\(.*\)' ,$/\1/p" "$NCF_SOURCE_DIR/man/ncf-plugins.7")"
[[ "$spec" == q,* ]]

{
  echo 'netcdf in { dimensions: x = 4000 ; variables: int q(x) ; float measured(x) ; data: q ='
  seq -s , 1000000 7 1027993
  echo '; }'
} >in.cdl
ncgen -4 -o in.nc in.cdl

ncfcopy --plugin-path "$plugins" -F "$spec" in.nc out.nc
ncfcopy -F q,zstd,3 in.nc plain.nc
HDF5_PLUGIN_PATH="$plugins:$NCF_PLUGINS" ncdump -n same out.nc >out.cdl
ncdump -n same in.nc | diff - out.cdl
HDF5_PLUGIN_PATH="$plugins:$NCF_PLUGINS" ncdump -hs out.nc | grep -q '_Filter = "478,4|32015,3"'
[[ $(stat -c %s out.nc) -lt $(($(stat -c %s plain.nc) - 1000)) ]]

# In Zarr it is a codec, found by the name in the store's JSON.
ncfcopy --plugin-path "$plugins" -F "$spec" in.nc out.zarr
grep -q '"id": "example.delta"' out.zarr/q/.zarray
ncfcopy --plugin-path "$plugins" -F none out.zarr back.nc
ncdump -n same back.nc | diff <(ncdump -n same in.nc) -
ncfinfo filters --plugin-path "$plugins" >filters
grep -q -E '^478 +delta +example.delta +yes +yes +hdf5,codec,kernel ' filters
if ncfcopy -F none out.zarr wrong.nc 2>message; then exit 1; fi
grep -q 'no filter decodes its codec example.delta' message

# What it is not for is refused when it is asked for.
if ncfcopy --plugin-path "$plugins" -F 'measured,478' in.nc wrong.nc 2>message; then exit 1; fi
grep -q 'is for whole numbers only' message

# Encoded and decoded by HDF5 and by the kernel alike.
ncfinfo doctor --plugin-path "$plugins" >health
grep -q -E '^ +478 +delta +exact, .* exact, ' health
