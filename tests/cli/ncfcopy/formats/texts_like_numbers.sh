# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
#
# Texts like "NaN" stay texts in Zarr v2, and numbers that JSON lacks stay numbers.
. "$NCF_CASES/prelude.sh"
echo 'netcdf x { variables: int v ; v:flag = "NaN" ; v:most = "-Infinity" ; v:number = NaN ;
  :limits = Infinity, 1. ; data: v = 1 ; }' >x.cdl
ncfgen -3 -o in.nc x.cdl
try ncfcopy --strict --verify -k zarr in.nc first.zarr
try ncfcopy --strict --verify -k zarr first.zarr second.zarr
try ncfcopy --strict --verify -3 second.zarr out.nc
ncfdump -h out.nc
