# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
#
# Old files hold fill values of another type than their variable. As an attribute that stays; what
# must be filled with it cannot be, and neither can it be netCDF-4.
. "$NCF_CASES/prelude.sh"
need ncdump
use_corpus data/eraint_uvz.nc
try ncfcopy -V z eraint_uvz.nc out.nc
ncdump -h out.nc | grep z:_FillValue
try ncfcopy -v month eraint_uvz.nc out.nc
ncdump -h out.nc | grep -c _FillValue || true
ncdump -v month out.nc | sed '1,/^data:/d'
try ncfcopy -4 -V z eraint_uvz.nc out.nc
