# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
#
# In an HDF5 file without dimension scales, dimensions are only lengths. libnetcdf calls them
# phony_dim_N; in the copy they are real dimensions with these names.
. "$NCF_CASES/prelude.sh"
need ncdump h5dump
need_python h5py
"$NCF_PYTHON" - <<'PYTHON'
import h5py
import numpy

with h5py.File("in.nc", "w", track_order=True) as file:
    file["square"] = numpy.arange(9, dtype="i4").reshape(3, 3)
    file.create_dataset("growing", data=numpy.arange(6, dtype="f8").reshape(2, 3),
                        maxshape=(None, 3), chunks=(1, 3))
    group = file.create_group("g", track_order=True)
    group["line"] = numpy.arange(3, dtype="i2")
PYTHON
try ncfcopy in.nc out.nc
ncdump -n out out.nc
same_data in.nc out.nc
h5dump -A -d /square out.nc | grep -c 'DIMENSION_LIST'
try ncfcopy -3 -G / in.nc out.nc
ncdump -h out.nc | grep ' = .* ;'
