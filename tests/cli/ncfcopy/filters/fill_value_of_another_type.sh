# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
#
# In old files, a fill value may have another type than its variable. It is kept as an attribute,
# but variables cannot be filled with it, and netCDF-4 cannot contain it.
. "$NCF_CASES/prelude.sh"
need ncdump
use_corpus data/eraint_uvz.nc
try ncfcopy -V z eraint_uvz.nc out.nc
ncdump -h out.nc | grep z:_FillValue
try ncfcopy -v month eraint_uvz.nc out.nc
ncdump -h out.nc | grep -c _FillValue || true
ncdump -v month out.nc | sed '1,/^data:/d'
try ncfcopy -4 -V z eraint_uvz.nc out.nc
