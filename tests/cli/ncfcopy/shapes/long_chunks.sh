# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
#
# HDF5 and Zarr allow chunks longer than a fixed dimension; libnetcdf reads such files, and copies
# keep the chunks. If they are shortened (-u, NCZarr), the values stay.
. "$NCF_CASES/prelude.sh"
need ncdump h5dump
need_python h5py zarr
"$NCF_PYTHON" - <<'PYTHON'
import h5py
import numpy
from zarr_python import create_array, zarr

with h5py.File("in.nc", "w") as file:
    x = file.create_dataset("x", data=numpy.arange(10.0), maxshape=(20,), chunks=(16,))
    x.make_scale()
    made = dict(maxshape=(None, 20), chunks=(4, 16), compression="gzip")
    v = file.create_dataset("v", data=numpy.arange(30, dtype="i2").reshape(3, 10), **made)
    v.dims[1].attach_scale(x)
group = zarr.open_group("in.zarr", mode="w")
v = create_array(group, "v", numpy.arange(10, dtype="i2"), chunks=(16,), compressor=None)
v.attrs["_ARRAY_DIMENSIONS"] = ["x"]
PYTHON

# show FILE: prints the chunks, as in our dump, and the values.
show() {
  ncfdump -s "$1" | sed -n 's/^\t*//; /_ChunkSizes/p; /^ *[0-9][0-9, ]*[,;]$/p'
}

try ncfcopy --plan in.nc out.nc
try ncfcopy --verify in.nc out.nc
h5dump -H out.nc | grep 'DATASPACE.*{ (.*[0-9][0-9]'
ncdump out.nc > by_ncdump
cmp by_ncdump <(ncdump -n out in.nc)
show out.nc
for kind in zarr zarr3 nczarr; do
  try ncfcopy --verify -k "$kind" in.nc "out.$kind"
  show "out.$kind"
done
try ncfcopy --verify -u in.nc out.nc
show out.nc
try ncfcopy --verify -c v:2,5 in.nc out.nc
show out.nc
try ncfcopy --verify -F 'x,zfp,accuracy=0.5' -c x/12 in.nc out.nc
show out.nc
try ncfcopy --verify in.zarr out.nc
show out.nc
try ncfcopy --verify in.zarr out.zarr
show out.zarr
