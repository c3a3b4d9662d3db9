# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
#
# Plain Zarr has only the dimensions of arrays; notes name those that are lost.
. "$NCF_CASES/prelude.sh"
cat >x.cdl <<'CDL'
netcdf x {
dimensions:
  time = UNLIMITED ; no_variable = 4 ; neither = 5 ; below = 2 ; x = 3 ; empty = UNLIMITED ;
variables:
  int v(time, x) ;
  int w(empty) ;
data:
  v = 1, 2, 3, 4, 5, 6 ;
group: g {
  dimensions:
    lonely = 7 ;
  variables:
    int w(below) ;
  data:
    w = 1, 2 ;
  }
}
CDL
ncfgen -4 -o in.nc x.cdl
for kind in zarr zarr3; do
  try ncfcopy --verify -k $kind in.nc out
  ncfdump -h out | grep ' = '
  rm -r out
  try ncfcopy --strict -k $kind in.nc out
done
try ncfcopy --strict --verify -k nczarr in.nc all
try ncfcopy --kerchunk refs.json in.nc
try ncfgen -k zarr -o out x.cdl
# There is no note if fixed dimensions were requested.
try ncfcopy --strict -u -V v -k zarr in.nc fixed

# Names alone do not tell dimensions of other groups from one's own.
ncgen -4 -o groups.nc <<'CDL'
netcdf groups {
dimensions: x = 2 ;
variables: double x(x) ; int t(x) ;
data: x = 1, 2 ; t = 3, 4 ;
group: below {
  variables: int found(x) ;
  data: found = 5, 6 ;
}
group: hidden {
  dimensions: x = 2 ;
  variables: double x(x) ; int own(x) ; int outer(/x) ;
  data: x = 10, 20 ; own = 7, 8 ; outer = 9, 10 ;
}
group: beside {
  variables: int v(/hidden/x) ;
  data: v = 11, 12 ;
}
}
CDL
for kind in zarr zarr3 nczarr; do try ncfcopy --verify -k $kind groups.nc groups.$kind; done
# Notes name dimensions of a group that does not contain the variable, and those that a group has
# beside equal ones outside. With a coordinate, a group is known to have its own; then a coordinate
# over a dimension from outside is noted.
cat >beside.cdl <<'CDL'
netcdf beside {
dimensions: x = 2 ; time = 3 ;
variables: double x(x) ; int time(time) ;
group: a {
  dimensions: x = 2 ; time = 3 ; z = 2 ; y = 4 ;
  variables: int no_coordinate(x) ; int time(time) ; int t(time) ; int z(z) ; int y(y) ;
  group: inner { variables: int twice(x, x) ; int deep_time(time) ; }
}
group: c {
  variables: double x(x) ; int over_outer(x) ;
}
group: b {
  dimensions: z = 2 ; y = 3 ;
  variables: int v(/a/z) ; int z(z) ; int w(/a/y) ; int y(y) ; int none_here(/a/time, /a/x) ;
}
}
CDL
ncgen -4 -o beside.nc beside.cdl
for kind in zarr zarr3; do
  try ncfcopy --verify -k $kind beside.nc beside.$kind
  try ncfcopy -4 beside.$kind back.nc
  try ncfinfo compare beside.nc back.nc
  rm back.nc
done
# A dimension without variables in its own group moves. Other lengths stay.
cat >moved.cdl <<'CDL'
netcdf moved {
dimensions: x = 3 ; y = 2 ;
group: longer {
  dimensions: x = 4 ; y = 2 ;
  variables: int outer(/x) ; int own(x) ; int both(/y, y) ;
  data: outer = 1, 2, 3 ; own = 1, 2, 3, 4 ;
}
group: apart {
  dimensions: x = 5 ;
  variables: int outer(/x) ;
  data: outer = 1, 2, 3 ;
  group: below { variables: int inner(/apart/x) ; }
}
}
CDL
ncgen -4 -o moved.nc moved.cdl
for kind in zarr zarr3; do
  try ncfcopy --verify -k $kind -c /x/2 moved.nc moved.$kind
  try ncfgen -k $kind -o generated.$kind moved.cdl
  try ncfinfo compare moved.$kind generated.$kind
done
need_python xarray
"$NCF_PYTHON" - <<'PYTHON'
import xarray

for group in ("longer", "apart"):
    try:
        print(dict(xarray.open_zarr("moved.zarr", group=group, consolidated=False).sizes))
    except ValueError as error:
        print(error)
PYTHON
