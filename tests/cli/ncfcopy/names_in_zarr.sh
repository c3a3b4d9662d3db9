# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
#
# Names that Python's readers do not find: zarr-python takes a backslash for a slash, and fsspec a
# reference's * for a pattern.
. "$NCF_CASES/prelude.sh"
printf '%s' 'netcdf in { dimensions: x = 3 ; variables: int v(x) ; int back\\slash(x) ; int st\*r(x) ;
  data: v = 1, 2, 3 ; back\\slash = 4, 5, 6 ; st\*r = 7, 8, 9 ; }' >in.cdl
ncfgen -k nc4 -o in.nc in.cdl
for kind in zarr zarr3 nczarr; do
  try ncfcopy -k "$kind" in.nc "$kind"
  cmp <(ncfdump -n in in.nc | grep '=.*;$' | sort) <(ncfdump -n in "$kind" | grep '=.*;$' | sort)
done
try ncfcopy --kerchunk out.json in.nc
ncfcopy -V 'v,st\*r' in.nc no_backslash.nc
try ncfcopy --kerchunk out.json no_backslash.nc
# Plain Zarr has names that netCDF has not.
mkdir -p names.zarr/v
echo '{"zarr_format":2}' >names.zarr/.zgroup
echo '{"zarr_format":2,"shape":[2],"chunks":[2],"dtype":"|u1","compressor":null,"filters":null,
  "fill_value":0,"order":"C"}' >names.zarr/v/.zarray
for names in '["a/b"]' '[" q"]'; do
  echo "{\"_ARRAY_DIMENSIONS\":$names}" >names.zarr/v/.zattrs
  for kind in nc4 nczarr zarr; do
    try ncfcopy -k "$kind" names.zarr "out.$kind"
  done
done
