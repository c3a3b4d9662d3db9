# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
#
# A dimension without a variable is a dataset in HDF5, marked by its title. Without it, other
# programs lose the dimension, or the length of an unlimited one.
. "$NCF_CASES/prelude.sh"
need ncgen ncdump h5dump
ncgen -4 -o in.nc <<'CDL'
netcdf in {
dimensions:
  unused = 7 ;
  t = UNLIMITED ;
  empty = UNLIMITED ;
  x = 2 ;
variables:
  int v(t, x) ;
data:
  v = 1, 2, 3, 4 ;
group: g {
  dimensions:
    x = 5 ;
    alone = UNLIMITED ;
  variables:
    float u(x) ;
  data:
    u = 1, 2, 3, 4, 5 ;
}
}
CDL
try ncfcopy in.nc out.nc
ncdump -h out.nc | grep ' = .* ;'
same_data in.nc out.nc
scales() { h5dump -A "$1" | grep -E 'This is a netCDF dimension|DATASET "|_Netcdf4Dimid'; }
cmp <(scales in.nc) <(scales out.nc)
h5dump -A out.nc | grep -o 'This is a netCDF dimension.*"'
