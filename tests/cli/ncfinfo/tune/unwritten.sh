# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
#
# A variable without written values, along a dimension that another variable has extended; and one
# with so few that no sample finds them.
. "$NCF_CASES/prelude.sh"
need_python netCDF4
"$NCF_PYTHON" - <<'PYTHON'
import netCDF4

with netCDF4.Dataset("in.nc", "w") as file:
    file.createDimension("t", None)
    file.createDimension("x", 1000)
    file.createVariable("unwritten", "f4", ("t", "x"), chunksizes=(2, 500))
    file.createVariable("t", "f8", ("t",))[:] = [0, 1, 2]

with netCDF4.Dataset("sparse.nc", "w") as file:
    file.createDimension("x", 4_000_000_000)
    sparse = file.createVariable("sparse", "f4", ("x",), chunksizes=(1000,))
    sparse[3_999_999_000:] = range(1000)
PYTHON
ncfinfo tune in.nc | grep '^not tuned'
ncfinfo tune sparse.nc | grep '^not tuned'
