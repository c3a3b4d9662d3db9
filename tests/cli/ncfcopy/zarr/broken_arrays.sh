# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
#
# One array or group with broken metadata does not make a store unreadable. An empty array that
# zarr-python 2 writes in one chunk is not broken.
. "$NCF_CASES/prelude.sh"
"$NCF_PYTHON" - <<'PYTHON'
import zarr

store = zarr.open_group("in.zarr", "w")
store.array("fine", [1, 2], dtype="i4", compressor=None)
store.create("empty", shape=(0, 3), chunks=False, dtype="i4", compressor=None)
PYTHON
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
