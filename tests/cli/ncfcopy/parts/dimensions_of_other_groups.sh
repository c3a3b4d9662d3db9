# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
#
# netCDF-4 variables can have dimensions of any group. A copy of other groups keeps them in theirs.
. "$NCF_CASES/prelude.sh"
need ncgen
ncgen -4 -o in.nc <<'CDL'
netcdf in {
dimensions: x = 7 ;
variables: int64 x(x) ;
data: x = 0, 1, 2, 3, 4, 5, 6 ;
group: a {
  dimensions: x = 4 ;
  variables: int64 x(x) ;
  data: x = 0, 1, 2, 3 ;
}
group: b {
  variables: int64 v(/a/x) ; int64 w(x) ;
  data: v = 0, 1, 2, 3 ; w = 0, 1, 2, 3, 4, 5, 6 ;
}
}
CDL
try ncfcopy --strict --verify -G b in.nc out.nc
ncfdump -v v,w out.nc
