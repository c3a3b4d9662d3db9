# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
#
# The same data are equal in every format; a changed value and one that became missing are found in
# all.
. "$NCF_CASES/prelude.sh"
make_input in.nc
for kind in nc3 nc6 nc5 nc4 nc7 nczarr zarr zarr3; do ncfcopy -k $kind in.nc copy.$kind 2>/dev/null; done
for first in nc3 nc4 nczarr zarr zarr3; do
  for second in nc3 nc6 nc5 nc4 nc7 nczarr zarr zarr3; do
    ncfinfo compare copy.$first copy.$second >report.txt || { echo "$first $second"; cat report.txt; }
    grep -qx 'equal values: 28 in /v, /w, /z, /s, /c' report.txt ||
      grep -qx 'equal values: 28 in /c, /s, /v, /w, /z' report.txt || cat report.txt
  done
done
ncdump -n in in.nc | sed 's/3.5, 4.5,/3.5, _,/; s/ 7, 8, 9/ 7, 8, 10/' | ncgen -4 -o changed.nc
for kind in nc3 nczarr zarr3; do try ncfinfo compare copy.$kind changed.nc; done
echo 'A fill value of each file of its own:'
ncdump -n in in.nc | sed 's/_FillValue = -9.f/_FillValue = NaNf/' | ncgen -4 -o nan.nc
try ncfinfo compare in.nc nan.nc
echo 'A float differs from the double of the same decimals, except in plain Zarr:'
echo 'netcdf f { :a = 0.1f ; }' >float.cdl
sed 's/0.1f/0.1/' float.cdl >double.cdl
for kind in nc4 nczarr zarr; do ncfgen -k $kind -o double.$kind double.cdl; done
for kind in nc4 nczarr; do
  ncfgen -k $kind -o float.$kind float.cdl
  for other in nc4 nczarr zarr; do try ncfinfo compare float.$kind double.$other; done
done
# Zarr has no names of types.
cat >opaque.cdl <<'CDL'
netcdf opaque {
types: opaque(3) tag_type ;
dimensions: x = 2 ;
variables: tag_type v(x) ; tag_type v:_FillValue = 0X010203 ;
data: v = 0X010204, 0X010205 ;
}
CDL
ncgen -4 -o opaque.nc opaque.cdl
sed 's/tag_type/other_type/g' opaque.cdl | ncgen -4 -o other.nc
ncfcopy -k zarr3 opaque.nc opaque.zarr 2>copy.log
try ncfinfo compare --storage opaque.nc opaque.zarr
try ncfinfo compare opaque.nc other.nc
