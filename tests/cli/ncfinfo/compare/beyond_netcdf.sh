# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
#
# Parts that the schema cannot express are not compared, and not called equal: HDF5 objects that
# netCDF lacks, and Zarr JSON that expresses more than its nearest attribute.
. "$NCF_CASES/prelude.sh"
need_python h5py
"$NCF_PYTHON" - <<'PYTHON'
import h5py
import numpy
for name in ("first", "second"):
    with h5py.File(name + ".nc", "w") as file:
        file["v"] = numpy.arange(3)
        file["r"] = numpy.array([file["v"].ref], h5py.ref_dtype)
with h5py.File("without.nc", "w") as file:
    file["v"] = numpy.arange(3)
PYTHON
try ncfinfo compare first.nc second.nc
try ncfinfo compare first.nc without.nc
try ncfinfo compare -v v first.nc second.nc
ncfcopy -k zarr without.nc first.zarr
cp -r first.zarr second.zarr
echo '{"a": null, "b": 1, "c": {"d": [1, {}]}}' >first.zarr/.zattrs
echo '{"a": "null", "b": 1, "c": {"d": [1, []]}}' >second.zarr/.zattrs
rm first.zarr/.zmetadata second.zarr/.zmetadata
try ncfinfo compare first.zarr second.zarr

echo
echo 'A copy gives the names to types that have none:'
"$NCF_PYTHON" - <<'PYTHON'
import h5py
import numpy

with h5py.File("unnamed.h5", "w") as file:
    file["flag"] = [True, False]
    file["complex"] = numpy.array([1 + 2j])
PYTHON
ncfcopy unnamed.h5 named.nc 2>notes
try ncfinfo compare unnamed.h5 named.nc
try ncfinfo compare named.nc unnamed.h5
