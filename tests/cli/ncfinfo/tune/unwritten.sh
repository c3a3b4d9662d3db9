# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
#
# A variable without written values, along a dimension that another variable has extended.
. "$NCF_CASES/prelude.sh"
need_python netCDF4
"$NCF_PYTHON" - <<'PYTHON'
import netCDF4

with netCDF4.Dataset("in.nc", "w") as file:
    file.createDimension("t", None)
    file.createDimension("x", 1000)
    file.createVariable("unwritten", "f4", ("t", "x"), chunksizes=(2, 500))
    file.createVariable("t", "f8", ("t",))[:] = [0, 1, 2]
PYTHON
ncfinfo tune in.nc | grep '^not tuned'
