# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
#
# A fill value of variable length contains pointers. It must be kept as an attribute and as HDF5's
# fill value, alone and within other types.
. "$NCF_CASES/prelude.sh"
need ncgen ncdump h5dump
ncgen -4 -o in.nc <<'CDL'
netcdf in {
types:
  int(*) row ;
  compound pair { int id ; row values ; } ;
  row(*) table ;
dimensions:
  t = UNLIMITED ;
  x = 3 ;
variables:
  row v(x) ;
    row v:_FillValue = {-1, -2} ;
    row v:other = {7}, {8, 9} ;
  row growing(t, x) ;
    row growing:_FillValue = {5} ;
  pair p(x) ;
    pair p:_FillValue = {3, {4, 5}} ;
  table w(x) ;
    table w:_FillValue = {{1}, {2, 3}} ;
  int n(t) ;
data:
  v = {1, 2, 3}, _, {4} ;
  growing = {1}, {2}, {} ;
  p = {1, {1}}, _, {2, {}} ;
  w = {{1, 2}, {3}}, _, {} ;
  n = 1, 2 ;
}
CDL
try ncfcopy in.nc out.nc
header() { ncdump -hs -n same "$1" | grep -v _NCProperties; }
cmp <(header in.nc) <(header out.nc)
# Some versions print a memory address for each reference.
in_hdf5() {
  h5dump -p -d v -d growing -d p -d w "$1" | sed 's/DATASET [0-9]* "/DATASET "/g' |
    grep -E '^   DATASET|VALUE  |^ *\([0-9,]*\): [({]'
}
cmp <(in_hdf5 in.nc) <(in_hdf5 out.nc)
ncfdump -n out out.nc
h5dump -p -H -d v -d growing out.nc | grep 'VALUE  '
echo 'values that were not asked for'
try ncfcopy -v n in.nc out.nc
h5dump -d v -d w out.nc | grep '^   (0):'
ncfdump -v growing out.nc | sed '1,/^data:/d'
