# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
#
# In plain Zarr, dimensions are where their variables are, possibly beside a group of the same name.
# netCDF-4 files cannot contain both in one group.
. "$NCF_CASES/prelude.sh"
need ncgen ncdump
ncgen -4 -o in.nc <<'CDL'
netcdf in {
dimensions: x = 3 ;
variables: int x(x) ;
data: x = 1, 2, 3 ;
group: g {
  variables: int v(x) ;
  data: v = 4, 5, 6 ;
  group: x { variables: int w(x) ; data: w = 7, 8, 9 ; }
}
group: h {
  dimensions: y = 2 ;
  group: i { variables: int v(y) ; data: v = 1, 2 ; group: y { variables: int w ; data: w = 3 ; } }
}
}
CDL
for kind in zarr zarr3; do
  try ncfcopy -V /g/v,/g/x/w,/h/i/v,/h/i/y/w -k $kind in.nc $kind
  try ncfcopy --verify $kind $kind.nc
  ncdump $kind.nc | sed 1d
done
# If every group has one, there is no place for the dimension.
mkdir -p none.zarr/x
echo '{"zarr_format":2}' | tee none.zarr/.zgroup >none.zarr/x/.zgroup
mkdir none.zarr/v
echo '{"_ARRAY_DIMENSIONS":["x"]}' >none.zarr/v/.zattrs
echo '{"zarr_format":2,"shape":[2],"chunks":[2],"dtype":"<i4","compressor":null,"filters":null,
  "fill_value":0,"order":"C"}' >none.zarr/v/.zarray
try ncfcopy none.zarr none.nc
