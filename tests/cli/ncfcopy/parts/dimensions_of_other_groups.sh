# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
#
# HDF5 variables can have dimensions of any group. A copy of other groups keeps them in theirs.
. "$NCF_CASES/prelude.sh"
need_python h5py
"$NCF_PYTHON" - <<'PYTHON'
import h5py
import numpy

with h5py.File("in.h5", "w") as file:
    for name, length in ("a/x", 4), ("x", 7):
        file[name] = numpy.arange(length)
        file[name].make_scale("x")
    for name, scale in ("b/v", "a/x"), ("b/w", "x"):
        file[name] = numpy.arange(file[scale].size)
        file[name].dims[0].attach_scale(file[scale])
PYTHON
try ncfcopy --strict --verify -G b in.h5 out.nc
ncfdump -v v,w out.nc
