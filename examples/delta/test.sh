# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
#
#   bash -eu test.sh PLUGIN_FOLDER
#
# The filter works in the programs of ncf and netCDF on PATH, and makes data smaller. Exit status 77:
# the test is skipped, because netCDF's programs are missing.
plugins="$(realpath "$1")"
for program in ncfcopy ncfinfo; do
  command -v "$program" >/dev/null || {
    echo "$program is not on PATH: add the folder bin of ncf's installation to PATH"
    exit 1
  }
done
for program in ncgen ncdump; do
  command -v "$program" >/dev/null || {
    echo "skipped: $program is not on PATH; install netCDF's programs (on Debian, netcdf-bin)"
    exit 77
  }
done
folder="$(mktemp -d)"
trap 'rm -rf "$folder"' EXIT
cd "$folder"
export HDF5_PLUGIN_PATH=''

{
  echo 'netcdf in { dimensions: x = 4000 ; variables: int q(x) ; float measured(x) ; data: q ='
  seq -s , 1000000 7 1027993
  echo '; }'
} >in.cdl
ncgen -4 -o in.nc in.cdl

ncfcopy --plugin-path "$plugins" -F 'q,478|deflate,3' in.nc out.nc
ncfcopy -F 'q,deflate,3' in.nc plain.nc
HDF5_PLUGIN_PATH="$plugins" ncdump -n same out.nc >out.cdl
ncdump -n same in.nc | diff - out.cdl
HDF5_PLUGIN_PATH="$plugins" ncdump -hs out.nc | grep -q '_Filter = "478,4'
[[ $(stat -c %s out.nc) -lt $(($(stat -c %s plain.nc) - 1000)) ]]

# In Zarr it is a codec, found by the name in the store's JSON.
ncfcopy --plugin-path "$plugins" -k nczarr -F 'q,478|deflate,3' in.nc out.zarr
grep -q '"id": "example.delta"' out.zarr/q/.zarray
ncfcopy --plugin-path "$plugins" -F none out.zarr back.nc
ncdump -n same back.nc | diff <(ncdump -n same in.nc) -
ncfinfo filters --plugin-path "$plugins" >filters
grep -q -E '^478 +delta +example.delta +yes +yes +hdf5,codec,kernel ' filters
if ncfcopy -F none out.zarr wrong.nc 2>message; then exit 1; fi
grep -q 'no filter decodes its codec example.delta' message

# It refuses data that it cannot encode.
if ncfcopy --plugin-path "$plugins" -F 'measured,478' in.nc wrong.nc 2>message; then exit 1; fi
grep -q 'is for whole numbers only' message

# HDF5 and the kernel encode and decode alike.
ncfinfo doctor --plugin-path "$plugins" >health
grep -q -E '^ +478 +delta +exact, .* exact, ' health
