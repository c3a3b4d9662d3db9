# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
#
# Between formats, unlimited dimensions, dimensions without variables and types of attributes count
# as far as both formats can express them, in either direction.
. "$NCF_CASES/prelude.sh"
cat >in.cdl <<'CDL'
netcdf in {
dimensions: time = UNLIMITED ; x = 3 ;
variables: float v(time, x) ; v:valid = 5s ;
data: v = 1, 2, 3, 4, 5, 6 ;
}
CDL
# make NAME SCRIPT: NAME.nc3 to NAME.nc7 and NAME.nc4, of the text changed by sed.
make() {
  local kind
  for kind in nc3 nc6 nc5 nc7 nc4; do
    sed "$2" in.cdl | ncfgen -k $kind -o "$1.$kind" - || exit 1
  done
}
make in ''
make fixed 's/time = UNLIMITED/time = 2/'
make int 's/5s/5/'
make lone 's/x = 3 ;/x = 3 ; lone = 4 ;/'
echo 'Every difference counts between netCDF files of any formats:'
for first in nc3 nc6 nc5 nc7 nc4; do
  for second in nc3 nc6 nc5 nc7 nc4; do
    ncfinfo compare in.$first in.$second >report.txt || echo "$first $second: not equal"
    for change in fixed int lone; do
      ! ncfinfo compare in.$first $change.$second >report.txt || echo "$first $second: $change"
    done
  done
done
for change in fixed int lone; do
  try ncfinfo compare in.nc3 $change.nc4
  try ncfinfo compare $change.nc4 in.nc3
done
echo 'What one format cannot express does not:'
sed 's/x = 3/x = UNLIMITED/; s/5s/5us/; s/= 1, 2, 3, 4, 5, 6/= {1, 2, 3}, {4, 5, 6}/' in.cdl |
  ncfgen -4 -o enhanced.nc4 -
sed 's/time = UNLIMITED/time = 2/' in.cdl | ncfgen -o plain.nc3 -
try ncfinfo compare --storage enhanced.nc4 in.nc3
try ncfinfo compare plain.nc3 enhanced.nc4
try ncfinfo compare enhanced.nc4 in.nc7
echo 'CDF-5 has unsigned types:'
sed 's/5s/5us/' in.cdl | ncfgen -k nc5 -o unsigned.nc5 -
try ncfinfo compare unsigned.nc5 in.nc4
echo 'The unlimited dimension is not the first:'
sed 's/v(time, x)/v(x, time)/; s/= 1, 2, 3, 4, 5, 6/= {1, 2}, {3, 4}, {5, 6}/' in.cdl |
  ncfgen -4 -o last.nc4 -
sed 's/v(time, x)/v(x, time)/; s/time = UNLIMITED/time = 2/' in.cdl | ncfgen -o last.nc3 -
try ncfinfo compare last.nc4 last.nc3
echo 'A fill value of another type, which libnetcdf does not write:'
for kind in nc3 nc5; do
  sed 's/v:valid = 5s/v:xFillValue = 9/' in.cdl | ncfgen -k $kind -o fill.$kind -
  sed -i 's/xFillValue/_FillValue/' fill.$kind
done
sed 's/v:valid = 5s/v:_FillValue = 9.f/' in.cdl >fill.cdl
ncfgen -4 -o fill.nc4 fill.cdl
ncfgen -o float.nc3 fill.cdl
try ncfinfo compare --storage fill.nc3 fill.nc4
try ncfinfo compare fill.nc5 float.nc3
echo 'Zarr:'
ncfcopy -k zarr3 fixed.nc4 fixed.zarr
try ncfinfo compare in.nc4 fixed.zarr
echo 'Zarr with a dimension without a name:'
cat >store.cdl <<'CDL'
netcdf store { dimensions: time = 2 ; x = 3 ; variables: int v(time, x) ; }
CDL
ncfgen -k zarr3 -o nameless.zarr store.cdl
sed "s/time/t/g" store.cdl | ncfgen -o renamed.nc -
sed -i 's/"dimension_names": *\["time", *"x"\]/"dimension_names": ["time", null]/' nameless.zarr/v/zarr.json
grep -q null\] nameless.zarr/v/zarr.json
echo '{"zarr_format": 3, "node_type": "group", "attributes": {}}' >nameless.zarr/zarr.json
ncfcopy -k nc4 nameless.zarr named.nc
try ncfinfo compare nameless.zarr named.nc
try ncfinfo compare nameless.zarr renamed.nc
