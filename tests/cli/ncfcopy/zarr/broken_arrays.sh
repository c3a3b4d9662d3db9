# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
#
# One array or group with broken metadata does not make a store unreadable. An empty array that
# zarr-python 2 writes in one chunk is not broken.
. "$NCF_CASES/prelude.sh"
# array NAME SHAPE CHUNKS
array() {
  mkdir -p "in.zarr/$1"
  printf '{\n"chunks": [%s], "compressor": null, "dtype": "<i4", "fill_value": 0, "filters": null,
"order": "C", "shape": [%s], "zarr_format": 2\n}\n' "$3" "$2" >"in.zarr/$1/.zarray"
}
array fine 2 2
printf '\1\0\0\0\2\0\0\0' >in.zarr/fine/0
array empty '0, 3' '0, 3'
echo '{"zarr_format": 2}' >in.zarr/.zgroup
try ncfcopy in.zarr out.nc
ncfdump out.nc
mkdir in.zarr/{chunks,json,group} in.zarr/group/inner
sed 's/"shape": \[/"shape": [ 9,/' in.zarr/fine/.zarray >in.zarr/chunks/.zarray
echo '{' >in.zarr/json/.zarray
echo '{"zarr_format": 7}' >in.zarr/group/.zgroup
cp in.zarr/fine/.zarray in.zarr/group/inner
try ncfdump -v fine in.zarr
try ncfcopy in.zarr no.nc
try ncfcopy --strict -V fine in.zarr out.nc
try ncfcopy -V chunks in.zarr no.nc
try ncfinfo compare in.zarr out.nc
try ncfinfo compare -v fine in.zarr out.nc
