# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
#
# Values that neither file stores are compared by one of them, so files of 10^12 values take as long
# as what they store. Where only one stores them, all are compared.
. "$NCF_CASES/prelude.sh"
need_python h5py
"$NCF_PYTHON" - <<'PYTHON'
import h5py
import numpy
def make(name, fill, values, length=10**6, chunk=1000, is_dense=False):
    with h5py.File(name, "w") as file:
        v = file.create_dataset("v", (length, length), "f4", chunks=(chunk, chunk), fillvalue=fill,
                                compression="gzip")
        if is_dense:
            v[:] = numpy.full((length, length), fill, "f4")
        for at, value in values.items():
            v[at] = value
first, second = {(3, 3): 1, (500, 60): 2, (4, 3): 9}, {(3, 3): 1, (500, 60): 3, (20, 20): 4}
for kind, fills in {"equal": (2, 2), "other": (0, 7), "missing": (numpy.nan, 1)}.items():
    make(f"{kind}1.nc", fills[0], first)
    make(f"{kind}2.nc", fills[1], second)
make("sparse1.nc", 2, first, 600, 10)
make("dense1.nc", 2, first, 600, 10, True)
make("sparse2.nc", 3, second, 600, 10)
PYTHON
for kind in equal other missing; do
  try ncfinfo compare ${kind}1.nc ${kind}2.nc
done
try ncfinfo compare dense1.nc sparse2.nc
ncfinfo compare sparse1.nc sparse2.nc >sparse.txt || true
ncfinfo compare dense1.nc sparse2.nc | sed s/dense/sparse/ >dense.txt || true
try diff sparse.txt dense.txt
ncfcopy -k zarr3 equal1.nc equal.zarr
try ncfinfo compare equal1.nc equal.zarr
